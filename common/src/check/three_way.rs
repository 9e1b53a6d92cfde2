//! The test every lesson has: the starter is recognised, the solution passes, each mistake fails by name.

use super::diagnose::{self, Inquiry, MARGIN, Todo};
use super::{
    About, Answer, AnswerError, AnswerTable, KnownMistake, Lesson, Probe, Status, Submission, Verdict, catalogue,
    mistakes, region, report, source,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// What takes long is tried on these.
pub const SEEDS: [u64; 3] = [41, 7, 20_250];

/// The environment variable that makes a missing OpenGL a failure.
const REQUIRE: &str = "ARMATURE_REQUIRE_GL";

/// The answers of `src/solution.rs` pass, with the solution's shaders, whatever the seed. On many seeds the usual probes
/// are asked alone.
///
/// # Panics
/// With the report of the first check that does not pass, or if there is no OpenGL where it is required.
pub fn solution_passes<A: AnswerTable>(lesson: &Lesson<A>, answers: A) {
    let (solution, _) = generated_files(&lesson.about).remove(0);
    let text = read(&solution);
    let shaders = format!("{}/solution", lesson.about.folder);
    let answers = &answers.with_shaders(&shaders);
    let solution = Submission { answers, text: Some(&text), shaders: &shaders };
    for todo in 0..lesson.checks.len() {
        let asks = |probe: &Probe| lesson.checks[todo].answer(answers, probe);
        let verdicts = SEEDS.map(|seed| diagnose::verdict(lesson, todo, &solution, seed));
        let more = diagnose::with_todo(lesson, todo, |todo| -> Vec<Verdict> {
            let judge = |seed| {
                let inquiry = Inquiry::new(todo, seed);
                inquiry.judge(&inquiry.ask(&asks, &[]))
            };
            MANY_SEEDS.map(judge).collect()
        });
        for v in verdicts.iter().chain(&more) {
            match v.status {
                Status::Pass => {}
                Status::Skipped => {
                    skipped(v);
                    break;
                }
                _ => panic!("{}", report::text(v)),
            }
        }
    }
}

/// Starter and mistakes, on [`SEEDS`].
///
/// # Panics
/// With every complaint at once: see [`complaints`].
pub fn verify<A: AnswerTable>(lesson: &Lesson<A>) {
    let complaints = complaints(lesson, &SEEDS);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Seeds as `grade` may draw them.
const MANY_SEEDS: std::ops::Range<u64> = 1000..1020;

/// Pairs of a TODO's mistakes, with all their forms. A check of an unnamed wrong answer tries each of them.
const MAX_PAIRS: usize = 2000;

/// On many seeds every named mistake is wrong on some probe: a class is graded with one that nobody knows.
///
/// # Panics
/// With every mistake that passes, and the seeds.
pub fn no_seed_lets_a_mistake_pass<A: AnswerTable>(lesson: &Lesson<A>) {
    let mut passed: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for todo in 0..lesson.checks.len() {
        diagnose::with_todo(lesson, todo, |todo| {
            for seed in MANY_SEEDS {
                let inquiry = Inquiry::new(todo, seed);
                for name in todo.mistakes().iter().flat_map(KnownMistake::switches) {
                    if !inquiry.notices(name) {
                        passed.entry(name.to_owned()).or_default().push(seed);
                    }
                }
            }
        });
    }
    assert!(passed.is_empty(), "these mistakes pass, by the luck of the seed: {passed:?}");
}

/// What is wrong with a lesson's checks, one sentence each:
///
/// - the starter is [`Status::NotStarted`] by its text, and its answers are 10 tolerances from right and from every mistake;
/// - the starter's answers have no mistake's name, and no pair's;
/// - with no mistake switched on, `mistaken` passes; with one it fails with that name and no other;
/// - every two mistakes, and each and the truth, are distinguished: 10 tolerances, on two probes at least;
/// - two mistakes of different aspects are never called by a third one's name, and there are no more than a check can
///   try while the student waits;
/// - where `mistaken` has a [`nan_band`](super::nan_band), NaN in any part of its range fails;
/// - each of a TODO's steps has something to compare, by the right answers or the starter's;
/// - every switch of `mistaken` is in `lesson.toml`, and every mistake there has its switch;
/// - so are the TODOs' names, and the words of the checks with the values that they want.
///
/// # Panics
/// If there is no OpenGL where `ARMATURE_REQUIRE_GL` requires it.
pub fn complaints<A: AnswerTable>(lesson: &Lesson<A>, seeds: &[u64]) -> Vec<String> {
    let mut complaints = Vec::new();
    let _ = mistakes::take_queried();
    for todo in 0..lesson.checks.len() {
        let id = lesson.about.id(todo);
        for &seed in seeds {
            let mut say = |what: String| complaints.push(format!("{id} seed {seed}: {what}"));
            let reference = Submission { answers: &lesson.reference, text: None, shaders: "" };
            let v = diagnose::verdict(lesson, todo, &reference, seed);
            match v.status {
                Status::Skipped => skipped(&v),
                Status::Pass => {
                    let status = diagnose::starter_verdict(lesson, todo, seed).status;
                    if status != Status::NotStarted {
                        say(format!("the starter's text is {status:?}"));
                    }
                    diagnose::with_todo(lesson, todo, |todo| one(todo, seed, &mut say));
                }
                _ => {
                    say(format!("the reference does not pass its own check\n{}", report::text(&v)));
                }
            }
        }
    }
    complaints.extend(unknown_switches(&lesson.about));
    complaints.extend(tasks(&lesson.about));
    complaints
}

fn one(todo: &Todo, seed: u64, say: &mut impl FnMut(String)) {
    let inquiry = Inquiry::new(todo, seed);
    let last = Inquiry::last(todo, seed);
    let _ = mistakes::take_banded();
    for inquiry in [&inquiry, &last] {
        let v = inquiry.judge(&inquiry.mistaken(&[]));
        if v.status != Status::Pass {
            say(format!("`mistaken` goes wrong with no mistake switched on\n{}", report::text(&v)));
        }
    }
    gaps(todo, &[&inquiry, &last], say);
    let starter = inquiry.ask(todo.starter, &[]);
    let v = inquiry.judge(&starter);
    if !v.mistakes.is_empty() {
        say(format!("the starter's answer is called {:?}", names_of(&v)));
    }
    let mut known = vec![("the right answer", inquiry.ask(todo.reference, &[]))];
    let mut steps = BTreeSet::new();
    for answer in [&known[0].1, &starter].into_iter().flatten().flatten() {
        answer.steps(answer, 0.0, |step, _| steps.extend([usize::from(step)]));
    }
    if !steps.iter().copied().eq(todo.step_numbers()) {
        say(format!("lesson.toml has the steps {:?}, the check {steps:?}", todo.step_numbers()));
    }
    known.push(("the starter", starter));
    for mistake in todo.mistakes() {
        for name in mistake.switches() {
            let answer = inquiry.mistaken(&[name]);
            let v = inquiry.judge(&answer);
            if !mistake.is_written() {
                say(format!("{name} is told to nobody: its words are still to be written"));
            } else if v.status != Status::Fail || names_of(&v) != [&mistake.name] {
                say(format!("{name} is {:?}, called {:?}", v.status, names_of(&v)));
            }
            known.push((name, answer));
        }
    }
    let name = |switch: &str| switch.split(':').next().map(str::to_owned);
    for (index, (a, first)) in known.iter().enumerate() {
        for (b, second) in known.iter().skip(index + 1).filter(|(b, _)| name(a) != name(b)) {
            separate(&inquiry, (a, first), (b, second), say);
        }
    }
    let forms = |(a, b): (&KnownMistake, &KnownMistake)| a.switches().count() * b.switches().count();
    let count: usize = diagnose::pairs(todo.mistakes()).map(forms).sum();
    if count > MAX_PAIRS {
        say(format!("{count} pairs of mistakes are too many to try while a student waits: {MAX_PAIRS} are the most"));
    }
    for (a, b) in diagnose::pairs(todo.mistakes()) {
        let both = [a.name.as_str(), &b.name];
        // Nearly always the first probe shows a difference, and the rest are not asked.
        let is_it = |mistake: &&'static KnownMistake| mistake.switches().any(|name| inquiry.is_same(&[name], &both));
        let names = todo.mistakes().iter().filter(is_it).map(|mistake| mistake.name.as_str());
        let names: Vec<&str> = names.collect();
        if !names.is_empty() && !names.iter().any(|name| both.contains(name)) {
            say(format!("{} and {} together are called {names:?}", a.name, b.name));
        }
    }
}

/// Parts of an input's range in which a right answer may be NaN, and passes: see [`nan_band`](super::nan_band).
fn gaps(todo: &Todo, inquiries: &[&Inquiry], say: &mut impl FnMut(String)) {
    for (name, range) in mistakes::take_banded() {
        let passes = |band: &usize| {
            mistakes::with_nan_in(name, *band, || {
                inquiries.iter().all(|inquiry| inquiry.agrees(&inquiry.ask(todo.mistaken, &[])))
            })
        };
        let width = (range.end - range.start) / mistakes::BANDS as f32;
        let from = |band: usize| range.start + width * band as f32;
        let gaps = (0..mistakes::BANDS).filter(passes);
        let gaps: Vec<String> = gaps.map(|band| format!("{:.3} to {:.3}", from(band), from(band + 1))).collect();
        if !gaps.is_empty() {
            say(format!(
                "NaN passes where {name} is {}: no probe asks there, or `min` or `max` swallows it",
                gaps.join(", ")
            ));
        }
    }
}

fn separate(
    inquiry: &Inquiry,
    (a, first): (&str, &Result<Vec<Answer>, AnswerError>),
    (b, second): (&str, &Result<Vec<Answer>, AnswerError>),
    say: &mut impl FnMut(String),
) {
    match (first, second) {
        (Ok(first), Ok(second)) => {
            let d = inquiry.distance(first, second);
            if d.near() {
                let (worst, differing) = (d.worst, d.differing);
                say(format!(
                    "{a} and {b} differ on {differing} probes, by {worst:.1} tolerances: \
                     2 probes and {MARGIN} are the least"
                ));
            }
        }
        (Err(trouble), _) => say(format!("{a} has no answer: {trouble}")),
        (_, Err(trouble)) => say(format!("{b} has no answer: {trouble}")),
    }
}

fn names_of(v: &Verdict) -> Vec<&str> {
    v.mistakes.iter().map(|mistake| mistake.name.as_str()).collect()
}

/// What does not fit between `lesson.toml` and the code.
fn tasks(about: &About) -> Vec<String> {
    let mut complaints = Vec::new();
    let in_code: Vec<&str> = about.tasks.iter().map(super::Task::name).collect();
    let in_text: Vec<&str> = about.toml.todos.iter().map(|todo| todo.name.as_str()).collect();
    if in_code != in_text {
        complaints.push(format!("lesson.toml has the TODOs {in_text:?}, `Answers` {in_code:?}"));
    }
    let folders = about.toml.milestones().map(|(milestone, _)| milestone.folder.as_str());
    if !folders.eq(about.milestones.iter().copied()) {
        complaints.push("`lesson!` and lesson.toml name other milestones".into());
    }
    let sources = [source::lessons().join(about.folder).join("course/src"), source::shaders().join(about.folder)];
    complaints.extend(catalogue::complaints(about.toml, &sources));
    complaints
}

/// Switches that `lesson.toml` does not name.
fn unknown_switches(about: &About) -> Vec<String> {
    let known = |name: &str| {
        let mut all = about.toml.todos.iter().flat_map(|todo| &todo.mistakes);
        all.any(|mistake| mistake.switches().any(|switch| switch == name))
    };
    let queried = mistakes::take_queried();
    let unknown_switches = queried.iter().filter(|name| !known(name));
    unknown_switches.map(|name| format!("`mistaken` has a switch {name}, which no TODO knows")).collect()
}

/// The starter's files are what the solution's regions make of them. (The exercise may be edited.)
///
/// # Panics
/// If one is not, or the marks do not fit.
pub fn starter_is_generated(about: &About) {
    let ids = about.ids();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    for (solution, starter) in generated_files(about) {
        let parts =
            region::split(&read(&solution), &ids).unwrap_or_else(|error| panic!("{}: {error}", solution.display()));
        // Lines, not bytes: a checkout may have turned the line ends.
        assert!(
            parts.starter.lines().eq(read(&starter).lines()),
            "{} is out of date: cargo workbook author starters {}",
            starter.display(),
            about.number()
        );
    }
}

/// `solution.rs` and the solution's shaders, each with the starter that is made from it.
fn generated_files(about: &About) -> Vec<(PathBuf, PathBuf)> {
    let rust = source::lessons().join(about.folder).join("course/src");
    let mut files = vec![(rust.join("solution.rs"), rust.join("starter.rs"))];
    let shaders = source::shaders().join(about.folder);
    // A lesson need not have shaders.
    for entry in fs::read_dir(shaders.join("solution")).into_iter().flatten().flatten() {
        files.push((entry.path(), shaders.join("starter").join(entry.file_name())));
    }
    files
}

fn read(path: &PathBuf) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Past the test harness's capture, which would swallow it; a failure where OpenGL is required.
fn skipped(v: &Verdict) {
    let why = v.message.as_deref().unwrap_or_default();
    let required = std::env::var_os(REQUIRE).is_some_and(|value| value != "0");
    assert!(!required, "{} needs OpenGL, and {REQUIRE} is set: {why}", v.id);
    // If even that stream is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "SKIPPED {} {}: {why}", v.id, v.name);
}
