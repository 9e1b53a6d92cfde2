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
mod announce;
mod answer;
mod ask;
mod card;
mod case;
pub mod catalogue;
pub mod catch_panic;
#[cfg(not(target_family = "wasm"))]
mod clock;
mod diagnose;
mod hint;
mod invariants;
mod lesson;
mod lesson_toml;
#[cfg(not(target_family = "wasm"))]
pub mod library;
#[cfg(not(target_family = "wasm"))]
mod linked;
mod mistakes;
mod probe;
mod question;
pub mod region;
mod report;
#[cfg(not(target_family = "wasm"))]
mod runner;
mod section;
#[cfg(feature = "graphics")]
pub mod shader;
#[cfg(feature = "graphics")]
mod shader_loops;
pub mod source;
pub mod three_way;
mod verdict;

pub use advice::{CompilerMessage, compiler_advice, function_of_table};
pub use answer::{Answer, AnswerError, Item, Value, finite, says};
pub use ask::{Ask, called_the_answer};
pub use card::{Told, current_todo};
pub use case::{Case, CaseResults, WrongCase};
#[cfg(feature = "graphics")]
pub(crate) use clock::CpuTimeLimit;
pub use diagnose::{MARGIN, Submission, verdict};
pub use given::Task;
pub use hint::Hint;
pub use lesson::{About, Check, EarlierLesson, Lesson, folder, number};
pub use lesson_toml::{
    CompilerError, KnownMistake, LessonToml, LessonTomlError, Milestone, Practice, Remark, StepToml, TodoToml,
};
#[cfg(not(target_family = "wasm"))]
pub use library::{LoadError, LoadedLibrary};
pub use mistakes::{Mistaken, with_mistake_named};
pub use probe::{Probe, Random, Rig};
pub use question::{Question, QuestionKind};
pub use report::{brief, exit_code, text};
#[cfg(not(target_family = "wasm"))]
pub use runner::{
    AnswerSource, Answered, Build, JUDGING, Limits, NOT_STARTED, OTHER_TYPES, SEED, TYPES_CHANGED, check_in_child,
    main, this_program, verdict_by,
};
pub use section::{Section, SectionError, section};
pub use verdict::{Mistake, Outputs, Status, Step, Verdict};
