//! Standard output that tolerates a closed pipe, as in `check all | head`; and JSON output.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Write},
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

/// Writes to standard output. Ends the program with success if the reader has closed the pipe, or with failure after
/// another error, such as a full disk.
pub fn write(text: Arguments<'_>) {
    match std::io::stdout().write_fmt(text) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("error: the report cannot be written: {error}");
            std::process::exit(2);
        }
    }
}
