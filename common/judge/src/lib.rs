//! Checks of a student's answers, each in a process with limits on time and memory.
//!
//! ```text
//! a lesson's program, started with `--check`, judges:
//!   -> another process for each TODO only answers: it loads the student's library, calls its table with the inputs of cases
//!      and probes, and sends the results
//!   -> check::diagnose compares the results with the reference's, and looks for a known mistake
//!   -> Verdict
//! ```

mod built;
mod clock;
pub mod library;
mod linked;
pub mod memory;
mod runner;

pub use built::answers;
pub use clock::{CpuTimeLimit, MAX_WAIT_FACTOR};
pub use library::{LoadError, LoadedLibrary};
pub use linked::borrowed_todos;
pub use runner::{AnswerSource, Answered, Build, Limits, OTHER_TYPES, check_in_child, main};
