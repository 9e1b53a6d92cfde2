//! `hint`: first a question about the mistake that was made, then three steps towards an answer.

use crate::check::{self, CargoOutput};
use crate::output::say;
use crate::progress;
use anyhow::{Context, Result};
use common::build::lesson::{self, LessonFolder};
use common::check::{Hint, TodoToml};
use serde::Serialize;
use std::process::ExitCode;

/// A hint for one TODO: a question about your mistake, if it is a known one; else where to look
///
/// `--level 1` says where, `--level 2` the idea, `--level 3` the shape of the line.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The TODO, such as 03.1; of a lesson, 03, the first that does not pass; without it, the next one
    todo: Option<String>,
    /// How much to tell, from 1 to 3
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: Option<u8>,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// What is shown.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    hint: Hint,
    next: String,
}

/// # Errors
/// If there is no such TODO.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, place) = match &arguments.todo {
        Some(id) => chosen(id)?,
        None => progress::next_todo()?,
    };
    let todo = &lesson.toml.todos[place];
    let hint = match arguments.level {
        Some(level) => Hint::of_level(todo, level.into()),
        None => asked_back(&lesson, todo).unwrap_or_else(|| Hint::of_level(todo, 1)),
    };
    let next = next(&hint);
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&Shown { hint, next })?);
        return Ok(ExitCode::SUCCESS);
    }
    say!("{} {}, {}", hint.todo, hint.name, hint.title);
    for line in hint.text.trim().lines() {
        say!("     {line}");
    }
    say!("     next: {next}");
    Ok(ExitCode::SUCCESS)
}

/// A TODO by its id, or the first of a lesson that does not pass.
fn chosen(id: &str) -> Result<(LessonFolder, usize)> {
    if id.contains('.') {
        return lesson::find_todo(id);
    }
    let lesson = lesson::find(id)?;
    let rows = progress::rows(std::slice::from_ref(&lesson));
    let statuses = rows.first().and_then(|(_, statuses)| statuses.as_ref().ok());
    let open = statuses.and_then(|statuses| progress::first_open(statuses));
    let place = open.with_context(|| {
        let ids = |todo: Option<&TodoToml>| todo.map_or(String::new(), |todo| todo.id.clone());
        let (first, last) = (ids(lesson.toml.todos.first()), ids(lesson.toml.todos.last()));
        format!("{} is a lesson: name one of {first} to {last}", lesson.number)
    })?;
    drop(rows);
    Ok((lesson, place))
}

fn next(hint: &Hint) -> String {
    if hint.level < Hint::LAST {
        format!("cargo workbook hint {} --level {}", hint.todo, hint.level + 1)
    } else {
        format!("cargo workbook check {}", hint.todo)
    }
}

/// The question that goes with the mistake the answer makes now. What has not been begun is not built,
/// and where the check cannot be run the hints still can.
fn asked_back(lesson: &LessonFolder, todo: &TodoToml) -> Option<Hint> {
    if lesson::is_untouched(lesson) {
        return None;
    }
    let report = check::lesson_report(lesson, Some(&todo.id), None, CargoOutput::Shown).ok()?;
    Hint::question(todo, report.verdicts.first()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_leads_to_the_next_and_the_last_to_the_check() {
        let (lesson, place) = lesson::find_todo("03.1").unwrap();
        let after = |level| next(&Hint { level, ..Hint::of_level(&lesson.toml.todos[place], 1) });
        assert_eq!(after(0), "cargo workbook hint 03.1 --level 1");
        assert_eq!(after(Hint::LAST - 1), "cargo workbook hint 03.1 --level 3");
        assert_eq!(after(Hint::LAST), "cargo workbook check 03.1");
    }
}
