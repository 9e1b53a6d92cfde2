//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{CASE_KEYS, MODES};
use crate::probes::{self, mixed, outline, uneven_keys, word};
use crate::{AnimationIndex, Keys, LoopMode, Segment};
use armature::text::counted;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use given::CallError;
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

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Numbers are copied, not computed.
    AnyCheck::asked(1e-4, set_keyframes, SET_KEYFRAMES),
    // Fractions of a segment: a difference of two times, divided once.
    AnyCheck::asked(1e-3, segment, SEGMENT),
    // Seconds; a handful of seconds in single precision are right to 1e-6.
    AnyCheck::asked(1e-3, wrap_time, WRAP_TIME),
    // Seconds, and keys: a dozen additions of a few seconds.
    AnyCheck::asked(1e-3, advance, ADVANCE),
];

const SET_KEYFRAMES: &[AskedCase] = &[
    case!("the 16 numbers 0 to 15, one key before", keys_case(16)),
    case!("the 32 numbers 0 to 31, one key before", keys_case(32)),
    case!("no numbers, one key before", keys_case(0)),
    case!("the 15 numbers 0 to 14, one key before", keys_case(15)),
    case!("the 17 numbers 0 to 16, one key before", keys_case(17)),
];

/// Compares the keys that come of the numbers from 0 on, `count` of them, where one key was before.
fn keys_case(q: &mut Ask, answer: &mut Answer, count: u16) -> Result<(), AnswerError> {
    let floats: Vec<f32> = (0..count).map(f32::from).collect();
    let (outcome, keys) = set(q, "", &[Mat4::IDENTITY], &floats)?;
    if count.is_multiple_of(16) {
        answer.compare("the result", if outcome.is_ok() { "Ok" } else { "an error" });
    } else {
        answer.compare_refusal("the result", outcome.map(|()| "Ok".into()), &count.to_string());
    }
    answer.compare("the number of keys", keys.len());
    for (index, key) in keys.iter().enumerate() {
        answer.compare(format!("the translation of key {index}"), key.w_axis.truncate());
    }
    Ok(())
}

/// Returns the result of 05.1 over older keys, and the keys afterwards.
fn set(
    q: &mut Ask,
    about: impl Into<String>,
    older: &[Mat4],
    floats: &[f32],
) -> Result<(Result<(), String>, Vec<Mat4>), AnswerError> {
    let mut keys = older.to_vec();
    let outcome = q.ask(about, |course| course.keyframes.set_keyframes(&mut keys, floats))?;
    Ok((outcome, keys))
}

/// Returns the words for a list that should have been an error.
fn no_error(keys: &[Mat4]) -> String {
    format!("no error, and {}", counted(keys.len(), "key", "keys"))
}

/// Compares the keys of good lists, then errors and remaining keys for lists whose length is wrong.
pub(crate) fn set_keyframes(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let old = probes::matrices(random, 2);
    let count = 2 + random.below(3);
    let floats = probes::rows(&probes::matrices(random, count));
    let mut counts = vec![count];
    let surplus = 1 + random.below(15);
    let mut lengths = vec![floats.len() - 1, 16 + surplus, 1 + random.below(15)];
    if q.is_last() {
        counts = vec![1, count, 40];
        lengths.extend([1, 15, 17, 31]);
    }
    for count in counts {
        let floats: Vec<f32> = floats.iter().copied().cycle().take(16 * count).collect();
        let (outcome, keys) = set(q, words!("numbers", count = floats.len()), &old, &floats)?;
        if let Err(error) = outcome {
            answer.compare_error(format!("{} numbers", floats.len()), &error);
            continue;
        }
        answer.compare(format!("keys of {} numbers, over 2 older keys", floats.len()), keys.len());
        for (k, key) in keys.into_iter().enumerate() {
            answer.compare(format!("key {k} of {count}"), key);
        }
    }
    let mut refused = Vec::new();
    for length in lengths {
        refused.push((length, set(q, words!("numbers", count = length), &old, &floats[..length])?));
    }
    for (length, (outcome, keys)) in &refused {
        let outcome = outcome.clone().map(|()| no_error(keys));
        answer.compare_refusal(&format!("{length} numbers"), outcome, &length.to_string());
    }
    for (length, (_, keys)) in &refused {
        let kept = if *keys == old { "as they were" } else { "others" };
        answer.compare(format!("the keys after {length} numbers"), kept);
    }
    // The list of a joint that is not animated.
    let (outcome, keys) = set(q, words!("numbers", count = 0), &old, &[])?;
    let outcome = outcome.map_or("an error".into(), |()| no_error(&keys));
    answer.compare("an empty list, over 2 older keys", outcome);
    Ok(())
}

const SEGMENT: &[AskedCase] = &[
    case!("keys at 0, 0.5 and 1.5 s, t = 0.25 s", segment_case(KEYS, 0.25, None)),
    case!("keys at 0, 0.5 and 1.5 s, t = 0, exactly at a key", segment_case(KEYS, 0.0, None)),
    case!("keys at 0, 0.5 and 1.5 s, t = 1.25 s", segment_case(KEYS, 1.25, None)),
    case!("keys at 0, 0.5 and 1.5 s, t = 0.5 s, exactly at a key", segment_case(KEYS, 0.5, None)),
    case!("keys at 0, 0.5 and 1.5 s, t = -0.1 s, before all", segment_case(KEYS, -0.1, None)),
    case!("keys at 0, 0.5 and 1.5 s, t = 1.75 s, after all", segment_case(KEYS, 1.75, None)),
    case!("keys at 0, 0.5 and 1.5 s, in a loop that closes at 2 s, t = 1.75 s", segment_case(KEYS, 1.75, Some(2.0))),
    case!(
        "keys at 0.5 and 1.5 s, in a loop that closes at 2 s, t = 0.25 s",
        segment_case(CASE_KEYS[1], 0.25, Some(2.0))
    ),
    case!("one key at 0, in a loop that closes at 2 s, t = 0.5 s", segment_case(CASE_KEYS[2], 0.5, Some(2.0))),
];

const KEYS: &[f32] = CASE_KEYS[0];

fn segment_case(
    q: &mut Ask,
    answer: &mut Answer,
    times: &[f32],
    t: f32,
    closes_at: Option<f32>,
) -> Result<(), AnswerError> {
    let segment = q.ask("", |course| course.keyframes.segment(times, t, closes_at))?;
    answer.compare("alpha", if segment.alpha.is_finite() { "a number" } else { "not a number" });
    compare_segment(answer, "alpha", segment, times.len());
    Ok(())
}

/// Compares which keys a segment mixes, and how.
fn compare_segment(answer: &mut Answer, label: &str, segment: Segment, keys: usize) {
    let (keys, alpha) = mixed(segment, keys);
    answer.compare("the segment", keys);
    answer.compare(label, finite(alpha));
}

/// Compares segments for times before, at, between and after the keys, in a loop and without one.
pub(crate) fn segment(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for keys in probes::key_lists(&mut q.random, q.probe.is_last()) {
        for (closes_at, clip) in [(None, "no loop"), (Some(keys.closes_at), "a loop")] {
            for t in probes::moments(&mut q.random, &keys, closes_at.is_some()) {
                let keys_in_words = outline(&keys);
                let about = words!("time", keys = keys_in_words, clip, t);
                let segment = q.ask(about, |course| course.keyframes.segment(&keys.times, t, closes_at))?;
                let (which, mixed) = mixed(segment, keys.times.len());
                let Segment { from, to, alpha } = segment;
                let returned = words!("returned", keys = keys_in_words, from, to, alpha);
                answer.compare(format!("{clip}, t = {t:.3} s: keys"), which).note(returned.clone());
                answer.compare(format!("{clip}, t = {t:.3} s: alpha"), mixed).note(returned);
            }
        }
    }
    Ok(())
}

const WRAP_TIME: &[AskedCase] = &[
    case!("a loop of 2 s after 0.5 s", wrap_case(0.5, LoopMode::Loop)),
    case!("a loop of 2 s after 3 s", wrap_case(3.0, LoopMode::Loop)),
    case!("a loop of 2 s after 5 s", wrap_case(5.0, LoopMode::Loop)),
    case!("a loop of 2 s at -0.5 s", wrap_case(-0.5, LoopMode::Loop)),
    case!("a clamped clip of 2 s after 0.5 s", wrap_case(0.5, LoopMode::Clamp)),
    case!("a clamped clip of 2 s after 3 s", wrap_case(3.0, LoopMode::Clamp)),
    case!("a clamped clip of 2 s at -0.5 s", wrap_case(-0.5, LoopMode::Clamp)),
    case!("a ping-pong of 2 s after 0.5 s", wrap_case(0.5, LoopMode::PingPong)),
    case!("a ping-pong of 2 s after 3.5 s", wrap_case(3.5, LoopMode::PingPong)),
    case!("a ping-pong of 2 s after 4.5 s", wrap_case(4.5, LoopMode::PingPong)),
    case!("a ping-pong of 2 s at -0.5 s", wrap_case(-0.5, LoopMode::PingPong)),
];

fn wrap_case(q: &mut Ask, answer: &mut Answer, elapsed: f32, mode: LoopMode) -> Result<(), AnswerError> {
    let wrapped = q.ask("", |course| course.keyframes.wrap_time(elapsed, 2.0, mode))?;
    answer.compare("the time in the clip", finite(wrapped));
    Ok(())
}

/// Compares times within the clip and many rounds away, forwards and backwards.
pub(crate) fn wrap_time(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let duration = q.random.between(1.3, 2.7);
    let rounds = [0.3, 0.8, 1.25, 1.9, 2.3, 3.65, 4.4, -0.3, -0.85, -1.3, -1.7, -2.65];
    let mut inputs = vec![(duration, 0.0)];
    for round in rounds {
        inputs.push((duration, duration * (round + q.random.between(-0.05, 0.05))));
    }
    if q.is_last() {
        // Numbers that a float has exactly, so that nothing is rounded far away.
        inputs.extend([-70_001.0, -0.5, 0.5, 1.0, 70_000.0].map(|n| (1.5, 1.5 * n + 0.75)));
        for long in [0.02, 40.0] {
            inputs.extend([0.4, 1.6, -0.6].map(|round| (long, round * long)));
        }
    }
    for mode in MODES {
        for &(duration, elapsed) in &inputs {
            let label = format!("{}, {duration:.2} s long, elapsed = {elapsed:.2} s", word(mode));
            let about = format!("input: {label}.");
            let wrapped = q.ask(about, |course| course.keyframes.wrap_time(elapsed, duration, mode))?;
            answer.compare(label, wrapped);
        }
    }
    Ok(())
}

const ADVANCE: &[AskedCase] = &[
    case!("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of 0.25 s", advance_case(LoopMode::Loop, &[0.25])),
    case!(
        "a loop of 2 s with keys at 0, 0.5 and 1.5 s, two frames of 0.5 s",
        advance_case(LoopMode::Loop, &[0.5, 0.5])
    ),
    case!(
        "a loop of 2 s with keys at 0, 0.5 and 1.5 s, a frame of 1.5 s and one of 0.75 s",
        advance_case(LoopMode::Loop, &[1.5, 0.75])
    ),
    case!("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of 4.75 s", advance_case(LoopMode::Loop, &[4.75])),
    case!("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of -0.25 s", advance_case(LoopMode::Loop, &[-0.25])),
    case!("keys at 0, 0.5 and 1.5 s, clamped, one frame of 2.5 s", advance_case(LoopMode::Clamp, &[2.5])),
    case!(
        "keys at 0, 0.5 and 1.5 s, clamped, a frame of 2.5 s and one of -0.5 s",
        advance_case(LoopMode::Clamp, &[2.5, -0.5])
    ),
    case!("keys at 0, 0.5 and 1.5 s, clamped, one frame of -0.5 s", advance_case(LoopMode::Clamp, &[-0.5])),
    case!(
        "keys at 0, 0.5 and 1.5 s, ping-pong (a round of 3 s), one frame of 1.75 s",
        advance_case(LoopMode::PingPong, &[1.75])
    ),
    case!(
        "keys at 0, 0.5 and 1.5 s, ping-pong (a round of 3 s), a frame of 2.5 s and one of 0.75 s",
        advance_case(LoopMode::PingPong, &[2.5, 0.75])
    ),
];

fn advance_case(q: &mut Ask, answer: &mut Answer, mode: LoopMode, frames: &[f32]) -> Result<(), AnswerError> {
    let clip = Keys { times: KEYS.into(), closes_at: 2.0 }.clip(mode, &REFERENCE.keyframes);
    let index = q.ask("", |course| {
        let mut index = AnimationIndex::default();
        for &dt in frames {
            course.keyframes.advance(&mut index, dt, &clip)?;
        }
        Ok::<_, CallError>(index)
    })?;
    answer.compare("`elapsed`", finite(index.elapsed));
    compare_segment(answer, "its alpha", index.segment, KEYS.len());
    Ok(())
}

/// Compares the index after frames of all lengths, some longer than a round, some backwards.
pub(crate) fn advance(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let keys = uneven_keys(random, 0.0);
    answer.notes.push(outline(&keys));
    // In durations; a short frame or two, on over the end, far beyond it, and back past the start.
    let mut fractions = vec![0.02, 0.11, 0.29, 0.34, 0.33, 0.08, 2.3, -0.12, -0.4, 0.17, -3.1, 0.21];
    fractions.extend(random.spread(8, -0.5, 0.5));
    fractions.extend(random.spread(8, -4.0, 4.0)); // of ping-pong's round the half
    let mut played: Vec<(Keys, LoopMode)> = MODES.map(|mode| (keys.clone(), mode)).into();
    if q.is_last() {
        // No time at all, hardly any, and a pause of many rounds.
        fractions.extend([0.0, 1e-4, 1e-4, 25.3, 0.0, -17.6]);
        played.extend(MODES.map(|mode| (probes::frame_keys(), mode)));
        let single = Keys { times: vec![0.0], closes_at: 1.5 };
        played.extend([(single.clone(), LoopMode::Loop), (single, LoopMode::Clamp)]);
    }
    for (keys, mode) in played {
        let clip = keys.clip(mode, &REFERENCE.keyframes);
        let round = clip.round();
        let unit = if clip.duration() > 0.0 { clip.duration() } else { 1.0 };
        let mut index = AnimationIndex::default();
        let mut past: Vec<String> = Vec::new();
        for fraction in &fractions {
            let dt = unit * fraction * q.random.between(0.93, 1.07);
            past.push(format!("{dt:.3}"));
            let label = format!("{}, a round of {round:.2} s, after frames of {} s", word(mode), past.join(", "));
            let about = words!("frames", label = format!("{label}: elapsed and segment"));
            index = q.ask(about, |course| {
                let mut next = index;
                course.keyframes.advance(&mut next, dt, &clip)?;
                Ok::<_, CallError>(next)
            })?;
            answer.compare(format!("{label}: elapsed"), index.elapsed);
            let segment = probes::place(index.segment, keys.times.len());
            answer.compare(format!("{label}: segment, as key + alpha"), segment);
        }
    }
    Ok(())
}
