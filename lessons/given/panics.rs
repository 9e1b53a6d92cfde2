//! Panics as values: no panic leaves the program or the library in which it began.
//!
//! Program and library each contain Rust's standard library, and neither can catch a panic of the other. So each function
//! of a [table](crate::lesson!) catches its own panics and returns them as [`CallError`].

use crate::{CallError, CallErrorKind, program};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The Rust files that a student edits, a lesson's and those of his own program: a panic's place is looked for in them.
const STUDENT_FILES: [&str; 2] = ["exercise.rs", "own/src/"];

/// The longest message that is kept of a panic. Nobody reads more, for example of two long lists that are not equal.
const MAX_LETTERS: usize = 4000;

/// Record of a panic.
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
    static LAST: RefCell<Option<CallErrorKind>> = const { RefCell::new(None) };
}

/// The payload of the panic that ends an answer which has asked too often.
pub(crate) struct TooOften;

/// Returns what is recorded now, on this thread of the program.
pub(crate) fn record() -> Record {
    RECORD.get()
}

/// Calls `call` and catches its panic. Costs nothing measurable while nothing panics.
///
/// A stack overflow, an abort, `exit` and a loop that never ends cannot be caught this way.
///
/// # Errors
/// The panic, with the line in `exercise.rs` where there is one on the stack. Its TODO is empty, unless the call of a tool failed.
pub fn catch<T>(call: impl FnOnce() -> T) -> Result<T, CallError> {
    catch_with(Record::Stack, call)
}

/// Catches a panic like [`catch`] without a walk over the stack, for a frame that waits: the place is the one that the
/// panic names itself.
///
/// # Errors
/// See [`catch`].
pub fn catch_quickly<T>(call: impl FnOnce() -> T) -> Result<T, CallError> {
    catch_with(Record::Place, call)
}

/// Calls the answer to a TODO. Each function of a table does so, on its own side of the edge between program and library.
///
/// # Errors
/// What the answer has done instead of answering; if it called a tool whose call failed, what that has done.
pub fn answer<T>(todo: &'static &'static str, call: impl FnOnce() -> T) -> Result<T, CallError> {
    // What is recorded is what the program has asked for.
    let record = match program::loaded_by() {
        Some(program) => (program.record)(),
        None => record(),
    };
    let caller = program::mark(Some(todo));
    let result = catch_with(if record == Record::Nothing { Record::Place } else { record }, call);
    program::mark(caller);
    result.map_err(|error| if error.todo.is_empty() { CallError { todo, ..error } } else { error })
}

/// Ends the answer that has called a tool whose call failed, on the side of that answer, where [`answer`] catches it.
pub fn unwind<T>(error: CallError) -> T {
    panic::resume_unwind(Box::new(error))
}

fn catch_with<T>(record: Record, call: impl FnOnce() -> T) -> Result<T, CallError> {
    install_hook();
    let outer = RECORD.replace(record);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    RECORD.set(outer);
    result.map_err(|payload| match payload.downcast::<CallError>() {
        Ok(error) => *error,
        Err(payload) if payload.is::<TooOften>() => CallError { todo: "", kind: CallErrorKind::Endless },
        Err(_) => CallError {
            todo: "",
            kind: LAST
                .take()
                .unwrap_or_else(|| CallErrorKind::Panicked { message: "panicked".into(), place: String::new() }),
        },
    })
}

/// Installs the hook once for the whole program or library. Inside a call a panic is noted and not printed; outside, and on
/// other threads, it goes to the previous hook.
pub(crate) fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let record = RECORD.get();
            if record == Record::Nothing {
                return previous(info);
            }
            let location = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
            let location = location.unwrap_or_default().replace('\\', "/");
            // `v[9]` and `unwrap` blame their caller. An overflow inside `sum` blames the library, so walk the stack.
            let walk = record == Record::Stack && !is_of_student(&location);
            let place = if walk { student_frame().unwrap_or(location) } else { location };
            let message = info.payload_as_str().unwrap_or("panicked").chars().take(MAX_LETTERS).collect();
            LAST.set(Some(CallErrorKind::Panicked { message, place }));
        }));
    });
}

fn is_of_student(location: &str) -> bool {
    STUDENT_FILES.iter().any(|file| location.contains(file))
}

/// Returns the innermost line of the student's file on the stack (needs `debug = "line-tables-only"`).
fn student_frame() -> Option<String> {
    if cfg!(target_family = "wasm") {
        return None; // a page has no student's file, and the code for a walk would be a tenth of its module
    }
    let trace = Backtrace::force_capture().to_string();
    let of_student = |line: &&str| line.starts_with("at ") && is_of_student(line);
    let line = trace.lines().map(str::trim).find(of_student)?;
    let (file_and_line, _column) = line.trim_start_matches("at ").rsplit_once(':')?;
    let file_and_line = file_and_line.replace('\\', "/");
    // Frames carry the path the compiler was given; show it from the workspace's `lessons/` or `own/` on.
    let from = file_and_line.find("lessons/").or_else(|| file_and_line.find("own/src/")).unwrap_or(0);
    Some(file_and_line[from..].trim_start_matches("./").to_owned())
}
