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
    // BEGIN 05.1
    if !floats.len().is_multiple_of(16) {
        return Err(format!("expected a multiple of 16 numbers, found {}", floats.len()));
    }
    keys.clear();
    for rows in floats.chunks(16) {
        keys.push(Mat4::from_cols_slice(rows).transpose());
    }
    Ok(())
    // STUB // TODO 05.1: refuse what is not a multiple of 16; else a matrix for every 16 numbers.
    // STUB let _ = (keys, floats); // you will need them
    // STUB Ok(())
    // END 05.1
}

/// Returns the two keys between which the time `t` lies, and the fraction of the way from one to the other.
///
/// `times` are the keys' times in seconds, going up, at least one. Before the first key `from` and `to`
/// are the first, in a loop too; from the last key on they are the last, and alpha is 0.
///
/// In a loop `closes_at` says when the first key is reached again, later than the last key and not before
/// `t`: then from the last key on the way leads back to the first.
fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    // BEGIN 05.2
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
    // STUB // TODO 05.2: the last key at or before t, the key after it, and how much of the way is done.
    // STUB let _ = (times, t, closes_at); // you will need them
    // STUB Segment { from: 0, to: 0, alpha: 0.0 }
    // END 05.2
}

/// Returns the time in a clip of `duration` seconds, from 0 to `duration`, after `elapsed` seconds of playing.
///
/// `elapsed` may be negative: backwards from the start. `duration` is more than 0.
fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    // BEGIN 05.3
    match mode {
        LoopMode::Clamp => elapsed.clamp(0.0, duration),
        LoopMode::Loop => elapsed.rem_euclid(duration),
        LoopMode::PingPong => {
            let there_and_back = elapsed.rem_euclid(2.0 * duration);
            if there_and_back < duration { there_and_back } else { 2.0 * duration - there_and_back }
        }
    }
    // STUB // TODO 05.3: stay at the ends, begin again, or turn round, as `mode` says.
    // STUB let _ = (duration, mode); // you will need them
    // STUB elapsed
    // END 05.3
}

/// Advances time by `dt` seconds. It is called once in every frame.
///
/// `dt` may be anything: a thousandth, several cycles, or negative to play backwards. Afterwards
/// `index.elapsed` lies within one cycle, from 0 to `clip.round()`, and `index.segment` is the one there.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // BEGIN 05.4
    let moved = index.elapsed + dt;
    index.elapsed = match clip.mode {
        LoopMode::Clamp => moved.clamp(0.0, clip.round()),
        LoopMode::Loop | LoopMode::PingPong => moved.rem_euclid(clip.round()),
    };
    index.segment = clip.segment(clip.wrap_time(index.elapsed));
    // STUB // TODO 05.4: time goes on by dt and stays within a cycle; then find its segment.
    // STUB let _ = (index, dt, clip); // you will need them
    // END 05.4
}
