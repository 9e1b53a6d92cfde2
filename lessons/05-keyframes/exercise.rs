//! Lesson 05: keyframes: which two keys a time lies between, and how far it has come from one to the other.

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

/// Replaces `keys` by the matrices that `floats` holds: 16 numbers for each, row by row.
///
/// An error that says how many numbers there are, if they are not whole matrices: then `keys` stays as
/// it was. An empty list is no error: it makes no keys.
fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    // TODO 05.1: refuse what is not a multiple of 16; else a matrix for every 16 numbers.
    let _ = (keys, floats); // you will need them
    Ok(())
}

/// Returns the two keys between which the time `t` lies, and the fraction of the way from one to the other.
///
/// `times` are the keys' times in seconds, going up, at least one. Before the first key `from` and `to`
/// are the first, in a loop too; from the last key on they are the last, and alpha is 0.
///
/// In a loop `closes_at` says when the first key is reached again, later than the last key and not before
/// `t`: then from the last key on the way leads back to the first.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    // TODO 05.2: the last key at or before t, the key after it, and how much of the way is done.
    let _ = (times, t, closes_at); // you will need them
    Segment { from: 0, to: 0, alpha: 0.0 }
}

/// Returns the time in a clip of `duration` seconds, from 0 to `duration`, after `elapsed` seconds of playing.
///
/// `elapsed` may be negative: backwards from the start. `duration` is more than 0.
fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    // TODO 05.3: stay at the ends, begin again, or turn round, as `mode` says.
    let _ = (duration, mode); // you will need them
    elapsed
}

/// Advances time by `dt` seconds. It is called once in every frame.
///
/// `dt` may be anything: a thousandth, several cycles, or negative to play backwards. Afterwards
/// `index.elapsed` lies within one cycle, from 0 to `clip.round()`, and `index.segment` is the one there.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // TODO 05.4: time goes on by dt and stays within a cycle; then find its segment.
    let _ = (index, dt, clip); // you will need them
}
