//! `run`: builds a lesson and starts it.

use crate::{build, lesson};
use anyhow::Result;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// Start a lesson: `run 03`; what follows goes to it: `run 03 --screenshot mine.png`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 03
    lesson: String,
    /// The lesson's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// The lesson's exit code.
///
/// # Errors
/// If there is no such lesson, or it cannot be built or started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lesson = lesson::find(&arguments.lesson)?;
    let program = build::program(&lesson.package())?;
    let status = build::status(Command::new(program).args(&arguments.arguments))?;
    if status.code().is_none() {
        // Rust's last message names the thread, and threads are named after their TODOs.
        eprintln!(
            "lesson {} was ended from outside ({status}): cargo workbook check {} finds out which TODO did it",
            lesson.number, lesson.number
        );
    }
    Ok(build::exit_code(status))
}
