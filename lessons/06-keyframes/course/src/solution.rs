//! Lesson 06: keyframes. Which two keys are around a time, and how far is it from the one to the other?

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

/// Replaces `keys` by the matrices in `floats`, 16 numbers for each, row by row. It is called for each joint.
///
/// `floats.chunks(16)` lets you loop over pieces of 16. `Mat4::from_cols_slice` and `transpose` are as in lesson 05.
fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    // BEGIN 06.1
    if !floats.len().is_multiple_of(16) {
        return Err(format!("expected a multiple of 16 numbers, found {}", floats.len()));
    }
    keys.clear();
    for rows in floats.chunks(16) {
        keys.push(Mat4::from_cols_slice(rows).transpose());
    }
    Ok(())
    // STUB // TODO 06.1: refuse a list that is not whole matrices. Otherwise make a matrix of every 16 numbers.
    // STUB let _ = (keys, floats); // you will need them
    // STUB Ok(())
    // END 06.1
}

/// The two keys around the time `t`, and alpha.
///
/// `times` are the keys' times in seconds, in rising order, at least one. A `Segment { from, to, alpha }` has the
/// indices of the two keys, each a `usize`, and alpha, an `f32`.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    // BEGIN 06.2
    let last = times.len() - 1;
    if t < times[0] {
        return Segment { from: 0, to: 0, alpha: 0.0 };
    }
    let mut from = 0;
    while from < last && times[from + 1] <= t {
        from += 1;
    }
    let (to, end) = match closes_at {
        _ if from < last => (from + 1, times[from + 1]),
        Some(end) => (0, end),
        None => return Segment { from: last, to: last, alpha: 0.0 },
    };
    Segment { from, to, alpha: (t - times[from]) / (end - times[from]) }
    // STUB // TODO 06.2: find the last key at or before t and the key after it. How much of the time between has passed?
    // STUB let _ = (times, t, closes_at); // you will need them
    // STUB Segment { from: 0, to: 0, alpha: 0.0 }
    // END 06.2
}

/// The time in a clip of `duration` seconds, more than 0, after `elapsed` seconds of playing.
///
/// `mode` is `LoopMode::Clamp`, `LoopMode::Loop` or `LoopMode::PingPong`. You need `x.clamp(low, high)` and
/// `x.rem_euclid(cycle)`.
fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    // BEGIN 06.3
    match mode {
        LoopMode::Clamp => elapsed.clamp(0.0, duration),
        LoopMode::Loop => elapsed.rem_euclid(duration),
        LoopMode::PingPong => {
            let there_and_back = elapsed.rem_euclid(2.0 * duration);
            if there_and_back < duration { there_and_back } else { 2.0 * duration - there_and_back }
        }
    }
    // STUB // TODO 06.3: stay at the ends, begin again, or turn round, as `mode` says.
    // STUB let _ = (duration, mode); // you will need them
    // STUB elapsed
    // END 06.3
}

/// Advances time by `dt` seconds. It is called once in every frame.
///
/// `clip.cycle()` is a cycle's length in seconds, and `clip.mode` the `LoopMode`. `clip.wrap_time(elapsed)` and
/// `clip.segment(t)` call 06.3 and 06.2 with all that they need.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // BEGIN 06.4
    let moved = index.elapsed + dt;
    index.elapsed = match clip.mode {
        LoopMode::Clamp => moved.clamp(0.0, clip.cycle()),
        LoopMode::Loop | LoopMode::PingPong => moved.rem_euclid(clip.cycle()),
    };
    index.segment = clip.segment(clip.wrap_time(index.elapsed));
    // STUB // TODO 06.4: add dt, stay within a cycle, and find the segment there.
    // STUB let _ = (index, dt, clip); // you will need them
    // END 06.4
}
