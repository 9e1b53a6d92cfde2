//! The test every lesson has: the starter is recognised, the solution passes, each mistake fails by name.

use super::diagnose::{self, MARGIN, Panel, Todo};
use super::{Answer, Lesson, Status, Submission, Trouble, Verdict, flaw, region, report};
use std::io::Write;
use std::rc::Rc;

/// Any seed must do; these are tried.
pub const SEEDS: [u64; 3] = [41, 7, 20_250];

/// The environment variable that makes a missing OpenGL a failure.
const REQUIRE: &str = "ARMATURE_REQUIRE_GL";

/// The solution's own test: it passes, whatever the seed.
///
/// # Panics
/// With the report of the first check that does not pass, or if there is no OpenGL where it is required.
pub fn passes<A>(lesson: &Lesson<A>, solution: &Submission<A>) {
    for check in lesson.checks {
        for seed in SEEDS {
            let v = diagnose::verdict(lesson, check, solution, seed);
            match v.status {
                Status::Pass => {}
                Status::Skipped => skipped(&v),
                _ => panic!("{}", report::text(&v)),
            }
        }
    }
}

/// Starter and mistakes, on [`SEEDS`].
///
/// # Panics
/// With every complaint at once: see [`complaints`].
pub fn verify<A>(lesson: &Lesson<A>) {
    let complaints = complaints(lesson, &SEEDS);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// What is wrong with a lesson's checks, one sentence each:
///
/// - the starter is [`Status::NotStarted`] by its text, and its answers are 10 tolerances from right and from every mistake;
/// - with no mistake switched on, `mistaken` passes; with one it fails with that name and no other;
/// - every two mistakes, and each and the truth, are told apart: 10 tolerances, on two probes at least;
/// - two mistakes of different aspects are never called by a third one's name;
/// - every name that `mistaken` asks for is in the catalogue, and no name is there twice.
///
/// # Panics
/// If there is no OpenGL where `ARMATURE_REQUIRE_GL` requires it.
pub fn complaints<A>(lesson: &Lesson<A>, seeds: &[u64]) -> Vec<String> {
    let mut complaints = Vec::new();
    let _ = flaw::take_asked();
    for check in lesson.checks {
        for &seed in seeds {
            let mut say =
                |what: String| complaints.push(format!("{} seed {seed}: {what}", check.id));
            let reference = Submission { answers: &lesson.reference, text: None, shaders: "" };
            let v = diagnose::verdict(lesson, check, &reference, seed);
            match v.status {
                Status::Skipped => skipped(&v),
                Status::Pass => {
                    let starter = Submission {
                        answers: &lesson.starter,
                        text: Some(lesson.starter_text),
                        shaders: lesson.starter_shaders,
                    };
                    let status = diagnose::verdict(lesson, check, &starter, seed).status;
                    if status != Status::NotStarted {
                        say(format!("the starter's text is {status:?}"));
                    }
                    diagnose::with_todo(lesson, check, |todo| one(todo, seed, &mut say));
                }
                _ => {
                    say(format!("the reference does not pass its own check\n{}", report::text(&v)));
                }
            }
        }
    }
    complaints.extend(names(lesson));
    complaints
}

fn one(todo: &Todo, seed: u64, say: &mut impl FnMut(String)) {
    let panel = Panel::new(todo, seed);
    let v = panel.judge(&panel.mistaken(&[]));
    if v.status != Status::Pass {
        say(format!("`mistaken` goes wrong with no mistake switched on\n{}", report::text(&v)));
    }
    let mut known = vec![("the right answer", Rc::new(panel.ask(todo.reference, &[])))];
    known.push(("the starter", Rc::new(panel.ask(todo.starter, &[]))));
    for flaw in todo.flaws {
        let answer = panel.mistaken(&[flaw.name]);
        let v = panel.judge(&answer);
        if v.status != Status::Fail || names_of(&v) != [flaw.name] {
            say(format!("{} is {:?}, called {:?}", flaw.name, v.status, names_of(&v)));
        }
        known.push((flaw.name, answer));
    }
    for (index, (a, first)) in known.iter().enumerate() {
        for (b, second) in known.iter().skip(index + 1) {
            separate(&panel, (a, first), (b, second), say);
        }
    }
    for (a, b) in diagnose::pairs(todo.flaws) {
        let v = panel.judge(&panel.mistaken(&[a.name, b.name]));
        let of_the_two = |name: &str| name.split('+').all(|part| part == a.name || part == b.name);
        let names = names_of(&v);
        if !names.is_empty() && !names.iter().any(|name| of_the_two(name)) {
            say(format!("{} and {} together are called {names:?}", a.name, b.name));
        }
    }
}

fn separate(
    panel: &Panel,
    (a, first): (&str, &Result<Vec<Answer>, Trouble>),
    (b, second): (&str, &Result<Vec<Answer>, Trouble>),
    say: &mut impl FnMut(String),
) {
    match (first, second) {
        (Ok(first), Ok(second)) => {
            let d = panel.distance(first, second);
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

/// Complaints about the catalogue itself.
fn names<A>(lesson: &Lesson<A>) -> Vec<String> {
    let asked = flaw::take_asked();
    let all = || lesson.checks.iter().flat_map(|check| check.flaws);
    let known = |name: &str| all().any(|flaw| flaw.name == name);
    let unknown = asked.iter().filter(|name| !known(name));
    let mut complaints: Vec<String> =
        unknown.map(|name| format!("`mistaken` asks for {name}, which no check knows")).collect();
    for check in lesson.checks {
        for (index, flaw) in check.flaws.iter().enumerate() {
            if check.flaws.iter().skip(index + 1).any(|other| other.name == flaw.name) {
                complaints.push(format!("{}: {} is there twice", check.id, flaw.name));
            }
            if flaw.says.is_empty() || !flaw.asks.contains('?') || flaw.origin.is_empty() {
                complaints.push(format!(
                    "{}: {} needs a sentence, a question and an origin",
                    check.id, flaw.name
                ));
            }
        }
    }
    complaints
}

/// The starter is what the solution's regions say it is. (An edited exercise is nobody's business here.)
///
/// # Panics
/// If it is not, or the marks do not fit.
pub fn starter_is_generated<A>(lesson: &Lesson<A>, solution: &str, starter: &str) {
    let ids: Vec<&str> = lesson.checks.iter().map(|check| check.id).collect();
    let parts = region::split(solution, &ids).unwrap_or_else(|error| panic!("{error}"));
    // Lines, not bytes: a checkout may have turned the line ends.
    assert!(
        parts.starter.lines().eq(starter.lines()),
        "the starter is out of date: cargo workbook author starters {}",
        lesson.number
    );
}

/// Past the test harness's capture, which would swallow it; a failure where OpenGL is required.
fn skipped(v: &Verdict) {
    let why = v.message.as_deref().unwrap_or_default();
    let required = std::env::var_os(REQUIRE).is_some_and(|value| value != "0");
    assert!(!required, "{} needs OpenGL, and {REQUIRE} is set: {why}", v.id);
    // If even that stream is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "SKIPPED {} {}: {why}", v.id, v.name);
}
