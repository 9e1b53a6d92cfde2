//! Checks that teach: ask an answer on chosen inputs, compare it with the reference, name the mistake.
//!
//! ```text
//! Lesson { exercise, starter, reference, mistaken, checks }
//!   -> runner:   one child process for each TODO, with limits on time and memory
//!   -> diagnose: ask the table on probes (guard catches panics), compare (answer), look for a known mistake (flaw)
//!   -> Verdict:  the same struct for people (report) and for programs (JSON)
//! ```
//!
//! A lesson's functions stand in a table of function pointers, filled by four hands: the student's
//! `exercise`, the first day's `starter`, the finished `reference` and the `mistaken` answer that goes
//! wrong on demand. Checks are written once, for whoever answers. [`three_way`] proves for every lesson
//! that the starter is recognised, the solution passes and every named mistake is called by its name.

mod answer;
mod asking;
mod clock;
mod diagnose;
mod flaw;
pub mod guard;
mod invariants;
pub mod memory;
mod probe;
pub mod region;
mod report;
mod runner;
#[cfg(feature = "graphics")]
pub mod shader;
pub mod source;
pub mod three_way;
mod verdict;
mod worker;

pub use answer::{Answer, Trouble};
pub use asking::asking;
pub use diagnose::{MARGIN, Submission, verdict};
pub use flaw::{active, flaw};
pub use probe::{Probe, Random, Rig};
pub use report::{exit_code, text};
pub use runner::{AnswerSource, Limits, check_in_child, main};
pub use source::Task;
pub use verdict::{Mistake, Status, Verdict};
pub use worker::{Lost, Worker};

/// Everything a lesson gives to the engine.
pub struct Lesson<A: 'static> {
    /// Two digits: `"03"`.
    pub number: &'static str,
    /// The lesson's folder below `lessons/`, and below `shaders/`: `"03-joint-lines"`.
    pub folder: &'static str,
    /// What the student has written so far.
    pub exercise: A,
    /// The text of `exercise.rs`, as it was compiled.
    pub exercise_text: &'static str,
    /// What `exercise` was on the first day: generated, never edited.
    pub starter: A,
    /// The text of `starter.rs`.
    pub starter_text: &'static str,
    /// Below `shaders/`: the folder of the starter's shaders, `"03-joint-lines/starter"`.
    pub starter_shaders: &'static str,
    /// The finished form, in `common`: what is right.
    pub reference: A,
    /// One answer for each TODO that goes wrong where [`flaw`] says so.
    pub mistaken: A,
    /// One for each TODO, in their order.
    pub checks: &'static [Check<A>],
}

/// How one TODO is checked.
pub struct Check<A: 'static> {
    /// `"03.1"`.
    pub id: &'static str,
    /// What the student writes.
    pub task: Task,
    /// The largest difference that still counts as equal, in the unit of the answer. Words must be equal.
    pub tolerance: f32,
    /// Puts the question of one probe to a table. The table's code may panic; nothing else here should.
    pub ask: fn(&A, &Probe) -> Result<Answer, Trouble>,
    /// The mistakes that are known by name.
    pub flaws: &'static [Flaw],
    /// The function of `common` this TODO becomes. An answer that merely calls it is [`Status::Borrowed`].
    pub finished_in: &'static str,
}

/// A mistake with a name: what it does (never what must have been typed), and a question that leads out of it.
pub struct Flaw {
    /// In capitals, with hyphens: `"ONE-LEVEL"`. In a shader it is the macro `ONE_LEVEL`, or the uniform
    /// bool of that name.
    pub name: &'static str,
    /// Which decision goes wrong. Two flaws of one aspect are never tried together: their sum is a third mistake.
    pub aspect: &'static str,
    /// What the answer does, as one sentence.
    pub says: &'static str,
    /// A question whose answer is the way out.
    pub asks: &'static str,
    /// Who made it: a published source, or "ours" for one that we made or expect.
    pub origin: &'static str,
}
