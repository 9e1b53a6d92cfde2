//! Functions of the program that a library calls.

use crate::{endless, panics, panics::Record, running};
use std::sync::OnceLock;

/// A program's functions, for a library.
#[derive(Debug)]
pub struct Program {
    /// Returns how a panic is recorded at present.
    pub(crate) record: fn() -> Record,
    /// Counts a call by an answer, and returns whether it may be made.
    pub(crate) may_check_time: fn() -> bool,
    /// Marks a TODO as the one whose answer is running, and returns the TODO that was marked before.
    pub(crate) mark: fn(Option<&'static &'static str>) -> Option<&'static &'static str>,
}

/// This program's own functions, if the crate is a part of a program.
pub(crate) static THIS_PROGRAM: Program =
    Program { record: panics::record, may_check_time: endless::may_check_time, mark: running::mark };

/// The program that has loaded this library, if the crate is a part of a library.
static PROGRAM: OnceLock<&'static Program> = OnceLock::new();

/// Returns the program that has loaded this library; `None` in a program.
pub(crate) fn loaded_by() -> Option<&'static Program> {
    PROGRAM.get().copied()
}

/// Keeps the program that has loaded this library.
pub(crate) fn begin(program: &'static Program) {
    let _ = PROGRAM.set(program); // a library is loaded only once
}

pub(crate) fn mark(todo: Option<&'static &'static str>) -> Option<&'static &'static str> {
    (loaded_by().unwrap_or(&THIS_PROGRAM).mark)(todo)
}
