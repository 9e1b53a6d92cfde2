//! From answers to a verdict: right, not started, a named mistake, or what is known about an unnamed one.

use super::verdict::{Mistake, Status, Step, Verdict};
use super::{
    About, Answer, AnswerError, AnswerTable, KnownMistake, Lesson, Outputs, Probe, StepToml, Task, TodoToml, advice,
    announce, answer, catch_panic, invariants, mistakes, source,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Two answers within this many tolerances count as equal: a mistake is named only if no other fits this well.
pub const MARGIN: f32 = 10.0;

/// Someone's answers, and the text they were written in.
pub struct Submission<'a, A> {
    /// The table.
    pub answers: &'a A,
    /// The Rust file the functions stand in. `None` for the finished functions: then only the answers
    /// are judged.
    pub text: Option<&'a str>,
    /// The folder below `shaders/` in which the shaders lie.
    pub shaders: &'a str,
}

impl About {
    /// Whether the student has not written a word yet, in any TODO.
    pub fn is_untouched(&self) -> bool {
        let exercise = self.exercise_text();
        let is_untouched = |&task: &Task| self.is_starter(task, &task_text(task, &exercise, self.folder));
        self.tasks.iter().all(is_untouched)
    }

    /// Whether `exercise.rs` says what the student began with, so that no library of it is needed.
    pub fn is_starter_text(&self, text: &str) -> bool {
        text.lines().eq(self.starter_text.lines())
    }

    /// Whether `text` says what the student began with, or that with the change that the text asks for as practice.
    fn is_starter(&self, task: Task, text: &str) -> bool {
        let starter = task_text(task, self.starter_text, &self.starter_shaders());
        let todo = self.tasks.iter().position(|known| *known == task);
        let practice = todo.and_then(|todo| self.toml.todos.get(todo)?.practice.as_ref());
        source::same(task, text, &starter)
            || practice.is_some_and(|[from, to]| source::same(task, text, &starter.replace(from, to)))
    }
}

/// What a table answers to a probe, whatever the table's type is.
///
/// Everything that looks at answers is compiled once, in `common`, and not again for each lesson's table
/// at each save of a student's file.
pub(super) type Asks<'a> = &'a dyn Fn(&Probe) -> Result<Answer, AnswerError>;

/// One TODO of a lesson, without the type of its tables.
#[derive(Clone, Copy)]
pub(super) struct Todo<'a> {
    about: &'a About,
    /// Its place among the lesson's TODOs.
    index: usize,
    tolerance: f32,
    pub(super) reference: Asks<'a>,
    pub(super) starter: Asks<'a>,
    pub(super) mistaken: Asks<'a>,
}

/// Does `what` with one of a lesson's TODOs.
pub(super) fn with_todo<A: AnswerTable, T>(lesson: &Lesson<A>, index: usize, what: impl FnOnce(&Todo) -> T) -> T {
    let check = &lesson.checks[index];
    let starter = lesson.starter();
    what(&Todo {
        about: &lesson.about,
        index,
        tolerance: check.tolerance,
        reference: &|probe| check.answer(&lesson.reference, probe),
        starter: &|probe| check.answer(&starter, probe),
        mistaken: &|probe| check.answer(&lesson.mistaken, probe),
    })
}

/// Judges one TODO, by its place among the lesson's.
///
/// # Panics
/// If there is no such TODO, or the reference itself has no answer: a fault of the lesson, which its own
/// tests find.
pub fn verdict<A: AnswerTable>(lesson: &Lesson<A>, todo: usize, submission: &Submission<A>, seed: u64) -> Verdict {
    let asks = |probe: &Probe| lesson.checks[todo].answer(submission.answers, probe);
    verdict_on(lesson, todo, &asks, submission.text, submission.shaders, seed)
}

/// The same on answers wherever they come from, given in this text and in the shaders of this folder.
pub(super) fn verdict_on<A: AnswerTable>(
    lesson: &Lesson<A>,
    todo: usize,
    asks: Asks,
    text: Option<&str>,
    shaders: &str,
    seed: u64,
) -> Verdict {
    with_todo(lesson, todo, |todo| verdict_of(todo, asks, text, shaders, seed))
}

/// The same for the starter.
pub(super) fn starter_verdict<A: AnswerTable>(lesson: &Lesson<A>, todo: usize, seed: u64) -> Verdict {
    let (answers, shaders) = (&lesson.starter(), lesson.about.starter_shaders());
    let text = Some(lesson.about.starter_text);
    verdict(lesson, todo, &Submission { answers, text, shaders: &shaders }, seed)
}

fn verdict_of(todo: &Todo, asks: Asks, rust: Option<&str>, shaders: &str, seed: u64) -> Verdict {
    let mut inquiry = Inquiry::new(todo, seed);
    let (task, folder) = (todo.task(), todo.about.folder);
    let text = rust.map(|rust| task_text(task, rust, shaders));
    if text.is_some_and(|text| todo.about.is_starter(task, &text)) {
        let steps = todo.steps(|_| None);
        return Verdict { steps, ..inquiry.blank(Status::NotStarted) }.saying(match task {
            Task::Function(name) => {
                format!("`{name}` in lessons/{folder}/exercise.rs is as you found it.")
            }
            Task::Shader(file) => format!("shaders/{folder}/{file} is as you found it."),
        });
    }
    let _ = announce::take();
    let mut answers = inquiry.ask(asks, &[]);
    if inquiry.agrees(&answers) {
        inquiry = Inquiry::last(todo, seed);
        answers = inquiry.ask(asks, &[]);
    }
    let asked = announce::take();
    let fails = answers.is_ok() && !inquiry.agrees(&answers);
    let outputs = fails.then(|| todo.outputs(asks)).flatten();
    let mut verdict = inquiry.judge(&answers);
    if verdict.status == Status::Fail && verdict.mistakes.is_empty() {
        verdict.outputs = outputs;
    }
    if verdict.status == Status::Panicked {
        verdict.notes.extend(asked);
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

/// The text that a TODO is written in.
fn task_text(task: Task, rust: &str, shaders: &str) -> String {
    match task {
        Task::Function(_) => rust.to_owned(),
        // A file that is missing is no reason to stop here: asking for the answer says what is the matter.
        Task::Shader(file) => std::fs::read_to_string(source::shaders().join(shaders).join(file)).unwrap_or_default(),
    }
}

/// What answers of different people are compared on, whatever seed their checks have.
const OUTPUTS_SEED: u64 = 41;

impl Todo<'_> {
    /// What these answers give on all probes; `None` where they panic on one.
    fn outputs(&self, asks: Asks) -> Option<Outputs> {
        let probe = |index| Probe { seed: OUTPUTS_SEED, index };
        let answers: Result<Answers, AnswerError> =
            (0..=Probe::COUNT).map(|index| ask(asks, &probe(index), &[])).collect();
        Some(answer::outputs(&answers.ok()?, self.tolerance))
    }

    fn task(&self) -> Task {
        self.about.tasks[self.index]
    }

    fn toml(&self) -> &'static TodoToml {
        &self.about.toml.todos[self.index]
    }

    /// Its steps, each right or not as `right` says of its number, counted from 1.
    fn steps(&self, right: impl Fn(usize) -> Option<bool>) -> Vec<Step> {
        let step = |(index, step): (usize, &StepToml)| Step {
            name: step.name.clone(),
            right: right(index + 1),
            passes: step.passes.clone(),
        };
        self.toml().steps.iter().enumerate().map(step).collect()
    }

    /// The numbers that its items may have for a step.
    pub(super) fn step_numbers(&self) -> std::ops::RangeInclusive<usize> {
        let count = self.toml().steps.len();
        count.min(1)..=count
    }

    /// The mistakes that are known by name.
    pub(super) fn mistakes(&self) -> &'static [KnownMistake] {
        &self.toml().mistakes
    }
}

/// All answers to one check's probes.
type Answers = Vec<Answer>;

/// Each set of mistakes, and what it answers to a probe: asked for many times over, and a shader takes its time.
type MistakeCache = HashMap<(Vec<&'static str>, usize), Rc<Result<Answer, AnswerError>>>;

/// One check with its probes and what is right.
pub(super) struct Inquiry<'a> {
    todo: &'a Todo<'a>,
    probes: Vec<Probe>,
    expected: Result<Answers, AnswerError>,
    mistake_cache: RefCell<MistakeCache>,
}

/// How far two sets of answers are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    /// In tolerances, at the worst place of all probes; infinite for another word, length, or a NaN.
    pub(super) worst: f32,
    /// How many probes differ.
    pub(super) differing: usize,
}

impl Distance {
    /// From the distance on each probe.
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

    /// Of the one probe that is asked last.
    pub(super) fn last(todo: &'a Todo<'a>, seed: u64) -> Self {
        Self::with_probes(todo, vec![Probe { seed, index: Probe::COUNT }])
    }

    fn with_probes(todo: &'a Todo<'a>, probes: Vec<Probe>) -> Self {
        let mut inquiry = Inquiry { todo, probes, expected: Ok(Vec::new()), mistake_cache: RefCell::default() };
        inquiry.expected = inquiry.ask(todo.reference, &[]);
        inquiry
    }

    /// The table's answers on every probe, with these mistakes switched on.
    pub(super) fn ask(&self, asks: Asks, names: &[&'static str]) -> Result<Answers, AnswerError> {
        self.probes.iter().map(|probe| ask(asks, probe, names)).collect()
    }

    /// The answers of someone who makes these mistakes.
    pub(super) fn mistaken(&self, names: &[&'static str]) -> Result<Answers, AnswerError> {
        (0..self.probes.len()).map(|index| (*self.mistaken_at(index, names)).clone()).collect()
    }

    fn mistaken_at(&self, index: usize, names: &[&'static str]) -> Rc<Result<Answer, AnswerError>> {
        let key = (names.to_vec(), index);
        let known = self.mistake_cache.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let answer = Rc::new(ask(self.todo.mistaken, &self.probes[index], names));
            self.mistake_cache.borrow_mut().insert(key, answer.clone());
            answer
        })
    }

    /// Whether someone who makes this mistake is wrong on some probe; no further ones are asked.
    pub(super) fn notices(&self, name: &'static str) -> bool {
        // Without OpenGL nothing is noticed, and nothing can pass either.
        let Ok(expected) = &self.expected else { return true };
        expected.iter().zip(&self.probes).any(|(expected, probe)| {
            let answer = ask(self.todo.mistaken, probe, &[name]);
            answer.map_or(true, |got| expected.distance(&got, self.todo.tolerance) > 1.0)
        })
    }

    /// Whether someone who makes these mistakes answers just this, on every probe.
    fn fits(&self, names: &[&'static str], got: &[Answer]) -> bool {
        got.iter().enumerate().all(|(index, got)| {
            let mistaken = self.mistaken_at(index, names);
            mistaken.as_ref().as_ref().is_ok_and(|answer| answer.fits(got, self.todo.tolerance))
        })
    }

    /// Whether two sets of mistakes make the same answers, on every probe.
    pub(super) fn is_same(&self, names: &[&'static str], others: &[&'static str]) -> bool {
        (0..self.probes.len()).all(|index| {
            let [one, other] = [names, others].map(|names| self.mistaken_at(index, names));
            matches!((&*one, &*other), (Ok(one), Ok(other)) if one.fits(other, self.todo.tolerance))
        })
    }

    /// Whether these answers are right.
    pub(super) fn agrees(&self, got: &Result<Answers, AnswerError>) -> bool {
        matches!((&self.expected, got), (Ok(e), Ok(got)) if self.off(e, got).agrees())
    }

    /// Between two answers neither of which need be right.
    pub(super) fn distance(&self, a: &[Answer], b: &[Answer]) -> Distance {
        let each = a.iter().zip(b).map(|(a, b)| a.distance_of_mistakes(b, self.todo.tolerance));
        Distance::largest(each)
    }

    /// From the right answer.
    fn off(&self, expected: &[Answer], got: &[Answer]) -> Distance {
        Distance::largest(expected.iter().zip(got).map(|(e, g)| e.distance(g, self.todo.tolerance)))
    }

    fn blank(&self, status: Status) -> Verdict {
        let seed = self.probes.first().map_or(0, |probe| probe.seed);
        Verdict::new(&self.todo.about.id(self.todo.index), self.todo.task().name(), status, seed)
    }

    /// The verdict on an answer's numbers, whatever its text.
    pub(super) fn judge(&self, got: &Result<Answers, AnswerError>) -> Verdict {
        let expected = match &self.expected {
            Ok(expected) => expected,
            Err(AnswerError::NoGraphics(why)) => {
                return self.blank(Status::Skipped).saying(format!("not checked, not passed: {why}"));
            }
            Err(trouble) => {
                panic!("the reference itself has no answer to {}: {trouble}", self.todo.about.id(self.todo.index))
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
            AnswerError::Ended { asked, .. } => asked.iter().cloned().collect(),
            _ => Vec::new(),
        };
        Verdict { place, notes, ..self.blank(status).saying(message) }
    }

    fn wrong(&self, expected: &[Answer], got: &[Answer]) -> Verdict {
        let tolerance = self.todo.tolerance;
        let mut v = self.blank(Status::Fail);
        let step = self.steps(expected, got, &mut v);
        let pairs = || expected.iter().zip(got);
        let differs = pairs().find(|(e, g)| e.first_difference(g, tolerance, step).is_some());
        if let Some((e, g)) = differs.or_else(|| pairs().find(|(e, g)| e.distance(g, tolerance) > 1.0)) {
            if let Some(difference) = e.first_difference(g, tolerance, step) {
                v.place = Some(difference.place);
                v.expected = Some(difference.expected);
                v.got = Some(difference.got);
                v.off = difference.off;
                v.tolerance = difference.off.is_some().then_some(tolerance);
            }
            if let Some(unit) = e.unit.filter(|_| e.len() != g.len()) {
                v.notes.push(format!("number of {unit}: expected {}, got {}.", e.len(), g.len()));
            }
            v.notes.extend(e.rows(g).into_iter().flatten());
            v.notes.extend(g.notes.iter().map(String::as_str).chain(e.note(g, tolerance)).map(String::from));
        }
        (v.right, v.wrong) = self.groups(expected, got, step);
        let starter = self.ask(self.todo.starter, &[]);
        let is_placeholder = starter.is_ok_and(|starter| self.distance(&starter, got).agrees());
        self.name(got, is_placeholder, step, &mut v);
        if v.mistakes.is_empty() {
            if is_placeholder {
                v.notes.push(
                    "the text has changed, but this is still the placeholder's answer: is what you wrote reached, \
                     and does its result come back?"
                        .into(),
                );
            } else if self.off(expected, got).worst < MARGIN {
                v.notes.push(format!(
                    "everywhere within {MARGIN} tolerances of right, and more than rounding away: a constant that is a little \
                     off, or a part left out that matters little here?"
                ));
            } else {
                let pairs: Vec<invariants::Pair> = expected.iter().zip(got).collect();
                v.notes.extend(invariants::sentences(&pairs, tolerance));
            }
        }
        let mut messages = HashSet::new();
        v.notes.retain(|note| messages.insert(note.clone()));
        v
    }

    /// Which steps are right; the number of the first that is wrong, 0 in a TODO without steps.
    fn steps(&self, expected: &[Answer], got: &[Answer], v: &mut Verdict) -> u8 {
        let mut steps = BTreeMap::new();
        for (e, g) in expected.iter().zip(got) {
            e.steps(g, self.todo.tolerance, |step, right| *steps.entry(step).or_insert(true) &= right);
        }
        let wrong = steps.iter().find(|(_, right)| !**right).map_or(0, |(step, _)| *step);
        // The last probe is asked where all others agree.
        let unasked = self.probes.iter().any(Probe::is_last).then_some(true);
        v.steps = self.todo.steps(|number| match u8::try_from(number).ok()? {
            number if number > wrong => None,
            number => steps.get(&number).copied().or(unasked),
        });
        wrong
    }

    /// The names of all known mistakes, or else, but for the placeholder and after a right step, pairs of them, that agree on
    /// every probe; or else of the one that is made in part, or in a step after which nothing is written yet.
    ///
    /// No clock ends the search, so that an answer has the same names on a busy machine. [`three_way`](super::three_way)
    /// limits the number of pairs.
    fn name(&self, got: &[Answer], is_placeholder: bool, step: u8, v: &mut Verdict) {
        if self.probes.iter().any(Probe::is_last) {
            return;
        }
        let known = self.todo.mistakes();
        let mut found: Vec<Vec<&KnownMistake>> = Vec::new();
        for one in known {
            if one.switches().any(|name| self.fits(&[name], got)) {
                found.push(vec![one]);
            }
        }
        // After a right step two mistakes are rather one step that is not written yet.
        if found.is_empty() && !is_placeholder && step <= 1 {
            for (one, other) in pairs(known) {
                if one.switches().any(|a| other.switches().any(|b| self.fits(&[a, b], got))) {
                    found.push(vec![one, other]);
                }
            }
        }
        found.retain(|mistakes| mistakes.iter().all(|mistake| mistake.is_written()));
        let part = if found.is_empty() && !is_placeholder { self.in_part(got) } else { None };
        found.extend(part.map(|mistake| vec![mistake]));
        let only = if found.is_empty() && !is_placeholder { self.up_to(step, got) } else { None };
        found.extend(only.map(|mistake| vec![mistake]));
        let begin = if part.is_some() { "in some cases only: " } else { "" };
        let join = |mistakes: &[&KnownMistake], of: fn(&KnownMistake) -> &str, by: &str| {
            let mut messages: Vec<_> = mistakes.iter().map(|m| of(m)).collect();
            messages.dedup(); // two mistakes may lead to one question
            messages.join(by)
        };
        for mistakes in &found {
            let says = format!("{begin}{}", join(mistakes, |m| &m.says, " And: "));
            v.mistakes.push(Mistake { name: join(mistakes, |m| &m.name, "+"), says });
            let origins = mistakes.iter().filter_map(|mistake| mistake.origin.as_ref());
            v.notes.extend(origins.map(|origin| format!("Others made it, too: {origin}")));
        }
        v.question = found.first().map(|mistakes| join(mistakes, |m| &m.asks, " "));
    }

    /// The one mistake that gives all that is wrong, on two probes at least, and would give more: somebody makes it under
    /// another condition than it is acted out with.
    fn in_part(&self, got: &[Answer]) -> Option<&'static KnownMistake> {
        let expected = self.expected.as_ref().ok()?;
        let shows = |name: &'static str| {
            let each = expected.iter().zip(got).enumerate().map(|(index, (right, got))| {
                let mistaken = self.mistaken_at(index, &[name]);
                right.shows_in_part(got, mistaken.as_ref().as_ref().ok()?, self.todo.tolerance)
            });
            let each: Option<Vec<usize>> = each.collect();
            each.is_some_and(|each| each.into_iter().filter(|&count| count > 0).count() >= 2)
        };
        let is_it = |mistake: &&'static KnownMistake| mistake.is_written() && mistake.switches().any(shows);
        self.only(is_it)
    }

    /// The one mistake that gives just this in every step up to the first that is wrong.
    fn up_to(&self, step: u8, got: &[Answer]) -> Option<&'static KnownMistake> {
        let fits = |name: &'static str| {
            got.iter().enumerate().all(|(index, got)| {
                let mistaken = self.mistaken_at(index, &[name]);
                mistaken.as_ref().as_ref().is_ok_and(|answer| answer.fits_up_to(step, got, self.todo.tolerance))
            })
        };
        let is_it = |mistake: &&'static KnownMistake| mistake.is_written() && mistake.switches().any(fits);
        if step == 0 { None } else { self.only(is_it) }
    }

    /// The known mistake that is it, if there is only one.
    fn only(&self, is_it: impl Fn(&&'static KnownMistake) -> bool) -> Option<&'static KnownMistake> {
        let mut all = self.todo.mistakes().iter().filter(is_it);
        all.next().filter(|_| all.next().is_none())
    }

    /// The groups that are right on every probe, and the others, each in the order first met; of steps up to this one.
    fn groups(&self, expected: &[Answer], got: &[Answer], step: u8) -> (Vec<String>, Vec<String>) {
        let mut groups: Vec<(&str, bool)> = Vec::new();
        for (e, g) in expected.iter().zip(got).filter(|(e, g)| e.len() == g.len()) {
            e.groups(g, self.todo.tolerance, step, |group, right| {
                match groups.iter_mut().find(|(name, _)| *name == group) {
                    Some((_, all)) => *all &= right,
                    None => groups.push((group, right)),
                }
            });
        }
        groups.sort_by_key(|(name, _)| (name.len(), *name)); // "depth 2" before "depth 10"
        let of = |which| groups.iter().filter(|g| g.1 == which).map(|g| g.0.to_owned()).collect();
        (of(true), of(false))
    }
}

/// The line of a shader at `shaders/03-joint-lines/joints.vert:10`, and what to say to the driver's message about it.
fn shader_notes(message: &str, place: &str) -> Vec<String> {
    let split = place.strip_prefix("shaders/").and_then(|place| place.rsplit_once(':'));
    let Some((file, Ok(number))) = split.map(|(file, line)| (file, line.parse::<usize>())) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(source::shaders().join(file)).unwrap_or_default();
    let lines = || text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let at = lines().find(|(line, _)| *line == number);
    // What is missing at the end of a line is noticed at the next word.
    let is_code = |(line, text): &(usize, &str)| *line < number && !text.is_empty() && !text.starts_with("//");
    let is_open = |(_, text): &(usize, &str)| message.contains("unexpected") && !text.ends_with([';', '{', '}']);
    let above = lines().filter(is_code).last().filter(is_open);
    let shown = above.into_iter().chain(at).map(|(line, text)| format!("{line:>5} | {text}"));
    let says = advice::shader_advice(message, at.map_or("", |(_, text)| text));
    shown.chain(says.map(String::from)).collect()
}

/// One answer, with these mistakes switched on.
fn ask(asks: Asks, probe: &Probe, names: &[&'static str]) -> Result<Answer, AnswerError> {
    mistakes::with(names, || catch_panic::call(|| asks(probe)).and_then(|answer| answer))
}

/// Every two mistakes that different decisions make.
pub(super) fn pairs(
    mistakes: &'static [KnownMistake],
) -> impl Iterator<Item = (&'static KnownMistake, &'static KnownMistake)> {
    let after = |index: usize| mistakes.get(index + 1..).unwrap_or_default();
    mistakes.iter().enumerate().flat_map(move |(index, one)| {
        after(index).iter().filter(|other| other.aspect != one.aspect).map(move |other| (one, other))
    })
}
