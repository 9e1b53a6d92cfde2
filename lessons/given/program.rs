//! Functions of the program that a library calls.

use crate::{endless, panics, panics::Record, running};
use std::sync::OnceLock;

/// A program's functions, for a library.
#[derive(Debug)]
pub struct Program {
    /// Returns what is recorded about a panic now.
    pub(crate) record: fn() -> Record,
    /// Counts a question, and returns whether an answer may ask it.
    pub(crate) may_ask: fn() -> bool,
    /// Marks the TODO whose answer runs from now on, and returns the one that was marked before.
    pub(crate) mark: fn(Option<&'static &'static str>) -> Option<&'static &'static str>,
}

/// This program, where the crate is compiled into one.
pub(crate) static THIS_PROGRAM: Program =
    Program { record: panics::record, may_ask: endless::may_ask, mark: running::mark };

/// The program that has loaded this library, where the crate is compiled into one.
static PROGRAM: OnceLock<&'static Program> = OnceLock::new();

/// Returns the program that has loaded this library; nothing in a program.
pub(crate) fn loaded_by() -> Option<&'static Program> {
    PROGRAM.get().copied()
}

/// Tells this library which program has loaded it.
pub(crate) fn begin(program: &'static Program) {
    let _ = PROGRAM.set(program); // it is loaded once
}

pub(crate) fn mark(todo: Option<&'static &'static str>) -> Option<&'static &'static str> {
    (loaded_by().unwrap_or(&THIS_PROGRAM).mark)(todo)
}
