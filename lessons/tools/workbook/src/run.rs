//! `run`: builds a lesson and starts it.

use crate::{build, check, progress};
use anyhow::Result;
use std::ffi::OsString;
use std::process::{Command, ExitCode};
use verdict::build::lesson;

/// Start a lesson: `run 04`, or just `run` for that of this folder, or the next one
///
/// What follows goes to the lesson: `run 04 --screenshot mine.png`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 04, and the lesson's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "LESSON")]
    arguments: Vec<OsString>,
}

/// Builds and starts a lesson, and returns its exit code.
///
/// # Errors
/// If there is no such lesson, or it cannot be built or started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let named = arguments.arguments.split_first();
    let named = named.filter(|(first, _)| !first.to_string_lossy().starts_with('-'));
    let (lesson, arguments) = match (named, lesson::here()?) {
        (Some((name, rest)), _) => (lesson::find(&name.to_string_lossy())?, rest),
        (None, Some(here)) => (here, &*arguments.arguments),
        (None, None) => (progress::next_todo()?.0, &*arguments.arguments),
    };
    let Some(program) = check::program(&lesson)? else { return Ok(ExitCode::from(2)) };
    let status = build::status(Command::new(program).args(arguments))?;
    if status.code().is_none() {
        // Rust's last message names the thread, and threads are named after their TODOs.
        eprintln!(
            "lesson {0} was ended from outside ({status}): cargo workbook check {0} finds out which TODO did it",
            lesson.number
        );
    }
    Ok(build::exit_code(status))
}
