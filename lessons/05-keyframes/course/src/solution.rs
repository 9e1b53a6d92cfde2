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
    // BEGIN 05.1
    if !floats.len().is_multiple_of(16) {
        return Err(format!("expected a multiple of 16 numbers, found {}", floats.len()));
    }
    keys.clear();
    for rows in floats.chunks(16) {
        keys.push(Mat4::from_cols_slice(rows).transpose());
    }
    Ok(())
    // STUB // TODO 05.1: refuse a list that is not whole matrices. Otherwise make a matrix of every 16 numbers.
    // STUB let _ = (keys, floats); // you will need them
    // STUB Ok(())
    // END 05.1
}

/// The two keys around the time `t`, and alpha, the fraction of the time between them that has passed.
///
/// `times` are the keys' times in seconds, in rising order, at least one. Before the first key, `from` and `to` are
/// both the first key, in a loop as well. After the last key, both are the last key, and alpha is 0.
///
/// In a loop it is different after the last key. There `from` is the last key and `to` the first, which is reached
/// again at the time `closes_at`. That is later than the last key, and not before `t`.
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
    // STUB // TODO 05.2: find the last key at or before t and the key after it. How much of the time between has passed?
    // STUB let _ = (times, t, closes_at); // you will need them
    // STUB Segment { from: 0, to: 0, alpha: 0.0 }
    // END 05.2
}

/// The time in a clip of `duration` seconds, from 0 to `duration`, after `elapsed` seconds of playing.
///
/// `elapsed` is negative if the clip is played backwards from its start. `duration` is more than 0.
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
/// `dt` may be a thousandth of a second or several cycles, and it is negative to play backwards. Afterwards
/// `index.elapsed` is within one cycle, from 0 to `clip.round()`, and `index.segment` is the segment at that time.
fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    // BEGIN 05.4
    let moved = index.elapsed + dt;
    index.elapsed = match clip.mode {
        LoopMode::Clamp => moved.clamp(0.0, clip.round()),
        LoopMode::Loop | LoopMode::PingPong => moved.rem_euclid(clip.round()),
    };
    index.segment = clip.segment(clip.wrap_time(index.elapsed));
    // STUB // TODO 05.4: add dt, stay within a cycle, and find the segment there.
    // STUB let _ = (index, dt, clip); // you will need them
    // END 05.4
}
