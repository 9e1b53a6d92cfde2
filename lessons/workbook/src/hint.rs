//! `hint`: three steps towards an answer, each only when it is asked for.

use crate::lesson;
use anyhow::Result;
use std::process::ExitCode;

/// What a level of hint tells.
const LEVELS: [&str; 3] = ["where", "the idea", "the shape of the line"];

/// A hint for one TODO: first where, then the idea, then the shape of the line
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The TODO, such as 03.1
    todo: String,
    /// How much to tell
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,
}

/// # Errors
/// If there is no such TODO.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, place) = lesson::find_todo(&arguments.todo)?;
    let todo = &lesson.about.todos[place];
    let level = usize::from(arguments.level).clamp(1, LEVELS.len());
    println!("{} {}, {}", todo.id, todo.name, LEVELS[level - 1]);
    for line in todo.hints[level - 1].trim().lines() {
        println!("     {line}");
    }
    if level < LEVELS.len() {
        println!("     next: cargo workbook hint {} --level {}", todo.id, level + 1);
    } else {
        println!("     next: cargo workbook check {}", todo.id);
    }
    Ok(ExitCode::SUCCESS)
}
