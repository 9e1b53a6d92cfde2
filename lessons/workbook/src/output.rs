//! What the command says, as long as somebody listens: after `check all | head` nobody does.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Write},
};

/// As `println!`, which panics where the reader has gone.
macro_rules! say {
    ($($words:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($words)*))) };
}
/// As `print!`.
macro_rules! say_on {
    ($($words:tt)*) => { $crate::output::write(format_args!($($words)*)) };
}
pub(crate) use {say, say_on};

/// Writes to standard output. Ends the program, as done, where the reader has read enough; as failed, where
/// there is no room, say.
pub(crate) fn write(words: Arguments<'_>) {
    match std::io::stdout().write_fmt(words) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("error: the report cannot be written: {error}");
            std::process::exit(2);
        }
    }
}
