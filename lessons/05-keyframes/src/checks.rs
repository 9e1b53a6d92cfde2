//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::probes::{self, Keys, MODES, mixed, word};
use crate::{AnimationIndex, Answers, exercise, mistakes, starter};
use common::animation::{self, keyframes};
use common::check::{Answer, Check, Flaw, Lesson, Random, Task, asking};

/// Lesson 05, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "05",
    folder: "05-keyframes",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "05-keyframes/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[KEYS, SEGMENT, WRAP, ADVANCE],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    set_keyframes: |keys, floats| {
        keyframes::set_keyframes(keys, floats).map_err(|error| error.to_string())
    },
    segment: keyframes::segment,
    wrap_time: animation::wrap_time,
    advance: |index, dt, clip| {
        keyframes::advance(index, dt, &clip.times, clip.closes_at, clip.mode);
        // As in the exercise, 05.2 and 05.3 are whoever's the clip has.
        index.segment = clip.segment(clip.wrap_time(index.elapsed));
    },
};

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const KEYS: Check<Answers> = Check {
    id: "05.1",
    task: Task::Function("set_keyframes"),
    // Numbers are copied, not computed.
    tolerance: 1e-4,
    finished_in: "common::animation::keyframes::set_keyframes",
    ask: |answers, probe| Ok(keys(answers, &mut probe.random())),
    flaws: &[
        ours(
            "ROWS-FOR-COLUMNS",
            "order",
            "the file's rows have become the matrices' columns: each is transposed.",
            "Where in a key's 16 numbers does the translation stand, and where does glam keep it?",
        ),
        ours(
            "SURPLUS-CUT",
            "count",
            "a list that does not fit is cut to whole matrices, and nobody is told.",
            "What has gone wrong in a file whose key has only 15 numbers, and who should hear of it?",
        ),
        ours(
            "FILLED-UP",
            "count",
            "a list that does not fit is filled up with numbers that nobody wrote.",
            "What has gone wrong in a file whose key has only 15 numbers, and who should hear of it?",
        ),
        ours(
            "PASSED-OVER",
            "count",
            "a list that does not fit is passed over, and nobody is told.",
            "What has gone wrong in a file whose key has only 15 numbers, and who should hear of it?",
        ),
        ours(
            "COUNT-NOT-SAID",
            "count said",
            "a list that does not fit is an error, but the error does not say how many numbers there are.",
            "Is it one number too few, or a list of something else?",
        ),
        ours(
            "EMPTY-REFUSED",
            "empty",
            "an empty list is refused, though 0 is a multiple of 16.",
            "How many keys has a joint that nothing moves?",
        ),
        ours(
            "FIRST-EVERY-TIME",
            "where",
            "every key is made of the first 16 numbers.",
            "Where do the numbers of key 1 begin?",
        ),
        ours(
            "NEXT-NUMBER",
            "where",
            "each key begins one number after the one before, not 16.",
            "Where do the numbers of key 1 begin?",
        ),
        ours(
            "OLD-KEYS-KEPT",
            "old keys",
            "the keys that were there before are kept, and the new ones put behind them.",
            "What is in `keys` when the function is called for the second time?",
        ),
        ours(
            "KEYS-LOST",
            "error",
            "the old keys are gone although the new ones were refused.",
            "Do you know that the list fits before you throw anything away?",
        ),
    ],
};

const SEGMENT: Check<Answers> = Check {
    id: "05.2",
    task: Task::Function("segment"),
    // Shares of a segment: a difference of two times, divided once.
    tolerance: 1e-3,
    finished_in: "common::animation::keyframes::segment",
    ask: |answers, probe| Ok(segments(answers, &mut probe.random())),
    flaws: &[
        ours(
            "EVEN-KEYS",
            "which",
            "the keys are taken to be equally far apart.",
            "What do the numbers in `times` say that their count does not?",
        ),
        ours(
            "ONE-KEY-EARLY",
            "which",
            "both keys are one too early.",
            "Which of the keys that your search stops at is the first that is still to come?",
        ),
        ours(
            "SHARE-OF-CLIP",
            "alpha",
            "alpha is how much of the whole clip has passed, not of the segment.",
            "What should alpha be at every key, and what is it there now?",
        ),
        ours(
            "SECONDS-FOR-SHARE",
            "alpha",
            "alpha is the seconds since the key, not a share of the way to the next.",
            "How long is the segment, and what is alpha at its end?",
        ),
        ours(
            "OTHER-WAY",
            "alpha",
            "alpha counts down from 1 to 0: it says how much of the way is left.",
            "Which of the two keys should hold where alpha is 0?",
        ),
        ours(
            "SEAM-STANDS-STILL",
            "seam",
            "in a loop the last key holds until the first comes again, and then the figure jumps.",
            "Between which two keys is a loop's last segment, and how long is it?",
        ),
        ours(
            "SEAM-TO-FIRST-TIME",
            "seam",
            "in a loop's last segment alpha is counted towards the time at which the first key stood, which is past.",
            "When is the first key reached the next time?",
        ),
        ours(
            "LAST-UNREACHABLE",
            "end",
            "from the last key on, the one before it holds.",
            "Does your search ever get to the last key?",
        ),
        ours(
            "BACK-TO-FIRST",
            "end",
            "from the last key on, the first one holds: the figure jumps at the end.",
            "What does your function give when its search ends without a find?",
        ),
        ours(
            "BEYOND-LAST",
            "end",
            "after the last key alpha goes on beyond 1: the figure is carried on past its last pose.",
            "How large may alpha become?",
        ),
        ours(
            "BEFORE-FIRST",
            "start",
            "before the first key alpha is negative.",
            "What is t - times[0] there?",
        ),
        ours(
            "BEFORE-FIRST-IN-A-LOOP",
            "start",
            "in a loop alpha is negative before the first key. Without one it is right.",
            "Does it make a difference before the first key whether the clip is a loop?",
        ),
    ],
};

const WRAP: Check<Answers> = Check {
    id: "05.3",
    task: Task::Function("wrap_time"),
    // Seconds; a handful of seconds in single precision are right to 1e-6.
    tolerance: 1e-3,
    finished_in: "common::animation::wrap_time",
    ask: |answers, probe| Ok(wrapped(answers, &mut probe.random())),
    flaws: &[
        ours(
            "CLAMP-FOR-LOOP",
            "loop",
            "a loop stays at its end, as if it were clamped.",
            "What should a loop show a tenth of a second after its end?",
        ),
        ours(
            "STARTS-AND-STAYS",
            "loop",
            "past its end a loop is always at 0.",
            "What should a loop show half a second after its end, and what does it show a tenth after?",
        ),
        ours(
            "ONE-ROUND",
            "loop",
            "one duration is taken away at most, and none added: the third round is not found.",
            "How often does the duration go into `elapsed` after ten rounds?",
        ),
        ours(
            "ONE-ROUND-EACH-WAY",
            "loop",
            "one duration is taken away or added, and no more: a loop is lost two rounds away.",
            "How often does the duration go into `elapsed` after ten rounds?",
        ),
        ours(
            "NEGATIVE-REST",
            "negative",
            "a negative time stays negative: `%` gives a rest with the sign of the number that is divided.",
            "What is -1 % 3, and what is (-1.0_f32).rem_euclid(3.0)?",
        ),
        ours(
            "MIRRORED",
            "negative",
            "the sign is dropped: backwards from the start looks like forwards.",
            "A loop of 2 seconds, half a second before its start: where is it?",
        ),
        ours(
            "UPPER-END-ONLY",
            "clamp",
            "a clamped clip stays at its end, but not at its start.",
            "Where is a clamped clip when it has played backwards from its start?",
        ),
        ours(
            "NO-WAY-BACK",
            "ping-pong",
            "ping-pong begins again at its end, like a loop.",
            "After how many seconds is a ping-pong back where it began?",
        ),
        ours(
            "BACK-ONCE",
            "ping-pong",
            "ping-pong turns round at its end, and never again.",
            "What happens when the way back has reached 0?",
        ),
        ours(
            "BACK-BELOW-ZERO",
            "ping-pong",
            "on its way back ping-pong jumps to 0 and goes on below: what is missing to one duration is taken, not to two.",
            "Right after the turn, where should it be, and where is it?",
        ),
        ours(
            "FROM-THE-END",
            "ping-pong",
            "ping-pong begins at the end and comes back from there.",
            "What should come out for elapsed = 0?",
        ),
    ],
};

const ADVANCE: Check<Answers> = Check {
    id: "05.4",
    task: Task::Function("advance"),
    // Seconds, and keys: a dozen additions of a few seconds.
    tolerance: 1e-3,
    finished_in: "common::animation::keyframes::advance",
    ask: |answers, probe| Ok(advanced(answers, &mut probe.random())),
    flaws: &[
        ours(
            "FIXED-FRAME",
            "dt",
            "every call counts as a thirtieth of a second, however long it was.",
            "On a screen of 60 frames a second, how often is this called?",
        ),
        ours(
            "MILLISECONDS",
            "dt",
            "dt is taken for milliseconds.",
            "In which unit are the keys' times, and in which is dt?",
        ),
        ours(
            "DT-FOR-TIME",
            "dt",
            "elapsed is the length of the last frame: nothing is added up.",
            "How long has the clip been playing after the second frame?",
        ),
        ours(
            "RUNS-ON",
            "round",
            "elapsed runs on past the end.",
            "How many digits are left for a thousandth of a second after ten hours? And how long does a clamped clip take to come back from far beyond its end?",
        ),
        ours(
            "ALL-CLAMPED",
            "round",
            "every mode stops at the end of its round, not only a clamped one.",
            "What should a loop do with the seconds that go beyond its round?",
        ),
        ours(
            "FOLDED",
            "round",
            "what is kept is the time in the clip: ping-pong forgets that it is on its way back.",
            "The time in the clip is 1.9 of 2 seconds: does ping-pong go up or down?",
        ),
        ours(
            "REST-LOST",
            "round",
            "at the end of a round elapsed is set to 0 (or to the end), and what was left of dt is lost.",
            "A frame begins 0.01 s before the end and is 0.03 s long: where should it end?",
        ),
        ours(
            "NEGATIVE-REST",
            "negative",
            "a negative time stays negative: `%` gives a rest with the sign of the number that is divided.",
            "What is -1 % 3, and what is (-1.0_f32).rem_euclid(3.0)?",
        ),
        ours(
            "CLAMP-FORGOTTEN",
            "clamp",
            "a clamped clip begins again.",
            "Which of the three modes stays at its ends?",
        ),
        ours(
            "UPPER-END-ONLY",
            "clamp",
            "a clamped clip stays at its end, but not at its start.",
            "Where is a clamped clip when it has played backwards from its start?",
        ),
        ours(
            "SEGMENT-NOT-SET",
            "segment",
            "elapsed is right, and the segment is never looked up: it stays as it was.",
            "What of `index` have you not changed yet?",
        ),
        ours(
            "TIME-NOT-WRAPPED",
            "segment",
            "the segment is looked up with elapsed itself: on the way back ping-pong is beyond the last key.",
            "What does 05.3 make of `elapsed`?",
        ),
        ours(
            "ONE-FRAME-LATE",
            "segment",
            "the segment is that of the time before this call.",
            "What comes first: letting the time pass, or looking up where it is?",
        ),
    ],
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
        Err(error) => Answer::words(|_| format!("{} numbers", floats.len()), ["an error"])
            .noting(vec![format!("the error says: {error}")]),
    };
    let surplus = 1 + random.below(15);
    for length in [floats.len() - 1, 16 + surplus, 1 + random.below(15)] {
        let mut keys = old.clone();
        let said = match (answers.set_keyframes)(&mut keys, &floats[..length]) {
            Ok(()) => format!("no error, and {} keys", keys.len()),
            Err(error) if says(&error, length) => format!("an error that says {length}"),
            Err(_) => format!("an error that does not say {length}"),
        };
        let kept = if keys == old { "as they were" } else { "others" };
        let label = |index| match index {
            0 => format!("{length} numbers"),
            _ => format!("the keys after {length} numbers"),
        };
        answer = answer.and(Answer::words(label, [said, kept.into()]));
    }
    // A joint that nothing moves.
    let mut keys = old;
    let said = match (answers.set_keyframes)(&mut keys, &[]) {
        Ok(()) => format!("no error, and {} keys", keys.len()),
        Err(_) => "an error".into(),
    };
    answer.and(Answer::words(|_| "an empty list, over 2 older keys".into(), [said]))
}

/// Whether a text holds a number, and not just as a part of another.
fn says(text: &str, number: usize) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits == number.to_string())
}

/// Times before, in, at and after the keys; the same in a loop.
fn segments(answers: &Answers, random: &mut Random) -> Answer {
    let first = random.between(0.3, 0.8);
    let keys = Keys::new(random, first);
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
            asking(format!("{} Here {clip}, t = {t:.2} s.", keys.outline()));
            let segment = (answers.segment)(&keys.times, t, closes_at);
            let (which, alpha) = mixed(segment, keys.times.len());
            let label = |what: &str| format!("{clip}, t = {t:.2} s: {what}");
            answer = answer
                .and(Answer::words(|_| label("keys"), [which]))
                .and(Answer::numbers(|_| label("alpha"), [alpha]));
        }
    }
    for t in [first - 0.1, first, first + 0.4] {
        asking(format!("asked about a single key at {first:.2} s, t = {t:.2} s."));
        let (which, _) = mixed((answers.segment)(&[first], t, None), 1);
        answer = answer
            .and(Answer::words(|_| format!("a single key at {first:.2} s, t = {t:.2} s"), [which]));
    }
    answer.noting(vec![keys.outline()])
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
    let keys = Keys::new(random, 0.0);
    let mut answer = Answer::default();
    for mode in MODES {
        let clip = keys.clip(mode);
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
            asking(format!("asked about {}.", label("elapsed and segment")));
            (answers.advance)(&mut index, dt, &clip);
            let place = probes::place(index.segment, keys.times.len());
            answer = answer
                .and(Answer::numbers(|_| label("elapsed"), [index.elapsed]))
                .and(Answer::numbers(|_| label("segment, as key + alpha"), [place]));
        }
    }
    answer.noting(vec![keys.outline()])
}
