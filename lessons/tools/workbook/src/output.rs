//! Standard output that tolerates a closed pipe, as in `check all | head`; and JSON output.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

/// Prints a line. `println!` panics when the reader has closed the pipe.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($text)*))) };
}
/// Prints text without a line end.
#[macro_export]
macro_rules! say_on {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}
pub use crate::{say, say_on};

/// Whether the reader has closed the pipe, or the text could not be written.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Returns whether nothing that is written arrives any more. A command that only reports may end then.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Returns a command's exit code: 2 after an error, which is printed, and after a report that could not be written for another
/// reason than a closed pipe, such as a full disk.
pub fn exit_code(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(_) if HAS_FAILED.load(Ordering::Relaxed) => ExitCode::from(2),
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output. If that is not possible, the text and all that follows is lost, and the command goes on: what it
/// was asked to do is done whether somebody reads the report or not.
pub fn write(text: Arguments<'_>) {
    if is_closed() {
        return;
    }
    if let Err(error) = std::io::stdout().write_fmt(text) {
        IS_CLOSED.store(true, Ordering::Relaxed);
        if error.kind() != ErrorKind::BrokenPipe {
            HAS_FAILED.store(true, Ordering::Relaxed);
            eprintln!("error: the report cannot be written: {error}");
        }
    }
}
