//! Calling student code: a panic becomes a value, with the student's own file and line.

use super::AnswerError;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The one Rust file a student edits: a panic's place is looked for in it.
const STUDENT_FILE: &str = "exercise.rs";

/// What is recorded about a panic.
#[derive(Clone, Copy, PartialEq)]
enum Capture {
    /// Not student code: it goes to the previous hook.
    Off,
    /// Its message and the place it names itself. Costs nothing.
    Location,
    /// If that place is not in the student's file, the innermost line on the stack that is: a second on a busy
    /// machine.
    Backtrace,
}

thread_local! {
    static CAPTURE: Cell<Capture> = const { Cell::new(Capture::Off) };
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Calls `f` and catches its panic. Costs nothing measurable while nothing panics.
///
/// What cannot be caught this way: a stack overflow, an abort, `exit`, a loop that never ends. Those
/// are what the child process of [`check_in_child`](super::check_in_child) is for.
///
/// # Errors
/// [`AnswerError::Panic`] with the message and the place: the line in `exercise.rs` where there is one on the stack.
pub fn call<T>(f: impl FnOnce() -> T) -> Result<T, AnswerError> {
    call_with(Capture::Backtrace, f)
}

/// The same without a walk over the stack, for a frame that waits: the place is the one that the panic
/// names itself.
///
/// # Errors
/// As [`call`].
pub fn call_quickly<T>(f: impl FnOnce() -> T) -> Result<T, AnswerError> {
    call_with(Capture::Location, f)
}

fn call_with<T>(capture: Capture, f: impl FnOnce() -> T) -> Result<T, AnswerError> {
    install_hook();
    let outer = CAPTURE.replace(capture);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    CAPTURE.set(outer);
    result.map_err(|_| {
        let unknown = || ("panicked".to_owned(), String::new());
        let (message, place) = LAST.take().unwrap_or_else(unknown);
        AnswerError::Panic { message, place }
    })
}

/// Once for the whole process. Inside a call a panic is noted and not printed; outside, and on other
/// threads, it goes to the previous hook.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let capture = CAPTURE.get();
            if capture == Capture::Off {
                return before(info);
            }
            let at = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
            let at = at.unwrap_or_default().replace('\\', "/");
            // `v[9]` and `unwrap` blame their caller. An overflow inside `sum` blames the library, so walk the stack.
            let walk = capture == Capture::Backtrace && !at.contains(STUDENT_FILE);
            let place = if walk { student_frame().unwrap_or(at) } else { at };
            // More than anybody reads: two long lists that are not equal.
            let message = info.payload_as_str().unwrap_or("panicked").chars().take(4000).collect();
            LAST.set(Some((message, place)));
        }));
    });
}

/// The innermost line of the student's file on the stack (needs `debug = "line-tables-only"`).
fn student_frame() -> Option<String> {
    let trace = Backtrace::force_capture().to_string();
    let of_student = |line: &&str| line.starts_with("at ") && line.contains(STUDENT_FILE);
    let line = trace.lines().map(str::trim).find(of_student)?;
    let (file_and_line, _column) = line.trim_start_matches("at ").rsplit_once(':')?;
    let file_and_line = file_and_line.replace('\\', "/");
    // Frames carry the path the compiler was given; show it from the workspace's `lessons/` on.
    let from = file_and_line.find("lessons/").unwrap_or(0);
    Some(file_and_line[from..].trim_start_matches("./").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_value() {
        assert_eq!(call(|| 7).ok(), Some(7));
        let none: Vec<u8> = Vec::new();
        let Err(AnswerError::Panic { message, place }) = call(|| none[3]) else { panic!("it was caught") };
        assert!(message.contains("index is 3"), "{message}");
        assert!(place.contains("catch_panic.rs:"), "{place}");
        let Err(AnswerError::Panic { message, .. }) = call(|| panic::panic_any(7)) else { panic!("caught") };
        assert_eq!(message, "panicked", "a payload that is no text");
        let Err(AnswerError::Panic { message, place }) = call_quickly(|| none[3]) else { panic!("caught") };
        assert!(message.contains("index is 3") && place.contains("catch_panic.rs:"), "{message} {place}");
    }
}
