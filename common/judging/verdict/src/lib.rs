//! Verdicts, for people and as JSON; and the workspace that programs share: its lessons, their builds, rustc's errors in an
//! exercise, and the progress of a student.
//!
//! The student's command links this and neither graphics nor the runtime.

pub mod advice;
pub mod build;
pub mod card;
/// Saving a file, whole or not at all.
#[path = "../../../runtime/armature-formats/src/file.rs"]
pub mod file;
pub mod file_watcher;
mod hint;
mod lesson_toml;
pub mod pipe;
pub mod region;
pub mod report;
pub mod run_judge;
mod section;
pub mod shader_inputs;
pub mod shader_log;
pub mod shader_loops;
pub mod shared;
pub mod source;
mod verdict;
pub mod wording;
pub mod workspace;

pub use advice::{CompilerMessage, compiler_advice, panic_advice, shader_advice};
pub use card::{VerdictText, current_todo};
pub use hint::Hint;
pub use lesson_toml::{
    CompilerError, KnownMistake, LessonToml, LessonTomlError, Milestone, Remark, StepToml, TodoToml, names_shader,
};
pub use report::{brief, cause, exit_code, text};
pub use section::{Section, section};
pub use verdict::{CaseResults, Mistake, SEED, Status, Step, Verdict, WrongCase};
pub use workspace::{SHADERS, assets, shaders};

/// The environment variable that names the library whose answers a process gives.
pub const LIBRARY: &str = "ARMATURE_LIBRARY";

/// The environment variable that names the folder for what the GPU was told, a page for each frame of one's own program.
pub const PAGES: &str = "ARMATURE_PAGES";
