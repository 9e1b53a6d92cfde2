//! The result of checking one TODO: the same struct for the child process, for programs and for people.

use serde::{Deserialize, Serialize};

/// Default seed of the probes.
pub const SEED: u64 = 41;

/// Status of a TODO.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The function's tokens, comments aside, are the starter's.
    #[default]
    NotStarted,
    /// rustc, or the shader's compiler, reports an error.
    DoesNotCompile,
    /// Another TODO of the same file does not compile.
    Waiting,
    /// Right on every probe.
    Pass,
    /// Right, but by calling the finished function: shown, not counted. With a [`place`](Verdict::place) the file calls that
    /// function, for this TODO or another.
    Borrowed,
    /// A wrong answer.
    Fail,
    /// Student code panicked.
    Panicked,
    /// The answer did not return in time.
    TimedOut,
    /// The process ended without a verdict: stack overflow, abort, exit, out of memory.
    Crashed,
    /// The check was skipped, for the reason given: no OpenGL.
    Skipped,
}

impl Status {
    /// One or two words, for people.
    pub fn word(self) -> &'static str {
        match self {
            Status::NotStarted => "not started",
            Status::DoesNotCompile => "DOES NOT COMPILE",
            Status::Waiting => "waits",
            Status::Pass => "pass",
            Status::Borrowed => "BORROWED",
            Status::Fail => "FAIL",
            Status::Panicked => "PANICKED",
            Status::TimedOut => "TIMED OUT",
            Status::Crashed => "CRASHED",
            Status::Skipped => "SKIPPED",
        }
    }

    /// Returns whether the TODO passes, or cannot be checked here.
    pub fn is_done(self) -> bool {
        matches!(self, Status::Pass | Status::Skipped)
    }

    /// Returns whether the answer was called, and is wrong or did not return a result.
    pub fn is_wrong(self) -> bool {
        matches!(self, Status::Fail | Status::Panicked | Status::TimedOut | Status::Crashed)
    }

    /// Returns whether the TODO is begun and not done. Of one that waits for another to compile this is not known.
    pub fn is_at_work(self) -> bool {
        !self.is_done() && !matches!(self, Status::NotStarted | Status::Waiting)
    }
}

/// A mistake, or two made together, that gives the very numbers the answer gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// `ONE-LEVEL`, or `ONE-LEVEL+ROOT-IGNORED` for two together.
    pub name: String,
    /// Its behaviour, in a sentence.
    pub says: String,
}

/// One of the steps that a TODO is written in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Name of one or two words: `points`.
    pub name: String,
    /// True if all of the step is right. `None` if that is not known: after the first wrong step, or if the answer leaves the
    /// step out.
    pub right: Option<bool>,
    /// Sentence for a right step.
    pub passes: String,
}

/// The result of checking one TODO. Fields that a status does not use are empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// `04.1`.
    pub id: String,
    /// The function's name, or the shader's file.
    pub name: String,
    pub status: Status,
    /// Seed of the probes.
    pub seed: u64,
    /// The compiler's or the panic's message, or the reason for a skipped check.
    pub message: Option<String>,
    /// `file:line` of a panic or a compile error, or the file with a borrowed answer; or the first wrong item:
    /// `joint 3 "hand", origin`.
    pub place: Option<String>,
    /// The right value.
    pub expected: Option<String>,
    /// The answer's value.
    pub got: Option<String>,
    /// The distance between the two, where there is one.
    pub off: Option<f32>,
    /// The distance that would still pass.
    pub tolerance: Option<f32>,
    /// Known mistakes that explain the answer on every probe. One is a diagnosis, several are a doubt.
    pub mistakes: Vec<Mistake>,
    /// All steps of a TODO in steps that does not pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// Groups that are right on every probe: `depth 0`.
    pub right: Vec<String>,
    /// Groups that are not.
    pub wrong: Vec<String>,
    /// The random input that the numbers belong to, and observations on its result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// Further observations: `attribute a_position has no effect in your shader`.
    pub notes: Vec<String>,
    /// Modules of the standard library that the answers call but do not need: `std::fs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unneeded: Vec<String>,
    /// Simple inputs for which a wrong answer is right, and the first for which it is wrong.
    #[serde(default)]
    pub cases: CaseResults,
    /// A question that leads out: the mistake's, or else the TODO's own.
    pub question: Option<String>,
    /// Text that student code printed, the last part of it.
    pub prints: Option<String>,
    /// The next command to type.
    pub next: Option<String>,
}

impl Verdict {
    /// Creates a verdict with a status and the next command.
    pub fn new(id: &str, name: &str, status: Status, seed: u64) -> Self {
        let next = match status {
            Status::Pass | Status::Waiting => None,
            Status::Skipped => Some("cargo workbook doctor".to_owned()),
            _ => Some(format!("cargo workbook hint {id}")),
        };
        Verdict { id: id.into(), name: name.into(), status, seed, next, ..Verdict::default() }
    }

    /// Creates the verdict of a TODO whose file, named below the workspace, is missing.
    pub fn of_missing_file(id: &str, name: &str, file: &str) -> Self {
        let number = id.split('.').next().unwrap_or_default();
        let reset = format!("cargo workbook reset {number}");
        let message = format!("{file} is missing or empty: `{reset}` brings the starter back.");
        Verdict { next: Some(reset), ..Verdict::new(id, name, Status::DoesNotCompile, SEED) }.saying(message)
    }

    /// Returns the index of the step to work on: the first wrong one, or 0.
    pub fn step(&self) -> usize {
        self.steps.iter().position(|step| step.right == Some(false)).unwrap_or_default()
    }

    /// Returns the number of steps that are right.
    pub fn steps_right(&self) -> usize {
        self.steps.iter().filter(|step| step.right == Some(true)).count()
    }

    /// Returns whether the answer ends with a right step: nothing in it is wrong, and the next step is not begun.
    pub fn ends_with_step(&self) -> bool {
        self.status == Status::Fail && self.steps_right() > 0 && self.got.is_none() && self.cases.wrong.is_none()
    }

    /// Returns whether something in the answer is wrong: see [`Status::is_wrong`].
    pub fn is_wrong(&self) -> bool {
        self.status.is_wrong() && !self.ends_with_step()
    }

    /// Returns the sign before a step. After a right step, a wrong one is still to do (`○`). A step that the answer leaves out
    /// has `…`.
    pub fn sign_of(&self, step: &Step) -> &'static str {
        let is_passed = self.steps.iter().rev().take_while(|later| later.name != step.name).any(|s| s.right.is_some());
        match step.right {
            Some(true) => "✓",
            Some(false) if self.steps_right() == 0 => "✘",
            None if is_passed => "…",
            _ => "○",
        }
    }

    /// Adds a sentence that explains the status.
    #[must_use]
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// Results of a TODO's cases, up to the first that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResults {
    /// Inputs for which the answer is right.
    pub right: Vec<String>,
    /// The first case for which it is wrong.
    pub wrong: Option<WrongCase>,
}

/// The simplest input for which an answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCase {
    /// Index among the TODO's cases.
    pub index: usize,
    /// The input in words. One that is "the same" as an earlier case but for something says what that is.
    pub input: String,
    /// A sentence with the value that the answer gives, and the right one.
    pub outcome: String,
}
