//! Checks of a student's answers, each in a process with limits on time and memory.
//!
//! ```text
//! a lesson's program with --check judges (judge.rs)
//!   -> for each TODO the same program with --answer only answers (answerer.rs, held by answerer_process.rs): it loads the student's library, calls its
//!      table with the inputs of cases and probes, and sends the results (protocol.rs)
//!   -> check::diagnose compares the results with the reference's, and looks for a known mistake
//!   -> Verdict
//! ```

mod answerer;
mod answerer_process;
mod arguments;
mod clock;
mod judge;
pub mod library;
mod linked;
pub mod memory;
mod protocol;

pub use clock::{CpuTimeLimit, MAX_WAIT_FACTOR};
pub use judge::{answers, check_in_child, main};
pub use library::{LoadError, LoadedLibrary};

use check::About;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use verdict::build::BuildOutcome;

/// Resources that one TODO's process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Working time of the check's own thread, where the system tells (Linux); elsewhere wall-clock time. A thread that
    /// sleeps, or hardly gets to work, is stopped after some times as long.
    pub time: Duration,
    /// Its data, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    /// A hundred times what a check takes.
    fn default() -> Self {
        Limits { time: Duration::from_secs(3), memory: 256 << 20 }
    }
}

/// The table of answers that is checked, or drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerSource {
    /// The student's.
    #[default]
    Mine,
    /// Answers with which every student begins.
    Starter,
    /// Ours.
    Reference,
}

impl AnswerSource {
    /// The value of `--as`.
    fn name(self) -> &'static str {
        match self {
            AnswerSource::Mine => "exercise",
            AnswerSource::Starter => "starter",
            AnswerSource::Reference => "reference",
        }
    }

    fn from_name(name: &str) -> Result<Self, String> {
        let all = [AnswerSource::Mine, AnswerSource::Starter, AnswerSource::Reference];
        let named = all.into_iter().find(|source| source.name() == name);
        named.ok_or_else(|| format!("\"{name}\" is none of {}", all.map(AnswerSource::name).join(", ")))
    }
}

/// The exit code where the library that is named cannot be loaded: the program has to be built anew.
pub const OTHER_TYPES: u8 = 4;

/// The exit code of a judge or an answerer whose parent is gone before the check was done.
const PARENT_GONE: i32 = 125;

/// Stack of the thread that answers and of the one that judges: the same on every system, so that a recursion that fits
/// here fits there.
const STACK: usize = 8 << 20;

/// Makes the library of a lesson's answers; `None` if they are the starter's.
pub type Build = fn(&About) -> Option<BuildOutcome>;
