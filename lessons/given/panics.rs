//! Panics as values: no panic leaves the program or the library in which it began.
//!
//! Program and library each contain Rust's standard library, and neither can catch a panic of the other. So each side
//! catches its own panics where the other has called it and returns them as [`Caught`]; the caller [raises](raise) them
//! again.

use crate::heap;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The one Rust file a student edits: a panic's place is looked for in it.
const STUDENT_FILE: &str = "exercise.rs";

/// Of a panic's message: more than anybody reads, as of two long lists that are not equal.
const MAX_LETTERS: usize = 4000;

/// A panic, as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caught {
    /// As everybody knows it.
    Panic {
        /// What it said.
        message: String,
        /// `file:line`, the student's own where there is one.
        place: String,
    },
    /// Of [`endless`](crate::endless).
    Endless,
}

/// What is recorded about a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// It is not caught: it goes to the previous hook.
    Nothing,
    /// Its message and the place it names itself. Costs nothing.
    Place,
    /// If that place is not in the student's file, the innermost line on the stack that is: a second on a busy
    /// machine.
    Stack,
}

thread_local! {
    static RECORD: Cell<Record> = const { Cell::new(Record::Nothing) };
    static LAST: RefCell<Option<Caught>> = const { RefCell::new(None) };
}

/// What unwinds the stack of an answer that has asked too often.
pub(crate) struct TooOften;

/// What is recorded now, on this thread of the program.
pub(crate) fn record() -> Record {
    RECORD.get()
}

/// Calls `call` and catches its panic. Costs nothing measurable while nothing panics.
///
/// What cannot be caught this way: a stack overflow, an abort, `exit`, a loop that never ends.
///
/// # Errors
/// The panic, with the line in `exercise.rs` where there is one on the stack.
pub fn catch<T>(call: impl FnOnce() -> T) -> Result<T, Caught> {
    catch_with(Record::Stack, call)
}

/// The same without a walk over the stack, for a frame that waits: the place is the one that the panic names itself.
///
/// # Errors
/// As [`catch`].
pub fn catch_quickly<T>(call: impl FnOnce() -> T) -> Result<T, Caught> {
    catch_with(Record::Place, call)
}

/// Between program and library: what is recorded is what the program has asked for.
///
/// # Errors
/// As [`catch`].
pub fn guard<T>(call: impl FnOnce() -> T) -> Result<T, Caught> {
    let record = heap::program().map_or_else(record, |program| (program.record)());
    catch_with(if record == Record::Nothing { Record::Place } else { record }, call)
}

fn catch_with<T>(record: Record, call: impl FnOnce() -> T) -> Result<T, Caught> {
    install_hook();
    let outer = RECORD.replace(record);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    RECORD.set(outer);
    result.map_err(|payload| match LAST.take() {
        _ if payload.is::<TooOften>() => Caught::Endless,
        Some(caught) => caught,
        None => Caught::Panic { message: "panicked".into(), place: String::new() },
    })
}

/// Goes on with a panic that the other side has caught. The hook is not called again.
pub fn raise<T>(caught: Caught) -> T {
    if caught == Caught::Endless {
        panic::resume_unwind(Box::new(TooOften));
    }
    LAST.set(Some(caught));
    panic::resume_unwind(Box::new(()))
}

/// Once for the whole program or library. Inside a call a panic is noted and not printed; outside, and on other threads,
/// it goes to the previous hook.
pub(crate) fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let record = RECORD.get();
            if record == Record::Nothing {
                return before(info);
            }
            let at = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
            let at = at.unwrap_or_default().replace('\\', "/");
            // `v[9]` and `unwrap` blame their caller. An overflow inside `sum` blames the library, so walk the stack.
            let walk = record == Record::Stack && !at.contains(STUDENT_FILE);
            let place = if walk { student_frame().unwrap_or(at) } else { at };
            let message = info.payload_as_str().unwrap_or("panicked").chars().take(MAX_LETTERS).collect();
            LAST.set(Some(Caught::Panic { message, place }));
        }));
    });
}

/// The innermost line of the student's file on the stack (needs `debug = "line-tables-only"`).
fn student_frame() -> Option<String> {
    if cfg!(target_family = "wasm") {
        return None; // a page has no student's file, and the code for a walk would be a tenth of its module
    }
    let trace = Backtrace::force_capture().to_string();
    let of_student = |line: &&str| line.starts_with("at ") && line.contains(STUDENT_FILE);
    let line = trace.lines().map(str::trim).find(of_student)?;
    let (file_and_line, _column) = line.trim_start_matches("at ").rsplit_once(':')?;
    let file_and_line = file_and_line.replace('\\', "/");
    // Frames carry the path the compiler was given; show it from the workspace's `lessons/` on.
    let from = file_and_line.find("lessons/").unwrap_or(0);
    Some(file_and_line[from..].trim_start_matches("./").to_owned())
}
