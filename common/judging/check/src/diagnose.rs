//! From answers to a verdict: right, not started, a named mistake, or the known properties of an unnamed one.

use super::todo::{AnswerTo, Todo, panic_as_answer};
use super::{Answer, AnswerError, Lesson, Probe, announced, catch_panic, invariants};
use given::Course;
use std::collections::{BTreeMap, HashSet};
use verdict::{CaseResults, KnownMistake, Mistake, Status, Verdict, advice, source};

/// Two answers within this many tolerances count as equal: a mistake is named only if no other fits this well.
pub const MARGIN: f32 = 10.0;

/// Someone's answers, and the text they were written in.
pub struct Submission<'a> {
    /// The answers.
    pub answers: &'a Course,
    /// The Rust file that holds the functions. `None` for ours: then only the answers are judged.
    pub text: Option<&'a str>,
    /// The folder below `shaders/` that holds the shaders.
    pub shaders: &'a str,
}

/// Judges the TODO with this index in the lesson.
///
/// # Panics
/// If there is no such TODO, or the reference itself has no answer: a fault of the lesson, which its own
/// tests find.
pub fn verdict(lesson: &Lesson, todo: usize, submission: &Submission, seed: u64) -> Verdict {
    verdict_on(
        lesson,
        todo,
        &|probe| lesson.checks[todo].answer(submission.answers, probe),
        submission.text,
        submission.shaders,
        seed,
    )
}

/// Judges the starter's answer to a TODO.
pub fn starter_verdict(lesson: &Lesson, todo: usize, seed: u64) -> Verdict {
    let answers = &lesson.starter();
    let shaders = &lesson.about.starter_shaders();
    let text = Some(lesson.about.starter_text);
    verdict(lesson, todo, &Submission { answers, text, shaders }, seed)
}

/// Judges an answer that is called through `answer_to`. It was written in the file `rust`, or in a shader of the folder
/// `shaders`.
pub fn verdict_on(
    lesson: &Lesson,
    todo: usize,
    answer_to: AnswerTo,
    rust: Option<&str>,
    shaders: &str,
    seed: u64,
) -> Verdict {
    verdict_of(&Todo::new(lesson, todo), answer_to, rust, shaders, seed)
}

/// Returns the verdict on each way to make a mistake in a TODO, in the order of [`Lesson::ways`].
///
/// # Panics
/// If there is no such TODO, as [`verdict()`].
pub fn mistake_verdicts(lesson: &Lesson, todo: usize, seed: u64) -> Vec<Verdict> {
    let todo = &Todo::new(lesson, todo);
    let mut verdicts = Vec::new();
    for (way, _) in todo.ways() {
        verdicts.push(verdict_of(todo, &|probe| todo.call_mistaken(way, probe), None, "", seed));
    }
    verdicts
}

fn verdict_of(todo: &Todo, answer_to: AnswerTo, rust: Option<&str>, shaders: &str, seed: u64) -> Verdict {
    if let Some(verdict) = rust.and_then(|rust| todo.verdict_on_text(rust, shaders, seed)) {
        return verdict;
    }
    let mut probes = ProbeSet::random(todo, seed);
    let _ = announced::take_announced();
    let mut answers = probes.call_each(answer_to);
    if probes.accepts(&answers) {
        probes = ProbeSet::last(todo, seed);
        answers = probes.call_each(answer_to);
    }
    let mut input = announced::take_announced();
    let mut verdict = probes.judge(&answers);
    if verdict.status == Status::Panicked && !probes.is_one_input() {
        probes.name_panic(answer_to, &mut verdict);
    }
    if verdict.ends_with_step() {
        return verdict;
    }
    let step = if verdict.status == Status::Fail { verdict.step() } else { usize::MAX };
    let named = verdict.mistakes.first().and_then(|mistake| todo.case_of(&mistake.name));
    let (cases, on_case) = todo.judge_cases(answer_to, seed, step, named);
    retain_mistakes(&mut verdict, todo, &cases, answer_to, seed);
    let _ = announced::take_announced();
    match on_case {
        Some(on_case) if verdict.status == Status::Pass => verdict = on_case,
        // Two inputs may panic with other numbers: the message is that of the case beside it.
        Some(on_case) if [verdict.status, on_case.status] == [Status::Panicked; 2] => {
            if verdict.mistakes.is_empty() {
                verdict.notes = on_case.notes;
            }
            verdict.message = on_case.message;
            verdict.place = on_case.place;
            input = None;
        }
        Some(on_case) => {
            // A note with a number is about one input, which is to be that of the case.
            if verdict.mistakes.is_empty() {
                verdict.notes.retain(|note| !has_number(note));
                verdict.notes.extend(on_case.notes.into_iter().filter(|note| has_number(note)));
            }
            verdict.notes.extend(on_case.inputs);
        }
        None => {}
    }
    if verdict.status.is_wrong() {
        verdict.cases = cases;
        let general = todo.toml().question(step, verdict.cases.wrong.as_ref());
        verdict.question = verdict.question.or_else(|| Some(general.to_owned()).filter(|asks| !asks.is_empty()));
    }
    match verdict.status {
        Status::Pass => return passed(verdict, todo, &answers, rust, seed),
        Status::Panicked if answers.is_err() => verdict.inputs.extend(input),
        Status::Fail => {
            let is_empty = answers.is_ok_and(|all| all.iter().all(|answer| answer.len() == 0));
            if is_empty && rust.is_some_and(|rust| rust.contains(".clone()")) {
                verdict.notes.push("your list is still empty: was a copy of it filled?".into());
            }
        }
        _ => {}
    }
    verdict
}

/// Returns `verdict`, which is that answers pass, with remarks on their text and on themselves. They do not pass if they
/// call what the TODO is to become.
fn passed(
    mut verdict: Verdict,
    todo: &Todo<'_>,
    answers: &Result<Answers, AnswerError>,
    rust: Option<&str>,
    seed: u64,
) -> Verdict {
    if answers.iter().flatten().any(|answer| answer.is_borrowed) {
        let words = "right, but it calls what this TODO is to become: write it yourself.";
        return todo.blank(Status::Borrowed, seed).saying(words);
    }
    verdict.notes.extend(rust.into_iter().flat_map(|rust| todo.remarks(rust)));
    for remark in answers.iter().flatten().flat_map(|answer| &answer.remarks) {
        if !verdict.notes.contains(remark) {
            verdict.notes.push(remark.clone());
        }
    }
    verdict
}

fn has_number(sentence: &str) -> bool {
    sentence.contains(|c: char| c.is_ascii_digit())
}

type Answers = Vec<Answer>;

/// Note on a text that has changed, while its answers have not.
const PLACEHOLDER: &str = "the text has changed, but this is still the placeholder's answer: is what you wrote reached, and \
                           does its result come back?";

/// Probes of a TODO, with the right answers to them.
pub(super) struct ProbeSet<'a> {
    todo: &'a Todo<'a>,
    probes: Vec<Probe>,
    expected: Result<Answers, AnswerError>,
}

/// Difference of two courses' answers to the same probes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    /// Largest distance on any probe, in tolerances; infinite for another word, length, or a NaN.
    pub(super) worst: f32,
    /// Number of probes on which the distance is more than a tolerance.
    pub(super) differing: usize,
}

impl Distance {
    fn largest(distances: impl Iterator<Item = f32>) -> Self {
        let mut largest = Distance { worst: 0.0, differing: 0 };
        for distance in distances {
            largest.worst = largest.worst.max(distance);
            largest.differing += usize::from(distance > 1.0);
        }
        largest
    }

    pub(super) fn is_within_tolerance(self) -> bool {
        self.worst <= 1.0
    }

    /// Returns whether the answers are too close to be distinguished for certain: within the margin, or different on a single
    /// probe only.
    pub(super) fn is_doubtful(self) -> bool {
        self.worst < MARGIN || self.differing < 2
    }
}

impl<'a> ProbeSet<'a> {
    /// Returns the random probes of this seed.
    pub(super) fn random(todo: &'a Todo<'a>, seed: u64) -> Self {
        Self::new(todo, (0..Probe::COUNT).map(|index| Probe { seed, index }).collect())
    }

    /// Returns the probe that comes after the random ones.
    fn last(todo: &'a Todo<'a>, seed: u64) -> Self {
        Self::new(todo, vec![Probe { seed, index: Probe::COUNT }])
    }

    /// Returns the probe of the TODO's case with this index.
    pub(super) fn of_case(todo: &'a Todo<'a>, seed: u64, case: usize) -> Self {
        Self::new(todo, vec![Probe::of_case(seed, case)])
    }

    fn new(todo: &'a Todo<'a>, probes: Vec<Probe>) -> Self {
        let mut set = ProbeSet { todo, probes, expected: Ok(Vec::new()) };
        set.expected = set.call_each(&|probe| todo.reference(probe));
        set
    }

    /// Returns whether this is the last probe or a case: not enough inputs to recognise a mistake by its answers.
    fn is_one_input(&self) -> bool {
        self.probes.len() == 1
    }

    /// Returns the answers to all probes, or the error of the first that has none.
    pub(super) fn call_each(&self, answer_to: AnswerTo) -> Result<Answers, AnswerError> {
        self.probes.iter().map(|probe| catch_panic::call(|| answer_to(probe)).flatten()).collect()
    }

    /// Returns the answers with a mistake that is made in this way.
    pub(super) fn mistaken(&self, way: usize) -> Result<Answers, AnswerError> {
        self.probes.iter().map(|probe| (*self.todo.mistaken(way, probe)).clone()).collect()
    }

    /// Returns whether a mistake that is made in this way is wrong on some probe. No probe after that one is asked.
    pub(super) fn notices(&self, way: usize) -> bool {
        // Without OpenGL nothing is noticed, and nothing can pass either.
        let Ok(expected) = &self.expected else { return true };
        expected.iter().zip(&self.probes).any(|(expected, probe)| {
            let answer = self.todo.mistaken(way, probe);
            (*answer).as_ref().map_or(true, |got| expected.distance(got, self.todo.tolerance()) > 1.0)
        })
    }

    /// Returns whether `agree` is true of the answers with this mistake and of `got`, on every probe.
    fn all_agree(&self, way: usize, got: &[Answer], agree: impl Fn(&Answer, &Answer) -> bool) -> bool {
        got.iter().zip(&self.probes).all(|(got, probe)| {
            let mistaken = self.todo.mistaken(way, probe);
            (*mistaken).as_ref().is_ok_and(|mistaken| agree(mistaken, got))
        })
    }

    fn accepts(&self, got: &Result<Answers, AnswerError>) -> bool {
        matches!((&self.expected, got), (Ok(e), Ok(got)) if self.distance_from_right(e, got).is_within_tolerance())
    }

    /// Returns the distance between two courses' answers, neither of which need be right.
    pub(super) fn distance(&self, a: &[Answer], b: &[Answer]) -> Distance {
        Distance::largest(a.iter().zip(b).map(|(a, b)| a.distance_of_mistakes(b, self.todo.tolerance())))
    }

    pub(super) fn fails_step(&self, step: usize, got: &Result<Answers, AnswerError>) -> bool {
        let (Ok(expected), Ok(got)) = (&self.expected, got) else { return true };
        let mut fails = false;
        for (expected, got) in expected.iter().zip(got) {
            expected.steps(got, self.todo.tolerance(), |number, right| fails |= usize::from(number) == step && !right);
        }
        fails
    }

    fn distance_from_right(&self, expected: &[Answer], got: &[Answer]) -> Distance {
        Distance::largest(expected.iter().zip(got).map(|(e, g)| e.distance(g, self.todo.tolerance())))
    }

    fn blank(&self, status: Status) -> Verdict {
        self.todo.blank(status, self.probes[0].seed)
    }

    /// Judges answers by their values, whatever their text is.
    pub(super) fn judge(&self, got: &Result<Answers, AnswerError>) -> Verdict {
        let expected = match &self.expected {
            Ok(expected) => expected,
            Err(AnswerError::NoGraphics(why)) => {
                return self.blank(Status::Skipped).saying(format!("not checked, not passed: {why}"));
            }
            Err(error) => {
                panic!("the reference itself has no answer to {}: {error}", self.todo.id())
            }
        };
        match got {
            Err(error) => self.verdict_without_answer(error),
            Ok(_) if self.accepts(got) => self.blank(Status::Pass),
            Ok(got) => self.verdict_on_wrong(expected, got),
        }
    }

    fn verdict_without_answer(&self, error: &AnswerError) -> Verdict {
        let (status, message, place) = match error {
            AnswerError::Panic { message, place } => (Status::Panicked, message, Some(place)),
            AnswerError::Shader { message, place } => (Status::DoesNotCompile, message, Some(place)),
            AnswerError::Unusable { message, place } => (Status::Fail, message, Some(place)),
            AnswerError::Endless { message, place } => (Status::TimedOut, message, Some(place)),
            AnswerError::NoGraphics(why) => (Status::Skipped, why, None),
            AnswerError::Ended { status, message, .. } => (*status, message, None),
        };
        let mut verdict = self.blank(status).saying(message);
        verdict.place = place.filter(|place| !place.is_empty()).cloned();
        match error {
            AnswerError::Panic { message, .. } => verdict.notes.extend(advice::panic_advice(message)),
            AnswerError::Shader { message, place } => verdict.notes = shader_notes(message, place),
            AnswerError::Ended { announced, .. } => verdict.inputs.extend(announced.clone()),
            _ => {}
        }
        verdict
    }

    /// Returns the verdict on wrong answers: the first difference, the groups and steps that are right, and the mistakes
    /// that give the same answers, or else clues.
    fn verdict_on_wrong(&self, expected: &[Answer], got: &[Answer]) -> Verdict {
        let tolerance = self.todo.tolerance();
        let mut v = self.blank(Status::Fail);
        let step = self.add_steps(expected, got, &mut v);
        if self.is_next_step(got, step) {
            let next = &self.todo.toml().steps[usize::from(step) - 1].name;
            return v.saying(format!("\"{next}\" comes next."));
        }
        let pairs: Vec<invariants::Pair> = expected.iter().zip(got).collect();
        let differs = pairs.iter().find(|(e, g)| e.first_difference(g, tolerance, step).is_some());
        if let Some((e, g)) = differs.or_else(|| pairs.iter().find(|(e, g)| e.distance(g, tolerance) > 1.0)) {
            if let Some(difference) = e.first_difference(g, tolerance, step) {
                v.place = Some(difference.place);
                v.expected = Some(difference.expected);
                v.got = Some(difference.got);
                v.off = difference.off;
                v.tolerance = difference.off.is_some().then_some(tolerance);
            }
            if let Some(unit) = e.unit.filter(|_| e.len() != g.len()) {
                v.inputs.push(format!("number of {unit}: expected {}, got {}.", e.len(), g.len()));
            }
            v.inputs.extend(g.notes.iter().map(String::as_str).chain(e.note(g, tolerance)).map(String::from));
        }
        for (group, is_right) in self.groups(expected, got, step) {
            let list = if is_right { &mut v.right } else { &mut v.wrong };
            list.push(group.to_owned());
        }
        let starter = self.call_each(&|probe| self.todo.starter(probe));
        let is_placeholder =
            !self.is_one_input() && starter.is_ok_and(|starter| self.distance(&starter, got).is_within_tolerance());
        self.name_mistakes(got, is_placeholder, step, &mut v);
        if !is_placeholder && !self.is_one_input() {
            self.name_fact(&mut v);
        }
        if v.mistakes.is_empty() {
            if is_placeholder {
                v.notes.push(PLACEHOLDER.into());
            } else if self.distance_from_right(expected, got).worst < MARGIN {
                v.notes.push(
                    "every number is close to the right one, but not close enough: is a constant a little wrong, or a \
                     small part left out?"
                        .into(),
                );
            } else {
                v.notes.extend(invariants::sentences(&pairs, tolerance));
            }
        }
        let mut messages = HashSet::new();
        v.inputs.retain(|note| messages.insert(note.clone()));
        v.notes.retain(|note| messages.insert(note.clone()));
        v
    }

    /// Adds the steps to a verdict, with which of them are right. Returns the number of the first wrong one, 0 in a TODO
    /// without steps.
    fn add_steps(&self, expected: &[Answer], got: &[Answer], v: &mut Verdict) -> u8 {
        let mut steps = BTreeMap::new();
        for (e, g) in expected.iter().zip(got) {
            e.steps(g, self.todo.tolerance(), |step, right| *steps.entry(step).or_insert(true) &= right);
        }
        let wrong = steps.iter().find(|(_, right)| !**right).map_or(0, |(step, _)| *step);
        // The last probe is asked only if all others are right; a step of which a single input shows nothing is right.
        let unasked = self.is_one_input().then_some(true);
        v.steps = self.todo.steps(|number| match u8::try_from(number).ok()? {
            number if number > wrong => None,
            number => steps.get(&number).copied().or(unasked),
        });
        wrong
    }

    /// Returns the groups of items in steps up to this one, each with whether it is right on every probe.
    fn groups<'b>(&self, expected: &'b [Answer], got: &[Answer], step: u8) -> Vec<(&'b str, bool)> {
        let mut groups: Vec<(&str, bool)> = Vec::new();
        for (e, g) in expected.iter().zip(got).filter(|(e, g)| e.len() == g.len()) {
            e.groups(g, self.todo.tolerance(), step, |group, right| {
                match groups.iter_mut().find(|(name, _)| *name == group) {
                    Some((_, all)) => *all &= right,
                    None => groups.push((group, right)),
                }
            });
        }
        groups.sort_by_key(|(name, _)| (name.len(), *name)); // "depth 2" before "depth 10"
        groups
    }

    /// Names all known mistakes that give these answers on every probe. If there are none, names the only mistake that is
    /// made in some cases, or in the steps up to the first that is wrong.
    fn name_mistakes(&self, got: &[Answer], is_placeholder: bool, step: u8, v: &mut Verdict) {
        if self.is_one_input() {
            return;
        }
        let tolerance = self.todo.tolerance();
        let mut known = self.mistakes_where(|way| self.all_agree(way, got, |a, b| a.fits(b, tolerance)));
        let mut condition = "";
        if known.is_empty() && !is_placeholder {
            // A mistake in a step that is right is not made.
            let is_possible = |mistake: &&KnownMistake| mistake.step == 0 || mistake.step >= usize::from(step);
            if let Some(mistake) = self.mistake_in_part(got).filter(is_possible) {
                known.push(mistake);
                condition = "in some cases only: ";
            } else if step > 0 {
                known.extend(
                    self.only_mistake_where(|way| self.all_agree(way, got, |a, b| a.fits_up_to(step, b, tolerance))),
                );
            }
        }
        add_mistakes(&known, condition, v);
    }

    /// Names the mistake of a student's own program by its first wrong fact, or takes the question of another about this fact.
    fn name_fact(&self, v: &mut Verdict) {
        let (Some(label), Some(words)) = (&v.place, &v.got) else { return };
        let toml = self.todo.toml();
        if let Some(known) = toml.mistake_of_fact(label, words) {
            add_mistakes(&[known], "", v);
        } else if let Some(asks) = toml.question_of_fact(label) {
            v.question = Some(asks.to_owned());
        }
    }

    /// Returns whether the answers are right up to the step before this one, which is not begun.
    fn is_next_step(&self, got: &[Answer], step: u8) -> bool {
        step > 1
            && !self.is_one_input()
            && self.probes.iter().zip(got).all(|(probe, got)| {
                let answer = self.todo.ends_with_step(usize::from(step) - 1, probe);
                matches!(answer, Some(Ok(answer)) if answer.fits_up_to(step, got, self.todo.tolerance()))
            })
    }

    /// Names the known mistake that panics with the same message on the same inputs, and gives the same answers to the
    /// others, if there is only one. A message without a number, such as an overflow's, has too many causes if no case by
    /// hand is right.
    fn name_panic(&self, answer_to: AnswerTo, v: &mut Verdict) {
        let Ok(got) = self.call_each(&|probe| panic_as_answer(answer_to(probe))) else { return };
        let known = self.mistakes_where(|way| self.all_agree(way, &got, |a, b| a.fits(b, self.todo.tolerance())));
        let has_cause = v.message.as_deref().is_some_and(has_number)
            || !self.todo.judge_cases(answer_to, v.seed, usize::MAX, None).0.right.is_empty();
        if known.len() == 1 && has_cause {
            add_mistakes(&known, "", v);
        }
    }

    /// Returns the only known mistake that gives whatever is wrong, on two probes at least, and would give more: a student
    /// may make it under another condition than the change of the solution does.
    fn mistake_in_part(&self, got: &[Answer]) -> Option<&'static KnownMistake> {
        let expected = self.expected.as_ref().ok()?;
        self.only_mistake_where(|way| {
            let mut probes = 0;
            for ((right, got), probe) in expected.iter().zip(got).zip(&self.probes) {
                let mistaken = self.todo.mistaken(way, probe);
                let Ok(mistaken) = &*mistaken else { return false };
                let Some(count) = right.shows_in_part(got, mistaken, self.todo.tolerance()) else { return false };
                probes += usize::from(count > 0);
            }
            probes >= 2
        })
    }

    /// Returns the known mistakes of which at least one way fulfils `condition`.
    fn mistakes_where(&self, condition: impl Fn(usize) -> bool) -> Vec<&'static KnownMistake> {
        let mut mistakes: Vec<&KnownMistake> = Vec::new();
        for (way, mistake) in self.todo.ways() {
            if mistake.is_written() && condition(way) {
                mistakes.push(mistake);
            }
        }
        mistakes.dedup_by_key(|mistake| &mistake.name);
        mistakes
    }

    fn only_mistake_where(&self, condition: impl Fn(usize) -> bool) -> Option<&'static KnownMistake> {
        let mut mistakes = self.mistakes_where(condition);
        mistakes.retain(|mistake| !mistake.name.contains('+')); // in part either of the two would do
        mistakes.first().copied().filter(|_| mistakes.len() == 1)
    }
}

/// Takes from a verdict the mistakes whose results for the wrong case are others than the answer's: then their sentences are
/// not true of the case beside them.
fn retain_mistakes(verdict: &mut Verdict, todo: &Todo, cases: &CaseResults, answer_to: AnswerTo, seed: u64) {
    let Some(case) = cases.wrong.as_ref().filter(|_| !verdict.mistakes.is_empty()) else { return };
    let probe = Probe::of_case(seed, case.index);
    let got = panic_as_answer(catch_panic::call(|| answer_to(&probe)).flatten());
    let (Ok(got), Ok(right)) = (got, todo.reference(&probe)) else { return };
    let step = if verdict.steps.is_empty() { u8::MAX } else { u8::try_from(verdict.step() + 1).unwrap_or(u8::MAX) };
    let count = verdict.mistakes.len();
    verdict.mistakes.retain(|named| {
        let ways = todo.ways().filter(|(_, known)| known.name == named.name);
        let mut results = ways.map(|(way, _)| todo.mistaken(way, &probe));
        todo.toml().is_known_by_fact(&named.name)
            || results.any(|mistaken| {
                (*mistaken).as_ref().is_ok_and(|mistaken| {
                    mistaken.is_panic() && got.is_panic()
                        || mistaken.fits_up_to(step, &got, todo.tolerance())
                        || right.shows_in_part(&got, mistaken, todo.tolerance()).is_some()
                })
            })
    });
    if verdict.mistakes.len() < count {
        let first = verdict.mistakes.first();
        let known = todo.toml().mistakes.iter().find(|known| first.is_some_and(|first| known.name == first.name));
        verdict.question = known.map(|known| known.asks.clone());
    }
}

/// Adds known mistakes to a verdict, and the question of the first. `condition` goes before what each does.
fn add_mistakes(known: &[&KnownMistake], condition: &str, v: &mut Verdict) {
    for mistake in known {
        v.mistakes.push(Mistake { name: mistake.name.clone(), says: format!("{condition}{}", mistake.says) });
        let origin = mistake.origin.as_ref();
        v.notes.extend(origin.map(|origin| format!("Others made it, too: {origin}")));
    }
    v.question = known.first().map(|mistake| mistake.asks.clone());
}

/// Returns the line that a driver's message about a shader names, and an explanation of the message. `location` is
/// `shaders/04-joint-lines/joints.vert:10`.
fn shader_notes(message: &str, location: &str) -> Vec<String> {
    let split = location.strip_prefix("shaders/").and_then(|location| location.rsplit_once(':'));
    let Some((file, Ok(number))) = split.map(|(file, line)| (file, line.parse::<usize>())) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(source::shaders().join(file)).unwrap_or_default();
    let mut code_before = None;
    let mut named = None;
    for (line, text) in (1..=number).zip(text.lines().map(str::trim)) {
        if line == number {
            named = Some((line, text));
        } else if !text.is_empty() && !text.starts_with("//") {
            code_before = Some((line, text));
        }
    }
    // A driver notices a missing semicolon only at the next word.
    let code_before =
        code_before.filter(|(_, text)| message.contains("unexpected") && !text.ends_with([';', '{', '}']));
    let mut notes = Vec::new();
    for (line, text) in code_before.into_iter().chain(named) {
        notes.push(format!("{line:>5} | {text}"));
    }
    notes.extend(advice::shader_advice(message, named.map_or("", |(_, text)| text)).map(String::from));
    notes
}
