//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, CLOSES_AT, Frames, MODES, TimeInKeys};
use crate::{AnimationIndex, Keys, LoopMode, Segment};
use check::{AnyCheck, Case, Check, Random, Value, finite, vector};
use glam::Mat4;

check::lesson! {
    keyframes: Keyframes,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the chains",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&SET_KEYFRAMES, &SEGMENT, &WRAP_TIME, &ADVANCE];

/// Older keys, and the numbers of new ones.
type KeysAndNumbers = (Vec<Mat4>, Vec<f32>);

/// 06.1.
const SET_KEYFRAMES: Check<KeysAndNumbers, (Result<(), String>, Vec<Mat4>)> = Check {
    tolerance: 1e-4, // numbers are copied, not computed
    words: |(older, floats)| {
        let keys = if older.len() == 1 { "key" } else { "keys" };
        format!("{} numbers, {} {keys} before", floats.len(), older.len())
    },
    by_hand: || [32.0, 31.0, 16.0, 0.0, 15.0].map(|count| Case::at([count], figures::numbers)).into(),
    drawn: |probe| {
        let mut random = probe.random();
        let older = matrices(&mut random, 2);
        let mut floats = Vec::new();
        for matrix in matrices(&mut random, 40) {
            floats.extend(matrix.transpose().to_cols_array());
        }
        let mut lengths = vec![48, 47, 16 + 1 + random.below(15), 1 + random.below(15), 0];
        if probe.is_last() {
            lengths.extend([1, 15, 16, 17, 31, 640]);
        }
        lengths.into_iter().map(|length| (older.clone(), floats[..length].into())).collect()
    },
    call: |course, (older, floats)| {
        let mut keys = older.clone();
        let outcome = course.keyframes.set_keyframes(&mut keys, floats)?;
        Ok((outcome, keys))
    },
    compare: |(_, floats), (outcome, keys), answer| {
        match outcome {
            Err(error) if floats.len().is_multiple_of(16) => answer.compare_error("the result", &error),
            outcome => {
                answer.compare_refusal("the result", outcome.map(|()| "no error".into()), &floats.len().to_string())
            }
        };
        answer.compare("the number of keys", keys.len());
        for (index, key) in keys.into_iter().enumerate() {
            answer.compare(format!("key {index}"), key);
        }
    },
};

/// 06.2: key times, a time, and the time at which a loop closes.
const SEGMENT: Check<TimeInKeys, Segment> = Check {
    tolerance: 1e-3, // fractions of a segment: a difference of two times, divided once
    words: |(times, t, closes_at)| {
        let keys = if times.len() == 1 { "one key" } else { "keys" };
        let closing = closes_at.map_or(String::new(), |end| format!(", in a loop that closes at {} s", list(&[end])));
        format!("{keys} at {} s{closing}, t = {} s", list(times), list(&[*t]))
    },
    by_hand: || {
        let states = [
            [0.9, 0.0, 1.0],
            [1.75, 0.0, 0.0],
            [0.25, 0.0, 1.0],
            [0.0, 0.0, 1.0],
            [0.5, 0.0, 1.0],
            [-0.1, 0.0, 1.0],
            [1.75, 0.0, 1.0],
            [0.25, 1.0, 0.0],
            [0.5, 2.0, 0.0],
        ];
        states.map(|state| Case::at(state, figures::time_in_keys)).into()
    },
    drawn: |probe| {
        let mut random = probe.random();
        let first = random.between(0.3, 0.8);
        let mut lists = vec![uneven_keys(&mut random, first), uneven_keys(&mut random, 0.0)];
        if probe.is_last() {
            // Keys close together, far apart, two, one alone, and one in every frame.
            for times in [&[0.5, 0.505, 0.75, 0.754, 0.76][..], &[0.0, 2.5, 9.0], &[0.25, 1.75], &[0.5]] {
                lists.push(Keys { times: times.into(), closes_at: 9.5 });
            }
            lists.push(frame_keys());
        }
        let mut inputs = Vec::new();
        for keys in lists {
            for closes_at in [None, Some(keys.closes_at)] {
                for t in moments(&mut random, &keys, closes_at.is_some()) {
                    inputs.push((keys.times.clone(), t, closes_at));
                }
            }
        }
        inputs
    },
    call: |course, (times, t, closes_at)| Ok(course.keyframes.segment(times, *t, *closes_at)?),
    compare: |(times, ..), segment, answer| {
        let Segment { from, to, alpha } = segment;
        let returned = format!("there your code returned `from` {from}, `to` {to} and alpha {alpha:.3}.");
        let (keys, alpha) = mixed(segment, times.len());
        answer.compare("the segment", keys).note(returned.clone());
        answer.compare("alpha", alpha).note(returned);
    },
};

/// 06.3: seconds played, a duration, and what is done at the end.
const WRAP_TIME: Check<(f32, f32, LoopMode), f32> = Check {
    tolerance: 1e-3, // seconds; a handful of seconds in single precision are right to 1e-6
    words: |(elapsed, duration, mode)| {
        format!("{} of {} s after {} s", name(*mode), list(&[*duration]), list(&[*elapsed]))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for elapsed in [6.5, 0.5, 3.0, 4.5, -0.5] {
            for mode in MODES {
                cases.push(Case::at([elapsed], |[elapsed]| (elapsed, CLOSES_AT, mode)));
            }
        }
        cases
    },
    drawn: |probe| {
        let mut random = probe.random();
        let duration = random.between(1.3, 2.7);
        let mut times = vec![(0.0, duration)];
        // Within the clip and some cycles away, forwards and backwards.
        for cycle in [0.3, 0.8, 1.25, 1.9, 2.3, 3.65, 4.4, -0.3, -0.85, -1.3, -1.7, -2.65] {
            times.push((duration * (cycle + random.between(-0.05, 0.05)), duration));
        }
        if probe.is_last() {
            // Numbers that a float has exactly, so that nothing is rounded far away.
            times.extend([-70_001.0, -0.5, 0.5, 1.0, 70_000.0].map(|cycles| (1.5 * cycles + 0.75, 1.5)));
            for duration in [0.02, 40.0] {
                times.extend([0.4, 1.6, -0.6].map(|cycle| (cycle * duration, duration)));
            }
        }
        let mut inputs = Vec::new();
        for mode in MODES {
            inputs.extend(times.iter().map(|&(elapsed, duration)| (elapsed, duration, mode)));
        }
        inputs
    },
    call: |course, (elapsed, duration, mode)| Ok(course.keyframes.wrap_time(*elapsed, *duration, *mode)?),
    compare: |_, time, answer| {
        answer.compare("the time in the clip", finite(time));
    },
};

/// 06.4: a clip that is played for some frames.
const ADVANCE: Check<Frames, Vec<AnimationIndex>> = Check {
    tolerance: 1e-3, // seconds, and keys: a dozen additions of a few seconds
    words: |Frames { clip, start, seconds }| {
        let frames = if seconds.len() == 1 { "a frame" } else { "frames" };
        format!(
            "{} with keys at {} s, a cycle of {:.2} s, elapsed {} s, {frames} of {} s",
            name(clip.mode),
            list(&clip.times),
            clip.cycle(),
            start.elapsed,
            list(seconds)
        )
    },
    by_hand: || {
        let loops = [[1.5, 0.75], [0.25, -0.5], [0.0, 0.25], [0.0, 4.75]];
        let mut cases: Vec<_> =
            loops.map(|state| Case::at(state, |state| figures::frame(state, LoopMode::Loop))).into();
        for (mode, state) in [
            (LoopMode::Clamp, [0.5, 2.0]),
            (LoopMode::Clamp, [1.5, -0.5]),
            (LoopMode::Clamp, [0.0, -0.5]),
            (LoopMode::PingPong, [1.0, 0.75]),
            (LoopMode::PingPong, [2.5, 0.75]),
        ] {
            cases.push(Case::new(figures::frame(state, mode)));
        }
        cases
    },
    drawn: |probe| {
        let mut random = probe.random();
        // In durations; a short frame or two, on over the end, far beyond it, and back past the start.
        let mut fractions = vec![0.02, 0.11, 0.29, 0.34, 0.33, 0.08, 2.3, -0.12, -0.4, 0.17, -3.1, 0.21];
        fractions.extend(random.spread(8, -0.5, 0.5));
        fractions.extend(random.spread(8, -4.0, 4.0)); // half of ping-pong's cycle
        let mut clips = vec![(uneven_keys(&mut random, 0.0), &MODES[..])];
        if probe.is_last() {
            // No time at all, hardly any, and a pause of many cycles; a key in every frame, and one alone.
            fractions.extend([0.0, 1e-4, 1e-4, 25.3, 0.0, -17.6]);
            clips.push((frame_keys(), &MODES[..]));
            clips.push((Keys { times: vec![0.0], closes_at: 1.5 }, &[LoopMode::Loop, LoopMode::Clamp]));
        }
        let mut inputs = Vec::new();
        for (keys, modes) in clips {
            for mode in modes {
                let clip = keys.clip(*mode, &REFERENCE.keyframes);
                let unit = if clip.duration() > 0.0 { clip.duration() } else { 1.0 };
                let seconds = fractions.iter().map(|fraction| unit * fraction * random.between(0.93, 1.07)).collect();
                inputs.push(Frames { clip, start: AnimationIndex::default(), seconds });
            }
        }
        inputs
    },
    call: |course, frames| {
        let mut index = frames.start;
        let mut indices = Vec::new();
        for dt in &frames.seconds {
            course.keyframes.advance(&mut index, *dt, &frames.clip)?;
            indices.push(index);
        }
        Ok(indices)
    },
    compare: |frames, indices, answer| {
        for (number, index) in (1..).zip(indices) {
            answer.compare(format!("`elapsed` after frame {number}"), finite(index.elapsed));
            let segment = place(index.segment, frames.clip.times.len());
            answer.compare(format!("the segment after frame {number}, as key + alpha"), segment);
        }
    },
};

/// Returns `count` matrices whose sixteen numbers are all different.
fn matrices(random: &mut Random, count: usize) -> Vec<Mat4> {
    let mut matrices = vec![Mat4::ZERO; count];
    for matrix in &mut matrices {
        for column in 0..4 {
            *matrix.col_mut(column) = random.vector().extend(random.between(-1.0, 1.0));
        }
    }
    matrices
}

/// Returns a key every 24th of a second, as the knight's file has them.
fn frame_keys() -> Keys {
    Keys { times: (0..48).map(|frame| frame as f32 / 24.0).collect(), closes_at: 2.0 }
}

/// Returns times before the keys, at each of them, in every segment, and after the last; in a loop up to where it closes.
fn moments(random: &mut Random, keys: &Keys, is_loop: bool) -> Vec<f32> {
    let Keys { ref times, closes_at } = *keys;
    let first = times[0];
    let last = times[times.len() - 1];
    let span = last - first;
    let mut moments = random.spread(4, first - 0.5 * span, first);
    moments.push(first - 0.2);
    let mut ends = times.clone();
    ends.push(if is_loop { closes_at } else { last + 0.6 });
    for pair in ends.windows(2) {
        moments.push(pair[0]);
        moments.extend([fraction(random), random.unit()].map(|u| pair[0] + u * (pair[1] - pair[0])));
    }
    moments.push(ends[times.len()]);
    if !is_loop {
        moments.extend(random.spread(4, last, last + 0.5 * span));
    }
    moments
}

/// Returns four to six keys, the first at `first`. No two gaps next to each other are alike, and none is near a
/// second: seconds and fractions would look the same.
fn uneven_keys(random: &mut Random, first: f32) -> Keys {
    let count = 4 + random.below(3);
    let mut short = random.below(2) == 0;
    let mut at = first;
    let mut times = Vec::new();
    for _ in 0..=count {
        times.push(at);
        at += if short { random.between(0.15, 0.3) } else { random.between(0.45, 0.75) };
        short = !short;
    }
    let closes_at = times.pop().unwrap_or(at); // one more than keys
    Keys { times, closes_at }
}

/// Returns a fraction that is neither near an end nor near the middle.
fn fraction(random: &mut Random) -> f32 {
    let low = random.between(0.18, 0.4);
    if random.below(2) == 0 { low } else { 1.0 - low }
}

/// Returns the keys between which a segment lies, in words, and its alpha. Segments that give the same pose are equal: at a
/// key itself, whether the key is `from` or `to` does not matter.
fn mixed(segment: Segment, keys: usize) -> (String, f32) {
    const NEAR: f32 = 1e-4;
    let Segment { from, to, alpha } = segment;
    let beyond = [from, to].into_iter().find(|&key| key >= keys);
    match beyond {
        Some(key) => (format!("key {key}, which does not exist"), alpha),
        None if !alpha.is_finite() => (format!("key {from} to key {to}, alpha {alpha}"), 0.0),
        None if from == to || alpha.abs() < NEAR => (format!("key {from}"), 0.0),
        None if (alpha - 1.0).abs() < NEAR => (format!("key {to}"), 0.0),
        None => (format!("between key {from} and key {to}"), alpha),
    }
}

/// Returns a segment as one number, key plus alpha, which is continuous at a key; in words where no number can be given.
fn place(segment: Segment, keys: usize) -> Value {
    let Segment { from, to, alpha } = segment;
    // In a single key alpha does nothing, and nobody need set it: then `from` and `to` have been forgotten.
    let is_alpha_alone = keys > 1 && from == to && alpha.abs() > 1e-3;
    if from >= keys || to >= keys || is_alpha_alone {
        return format!("key {from} to key {to}, alpha {alpha:.2}").into();
    }
    let seam = to == 0 && from > 0 && from == keys - 1;
    let to = if seam { keys } else { to };
    (from as f32 + alpha * (to as f32 - from as f32)).into()
}

/// Writes numbers with three decimals at most: `0, 0.5, 1.5`.
fn list(numbers: &[f32]) -> String {
    vector(numbers, 3).trim_matches(['(', ')']).into()
}

fn name(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Loop => "a loop",
        LoopMode::Clamp => "a clamped clip",
        LoopMode::PingPong => "a ping-pong",
    }
}
