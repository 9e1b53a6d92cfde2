//! Baking of clips, from tracks to frames.

use super::{Frames, Row, Timeline};
use crate::{
    SimdSkeleton,
    pose::{LANES, Lane8, PARTS, TransformBlock},
};
use armature::{
    animation::{Clip, RotationTrack, Track, in_order, key_times, nlerp_parts},
    math::shortest,
};
use std::{error::Error, fmt, ops::Range};

/// Largest size of a baked clip before the parts that do not move are left out: 256 MiB, an hour of sixty joints at 30
/// frames a second.
pub const MAX_BYTES: usize = 1 << 28;

/// Largest difference of a number between frames that counts as none, relative to numbers above 1: a few roundings of
/// an `f32`, for parts that an exporter has sampled although they do not move.
const STILL: f32 = 1e-6;

/// Largest number of frames at keys, as a multiple of the frames of the fixed rate: memory is cheaper than lost keys.
const MAX_FOR_KEYS: f64 = 4.0;

/// Error of a clip that cannot be baked.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum BakeError {
    /// The rate is not a positive number.
    Rate {
        /// The rate, in frames a second.
        rate: f32,
    },
    /// The baked clip would be larger than [`MAX_BYTES`].
    TooLarge {
        /// Name of the clip.
        clip: String,
        /// Number of frames that the clip would have.
        frames: f64,
        /// Number of joints, padding included.
        joints: usize,
        /// [`MAX_BYTES`].
        limit: usize,
    },
}

impl Error for BakeError {}
armature::debug_as_display!(BakeError);

impl fmt::Display for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate { rate } => write!(f, "a rate of {rate} frames a second: it must be a positive number"),
            Self::TooLarge { clip, frames, joints, limit } => write!(
                f,
                "clip \"{clip}\" would have {frames:.0} frames of {joints} joints when baked, more than fit {limit} \
                 bytes: play it by `Clip::sample`"
            ),
        }
    }
}

impl Frames {
    /// Bakes `clip` for a skeleton.
    ///
    /// The frames are at the keys of all tracks, so that the motion is the same, to rounding, and to 0.0001 rad where
    /// keys are so far apart that tracks use slerp. Only if tracks have keys at different times, and more than four
    /// times as many as `rate` frames a second, the clip is resampled at `rate` frames a second, and keys between
    /// frames are lost. Joints without tracks keep their bind pose.
    ///
    /// # Errors
    /// If `rate` is not a positive number, or the frames would need more than [`MAX_BYTES`].
    ///
    /// # Panics
    /// If a track moves a joint that the skeleton does not have: [`Clip::check`] tells it before.
    pub fn bake(skeleton: &SimdSkeleton, clip: &Clip, rate: f32) -> Result<Self, BakeError> {
        let joints = skeleton.len();
        if let Some(tracks) = clip.tracks.iter().find(|tracks| tracks.joint >= joints) {
            let joint = tracks.joint;
            panic!("the clip {:?} moves joint {joint}, but the skeleton has {joints} joints", clip.name);
        }
        if !(rate.is_finite() && rate > 0.0) {
            return Err(BakeError::Rate { rate });
        }
        let limit = MAX_BYTES / (size_of::<TransformBlock>() * skeleton.rest.len().max(1));
        let times = match shared_key_times(clip) {
            Some([]) => vec![clip.start],
            shared => frame_times(clip, shared.is_some(), rate, limit).map_err(|frames| BakeError::TooLarge {
                clip: clip.name.clone(),
                frames,
                joints: skeleton.parents.len(),
                limit: MAX_BYTES,
            })?,
        };
        Ok(bake_at_times(skeleton, clip, times))
    }
}

/// Returns the key times of all tracks with more than one key, if all have the same times: an empty list without such
/// tracks, `None` if they have different times.
fn shared_key_times(clip: &Clip) -> Option<&[f32]> {
    let mut shared: &[f32] = &[];
    for tracks in &clip.tracks {
        let joint_times = [
            tracks.translation.as_ref().map(Track::times),
            tracks.rotation.as_ref().map(RotationTrack::times),
            tracks.scale.as_ref().map(Track::times),
        ];
        for times in joint_times.into_iter().flatten().filter(|times| times.len() > 1) {
            if shared.is_empty() {
                shared = times;
            } else if shared != times {
                return None;
            }
        }
    }
    Some(shared)
}

/// Returns the times of frames: the start, each key and the end, or `rate` times a second if these are too many.
/// Returns the number of frames as an error if it is above `limit`.
fn frame_times(clip: &Clip, is_shared: bool, rate: f32, limit: usize) -> Result<Vec<f32>, f64> {
    let mut times = key_times_for_nlerp(clip);
    if !is_shared {
        times.retain(|time| (clip.start..=clip.end.max(clip.start)).contains(time));
    }
    // Less a thousandth of a frame, since an `f32` rounds times: otherwise 1.3333334 s at 30 frames a second would be
    // 41 steps, and only the first and the last frame at keys.
    let steps = f64::from(clip.duration()) * f64::from(rate);
    let steps = (steps * (1.0 - 1e-6) - 1e-3).ceil();
    if times.len() <= limit && (is_shared || times.len() as f64 <= MAX_FOR_KEYS * (steps + 1.0)) {
        return Ok(times);
    }
    if is_shared {
        return Err(times.len() as f64);
    }
    if !steps.is_finite() || steps >= limit as f64 {
        return Err(steps + 1.0);
    }
    let steps = steps.max(1.0) as usize;
    let step = clip.duration() / steps as f32;
    let mut times: Vec<f32> = (0..steps).map(|k| clip.start + step * k as f32).collect();
    times.push(clip.end);
    Ok(times)
}

/// Returns the clip's start and end and the times of all keys, also just before jumps, sorted; and times between two
/// rotation keys that are too far apart for nlerp.
fn key_times_for_nlerp(clip: &Clip) -> Vec<f32> {
    let mut all = key_times(clip);
    for rotation in clip.tracks.iter().filter_map(|tracks| tracks.rotation.as_ref()) {
        let times = rotation.times();
        let keys = rotation.track().values();
        for (times, keys) in times.windows(2).zip(keys.windows(2)) {
            let parts = nlerp_parts(keys[0], keys[1]);
            all.extend((1..parts).map(|part| times[0] + (times[1] - times[0]) * (part as f32 / parts as f32)));
        }
    }
    in_order(all)
}

/// Calls `visit` with all blocks of each frame. From frame to frame, rotations of a joint have a positive dot product.
fn for_each_frame(skeleton: &SimdSkeleton, clip: &Clip, times: &[f32], mut visit: impl FnMut(&[TransformBlock])) {
    // Tracks are sampled joint by joint, for so few frames at a time that these are still in the cache when visited.
    const FRAMES_AT_A_TIME: usize = 32;
    let per_frame = skeleton.rest.len();
    let mut frames = skeleton.rest.repeat(FRAMES_AT_A_TIME);
    // Cursors and last rotation of each joint.
    let mut states = vec![([0; 4], None); clip.tracks.len()];
    for times in times.chunks(FRAMES_AT_A_TIME) {
        for (tracks, (cursors, before)) in clip.tracks.iter().zip(&mut states) {
            let block = tracks.joint / LANES;
            let lane = tracks.joint % LANES;
            for (frame, &time) in times.iter().enumerate() {
                let block = &mut frames[frame * per_frame + block];
                let mut transform = block.get(lane);
                tracks.sample_local(time, cursors, &mut transform);
                if let Some(before) = *before {
                    transform.rotation = shortest(before, transform.rotation);
                }
                *before = Some(transform.rotation);
                block.set(lane, &transform);
            }
        }
        (0..times.len()).for_each(|frame| visit(&frames[frame * per_frame..][..per_frame]));
    }
}

/// Returns the frames at `times`, with rows for the parts of blocks that move. Samples the clip twice, first to find
/// these, so that only their rows are in memory.
fn bake_at_times(skeleton: &SimdSkeleton, clip: &Clip, times: Vec<f32>) -> Frames {
    let mut first: Vec<TransformBlock> = Vec::new();
    let mut moving = vec![[false; 3]; skeleton.rest.len()];
    for_each_frame(skeleton, clip, &times, |frame| {
        if first.is_empty() {
            first.extend(frame);
        }
        for ((first, block), moving) in first.iter().zip(frame).zip(&mut moving) {
            for (part, moves) in PARTS.into_iter().zip(moving) {
                *moves = *moves || differ(&first.numbers[part.clone()], &block.numbers[part]);
            }
        }
    });
    // Parts as in the skeleton's bind pose have exactly its numbers.
    let mut at_rest = vec![[false; 3]; skeleton.rest.len()];
    for (block, (first, bind)) in first.iter_mut().zip(&skeleton.rest).enumerate() {
        for (index, part) in PARTS.into_iter().enumerate() {
            let first = &mut first.numbers[part.clone()];
            let bind = &bind.numbers[part];
            if !moving[block][index] && !differ(bind, first) {
                first.copy_from_slice(bind);
                at_rest[block][index] = true;
            }
        }
    }
    let mut moving_parts: Vec<(usize, Range<usize>)> = Vec::new();
    for (block, moving) in moving.iter().enumerate() {
        let parts = PARTS.into_iter().zip(moving).filter(|(_, moves)| **moves);
        moving_parts.extend(parts.map(|(part, _)| (block, part)));
    }
    let stride = moving_parts.iter().map(|(_, part)| part.len()).sum();
    let mut rows = Vec::with_capacity(stride * times.len());
    for_each_frame(skeleton, clip, &times, |frame| {
        for (block, part) in &moving_parts {
            rows.extend(frame[*block].numbers[part.clone()].iter().map(|row| Row(*row)));
        }
    });
    Frames { skeleton: skeleton.id, timeline: Timeline::new(times), moving, at_rest, rest: first, stride, rows }
}

/// Returns whether numbers of eight joints differ by more than rounding.
fn differ(a: &[Lane8], b: &[Lane8]) -> bool {
    a.as_flattened().iter().zip(b.as_flattened()).any(|(a, b)| (a - b).abs() > STILL * a.abs().max(1.0))
}
