//! `author mistakes`: prints the known mistakes of a TODO, each with the lines in which it differs from the solution.

use super::starters;
use crate::output::say;
use anyhow::{Error, Result};
use verdict::{build::lesson, names_shader};
use workbook::git;

/// # Errors
/// If there is no such TODO, a file cannot be read, a change does not fit the solution, or there is no git.
pub(super) fn print(id: &str) -> Result<()> {
    let (lesson, place) = lesson::find_todo(id)?;
    let todo = &lesson.toml.todos[place];
    let solution = if names_shader(&todo.name) {
        lesson.shaders().join("solution").join(&todo.name)
    } else {
        lesson.path.join("course/src/solution.rs")
    };
    let right = lesson.toml.split(&starters::read(&solution)?)?.finished;
    let toml = starters::read(&lesson.path.join("lesson.toml"))?;
    for mistake in &todo.mistakes {
        say!("{}: {} {}", mistake.name, mistake.says, mistake.asks);
        let wrong = mistaken::with_mistake(&toml, &starters::read(&solution)?, &todo.id, &mistake.name);
        let wrong = lesson.toml.split(&wrong.map_err(Error::msg)?)?.finished;
        say!(
            "{}",
            git::difference(&right, &wrong, &["--unified=0", "--ignore-matching-lines=^//!"])?.unwrap_or_default()
        );
    }
    Ok(())
}
