//! Baking a clip: from tracks to frames.

use super::{Frames, Row, Timeline};
use crate::{
    FastSkeleton,
    pose::{LANES, Lane8, PARTS, TransformBlock},
};
use armature::{
    animation::{Clip, RotationTrack, Track, in_order, key_times, nlerp_parts},
    math::shortest,
};
use std::ops::Range;
use thiserror::Error;

/// The most that a baked clip may occupy before what stands still is left out: 256 MiB, an hour of
/// sixty joints at 30 frames a second.
pub const MAX_BYTES: usize = 1 << 28;

/// A number that differs by less than this (relative to numbers above 1) from frame to frame stands still. A few
/// roundings of an `f32`: it saves the parts that an exporter has sampled although they rest.
const STILL: f32 = 1e-6;

/// A frame at every key may take so many times the frames of a fixed rate: memory is cheaper than keys that are cut
/// off.
const MAX_FOR_KEYS: f64 = 4.0;

/// Why a clip cannot be baked.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BakeError {
    /// A rate is a positive number.
    #[error("a rate of {rate} frames a second: it must be a positive number")]
    Rate {
        /// The rate that was given.
        rate: f32,
    },
    /// Baked, the clip would be larger than [`MAX_BYTES`].
    #[error(
        "clip \"{clip}\" would have {frames:.0} frames of {joints} joints when baked, more than fit \
         {limit} bytes: play it by `Clip::sample`"
    )]
    TooLarge {
        /// The clip's name.
        clip: String,
        /// Number of frames that the clip would have.
        frames: f64,
        /// Number of joints, padding included.
        joints: usize,
        /// [`MAX_BYTES`].
        limit: usize,
    },
}

impl Frames {
    /// Bakes `clip` for a skeleton.
    ///
    /// There is a frame at every key of every track: the same motion, to rounding, and to 0.0001 rad where keys
    /// are far enough apart for slerp. Only where tracks have keys at different times, and that takes more than four
    /// times as many frames as `rate` a second, the clip is resampled from its start to its end, `rate` times
    /// a second, which cuts off keys between frames. Joints without tracks keep their bind pose.
    ///
    /// # Errors
    /// If `rate` is not a positive number, or the frames would occupy more than [`MAX_BYTES`].
    ///
    /// # Panics
    /// If a track's joint is beyond the skeleton.
    pub fn bake(skeleton: &FastSkeleton, clip: &Clip, rate: f32) -> Result<Self, BakeError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(BakeError::Rate { rate });
        }
        let limit = MAX_BYTES / (size_of::<TransformBlock>() * skeleton.blocks().max(1));
        let times = match shared_times(clip) {
            Some([]) => vec![clip.start],
            shared => frame_times(clip, shared.is_some(), rate, limit).map_err(|frames| BakeError::TooLarge {
                clip: clip.name.clone(),
                frames,
                joints: skeleton.blocks() * LANES,
                limit: MAX_BYTES,
            })?,
        };
        Ok(without_what_rests(skeleton, clip, times))
    }
}

/// The times of all tracks that have more than one key, if they are the same for all; none if no
/// track moves.
fn shared_times(clip: &Clip) -> Option<&[f32]> {
    let mut shared: &[f32] = &[];
    for tracks in &clip.tracks {
        let of_joint = [
            tracks.translation.as_ref().map(Track::times),
            tracks.rotation.as_ref().map(RotationTrack::times),
            tracks.scale.as_ref().map(Track::times),
        ];
        for times in of_joint.into_iter().flatten().filter(|times| times.len() > 1) {
            if shared.is_empty() {
                shared = times;
            } else if shared != times {
                return None;
            }
        }
    }
    Some(shared)
}

/// When there are frames: at the start, at each key and at the end; or, where that takes too many, `rate` a second.
/// If there are too many, how many.
fn frame_times(clip: &Clip, is_shared: bool, rate: f32, limit: usize) -> Result<Vec<f32>, f64> {
    let mut times = all_times(clip);
    if !is_shared {
        times.retain(|time| (clip.start..=clip.end.max(clip.start)).contains(time));
    }
    // A thousandth of a frame is left for times that an `f32` has rounded: else 1.3333334 s at 30 a
    // second would take 41 steps, and none but the first and the last would hit a key.
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

/// The clip's start and end and the times of all keys, sorted; just before a jump and at it; and between two
/// rotation keys that are too far apart for nlerp.
fn all_times(clip: &Clip) -> Vec<f32> {
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

/// Visits every frame in full, one after the other, rotations of one lane all on one side.
fn for_each_frame(skeleton: &FastSkeleton, clip: &Clip, times: &[f32], mut visit: impl FnMut(&[TransformBlock])) {
    // Joint by joint is how tracks are read, frame by frame how they are visited: some frames at a time,
    // so that what was written is still in the cache.
    const AT_ONCE: usize = 32;
    let per_frame = skeleton.blocks();
    let mut frames = skeleton.rest().repeat(AT_ONCE);
    let mut reached = vec![([0; 4], None); clip.tracks.len()];
    for times in times.chunks(AT_ONCE) {
        for (tracks, (cursors, before)) in clip.tracks.iter().zip(&mut reached) {
            let slot = skeleton.slot(tracks.joint);
            let block = slot / LANES;
            let lane = slot % LANES;
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

/// Keeps what moves for every frame, and what rests once. Goes through the frames twice, which takes less
/// time than all of them in full would take memory.
fn without_what_rests(skeleton: &FastSkeleton, clip: &Clip, times: Vec<f32>) -> Frames {
    let mut rest: Vec<TransformBlock> = Vec::new();
    let mut moving = vec![[false; 3]; skeleton.blocks()];
    for_each_frame(skeleton, clip, &times, |frame| {
        if rest.is_empty() {
            rest.extend(frame);
        }
        for ((first, now), moving) in rest.iter().zip(frame).zip(&mut moving) {
            for (part, moves) in PARTS.into_iter().zip(moving) {
                *moves = *moves || apart(&first.numbers[part.clone()], &now.numbers[part]);
            }
        }
    });
    let mut at_rest = vec![[false; 3]; skeleton.blocks()];
    for (block, (own, rest)) in rest.iter_mut().zip(skeleton.rest()).enumerate() {
        for (index, part) in PARTS.into_iter().enumerate() {
            let own = &mut own.numbers[part.clone()];
            let rest = &rest.numbers[part];
            if !moving[block][index] && !apart(rest, own) {
                own.copy_from_slice(rest);
                at_rest[block][index] = true;
            }
        }
    }
    let parts: Vec<(usize, Range<usize>)> = moving
        .iter()
        .enumerate()
        .flat_map(|(block, moving)| {
            let kept = PARTS.into_iter().zip(moving).filter(|(_, moves)| **moves);
            kept.map(move |(part, _)| (block, part))
        })
        .collect();
    let stride = parts.iter().map(|(_, part)| part.len()).sum();
    let mut rows = Vec::with_capacity(stride * times.len());
    for_each_frame(skeleton, clip, &times, |frame| {
        for (block, part) in &parts {
            rows.extend(frame[*block].numbers[part.clone()].iter().map(|row| Row(*row)));
        }
    });
    let timeline = Timeline::new(times);
    Frames { timeline, moving, at_rest, rest, stride, rows }
}

/// Whether eight joints differ by more than rounding.
fn apart(first: &[Lane8], now: &[Lane8]) -> bool {
    first.as_flattened().iter().zip(now.as_flattened()).any(|(a, b)| (a - b).abs() > STILL * a.abs().max(1.0))
}
