//! The test every lesson has: the starter is recognised, the solution passes, each mistake fails by name.

use super::diagnose::{self, MARGIN, ProbeSet};
use super::todo::{AnswerTo, Todo};
use super::{About, Answer, AnswerError, Lesson, Probe, Submission};
use given::Course;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use verdict::{KnownMistake, Status, Verdict, report, source};

/// Seeds for slow checks.
pub const SEEDS: [u64; 3] = [41, 7, 20_250];

/// The environment variable that makes a missing OpenGL a failure.
const REQUIRE: &str = "ARMATURE_REQUIRE_GL";

/// Asserts that the answers of `src/solution.rs` pass with the solution's shaders on [`SEEDS`], and on 20 more seeds
/// without cases and the last probe.
///
/// # Panics
/// With the report of the first check that does not pass, or if there is no OpenGL where it is required.
pub fn solution_passes(lesson: &Lesson, answers: Course) {
    let text = read(&source::lessons().join(lesson.about.folder).join("course/src/solution.rs"));
    let shaders = format!("{}/solution", lesson.about.folder);
    let answers = &answers.with_shaders(lesson.about.number(), &shaders);
    let solution = Submission { answers, text: Some(&text), shaders: &shaders };
    for todo in 0..lesson.checks.len() {
        let mut verdicts = SEEDS.map(|seed| diagnose::verdict(lesson, todo, &solution, seed)).to_vec();
        let known = Todo::new(lesson, todo);
        for seed in MANY_SEEDS {
            let probes = ProbeSet::random(&known, seed);
            verdicts.push(probes.judge(&probes.call_each(&|probe| lesson.checks[todo].answer(answers, probe))));
        }
        if let Some(v) = verdicts.iter().find(|v| v.status != Status::Pass) {
            assert!(v.status == Status::Skipped, "{}", report::text(v));
            print_skipped(v);
        }
    }
}

/// Asserts that the check of each TODO recognises the starter and every known mistake on [`SEEDS`].
///
/// # Panics
/// With every complaint at once: see [`complaints`].
pub fn verify(lesson: &Lesson) {
    let complaints = complaints(lesson, &SEEDS);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Seeds as `grade` may draw them.
const MANY_SEEDS: std::ops::Range<u64> = 1000..1020;

/// Asserts that every known mistake fails on 20 more seeds, because a class is graded with a secret seed.
///
/// # Panics
/// With every mistake that passes, and the seeds.
pub fn no_seed_lets_a_mistake_pass(lesson: &Lesson) {
    let mut passed: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for todo in 0..lesson.checks.len() {
        for seed in MANY_SEEDS {
            let todo = Todo::new(lesson, todo);
            let probes = ProbeSet::random(&todo, seed);
            for (way, mistake) in todo.ways().filter(|(way, _)| !probes.notices(*way)) {
                passed.entry(format!("{} ({way})", mistake.name)).or_default().push(seed);
            }
        }
    }
    assert!(passed.is_empty(), "these mistakes pass, by the luck of the seed: {passed:?}");
}

/// Returns the faults of a lesson's checks, one sentence each. A lesson without faults has these properties:
///
/// - the starter is [`Status::NotStarted`] by its text, and its answers are 10 tolerances from right and from every mistake;
/// - the starter's answers have no mistake's name;
/// - every way to make a mistake fails with that name and no other, or is the answer that ends with a step;
/// - every two mistakes, and each and the truth, are distinguished: 10 tolerances, on two probes at least;
/// - each of a TODO's steps has something to compare, by the right answers or the starter's;
/// - the starter fails each step; the answer that ends with a step passes those up to it, fails the next and is not blamed;
/// - a mistake fails the step that it belongs to;
/// - each TODO has a question of its own and two cases at least, which the right answers pass and the starter's do not;
/// - the TODOs' names are in `lesson.toml`.
///
/// # Panics
/// If there is no OpenGL where `ARMATURE_REQUIRE_GL` requires it.
pub fn complaints(lesson: &Lesson, seeds: &[u64]) -> Vec<String> {
    let mut complaints = Vec::new();
    for todo in 0..lesson.checks.len() {
        let id = lesson.about.id(todo);
        for &seed in seeds {
            let mut faults = Vec::new();
            let reference = Submission { answers: &lesson.reference, text: None, shaders: "" };
            let v = diagnose::verdict(lesson, todo, &reference, seed);
            match v.status {
                Status::Skipped => print_skipped(&v),
                Status::Pass => {
                    let status = diagnose::starter_verdict(lesson, todo, seed).status;
                    if status != Status::NotStarted {
                        faults.push(format!("the starter's text is {status:?}"));
                    }
                    let todo = Todo::new(lesson, todo);
                    check_mistakes(&todo, seed, &mut faults);
                    check_cases(&todo, seed, &mut faults);
                }
                _ => {
                    faults.push(format!("the reference does not pass its own check\n{}", report::text(&v)));
                }
            }
            complaints.extend(faults.into_iter().map(|fault| format!("{id} seed {seed}: {fault}")));
        }
    }
    complaints.extend(toml_complaints(&lesson.about));
    complaints
}

/// Adds the faults of a TODO's steps and mistakes to `faults`: a mistake has another name or none, or two answers are too
/// close to be told apart.
fn check_mistakes(todo: &Todo, seed: u64, faults: &mut Vec<String>) {
    let probes = ProbeSet::random(todo, seed);
    let starter = probes.call_each(&|probe| todo.starter(probe));
    let v = probes.judge(&starter);
    if !v.mistakes.is_empty() {
        faults.push(format!("the starter's answer is called {:?}", names_of(&v)));
    }
    let mut known = vec![("the right answer", probes.call_each(&|probe| todo.reference(probe)))];
    let mut steps = BTreeSet::new();
    for answer in [&known[0].1, &starter].into_iter().flatten().flatten() {
        answer.steps(answer, 0.0, |step, _| steps.extend([usize::from(step)]));
    }
    if !steps.iter().copied().eq(todo.step_numbers()) {
        faults.push(format!("lesson.toml has the steps {:?}, the check {steps:?}", todo.step_numbers()));
    }
    check_steps(todo, &probes, &starter, faults);
    known.push(("the starter", starter));
    for (way, mistake) in todo.ways() {
        let name = mistake.name.as_str();
        let answer = probes.mistaken(way);
        let v = probes.judge(&answer);
        if !mistake.is_written() {
            faults.push(format!("{name} is told to nobody: its words are still to be written"));
        } else if v.status != Status::Fail || names_of(&v) != [name] && !v.ends_with_step() {
            faults.push(format!("{name} is {:?}, called {:?}", v.status, names_of(&v)));
        }
        let answer_to = |probe: &Probe| todo.call_mistaken(way, probe);
        faults.extend(fault_of_case(todo, &v, mistake, &answer_to, seed));
        if mistake.step > 0 && !probes.fails_step(mistake.step, &answer) {
            faults.push(format!("{name} passes step {}", mistake.step));
        }
        known.push((name, answer));
    }
    for (index, (a, first)) in known.iter().enumerate() {
        for (b, second) in known.iter().skip(index + 1).filter(|(b, _)| a != b) {
            faults.extend(alike(&probes, (a, first), (b, second)));
        }
    }
}

/// Returns a fault if a mistake that is made in this way is right in the case that its sentence is about, or if there is no
/// such case.
fn fault_of_case(todo: &Todo, v: &Verdict, mistake: &KnownMistake, answer_to: AnswerTo, seed: u64) -> Option<String> {
    let words = mistake.case.as_deref()?;
    let (cases, _) = todo.judge_cases(answer_to, seed, v.step(), Some(words));
    let is_wrong = cases.wrong.is_some_and(|wrong| todo.check().by_hand()[wrong.index].words.contains(words));
    (!is_wrong).then(|| format!("{} is right in its case {words:?}, or there is no such case", mistake.name))
}

/// Adds the faults of a TODO's steps to `faults`: the starter passes one, or an answer that ends with a step is taken for
/// another.
fn check_steps(todo: &Todo, probes: &ProbeSet, starter: &Result<Vec<Answer>, AnswerError>, faults: &mut Vec<String>) {
    let count = todo.toml().steps.len();
    for step in 1..=count {
        if !probes.fails_step(step, starter) {
            faults.push(format!("the starter passes step {step}"));
        }
    }
    for step in 1..count {
        let answer = probes.call_each(&|probe| {
            todo.ends_with_step(step, probe).unwrap_or_else(|| panic!("lesson.toml has no answer for step {step}"))
        });
        let v = probes.judge(&answer);
        let right: Vec<Option<bool>> = v.steps.iter().map(|step| step.right).collect();
        let expected = (1..=count).map(|number| (number <= step + 1).then_some(number <= step));
        if !expected.eq(right.iter().copied()) || !v.ends_with_step() {
            faults.push(format!("the answer that ends with step {step} is {right:?}, called {:?}", v.mistakes));
        }
    }
}

/// Adds the faults of a TODO's cases, which the reference passes, and of its general question to `faults`.
fn check_cases(todo: &Todo, seed: u64, faults: &mut Vec<String>) {
    let cases = todo.check().by_hand();
    if !todo.toml().asks.ends_with('?') {
        faults.push("lesson.toml has no general question: `asks`".into());
    }
    if cases.len() < 2 {
        faults.push(format!("{} simple cases: 2 are the least", cases.len()));
    }
    for (index, case) in cases.iter().enumerate() {
        if cases[..index].iter().any(|other| other.words == case.words) {
            faults.push(format!("two cases have the input {:?}", case.words));
        }
    }
    let (results, _) = todo.judge_cases(&|probe| todo.starter(probe), seed, usize::MAX, None);
    if results.wrong.is_none() {
        faults.push("the starter passes every case".into());
    }
}

/// Returns a fault if the two named answers cannot be told apart.
fn alike(
    probes: &ProbeSet,
    (a, first): (&str, &Result<Vec<Answer>, AnswerError>),
    (b, second): (&str, &Result<Vec<Answer>, AnswerError>),
) -> Option<String> {
    match (first, second) {
        (Ok(first), Ok(second)) => {
            let distance = probes.distance(first, second);
            distance.is_doubtful().then(|| {
                format!(
                    "{a} and {b} differ on {} probes, by {:.1} tolerances: 2 probes and {MARGIN} are the least",
                    distance.differing, distance.worst
                )
            })
        }
        (Err(error), _) => Some(format!("{a} has no answer: {error}")),
        (_, Err(error)) => Some(format!("{b} has no answer: {error}")),
    }
}

fn names_of(v: &Verdict) -> Vec<&str> {
    v.mistakes.iter().map(|mistake| mistake.name.as_str()).collect()
}

fn toml_complaints(about: &About) -> Vec<String> {
    let mut complaints = Vec::new();
    let in_code: Vec<&str> = about.todos.iter().map(|(_, task)| task.name()).collect();
    let in_text: Vec<&str> = about.toml.todos.iter().map(|todo| todo.name.as_str()).collect();
    if in_code != in_text {
        complaints.push(format!("lesson.toml has the TODOs {in_text:?}, given.rs {in_code:?}"));
    }
    let ids: Vec<&str> = about.toml.todos.iter().map(|todo| todo.id.as_str()).collect();
    if ids != about.ids() {
        complaints.push(format!("given.rs has the ids {:?}, they should be {ids:?}", about.ids()));
    }
    let folders = about.toml.milestones().map(|(milestone, _)| milestone.folder.as_str());
    if !folders.eq(about.milestones.iter().copied()) {
        complaints.push("`lesson!` and lesson.toml name other milestones".into());
    }
    complaints
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Prints that a TODO is not checked without OpenGL, past the capture of the test harness.
///
/// # Panics
/// If [`REQUIRE`] is set.
fn print_skipped(v: &Verdict) {
    let why = v.message.as_deref().unwrap_or_default();
    let required = std::env::var_os(REQUIRE).is_some_and(|value| value != "0");
    assert!(!required, "{} needs OpenGL, and {REQUIRE} is set: {why}", v.id);
    // If even that stream is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "SKIPPED {} {}: {why}", v.id, v.name);
}
