//! Checks that teach: ask an answer on chosen inputs, compare it with the reference, name the mistake.
//!
//! ```text
//! exercise.rs is saved
//!   -> cargo workbook check builds the lesson's program, or its answers as a library for the program that is there, and
//!      starts it with `--check`; a window checks by itself
//!   -> exercise/mod.rs: `lesson_main`, every lesson's `main`, calls `check::main`
//!   -> runner:   this process judges; another one for each TODO, with limits on time and memory, only answers:
//!                it puts the questions of cases and probes to the student's table (ask, catch_panic) and gives what comes back
//!   -> diagnose: compares (answer) with what the reference answers, looks for a known mistake
//!   -> Verdict:  the same struct for people (report) and for programs (JSON)
//! ```
//!
//! All answers are in one table of functions ([`Course`](given::Course)): there is one with the student's, one with those of
//! the starter, the `reference`, and one for each known mistake. Checks are written once, for any of them. [`three_way`]
//! proves for every lesson that the starter is recognised, the solution passes and every named mistake is called by its name.

mod advice;
#[cfg(feature = "runtime")]
mod announce;
#[cfg(feature = "runtime")]
mod answer;
#[cfg(feature = "runtime")]
mod ask;
mod card;
#[cfg(feature = "runtime")]
mod case;
pub mod catalogue;
#[cfg(feature = "runtime")]
pub mod catch_panic;
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
mod clock;
#[cfg(feature = "runtime")]
mod diagnose;
mod hint;
#[cfg(feature = "runtime")]
mod invariants;
#[cfg(feature = "runtime")]
mod lesson;
mod lesson_toml;
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
pub mod library;
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
mod linked;
#[cfg(feature = "runtime")]
mod mistakes;
#[cfg(feature = "runtime")]
mod probe;
#[cfg(feature = "runtime")]
mod question;
pub mod region;
mod report;
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
mod runner;
mod section;
#[cfg(feature = "graphics")]
pub mod shader;
#[cfg(feature = "graphics")]
mod shader_loops;
pub mod source;
#[cfg(feature = "runtime")]
pub mod three_way;
mod verdict;

pub use advice::{CompilerMessage, compiler_advice, function_of_table};
#[cfg(feature = "runtime")]
pub use answer::{Answer, AnswerError, Item, Value, finite, says};
#[cfg(feature = "runtime")]
pub use ask::{Ask, called_the_answer};
pub use card::{Told, current_todo};
#[cfg(feature = "runtime")]
pub use case::Case;
#[cfg(feature = "graphics")]
pub(crate) use clock::CpuTimeLimit;
#[cfg(feature = "runtime")]
pub use diagnose::{MARGIN, Submission, verdict};
#[cfg(feature = "runtime")]
pub use given::Task;
pub use hint::Hint;
#[cfg(feature = "runtime")]
pub use lesson::{About, Check, EarlierLesson, Lesson, folder, number};
pub use lesson_toml::{
    CompilerError, KnownMistake, LessonToml, LessonTomlError, Milestone, Practice, Remark, StepToml, TodoToml,
};
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
pub use library::{LoadError, LoadedLibrary};
#[cfg(feature = "runtime")]
pub use mistakes::{Mistaken, with_mistake_named};
#[cfg(feature = "runtime")]
pub use probe::{Probe, Random, Rig};
#[cfg(feature = "runtime")]
pub use question::{Question, QuestionKind};
pub use report::{brief, exit_code, text};
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
pub use runner::{
    AnswerSource, Answered, Build, JUDGING, Limits, NOT_STARTED, OTHER_TYPES, SEED, TYPES_CHANGED, check_in_child,
    main, this_program, verdict_by,
};
pub use section::{Section, SectionError, section};
pub use verdict::{CaseResults, Mistake, Outputs, Status, Step, Verdict, WrongCase};

/// The environment variable that names the library whose answers a process gives.
pub const LIBRARY: &str = "ARMATURE_LIBRARY";
