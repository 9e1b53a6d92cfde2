//! `hint`: first a question about the mistake that was made, then three steps towards an answer.

use crate::check::{self, CargoOutput};
use crate::hints_shown::HintsShown;
use crate::output::say;
use crate::progress;
use anyhow::{Context, Result};
use common::build::lesson::{self, LessonFolder};
use common::check::{Hint, TodoToml, Verdict};
use serde::Serialize;
use std::process::ExitCode;

/// A hint for one TODO: a question about your mistake, if it is a known one; else where to look
///
/// `--level 1` says where, `--level 2` the idea, `--level 3` the shape of the line.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The TODO, such as 03.1; once more, the next level; of a lesson, 03, the first that does not pass; without it, the next one
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
    let mut shown = HintsShown::load();
    // A level is the step's, and which one that is a check says.
    let is_asked = !lesson::is_untouched(&lesson) && (arguments.level.is_none() || !todo.steps.is_empty());
    let verdict = if is_asked { checked(&lesson, todo) } else { None };
    let step = verdict.as_ref().map_or(0, Verdict::step);
    let hint = match arguments.level {
        Some(level) => Hint::of_level(todo, step, level.into()),
        None if !is_asked => Hint::of_level(todo, step, 1),
        None => shown.after(todo, step, verdict.and_then(|verdict| Hint::question(todo, &verdict))),
    };
    shown.note(&hint);
    shown.save();
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
        format!("cargo workbook hint {}", hint.todo)
    } else {
        format!("cargo workbook check {}", hint.todo)
    }
}

/// How the answer stands now. Where the check cannot be run the hints still can.
fn checked(lesson: &LessonFolder, todo: &TodoToml) -> Option<Verdict> {
    let report = check::lesson_report(lesson, Some(&todo.id), None, CargoOutput::Shown).ok()?;
    report.verdicts.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_go_on_to_the_last_level_which_leads_to_the_check() {
        let (lesson, place) = lesson::find_todo("03.1").unwrap();
        let todo = &lesson.toml.todos[place];
        let question = |text: &str| Some(Hint { level: 0, text: text.into(), ..Hint::of_level(todo, 0, 1) });
        let mut given = HintsShown::default();
        let mut level_of = |step: usize, question: Option<Hint>| {
            let hint = given.after(todo, step, question);
            given.note(&hint);
            hint.level
        };
        assert_eq!([1, 1].map(|step| level_of(step, None)), [1, 2], "of its second step");
        let mut level = |question| level_of(0, question);
        assert_eq!([None, None, None, None].map(&mut level), [1, 2, 3, 3]);
        assert_eq!([question("a?"), question("a?"), question("a?")].map(&mut level), [0, 1, 2]);
        assert_eq!([question("b?"), question("b?"), None].map(&mut level), [0, 1, 2], "another mistake begins anew");
        let after = |level| next(&Hint { level, ..Hint::of_level(todo, 0, 1) });
        assert_eq!(after(0), "cargo workbook hint 03.1");
        assert_eq!(after(Hint::LAST), "cargo workbook check 03.1");
    }
}
