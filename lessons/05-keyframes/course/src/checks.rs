//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, CLOSES_AT, Frames, MODES, TimeInKeys};
use crate::probes::{self, mixed, uneven_keys};
use crate::{AnimationIndex, Keys, LoopMode, Segment as Found};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, Random, finite, vector, words};
use given::Course;
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

pub(crate) const CHECKS: &[AnyCheck] =
    &[AnyCheck::of::<SetKeyframes>(), AnyCheck::of::<Segment>(), AnyCheck::of::<WrapTime>(), AnyCheck::of::<Advance>()];

/// 05.1: older keys, and the numbers of new ones.
struct SetKeyframes;

impl SetKeyframes {
    fn case(older: &[Mat4], floats: &[f32]) -> Case<(Vec<Mat4>, Vec<f32>)> {
        let words = format!("{} numbers, {} keys before", floats.len(), older.len());
        Case::new(words, (older.to_vec(), floats.to_vec()))
    }
}

impl Check for SetKeyframes {
    type Input = (Vec<Mat4>, Vec<f32>);
    type Output = (Result<(), String>, Vec<Mat4>);
    const TOLERANCE: f32 = 1e-4; // Numbers are copied, not computed.

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for (count, numbers) in [
            (32.0, "the 32 numbers 0 to 31"),
            (31.0, "the 31 numbers 0 to 30"),
            (16.0, "the 16 numbers 0 to 15"),
            (0.0, "no numbers"),
            (15.0, "the 15 numbers 0 to 14"),
        ] {
            cases.push(Case::at(format!("{numbers}, one key before"), [count], figures::numbers));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut random = probe.random();
        let older = probes::matrices(&mut random, 2);
        let count = 2 + random.below(3);
        let floats = probes::rows(&probes::matrices(&mut random, count));
        let surplus = 1 + random.below(15);
        let lengths = [floats.len(), floats.len() - 1, 16 + surplus, 1 + random.below(15), 0];
        lengths.map(|length| SetKeyframes::case(&older, &floats[..length])).into()
    }

    fn corners(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut cases = SetKeyframes::drawn(probe);
        let (older, floats) = cases[0].input.clone();
        for length in [1, 15, 16, 17, 31, 640] {
            let floats: Vec<f32> = floats.iter().copied().cycle().take(length).collect();
            cases.push(SetKeyframes::case(&older, &floats));
        }
        cases
    }

    fn call(course: &Course, (older, floats): &Self::Input) -> Result<Self::Output, AnswerError> {
        let mut keys = older.clone();
        let outcome = course.keyframes.set_keyframes(&mut keys, floats)?;
        Ok((outcome, keys))
    }

    fn compare((_, floats): &Self::Input, (outcome, keys): Self::Output, answer: &mut Answer) {
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
    }
}

/// 05.2: key times, a time, and the time at which a loop closes.
struct Segment;

impl Segment {
    fn words((times, t, closes_at): &TimeInKeys) -> String {
        let keys = if times.len() == 1 { "one key" } else { "keys" };
        let closing = closes_at.map_or(String::new(), |end| format!(", in a loop that closes at {} s", list(&[end])));
        format!("{keys} at {} s{closing}, t = {} s", list(times), list(&[*t]))
    }

    /// Draws times for each of the keys, without a loop and in one.
    fn cases(random: &mut Random, lists: Vec<Keys>) -> Vec<Case<TimeInKeys>> {
        let mut cases = Vec::new();
        for keys in lists {
            for closes_at in [None, Some(keys.closes_at)] {
                for t in probes::moments(random, &keys, closes_at.is_some()) {
                    let input = (keys.times.clone(), t, closes_at);
                    cases.push(Case::new(Segment::words(&input), input));
                }
            }
        }
        cases
    }
}

impl Check for Segment {
    type Input = TimeInKeys;
    type Output = Found;
    const TOLERANCE: f32 = 1e-3; // Fractions of a segment: a difference of two times, divided once.

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for state in [
            [0.75, 0.0, 1.0],
            [1.75, 0.0, 0.0],
            [0.25, 0.0, 1.0],
            [0.0, 0.0, 1.0],
            [0.5, 0.0, 1.0],
            [-0.1, 0.0, 1.0],
            [1.75, 0.0, 1.0],
            [0.25, 1.0, 0.0],
            [0.5, 2.0, 0.0],
        ] {
            let input = figures::time_in_keys(state);
            cases.push(Case::new(Segment::words(&input), input).shown(state));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut random = probe.random();
        let first = random.between(0.3, 0.8);
        let lists = vec![uneven_keys(&mut random, first), uneven_keys(&mut random, 0.0)];
        Segment::cases(&mut random, lists)
    }

    /// Keys close together, far apart, two, one alone, and one in every frame.
    fn corners(probe: &Probe) -> Vec<Case<Self::Input>> {
        let lists: [&[f32]; 4] = [&[0.5, 0.505, 0.75, 0.754, 0.76], &[0.0, 2.5, 9.0], &[0.25, 1.75], &[0.5]];
        let mut lists = lists.map(|times| Keys { times: times.into(), closes_at: 9.5 }).to_vec();
        lists.push(probes::frame_keys());
        let mut cases = Segment::drawn(probe);
        cases.extend(Segment::cases(&mut probe.random(), lists));
        cases
    }

    fn call(course: &Course, (times, t, closes_at): &Self::Input) -> Result<Found, AnswerError> {
        Ok(course.keyframes.segment(times, *t, *closes_at)?)
    }

    fn compare((times, ..): &Self::Input, segment: Found, answer: &mut Answer) {
        let Found { from, to, alpha } = segment;
        let returned = words!("returned", from, to, alpha);
        let (keys, alpha) = mixed(segment, times.len());
        answer.compare("the segment", keys).note(returned.clone());
        answer.compare("alpha", alpha).note(returned);
    }
}

/// 05.3: seconds played, a duration, and what is done at the end.
struct WrapTime;

impl WrapTime {
    fn case(elapsed: f32, duration: f32, mode: LoopMode) -> Case<(f32, f32, LoopMode)> {
        let words = format!("{} of {} s after {} s", named(mode), list(&[duration]), list(&[elapsed]));
        Case::new(words, (elapsed, duration, mode))
    }
}

impl Check for WrapTime {
    type Input = (f32, f32, LoopMode);
    type Output = f32;
    const TOLERANCE: f32 = 1e-3; // Seconds; a handful of seconds in single precision are right to 1e-6.

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for elapsed in [6.5, 0.5, 3.0, 4.5, -0.5] {
            for mode in MODES {
                cases.push(WrapTime::case(elapsed, CLOSES_AT, mode).shown([elapsed]));
            }
        }
        cases
    }

    /// Times within the clip and some cycles away, forwards and backwards.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut random = probe.random();
        let duration = random.between(1.3, 2.7);
        let cycles = [0.3, 0.8, 1.25, 1.9, 2.3, 3.65, 4.4, -0.3, -0.85, -1.3, -1.7, -2.65];
        let cycles = cycles.map(|cycle| cycle + random.between(-0.05, 0.05));
        let mut cases = Vec::new();
        for mode in MODES {
            cases.push(WrapTime::case(0.0, duration, mode));
            cases.extend(cycles.map(|cycle| WrapTime::case(duration * cycle, duration, mode)));
        }
        cases
    }

    fn corners(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut cases = WrapTime::drawn(probe);
        for mode in MODES {
            // Numbers that a float has exactly, so that nothing is rounded far away.
            for cycles in [-70_001.0, -0.5, 0.5, 1.0, 70_000.0] {
                cases.push(WrapTime::case(1.5 * cycles + 0.75, 1.5, mode));
            }
            for duration in [0.02, 40.0] {
                cases.extend([0.4, 1.6, -0.6].map(|cycle| WrapTime::case(cycle * duration, duration, mode)));
            }
        }
        cases
    }

    fn call(course: &Course, (elapsed, duration, mode): &Self::Input) -> Result<f32, AnswerError> {
        Ok(course.keyframes.wrap_time(*elapsed, *duration, *mode)?)
    }

    fn compare(_: &Self::Input, time: f32, answer: &mut Answer) {
        answer.compare("the time in the clip", finite(time));
    }
}

/// 05.4: a clip that is played for some frames.
struct Advance;

impl Advance {
    /// Draws frames whose lengths are about these fractions of the clip.
    fn case(random: &mut Random, keys: &Keys, mode: LoopMode, fractions: &[f32]) -> Case<Frames> {
        let clip = keys.clip(mode, &REFERENCE.keyframes);
        let words = format!("{} with keys at {} s, a cycle of {:.2} s", named(mode), list(&keys.times), clip.round());
        let unit = if clip.duration() > 0.0 { clip.duration() } else { 1.0 };
        let seconds: Vec<f32> = fractions.iter().map(|fraction| unit * fraction * random.between(0.93, 1.07)).collect();
        let frames = format!("Its frames: {} s.", list(&seconds));
        Case::new(words, Frames { clip, start: AnimationIndex::default(), seconds }).details(frames)
    }

    fn fractions(random: &mut Random) -> Vec<f32> {
        // In durations; a short frame or two, on over the end, far beyond it, and back past the start.
        let mut fractions = vec![0.02, 0.11, 0.29, 0.34, 0.33, 0.08, 2.3, -0.12, -0.4, 0.17, -3.1, 0.21];
        fractions.extend(random.spread(8, -0.5, 0.5));
        fractions.extend(random.spread(8, -4.0, 4.0)); // half of ping-pong's cycle
        fractions
    }
}

impl Check for Advance {
    type Input = Frames;
    type Output = Vec<AnimationIndex>;
    const TOLERANCE: f32 = 1e-3; // Seconds, and keys: a dozen additions of a few seconds.

    fn by_hand() -> Vec<Case<Frames>> {
        let mut cases = Vec::new();
        for (mode, e, dt) in [
            (LoopMode::Loop, 1.5, 0.75),
            (LoopMode::Loop, 0.25, -0.5),
            (LoopMode::Loop, 0.0, 0.25),
            (LoopMode::Loop, 0.0, 4.75),
            (LoopMode::Clamp, 0.5, 2.0),
            (LoopMode::Clamp, 1.5, -0.5),
            (LoopMode::Clamp, 0.0, -0.5),
            (LoopMode::PingPong, 1.0, 0.75),
            (LoopMode::PingPong, 2.5, 0.75),
        ] {
            let input = figures::frame([e, dt], mode);
            let cycle = input.clip.round();
            let words = format!(
                "{} with keys at 0, 0.5, 1.5 s, a cycle of {cycle} s, elapsed {e} s, a frame of {dt} s",
                named(mode)
            );
            let case = Case::new(words, input);
            cases.push(if mode == LoopMode::Loop { case.shown([e, dt]) } else { case });
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Frames>> {
        let mut random = probe.random();
        let keys = uneven_keys(&mut random, 0.0);
        let fractions = Advance::fractions(&mut random);
        MODES.map(|mode| Advance::case(&mut random, &keys, mode, &fractions)).into()
    }

    fn corners(probe: &Probe) -> Vec<Case<Frames>> {
        let mut random = probe.random();
        let mut fractions = Advance::fractions(&mut random);
        // No time at all, hardly any, and a pause of many cycles.
        fractions.extend([0.0, 1e-4, 1e-4, 25.3, 0.0, -17.6]);
        let single = Keys { times: vec![0.0], closes_at: 1.5 };
        let mut cases = Vec::new();
        for keys in [uneven_keys(&mut random, 0.0), probes::frame_keys(), single] {
            let modes = if keys.times.len() > 1 { &MODES[..] } else { &[LoopMode::Loop, LoopMode::Clamp] };
            cases.extend(modes.iter().map(|mode| Advance::case(&mut random, &keys, *mode, &fractions)));
        }
        cases
    }

    fn call(course: &Course, frames: &Frames) -> Result<Vec<AnimationIndex>, AnswerError> {
        let mut index = frames.start;
        let mut indices = Vec::new();
        for dt in &frames.seconds {
            course.keyframes.advance(&mut index, *dt, &frames.clip)?;
            indices.push(index);
        }
        Ok(indices)
    }

    fn compare(frames: &Frames, indices: Vec<AnimationIndex>, answer: &mut Answer) {
        for (number, index) in (1..).zip(indices) {
            answer.compare(format!("`elapsed` after frame {number}"), finite(index.elapsed));
            let segment = probes::place(index.segment, frames.clip.times.len());
            answer.compare(format!("the segment after frame {number}, as key + alpha"), segment);
        }
    }
}

/// Writes numbers with three decimals at most: `0, 0.5, 1.5`.
fn list(numbers: &[f32]) -> String {
    vector(numbers, 3).trim_matches(['(', ')']).into()
}

fn named(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Loop => "a loop",
        LoopMode::Clamp => "a clamped clip",
        LoopMode::PingPong => "a ping-pong",
    }
}
