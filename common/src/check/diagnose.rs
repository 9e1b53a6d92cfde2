//! From answers to a verdict: right, not started, a named mistake, or the known properties of an unnamed one.

use super::verdict::{Mistake, Status, Step, Verdict};
use super::{
    About, Answer, AnswerError, Check, KnownMistake, Lesson, Mistaken, Outputs, Probe, Task, TodoToml, advice,
    announce, answer, catch_panic, invariants, source,
};
use given::Course;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

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

impl About {
    /// Whether the student has not written a word yet, in any TODO.
    pub fn is_untouched(&self) -> bool {
        !self.untouched().contains(&false)
    }

    /// Returns for each TODO whether the student has not written a word in it yet.
    pub(crate) fn untouched(&self) -> Vec<bool> {
        let exercise = self.exercise_text();
        let mut untouched = Vec::new();
        for &(_, task) in self.todos {
            untouched.push(self.is_starter(task, &task_text(task, &exercise, self.folder)));
        }
        untouched
    }

    /// Whether `exercise.rs` says what the student began with, so that no library of it is needed.
    pub fn is_starter_text(&self, text: &str) -> bool {
        text.lines().eq(self.starter_text.lines())
    }

    /// Whether `text` says what the student began with.
    fn is_starter(&self, task: Task, text: &str) -> bool {
        source::same(task, text, &task_text(task, self.starter_text, &self.starter_shaders()))
    }
}

/// Answers a probe of one TODO, whoever does: a course in this process, or another process.
pub(super) type Asks<'a> = &'a dyn Fn(&Probe) -> Result<Answer, AnswerError>;

pub(super) struct Todo<'a> {
    lesson: &'a Lesson,
    /// Its index among the lesson's TODOs.
    index: usize,
    starter: Course,
    ways: Vec<&'static Mistaken>,
}

/// Judges one TODO, by its index among the lesson's.
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

/// Judges answers wherever they come from, given in this text and in the shaders of this folder.
pub(super) fn verdict_on(
    lesson: &Lesson,
    todo: usize,
    asks: Asks,
    text: Option<&str>,
    shaders: &str,
    seed: u64,
) -> Verdict {
    verdict_of(&Todo::new(lesson, todo), asks, text, shaders, seed)
}

pub(super) fn starter_verdict(lesson: &Lesson, todo: usize, seed: u64) -> Verdict {
    let answers = &lesson.starter();
    let shaders = &lesson.about.starter_shaders();
    let text = Some(lesson.about.starter_text);
    verdict(lesson, todo, &Submission { answers, text, shaders }, seed)
}

fn verdict_of(todo: &Todo, asks: Asks, rust: Option<&str>, shaders: &str, seed: u64) -> Verdict {
    let mut inquiry = Inquiry::new(todo, seed);
    let task = todo.task();
    let folder = todo.about().folder;
    let text = rust.map(|rust| task_text(task, rust, shaders));
    if text.is_some_and(|text| todo.about().is_starter(task, &text)) {
        let steps = todo.steps(|_| None);
        return Verdict { steps, ..inquiry.blank(Status::NotStarted) }.saying(match task {
            Task::Function(name) => {
                format!("`{name}` in lessons/{folder}/exercise.rs is as you found it.")
            }
            Task::Shader(file) => format!("shaders/{folder}/{file} is as you found it."),
        });
    }
    if let Some(steps) = rust.and_then(|rust| todo.practised(rust)) {
        return Verdict { steps, ..inquiry.blank(Status::Fail) };
    }
    let _ = announce::take();
    let mut answers = inquiry.ask(asks);
    if inquiry.agrees(&answers) {
        inquiry = Inquiry::last(todo, seed);
        answers = inquiry.ask(asks);
    }
    let asked = announce::take();
    let fails = answers.is_ok() && !inquiry.agrees(&answers);
    let outputs = fails.then(|| todo.outputs(asks)).flatten();
    let mut verdict = inquiry.judge(&answers);
    if verdict.status == Status::Panicked {
        inquiry.name_panic(asks, &mut verdict);
    }
    let (cases, on_case) = todo.ask_cases(asks, seed);
    let _ = announce::take();
    match on_case {
        Some(on_case) if verdict.status == Status::Pass => verdict = on_case,
        Some(on_case) => verdict.notes.extend(on_case.inputs),
        None => {}
    }
    if verdict.status.is_wrong() {
        verdict.cases = cases;
        let asks = &todo.toml().asks;
        verdict.question = verdict.question.or_else(|| Some(asks.clone()).filter(|asks| !asks.is_empty()));
    }
    if verdict.status == Status::Fail && verdict.mistakes.is_empty() {
        verdict.outputs = outputs;
    }
    if verdict.status == Status::Panicked && answers.is_err() {
        verdict.inputs.extend(asked);
    }
    let is_borrowed = answers.as_ref().is_ok_and(|all| all.iter().any(|answer| answer.is_borrowed));
    let is_empty = answers.as_ref().is_ok_and(|all| all.iter().all(|answer| answer.len() == 0));
    if verdict.status == Status::Fail && is_empty && rust.is_some_and(|rust| rust.contains(".clone()")) {
        verdict.notes.push("your list is still empty: was a copy of it filled?".into());
    }
    if verdict.status == Status::Pass && is_borrowed {
        let words = "right, but it calls what this TODO is to become: write it yourself.";
        verdict = inquiry.blank(Status::Borrowed).saying(words);
    }
    if let (Status::Pass, Task::Function(name), Some(rust)) = (verdict.status, task, rust) {
        let tokens = source::tokens(rust);
        let own = source::function(&tokens, name).unwrap_or_default();
        let own: String = own.iter().map(|token| token.text.as_str()).collect();
        let remarks = todo.toml().remarks.iter().filter(|remark| own.contains(&remark.holds));
        verdict.notes.extend(remarks.map(|remark| remark.says.clone()));
    }
    verdict
}

fn task_text(task: Task, rust: &str, shaders: &str) -> String {
    match task {
        Task::Function(_) => rust.to_owned(),
        // A file that is missing is no reason to stop here: asking for the answer says what is the matter.
        Task::Shader(file) => std::fs::read_to_string(source::shaders().join(shaders).join(file)).unwrap_or_default(),
    }
}

/// Seed of the probes on which answers of different people are compared, whatever seed their checks have.
const OUTPUTS_SEED: u64 = 41;

impl<'a> Todo<'a> {
    pub(super) fn new(lesson: &'a Lesson, index: usize) -> Self {
        Todo { lesson, index, starter: lesson.starter(), ways: lesson.ways(index).collect() }
    }

    fn about(&self) -> &'a About {
        &self.lesson.about
    }

    pub(super) fn check(&self) -> &'static Check {
        &self.lesson.checks[self.index]
    }

    pub(super) fn reference(&self, probe: &Probe) -> Result<Answer, AnswerError> {
        self.check().answer(&self.lesson.reference, probe)
    }

    pub(super) fn starter(&self, probe: &Probe) -> Result<Answer, AnswerError> {
        self.check().answer(&self.starter, probe)
    }

    /// Returns the answer to a probe of somebody who makes a mistake in this way. The panic of a mistake is nobody's to
    /// look at, so the stack is not searched for its line.
    fn mistaken(&self, way: usize, probe: &Probe) -> Result<Answer, AnswerError> {
        let course = self.ways[way].made_in(self.lesson.reference);
        let result = catch_panic::call_quickly(|| self.check().answer(&course, probe));
        panic_as_answer(result.flatten())
    }

    fn tolerance(&self) -> f32 {
        self.check().tolerance
    }

    /// Returns the answers' sums on all probes; `None` if they panic on one.
    fn outputs(&self, asks: Asks) -> Option<Outputs> {
        let mut answers = Vec::new();
        for index in 0..=Probe::COUNT {
            answers.push(called(|| asks(&Probe { seed: OUTPUTS_SEED, index })).ok()?);
        }
        Some(answer::outputs(&answers, self.tolerance()))
    }

    fn task(&self) -> Task {
        self.about().task(self.index)
    }

    pub(super) fn toml(&self) -> &'static TodoToml {
        &self.about().toml.todos[self.index]
    }

    /// Its steps, each right or not as `right` says of its number, counted from 1.
    fn steps(&self, right: impl Fn(usize) -> Option<bool>) -> Vec<Step> {
        self.toml()
            .steps
            .iter()
            .enumerate()
            .map(|(index, step)| Step { name: step.name.clone(), right: right(index + 1), passes: step.passes.clone() })
            .collect()
    }

    /// The steps of somebody who has made the first change that the text asks for, and nothing else yet.
    fn practised(&self, rust: &str) -> Option<Vec<Step>> {
        let practice = self.toml().practice.as_ref()?;
        let [from, to] = &practice.change;
        if !source::same(self.task(), rust, &self.about().starter_text.replace(from, to)) {
            return None;
        }
        let [first, next] = practice.steps.clone();
        let first = Step { name: first, right: Some(true), passes: practice.passes.clone() };
        Some(vec![first, Step { name: next, right: Some(false), passes: String::new() }])
    }

    /// The numbers that its items may have for a step.
    pub(super) fn step_numbers(&self) -> std::ops::RangeInclusive<usize> {
        let count = self.toml().steps.len();
        count.min(1)..=count
    }

    pub(super) fn mistakes(&self) -> &'static [KnownMistake] {
        &self.toml().mistakes
    }

    /// Every way to make one, by number.
    pub(super) fn ways(&self) -> impl Iterator<Item = (usize, &'static KnownMistake)> {
        self.ways.iter().enumerate().map(|(way, made)| (way, &self.mistakes()[made.mistake]))
    }
}

type Answers = Vec<Answer>;

/// Each way to make a mistake, and what it answers to a probe: asked for several times, and a shader takes its time.
type MistakeCache = HashMap<(usize, usize), Rc<Result<Answer, AnswerError>>>;

/// One check with its probes and what is right.
pub(super) struct Inquiry<'a> {
    todo: &'a Todo<'a>,
    probes: Vec<Probe>,
    expected: Result<Answers, AnswerError>,
    mistake_cache: RefCell<MistakeCache>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    /// Largest distance on all probes, in tolerances; infinite for another word, length, or a NaN.
    pub(super) worst: f32,
    pub(super) differing: usize,
}

impl Distance {
    fn largest(each: impl Iterator<Item = f32>) -> Self {
        each.fold(Distance { worst: 0.0, differing: 0 }, |sum, one| Distance {
            worst: sum.worst.max(one),
            differing: sum.differing + usize::from(one > 1.0),
        })
    }

    /// Equal, as far as the tolerance can tell.
    pub(super) fn agrees(self) -> bool {
        self.worst <= 1.0
    }

    /// Too close to be distinguished for certain: within the margin, or different on a single probe only.
    pub(super) fn near(self) -> bool {
        self.worst < MARGIN || self.differing < 2
    }
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(todo: &'a Todo<'a>, seed: u64) -> Self {
        Self::with_probes(todo, (0..Probe::COUNT).map(|index| Probe { seed, index }).collect())
    }

    pub(super) fn last(todo: &'a Todo<'a>, seed: u64) -> Self {
        Self::with_probes(todo, vec![Probe { seed, index: Probe::COUNT }])
    }

    pub(super) fn of_case(todo: &'a Todo<'a>, seed: u64, case: usize) -> Self {
        Self::with_probes(todo, vec![Probe::of_case(seed, case)])
    }

    fn with_probes(todo: &'a Todo<'a>, probes: Vec<Probe>) -> Self {
        let mut inquiry = Inquiry { todo, probes, expected: Ok(Vec::new()), mistake_cache: RefCell::default() };
        inquiry.expected = inquiry.ask(&|probe| todo.reference(probe));
        inquiry
    }

    /// The table's answers on every probe.
    pub(super) fn ask(&self, asks: Asks) -> Result<Answers, AnswerError> {
        self.probes.iter().map(|probe| called(|| asks(probe))).collect()
    }

    /// The answers of someone who makes a mistake in this way.
    pub(super) fn mistaken(&self, way: usize) -> Result<Answers, AnswerError> {
        (0..self.probes.len()).map(|index| (*self.mistaken_at(index, way)).clone()).collect()
    }

    fn mistaken_at(&self, index: usize, way: usize) -> Rc<Result<Answer, AnswerError>> {
        let known = self.mistake_cache.borrow().get(&(way, index)).cloned();
        known.unwrap_or_else(|| {
            let answer = Rc::new(self.todo.mistaken(way, &self.probes[index]));
            self.mistake_cache.borrow_mut().insert((way, index), answer.clone());
            answer
        })
    }

    /// Whether someone who makes a mistake in this way is wrong on some probe; no further ones are asked.
    pub(super) fn notices(&self, way: usize) -> bool {
        // Without OpenGL nothing is noticed, and nothing can pass either.
        let Ok(expected) = &self.expected else { return true };
        expected.iter().zip(&self.probes).any(|(expected, probe)| {
            let answer = self.todo.mistaken(way, probe);
            answer.map_or(true, |got| expected.distance(&got, self.todo.tolerance()) > 1.0)
        })
    }

    /// Whether someone who makes a mistake in this way answers just this, on every probe.
    fn fits(&self, way: usize, got: &[Answer]) -> bool {
        got.iter().enumerate().all(|(index, got)| {
            let mistaken = self.mistaken_at(index, way);
            mistaken.as_ref().as_ref().is_ok_and(|answer| answer.fits(got, self.todo.tolerance()))
        })
    }

    pub(super) fn agrees(&self, got: &Result<Answers, AnswerError>) -> bool {
        matches!((&self.expected, got), (Ok(e), Ok(got)) if self.off(e, got).agrees())
    }

    /// Returns the distance between two answers neither of which need be right.
    pub(super) fn distance(&self, a: &[Answer], b: &[Answer]) -> Distance {
        let each = a.iter().zip(b).map(|(a, b)| a.distance_of_mistakes(b, self.todo.tolerance()));
        Distance::largest(each)
    }

    fn off(&self, expected: &[Answer], got: &[Answer]) -> Distance {
        Distance::largest(expected.iter().zip(got).map(|(e, g)| e.distance(g, self.todo.tolerance())))
    }

    fn blank(&self, status: Status) -> Verdict {
        let seed = self.probes.first().map_or(0, |probe| probe.seed);
        Verdict::new(self.todo.about().id(self.todo.index), self.todo.task().name(), status, seed)
    }

    /// The verdict on an answer's numbers, whatever its text.
    pub(super) fn judge(&self, got: &Result<Answers, AnswerError>) -> Verdict {
        let expected = match &self.expected {
            Ok(expected) => expected,
            Err(AnswerError::NoGraphics(why)) => {
                return self.blank(Status::Skipped).saying(format!("not checked, not passed: {why}"));
            }
            Err(trouble) => {
                panic!("the reference itself has no answer to {}: {trouble}", self.todo.about().id(self.todo.index))
            }
        };
        match got {
            Err(trouble) => self.troubled(trouble),
            Ok(_) if self.agrees(got) => self.blank(Status::Pass),
            Ok(got) => self.wrong(expected, got),
        }
    }

    fn troubled(&self, trouble: &AnswerError) -> Verdict {
        let (status, message, place) = match trouble {
            AnswerError::Panic { message, place } => (Status::Panicked, message, Some(place)),
            AnswerError::Shader { message, place } => (Status::DoesNotCompile, message, Some(place)),
            AnswerError::Unusable { message, place } => (Status::Fail, message, Some(place)),
            AnswerError::Endless { message, place } => (Status::TimedOut, message, Some(place)),
            AnswerError::NoGraphics(why) => (Status::Skipped, why, None),
            AnswerError::Ended { status, message, .. } => (*status, message, None),
        };
        let place = place.filter(|place| !place.is_empty()).cloned();
        let notes = match trouble {
            AnswerError::Panic { message, .. } => advice::panic_advice(message).into_iter().collect(),
            AnswerError::Shader { message, place } => shader_notes(message, place),
            _ => Vec::new(),
        };
        let inputs = match trouble {
            AnswerError::Ended { asked, .. } => asked.iter().cloned().collect(),
            _ => Vec::new(),
        };
        Verdict { place, inputs, notes, ..self.blank(status).saying(message) }
    }

    fn wrong(&self, expected: &[Answer], got: &[Answer]) -> Verdict {
        let tolerance = self.todo.tolerance();
        let mut v = self.blank(Status::Fail);
        let step = self.steps(expected, got, &mut v);
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
            v.inputs.extend(e.rows(g).into_iter().flatten());
            v.inputs.extend(g.notes.iter().map(String::as_str).chain(e.note(g, tolerance)).map(String::from));
        }
        for (group, is_right) in self.groups(expected, got, step) {
            let list = if is_right { &mut v.right } else { &mut v.wrong };
            list.push(group.to_owned());
        }
        // By a single case or corner a placeholder is not recognised.
        let is_one_input = self.probes.len() == 1;
        let starter = self.ask(&|probe| self.todo.starter(probe));
        let is_placeholder = !is_one_input && starter.is_ok_and(|starter| self.distance(&starter, got).agrees());
        self.name(got, is_placeholder, step, &mut v);
        if v.mistakes.is_empty() {
            if is_placeholder {
                v.notes.push(
                    "the text has changed, but this is still the placeholder's answer: is what you wrote reached, \
                     and does its result come back?"
                        .into(),
                );
            } else if self.off(expected, got).worst < MARGIN {
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

    /// Notes which steps are right. Returns the number of the first wrong one, 0 in a TODO without steps.
    fn steps(&self, expected: &[Answer], got: &[Answer], v: &mut Verdict) -> u8 {
        let mut steps = BTreeMap::new();
        for (e, g) in expected.iter().zip(got) {
            e.steps(g, self.todo.tolerance(), |step, right| *steps.entry(step).or_insert(true) &= right);
        }
        let wrong = steps.iter().find(|(_, right)| !**right).map_or(0, |(step, _)| *step);
        // The last probe is asked where all others agree, and a case counts where the last agrees, too.
        let unasked = (self.probes.len() == 1).then_some(true);
        v.steps = self.todo.steps(|number| match u8::try_from(number).ok()? {
            number if number > wrong => None,
            number => steps.get(&number).copied().or(unasked),
        });
        wrong
    }

    /// The names of all known mistakes that agree on every probe; or else of the one that is made in part, or in a step
    /// after which nothing is written yet.
    fn name(&self, got: &[Answer], is_placeholder: bool, step: u8, v: &mut Verdict) {
        if self.probes.len() == 1 {
            return;
        }
        let mut found = self.that(|way| self.fits(way, got));
        let part = if found.is_empty() && !is_placeholder { self.in_part(got) } else { None };
        found.extend(part);
        if found.is_empty() && !is_placeholder {
            found.extend(self.up_to(step, got));
        }
        let begin = if part.is_some() { "in some cases only: " } else { "" };
        add_mistakes(&found, begin, v);
    }

    /// Names the known mistake that panics with the same message on the same probes as an answer, and agrees with it on
    /// the others, if there is only one. A message without a number, such as an overflow's, has too many causes.
    fn name_panic(&self, asks: Asks, v: &mut Verdict) {
        let has_number = v.message.as_ref().is_some_and(|message| message.contains(|c: char| c.is_ascii_digit()));
        if self.probes.len() == 1 || !has_number {
            return;
        }
        let results = self.probes.iter().map(|probe| panic_as_answer(called(|| asks(probe))));
        let Ok(got) = results.collect::<Result<Answers, _>>() else { return };
        let found = self.that(|way| self.fits(way, &got));
        if found.len() == 1 {
            add_mistakes(&found, "", v);
        }
    }

    /// The one mistake that gives all that is wrong, on two probes at least, and would give more: somebody makes it under
    /// another condition than it is acted out with.
    fn in_part(&self, got: &[Answer]) -> Option<&'static KnownMistake> {
        let expected = self.expected.as_ref().ok()?;
        self.only(|way| {
            let each = expected.iter().zip(got).enumerate().map(|(index, (right, got))| {
                let mistaken = self.mistaken_at(index, way);
                right.shows_in_part(got, mistaken.as_ref().as_ref().ok()?, self.todo.tolerance())
            });
            let each: Option<Vec<usize>> = each.collect();
            each.is_some_and(|each| each.into_iter().filter(|&count| count > 0).count() >= 2)
        })
    }

    /// The one mistake that gives just this in every step up to the first that is wrong.
    fn up_to(&self, step: u8, got: &[Answer]) -> Option<&'static KnownMistake> {
        if step == 0 {
            None
        } else {
            self.only(|way| {
                got.iter().enumerate().all(|(index, got)| {
                    let mistaken = self.mistaken_at(index, way);
                    mistaken.as_ref().as_ref().is_ok_and(|answer| answer.fits_up_to(step, got, self.todo.tolerance()))
                })
            })
        }
    }

    /// The mistakes of which one way is it.
    fn that(&self, is_it: impl Fn(usize) -> bool) -> Vec<&'static KnownMistake> {
        let all = self.todo.ways().filter(|(way, mistake)| mistake.is_written() && is_it(*way));
        let mut mistakes: Vec<_> = all.map(|(_, mistake)| mistake).collect();
        mistakes.dedup_by_key(|mistake| &mistake.name);
        mistakes
    }

    /// The known mistake of which one way is it, if there is only one.
    fn only(&self, is_it: impl Fn(usize) -> bool) -> Option<&'static KnownMistake> {
        let mut all = self.that(is_it);
        all.retain(|mistake| !mistake.name.contains('+')); // in part either of the two would do
        all.first().copied().filter(|_| all.len() == 1)
    }

    /// Returns the groups of steps up to this one, each with whether it is right on every probe.
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
}

/// The line of a shader at `shaders/03-joint-lines/joints.vert:10`, and what to say to the driver's message about it.
fn shader_notes(message: &str, place: &str) -> Vec<String> {
    let split = place.strip_prefix("shaders/").and_then(|place| place.rsplit_once(':'));
    let Some((file, Ok(number))) = split.map(|(file, line)| (file, line.parse::<usize>())) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(source::shaders().join(file)).unwrap_or_default();
    let mut above = None;
    let mut at = None;
    for (line, text) in (1..=number).zip(text.lines().map(str::trim)) {
        if line == number {
            at = Some((line, text));
        } else if !text.is_empty() && !text.starts_with("//") {
            above = Some((line, text));
        }
    }
    // What is missing at the end of a line is noticed at the next word.
    let above = above.filter(|(_, text)| message.contains("unexpected") && !text.ends_with([';', '{', '}']));
    let shown = above.into_iter().chain(at).map(|(line, text)| format!("{line:>5} | {text}"));
    let says = advice::shader_advice(message, at.map_or("", |(_, text)| text));
    shown.chain(says.map(String::from)).collect()
}

/// Adds known mistakes to a verdict, and the question of the first. What each does begins with `begin`.
fn add_mistakes(known: &[&KnownMistake], begin: &str, v: &mut Verdict) {
    for mistake in known {
        v.mistakes.push(Mistake { name: mistake.name.clone(), says: format!("{begin}{}", mistake.says) });
        let origin = mistake.origin.as_ref();
        v.notes.extend(origin.map(|origin| format!("Others made it, too: {origin}")));
    }
    v.question = known.first().map(|mistake| mistake.asks.clone());
}

/// Turns a panic into an answer of one word, its message, so that two panics are compared as any two answers are.
fn panic_as_answer(result: Result<Answer, AnswerError>) -> Result<Answer, AnswerError> {
    let Err(AnswerError::Panic { message, .. }) = result else { return result };
    let mut answer = Answer::default();
    answer.compare("a panic", format!("a panic: {message}"));
    Ok(answer)
}

fn called(asks: impl FnOnce() -> Result<Answer, AnswerError>) -> Result<Answer, AnswerError> {
    catch_panic::call(asks).and_then(|answer| answer)
}
