//! Checks that teach: call an answer with chosen inputs, compare it with the reference, name the mistake.
//!
//! ```text
//! exercise.rs is saved
//!   -> cargo workbook check builds the lesson's program, or only the library with the student's answers, and starts the
//!      program with `--check`; a window checks by itself
//!   -> exercise/mod.rs: `lesson_main`, every lesson's `main`, calls `check::main`
//!   -> runner:   this process judges; another process for each TODO, with limits on time and memory, only answers:
//!                it calls the student's table with the inputs of cases and probes (ask, catch_panic), and sends the results
//!   -> diagnose: compares the answers with the reference's, looks for a known mistake
//!   -> Verdict:  the same struct for people (report) and for programs (JSON)
//! ```
//!
//! Each source of answers is one table of functions, a [`Course`](given::Course): the student's, the starter's, the
//! reference, and one for each known mistake. A check is written once for all of them. [`three_way`] tests in every lesson
//! that the starter is recognised, the solution passes, and every known mistake has its name.

mod advice;
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
#[cfg(feature = "runtime")]
mod todo;
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
pub(crate) use clock::{CpuTimeLimit, MAX_WAIT_FACTOR};
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
#[cfg(feature = "graphics")]
pub(crate) use linked::borrowed_todos;
#[cfg(feature = "runtime")]
pub use mistakes::{Mistaken, with_mistake_named};
#[cfg(feature = "runtime")]
pub use probe::{Probe, Random, Rig};
pub use report::{brief, exit_code, text};
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
pub use runner::{
    AnswerSource, Answered, BUSY, Build, JUDGING, Limits, NOT_STARTED, OTHER_TYPES, TYPES_CHANGED, check_in_child,
    main, this_program, verdict_by,
};
pub use section::{Section, SectionError, section};
pub use verdict::{CaseResults, Mistake, Outputs, SEED, Status, Step, Verdict, WrongCase};

/// The environment variable that names the library whose answers a process gives.
pub const LIBRARY: &str = "ARMATURE_LIBRARY";
