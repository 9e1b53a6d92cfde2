//! The right answers.

use crate::{AnimationIndex, Answers, LoopMode, Segment};
use armature::animation::wrap_time;
use glam::Mat4;

pub const ANSWERS: Answers = Answers {
    set_keyframes,
    segment,
    wrap_time,
    advance: |index, dt, clip| {
        advance(index, dt, &clip.times, clip.closes_at, clip.mode);
        // As in the exercise, the clip's own 06.2 and 06.3 are called.
        index.segment = clip.segment(clip.wrap_time(index.elapsed));
    },
};

/// Replaces `keys` by the matrices in `floats`, 16 numbers for each, row by row.
fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    let (matrices, rest) = floats.as_chunks::<16>();
    if !rest.is_empty() {
        return Err(format!("expected a multiple of 16 numbers, found {}", floats.len()));
    }
    *keys = matrices.iter().map(|rows| Mat4::from_cols_array(rows).transpose()).collect();
    Ok(())
}

/// Returns the segment in which `t` lies, between two of the key times `times`, in seconds and ascending. Before the
/// first key both ends are the first, from the last key on the last.
///
/// With `closes_at`, a time after the last key, another segment leads from the last key to the first, which is reached
/// again at that time.
///
/// # Panics
/// If there is no key.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    let last = times.len() - 1;
    let after = times.partition_point(|&key| key <= t);
    match (after, closes_at) {
        (0, _) => Segment::default(),
        (after, _) if after <= last => {
            Segment { from: after - 1, to: after, alpha: fraction(t, times[after - 1], times[after]) }
        }
        (_, Some(end)) if end > times[last] => Segment { from: last, to: 0, alpha: fraction(t, times[last], end) },
        _ => Segment { from: last, to: last, alpha: 0.0 },
    }
}

fn fraction(t: f32, from: f32, to: f32) -> f32 {
    ((t - from) / (to - from)).min(1.0)
}

/// Returns the duration of a clip in seconds: from the first key to the last, or in a loop to `closes_at`.
///
/// # Panics
/// If there is no key.
fn duration(times: &[f32], closes_at: f32, mode: LoopMode) -> f32 {
    let end = if mode == LoopMode::Loop { closes_at } else { times[times.len() - 1] };
    end - times[0]
}

/// Advances `index` by `dt` seconds, backwards if negative, in a clip with keys at `times` whose loop closes at
/// `closes_at`.
///
/// Only whole cycles are subtracted, so that many short steps lead to the same time as a long one.
///
/// # Panics
/// If there is no key.
fn advance(index: &mut AnimationIndex, dt: f32, times: &[f32], closes_at: f32, mode: LoopMode) {
    let duration = duration(times, closes_at, mode);
    let moved = index.elapsed + dt;
    index.elapsed = match mode {
        LoopMode::Loop if duration > 0.0 => moved.rem_euclid(duration),
        LoopMode::PingPong if duration > 0.0 => moved.rem_euclid(2.0 * duration),
        LoopMode::Clamp | LoopMode::Loop | LoopMode::PingPong => moved.clamp(0.0, duration),
    };
    let t = times[0] + wrap_time(index.elapsed, duration, mode);
    index.segment = segment(times, t, (mode == LoopMode::Loop).then_some(closes_at));
}
