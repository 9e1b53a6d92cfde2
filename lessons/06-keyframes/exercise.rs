//! Lesson 06: keyframes. Which two keys are around a time, and how far is it from the one to the other?

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

/// Replaces `keys` by the matrices in `floats`, 16 numbers for each, row by row. It is called for each joint.
///
/// `floats.chunks(16)` lets you loop over pieces of 16. `Mat4::from_cols_slice` and `transpose` are as in lesson 05.
fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    // TODO 06.1: refuse a list that is not whole matrices. Otherwise make a matrix of every 16 numbers.
    let _ = (keys, floats); // you will need them
    Ok(())
}

/// The two keys around the time `t`, and alpha.
///
/// `times` are the keys' times in seconds, in rising order, at least one. A `Segment { from, to, alpha }` has the
/// indices of the two keys, each a `usize`, and alpha, an `f32`.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    // TODO 06.2: find the last key at or before t and the key after it. How much of the time between has passed?
    let _ = (times, t, closes_at); // you will need them
    Segment { from: 0, to: 0, alpha: 0.0 }
}

/// The time in a clip of `duration` seconds, more than 0, after `elapsed` seconds of playing.
///
/// `mode` is `LoopMode::Clamp`, `LoopMode::Loop` or `LoopMode::PingPong`. You need `x.clamp(low, high)` and
/// `x.rem_euclid(cycle)`.
fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    // TODO 06.3: stay at the ends, begin again, or turn round, as `mode` says.
    let _ = (duration, mode); // you will need them
    elapsed
}

/// Advances time by `dt` seconds. It is called once in every frame.
///
/// `clip.cycle()` is a cycle's length in seconds, and `clip.mode` the `LoopMode`. `clip.wrap_time(elapsed)` and
/// `clip.segment(t)` call 06.3 and 06.2 with all that they need.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // TODO 06.4: add dt, stay within a cycle, and find the segment there.
    let _ = (index, dt, clip); // you will need them
}
