//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, MODES, mixed, outline, uneven_keys, word};
use crate::{AnimationIndex, Answers};
use common::animation::{self, keyframes};
use common::check::{Answer, Check, Lesson, Random, announce};
use common::{lesson, words};

/// Lesson 05, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(KEYS, SEGMENT, WRAP, ADVANCE);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    set_keyframes: |keys, floats| {
        keyframes::set_keyframes(keys, floats).map_err(|error| error.to_string())
    },
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
    ask: |answers, probe| Ok(keys(answers, &mut probe.random())),
};

const SEGMENT: Check<Answers> = Check {
    // Shares of a segment: a difference of two times, divided once.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(segments(answers, &mut probe.random())),
};

const WRAP: Check<Answers> = Check {
    // Seconds; a handful of seconds in single precision are right to 1e-6.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(wrapped(answers, &mut probe.random())),
};

const ADVANCE: Check<Answers> = Check {
    // Seconds, and keys: a dozen additions of a few seconds.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(advanced(answers, &mut probe.random())),
};

/// Good lists, in which every key is a matrix of its own, then lists that are none.
fn keys(answers: &Answers, random: &mut Random) -> Answer {
    let old = probes::matrices(random, 2);
    let count = 2 + random.below(3);
    let floats = probes::rows(&probes::matrices(random, count));
    let mut keys = old.clone();
    let mut answer = match (answers.set_keyframes)(&mut keys, &floats) {
        Ok(()) => {
            let label = |_| format!("keys of {} numbers, over 2 older keys", floats.len());
            Answer::words(label, [keys.len()]).and(Answer::transforms(|k| format!("key {k}"), keys))
        }
        Err(error) => Answer::error(&format!("{} numbers", floats.len()), &error),
    };
    let surplus = 1 + random.below(15);
    for length in [floats.len() - 1, 16 + surplus, 1 + random.below(15)] {
        let mut keys = old.clone();
        let outcome = match (answers.set_keyframes)(&mut keys, &floats[..length]) {
            Ok(()) => format!("no error, and {} keys", keys.len()),
            Err(error) if says(&error, length) => format!("an error that says {length}"),
            Err(_) => format!("an error that does not say {length}"),
        };
        let kept = if keys == old { "as they were" } else { "others" };
        let label = |index| match index {
            0 => format!("{length} numbers"),
            _ => format!("the keys after {length} numbers"),
        };
        answer = answer.and(Answer::words(label, [outcome, kept.into()]));
    }
    // A joint that nothing moves.
    let mut keys = old;
    let outcome = match (answers.set_keyframes)(&mut keys, &[]) {
        Ok(()) => format!("no error, and {} keys", keys.len()),
        Err(_) => "an error".into(),
    };
    answer.and(Answer::words(|_| "an empty list, over 2 older keys".into(), [outcome]))
}

/// Whether a text holds a number, and not just as a part of another.
fn says(text: &str, number: usize) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits == number.to_string())
}

/// Times before, in, at and after the keys; the same in a loop.
fn segments(answers: &Answers, random: &mut Random) -> Answer {
    let first = random.between(0.3, 0.8);
    let keys = uneven_keys(random, first);
    let last = keys.times[keys.times.len() - 1];
    let mut open = vec![first - 0.2, first];
    let mut closed = vec![first - 0.2, first];
    for pair in keys.times.windows(2) {
        open.push(pair[0] + probes::share(random) * (pair[1] - pair[0]));
        closed.push(pair[0] + probes::share(random) * (pair[1] - pair[0]));
    }
    open.extend([keys.times[1 + random.below(2)], last, last + 0.3]);
    let seam = keys.closes_at - last;
    closed.extend([last, last + 0.2 * seam, last + probes::share(random) * seam]);

    let mut answer = Answer::default();
    for (times, closes_at, clip) in
        [(open, None, "no loop"), (closed, Some(keys.closes_at), "a loop")]
    {
        for t in times {
            announce(words!("time", keys = outline(&keys), clip, t));
            let segment = (answers.segment)(&keys.times, t, closes_at);
            let (which, alpha) = mixed(segment, keys.times.len());
            let label = |what: &str| format!("{clip}, t = {t:.2} s: {what}");
            answer = answer
                .and(Answer::words(|_| label("keys"), [which]))
                .and(Answer::numbers(|_| label("alpha"), [alpha]));
        }
    }
    for t in [first - 0.1, first, first + 0.4] {
        announce(words!("single-key", first, t));
        let (which, _) = mixed((answers.segment)(&[first], t, None), 1);
        answer = answer
            .and(Answer::words(|_| format!("a single key at {first:.2} s, t = {t:.2} s"), [which]));
    }
    answer.noting(vec![outline(&keys)])
}

/// Forwards and backwards, within the clip and several rounds away.
fn wrapped(answers: &Answers, random: &mut Random) -> Answer {
    let duration = random.between(1.3, 2.7);
    let rounds = [0.0, 0.3, 0.8, 1.25, 1.9, 2.3, 3.65, 4.4, -0.3, -0.85, -1.3, -2.65];
    let mut answer = Answer::default();
    for mode in MODES {
        // 0 stays 0.
        let elapsed =
            rounds.map(|round: f32| duration * round * (1.0 + random.between(-0.02, 0.02)));
        let label = |index: usize| {
            format!("{}, {duration:.2} s long, elapsed = {:.2} s", word(mode), elapsed[index])
        };
        let times = elapsed.map(|elapsed| (answers.wrap_time)(elapsed, duration, mode));
        answer = answer.and(Answer::numbers(label, times));
    }
    answer
}

/// Frames of all lengths, more than a round at once, and backwards.
fn advanced(answers: &Answers, random: &mut Random) -> Answer {
    let keys = uneven_keys(random, 0.0);
    let mut answer = Answer::default();
    for mode in MODES {
        let clip = keys.clip(mode, &REFERENCE);
        let duration = clip.duration();
        // In durations; a short frame or two, on over the end, far beyond it, and back past the start.
        let shares = [0.02, 0.11, 0.29, 0.34, 0.33, 0.08, 2.3, -0.12, -0.4, 0.17, -3.1, 0.21];
        let round = clip.round();
        let mut index = AnimationIndex::default();
        let mut past = String::new();
        for share in shares {
            let dt = duration * share * random.between(0.93, 1.07);
            past = if past.is_empty() { format!("{dt:.3}") } else { format!("{past}, {dt:.3}") };
            let label = |what: &str| {
                format!("{}, a round of {round:.2} s, after frames of {past} s: {what}", word(mode))
            };
            announce(words!("frames", label = label("elapsed and segment")));
            (answers.advance)(&mut index, dt, &clip);
            let place = probes::place(index.segment, keys.times.len());
            answer = answer
                .and(Answer::numbers(|_| label("elapsed"), [index.elapsed]))
                .and(Answer::numbers(|_| label("segment, as key + alpha"), [place]));
        }
    }
    answer.noting(vec![outline(&keys)])
}
