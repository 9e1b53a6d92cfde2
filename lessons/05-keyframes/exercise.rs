//! Lesson 05: keyframes. Which two keys are around a time, and how far is it from the one to the other?

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

/// Replaces `keys` by the matrices in `floats`, 16 numbers for each, row by row.
///
/// If the numbers do not make whole matrices, `keys` stays unchanged, and you return an error with the count of
/// numbers. If `floats` is empty, `keys` becomes empty, too.
fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    // TODO 05.1: refuse a list that is not whole matrices. Otherwise make a matrix of every 16 numbers.
    let _ = (keys, floats); // you will need them
    Ok(())
}

/// The two keys around the time `t`, and alpha, the fraction of the time between them that has passed.
///
/// `times` are the keys' times in seconds, in rising order, at least one. Before the first key, `from` and `to` are
/// both the first key, in a loop as well. After the last key, both are the last key, and alpha is 0.
///
/// In a loop it is different after the last key. There `from` is the last key and `to` the first, which is reached
/// again at the time `closes_at`. That is later than the last key, and not before `t`.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    // TODO 05.2: find the last key at or before t and the key after it. How much of the time between has passed?
    let _ = (times, t, closes_at); // you will need them
    Segment { from: 0, to: 0, alpha: 0.0 }
}

/// The time in a clip of `duration` seconds, from 0 to `duration`, after `elapsed` seconds of playing.
///
/// `elapsed` is negative if the clip is played backwards from its start. `duration` is more than 0.
fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    // TODO 05.3: stay at the ends, begin again, or turn round, as `mode` says.
    let _ = (duration, mode); // you will need them
    elapsed
}

/// Advances time by `dt` seconds. It is called once in every frame.
///
/// `dt` may be a thousandth of a second or several cycles, and it is negative to play backwards. Afterwards
/// `index.elapsed` is within one cycle, from 0 to `clip.round()`, and `index.segment` is the segment at that time.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // TODO 05.4: add dt, stay within a cycle, and find the segment there.
    let _ = (index, dt, clip); // you will need them
}
