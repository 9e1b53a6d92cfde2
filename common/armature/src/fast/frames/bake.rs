//! Baking a clip: from tracks to frames.

use super::{Frames, Row};
use crate::{
    animation::{Clip, JointTracks, RotationTrack, Track, interpolate_rotation, nlerp_parts},
    fast::{
        FastSkeleton,
        pose::{LANES, Lane8, PARTS, TransformBlock},
        timeline::Timeline,
    },
    math::shortest,
};
use std::ops::Range;
use thiserror::Error;

/// The most that a baked clip may occupy before what stands still is left out: 256 MiB, an hour of
/// sixty joints at 30 frames a second.
pub const MAX_BYTES: usize = 1 << 28;

/// What differs by less than this (relative to numbers above 1) from frame to frame stands still.
/// A few roundings of an `f32`: it saves the parts that an exporter has sampled although they rest.
const STILL: f32 = 1e-6;

/// A frame at every key may take so many times the frames of a fixed rate: memory is cheaper than keys that are cut
/// off.
const MOST_FOR_KEYS: f64 = 4.0;

/// Why a clip cannot be baked.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BakeError {
    /// A rate is a positive number.
    #[error("a rate of {rate} frames a second: it must be a positive number")]
    Rate {
        /// What was given.
        rate: f32,
    },
    /// Baked, the clip would be larger than [`MAX_BYTES`].
    #[error(
        "clip \"{clip}\" would have {frames:.0} frames of {joints} joints when baked, more than fit \
         {limit} bytes: play its tracks instead"
    )]
    TooLarge {
        /// The clip's name.
        clip: String,
        /// How many frames it would have.
        frames: f64,
        /// Of how many joints, padding included.
        joints: usize,
        /// [`MAX_BYTES`].
        limit: usize,
    },
}

/// What a frame shows.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// The tracks at a time.
    Time(f32),
    /// Between two keys that all tracks share: the key before, and the share of the way to the next.
    Key { key: usize, u: f32, time: f32 },
}

impl Moment {
    fn time(self) -> f32 {
        match self {
            Moment::Time(time) | Moment::Key { time, .. } => time,
        }
    }
}

impl Frames {
    /// Bakes `clip` for a skeleton.
    ///
    /// Where all tracks with more than one key share their times, frames are at those times and
    /// hold the keys themselves: the same motion, to rounding, and to 0.0001 rad where keys are far
    /// enough apart for slerp. Otherwise there is a frame at every key of every track, which loses as
    /// little, where that takes at most four times as many frames as `rate` a second. Where it takes more,
    /// the clip is resampled from its start to its end, `rate` times a second, which cuts off
    /// keys between frames. Joints without tracks keep their bind pose.
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
        let too_large = |frames: f64| BakeError::TooLarge {
            clip: clip.name.clone(),
            frames,
            joints: skeleton.blocks() * LANES,
            limit: MAX_BYTES,
        };
        let moments = match shared_times(clip) {
            Some([]) => vec![Moment::Time(clip.start)],
            Some(times) => at_keys(clip, times, limit).map_err(too_large)?,
            None => at_all_keys_or_rate(clip, rate, limit).map_err(too_large)?,
        };
        Ok(without_what_rests(skeleton, clip, &moments))
    }
}

/// Whether baking loses nothing: all tracks with more than one key share their times.
pub(crate) fn share_times(clip: &Clip) -> bool {
    shared_times(clip).is_some()
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

/// A frame at each shared key, and more between two where a joint turns too far for nlerp.
fn at_keys(clip: &Clip, times: &[f32], limit: usize) -> Result<Vec<Moment>, f64> {
    let mut parts = vec![1; times.len() - 1];
    for rotation in clip.tracks.iter().filter_map(|tracks| tracks.rotation.as_ref()) {
        for (parts, keys) in parts.iter_mut().zip(rotation.track().values().windows(2)) {
            *parts = nlerp_parts(keys[0], keys[1]).max(*parts);
        }
    }
    let frames = parts.iter().sum::<usize>() + 1;
    if frames > limit {
        return Err(frames as f64);
    }
    let mut moments = Vec::with_capacity(frames);
    for (key, &parts) in parts.iter().enumerate() {
        for part in 0..parts {
            let u = part as f32 / parts as f32;
            let time = times[key] + (times[key + 1] - times[key]) * u;
            moments.push(Moment::Key { key, u, time });
        }
    }
    let last = times.len() - 1;
    moments.push(Moment::Key { key: last, u: 0.0, time: times[last] });
    Ok(moments)
}

/// A frame at the start, at each key and at the end; or, where that takes too many, `rate` a second.
fn at_all_keys_or_rate(clip: &Clip, rate: f32, limit: usize) -> Result<Vec<Moment>, f64> {
    // A thousandth of a frame is left for times that an `f32` has rounded: else 1.3333334 s at 30 a
    // second would take 41 steps, and none but the first and the last would hit a key.
    let steps = f64::from(clip.duration()) * f64::from(rate);
    let steps = (steps * (1.0 - 1e-6) - 1e-3).ceil();
    if !steps.is_finite() {
        return Err(steps + 1.0);
    }
    let times = all_times(clip);
    if times.len() <= limit && times.len() as f64 <= MOST_FOR_KEYS * (steps + 1.0) {
        return Ok(times.into_iter().map(Moment::Time).collect());
    }
    if steps >= limit as f64 {
        return Err(steps + 1.0);
    }
    let steps = steps.max(1.0) as usize;
    let step = clip.duration() / steps as f32;
    let mut moments: Vec<Moment> =
        (0..steps).map(|k| Moment::Time(clip.start + step * k as f32)).collect();
    moments.push(Moment::Time(clip.end));
    Ok(moments)
}

/// The clip's start and end and the times of all keys between them, sorted; just before a jump and
/// at it; and between two rotation keys that are too far apart for nlerp.
fn all_times(clip: &Clip) -> Vec<f32> {
    let mut all = vec![clip.start, clip.end];
    let mut add = |times: &[f32]| {
        all.extend(times);
        let jumps = times.windows(2).filter(|pair| pair[0] == pair[1]);
        all.extend(jumps.map(|pair| pair[0].next_down()));
    };
    for tracks in &clip.tracks {
        tracks.translation.iter().for_each(|track| add(track.times()));
        tracks.scale.iter().for_each(|track| add(track.times()));
        let Some(rotation) = &tracks.rotation else { continue };
        let (times, keys) = (rotation.times(), rotation.track().values());
        add(times);
        for (times, keys) in times.windows(2).zip(keys.windows(2)) {
            let parts = nlerp_parts(keys[0], keys[1]);
            let between = |part| times[0] + (times[1] - times[0]) * (part as f32 / parts as f32);
            add(&(1..parts).map(between).collect::<Vec<f32>>());
        }
    }
    all.retain(|time| (clip.start..=clip.end.max(clip.start)).contains(time));
    all.sort_by(f32::total_cmp);
    all.dedup();
    all
}

/// Visits every frame in full, one after the other, rotations of one lane all on one side.
fn for_each_frame(
    skeleton: &FastSkeleton,
    clip: &Clip,
    moments: &[Moment],
    mut visit: impl FnMut(&[TransformBlock]),
) {
    // Joint by joint is how tracks are read, frame by frame how they are visited: some frames at a time,
    // so that what was written is still in the cache.
    const AT_ONCE: usize = 32;
    let per_frame = skeleton.blocks();
    let mut frames = skeleton.rest().repeat(AT_ONCE);
    let mut reached = vec![([0; 3], None); clip.tracks.len()];
    for moments in moments.chunks(AT_ONCE) {
        for (tracks, (cursors, before)) in clip.tracks.iter().zip(&mut reached) {
            let slot = skeleton.slot(tracks.joint);
            let (block, lane) = (slot / LANES, slot % LANES);
            for (frame, &moment) in moments.iter().enumerate() {
                let block = &mut frames[frame * per_frame + block];
                let mut transform = block.get(lane);
                set(tracks, moment, cursors, &mut transform);
                if let Some(before) = *before {
                    transform.rotation = shortest(before, transform.rotation);
                }
                *before = Some(transform.rotation);
                block.set(lane, &transform);
            }
        }
        (0..moments.len()).for_each(|frame| visit(&frames[frame * per_frame..][..per_frame]));
    }
}

/// The tracks of one joint at one moment.
fn set(
    tracks: &JointTracks,
    moment: Moment,
    cursors: &mut [u32; 3],
    transform: &mut crate::math::Transform,
) {
    let vector = |track: &Track<glam::Vec3>, cursor: &mut u32| match moment {
        Moment::Time(time) => track.sample_vector(time, cursor),
        Moment::Key { key, u, .. } => between(track, key, u, |a, b, u| a + (b - a) * u),
    };
    if let Some(track) = &tracks.translation {
        transform.translation = vector(track, &mut cursors[0]);
    }
    if let Some(track) = &tracks.rotation {
        transform.rotation = match moment {
            Moment::Time(time) => track.sample(time, &mut cursors[1]),
            Moment::Key { key, u, .. } => between(track.track(), key, u, interpolate_rotation),
        };
    }
    if let Some(track) = &tracks.scale {
        transform.scale = vector(track, &mut cursors[2]);
    }
}

/// A track's value a share `u` of the way from key number `key` to the next. A key itself is given
/// as it is: of two at one time, each frame gets its own.
fn between<T: Copy>(track: &Track<T>, key: usize, u: f32, mix: impl Fn(T, T, f32) -> T) -> T {
    let values = track.values();
    match values {
        [only] => *only,
        _ if u == 0.0 => values[key],
        _ => mix(values[key], values[key + 1], u),
    }
}

/// Keeps what moves for every frame, and what rests once. Goes through the frames twice, which takes less
/// time than all of them in full would take memory.
fn without_what_rests(skeleton: &FastSkeleton, clip: &Clip, moments: &[Moment]) -> Frames {
    let mut rest: Vec<TransformBlock> = Vec::new();
    let mut moving = vec![[false; 3]; skeleton.blocks()];
    for_each_frame(skeleton, clip, moments, |frame| {
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
            let (own, rest) = (&mut own.numbers[part.clone()], &rest.numbers[part]);
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
    let mut rows = Vec::with_capacity(stride * moments.len());
    for_each_frame(skeleton, clip, moments, |frame| {
        for (block, part) in &parts {
            rows.extend(frame[*block].numbers[part.clone()].iter().map(|row| Row(*row)));
        }
    });
    let timeline = Timeline::new(moments.iter().map(|moment| moment.time()).collect());
    Frames { timeline, moving, at_rest, rest, stride, rows }
}

/// Whether eight joints differ by more than rounding.
fn apart(first: &[Lane8], now: &[Lane8]) -> bool {
    let moved = |(a, b): (&f32, &f32)| (a - b).abs() > STILL * a.abs().max(1.0);
    first.as_flattened().iter().zip(now.as_flattened()).any(moved)
}
