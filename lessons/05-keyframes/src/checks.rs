//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, MODES, mixed, outline, uneven_keys, word};
use crate::{AnimationIndex, Answers, Keys, LoopMode, Segment};
use common::animation::{self, keyframes};
use common::check::{Answer, Check, Lesson, Probe, announce};
use common::collada::counted;
use common::{lesson, words};
use glam::Mat4;

/// Lesson 05, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(KEYS, SEGMENT, WRAP, ADVANCE);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    set_keyframes: |keys, floats| keyframes::set_keyframes(keys, floats).map_err(|error| error.to_string()),
    segment: keyframes::segment,
    wrap_time: animation::wrap_time,
    advance: |index, dt, clip| {
        keyframes::advance(index, dt, &clip.times, clip.closes_at, clip.mode);
        // As in the exercise, the clip's own 05.2 and 05.3 are called.
        index.segment = clip.segment(clip.wrap_time(index.elapsed));
    },
};

const KEYS: Check<Answers> = Check {
    // Numbers are copied, not computed.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(keys(answers, probe)),
};

const SEGMENT: Check<Answers> = Check {
    // Shares of a segment: a difference of two times, divided once.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(segments(answers, probe)),
};

const WRAP: Check<Answers> = Check {
    // Seconds; a handful of seconds in single precision are right to 1e-6.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(wrapped(answers, probe)),
};

const ADVANCE: Check<Answers> = Check {
    // Seconds, and keys: a dozen additions of a few seconds.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(advanced(answers, probe)),
};

/// Good lists, in which every key is a matrix of its own, then lists that are none.
fn keys(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let old = probes::matrices(random, 2);
    let set = |floats: &[f32]| {
        announce(words!("numbers", count = floats.len()));
        let mut keys = old.clone();
        let outcome = (answers.set_keyframes)(&mut keys, floats);
        (outcome, keys)
    };
    let count = 2 + random.below(3);
    let floats = probes::rows(&probes::matrices(random, count));
    let mut answer = Answer::default();
    let many = if probe.is_last() { vec![1, count, 40] } else { vec![count] };
    for count in many {
        let floats: Vec<f32> = floats.iter().copied().cycle().take(16 * count).collect();
        answer = answer.and(match set(&floats) {
            (Ok(()), keys) => {
                let label = |_| format!("keys of {} numbers, over 2 older keys", floats.len());
                let keys_of = |k| format!("key {k} of {count}");
                Answer::words(label, [keys.len()]).and(Answer::transforms(keys_of, keys))
            }
            (Err(error), _) => Answer::error(&format!("{} numbers", floats.len()), &error),
        });
    }
    let surplus = 1 + random.below(15);
    let mut lengths = vec![floats.len() - 1, 16 + surplus, 1 + random.below(15)];
    if probe.is_last() {
        lengths.extend([1, 15, 17, 31]);
    }
    let old_keys = |keys: &[Mat4]| if keys == old { "as they were" } else { "others" };
    let (outcomes, kept): (Vec<_>, Vec<_>) = lengths
        .iter()
        .map(|&length| {
            let (outcome, keys) = set(&floats[..length]);
            let outcome = outcome.map(|()| format!("no error, and {}", counted(keys.len(), "key", "keys")));
            ((format!("{length} numbers"), outcome, length.to_string()), old_keys(&keys))
        })
        .unzip();
    // A joint that nothing moves.
    let outcome = match set(&[]) {
        (Ok(()), keys) => format!("no error, and {}", counted(keys.len(), "key", "keys")),
        (Err(_), _) => "an error".into(),
    };
    answer
        .and(Answer::refusals(outcomes))
        .and(Answer::words(|index| format!("the keys after {} numbers", lengths[index]), kept))
        .and(Answer::words(|_| "an empty list, over 2 older keys".into(), [outcome]))
}

/// Times before, in, at and after the keys; the same in a loop.
fn segments(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut answer = Answer::default();
    let mut note = None;
    for keys in probes::key_lists(random, probe.is_last()) {
        for (closes_at, clip) in [(None, "no loop"), (Some(keys.closes_at), "a loop")] {
            for t in probes::moments(random, &keys, closes_at.is_some()) {
                announce(words!("time", keys = outline(&keys), clip, t));
                let ask = |answers: &Answers| (answers.segment)(&keys.times, t, closes_at);
                let got = ask(answers);
                let (which, alpha) = mixed(got, keys.times.len());
                let right = mixed(ask(&REFERENCE), keys.times.len());
                if note.is_none() && (which != right.0 || (alpha - right.1).abs() > 1e-3) {
                    let Segment { from, to, alpha } = got;
                    note = Some(words!("returned", keys = outline(&keys), from, to, alpha));
                }
                let label = |what: &str| format!("{clip}, t = {t:.3} s: {what}");
                answer = answer
                    .and(Answer::words(|_| label("keys"), [which]))
                    .and(Answer::numbers(|_| label("alpha"), [alpha]));
            }
        }
    }
    answer.noting(note.into_iter().collect())
}

/// Forwards and backwards, within the clip and many rounds away.
fn wrapped(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let duration = random.between(1.3, 2.7);
    let rounds = [0.3, 0.8, 1.25, 1.9, 2.3, 3.65, 4.4, -0.3, -0.85, -1.3, -1.7, -2.65];
    let near = |round: f32| duration * (round + random.between(-0.05, 0.05));
    let mut asked = vec![(duration, vec![0.0]), (duration, rounds.map(near).into())];
    if probe.is_last() {
        // Numbers that a float has exactly, so that nothing is rounded far away.
        asked.push((1.5, [-70_001.0, -0.5, 0.5, 1.0, 70_000.0].map(|n| 1.5 * n + 0.75).into()));
        asked.extend([0.02, 40.0].map(|long| (long, vec![0.4 * long, 1.6 * long, -0.6 * long])));
    }
    let mut answer = Answer::default();
    for (mode, (duration, elapsed)) in MODES.into_iter().flat_map(|mode| asked.iter().map(move |asked| (mode, asked))) {
        let label = |index: usize| format!("{}, {duration:.2} s long, elapsed = {:.2} s", word(mode), elapsed[index]);
        let times = elapsed.iter().enumerate().map(|(index, &elapsed)| {
            announce(format!("asked about {}.", label(index)));
            (answers.wrap_time)(elapsed, *duration, mode)
        });
        answer = answer.and(Answer::numbers(label, times));
    }
    answer
}

/// Frames of all lengths, more than a round at once, and backwards.
fn advanced(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let keys = uneven_keys(random, 0.0);
    // In durations; a short frame or two, on over the end, far beyond it, and back past the start.
    let mut shares = vec![0.02, 0.11, 0.29, 0.34, 0.33, 0.08, 2.3, -0.12, -0.4, 0.17, -3.1, 0.21];
    shares.extend(random.spread(8, -0.5, 0.5));
    shares.extend(random.spread(8, -4.0, 4.0)); // of ping-pong's round the half
    let notes = vec![outline(&keys)];
    let mut played: Vec<(Keys, LoopMode)> = MODES.map(|mode| (keys.clone(), mode)).into();
    if probe.is_last() {
        // No time at all, hardly any, and a pause of many rounds.
        shares.extend([0.0, 1e-4, 1e-4, 25.3, 0.0, -17.6]);
        played.extend(MODES.map(|mode| (probes::frame_keys(), mode)));
        let single = Keys { times: vec![0.0], closes_at: 1.5 };
        played.extend([(single.clone(), LoopMode::Loop), (single, LoopMode::Clamp)]);
    }
    let mut answer = Answer::default();
    for (keys, mode) in played {
        let clip = keys.clip(mode, &REFERENCE);
        let round = clip.round();
        let unit = if clip.duration() > 0.0 { clip.duration() } else { 1.0 };
        let mut index = AnimationIndex::default();
        let mut past = String::new();
        for share in &shares {
            let dt = unit * share * random.between(0.93, 1.07);
            past = if past.is_empty() { format!("{dt:.3}") } else { format!("{past}, {dt:.3}") };
            let label =
                |what: &str| format!("{}, a round of {round:.2} s, after frames of {past} s: {what}", word(mode));
            announce(words!("frames", label = label("elapsed and segment")));
            (answers.advance)(&mut index, dt, &clip);
            let label_of_segment = |_| label("segment, as key + alpha");
            answer = answer.and(Answer::numbers(|_| label("elapsed"), [index.elapsed])).and(probes::place(
                label_of_segment,
                index.segment,
                keys.times.len(),
            ));
        }
    }
    answer.noting(notes)
}
