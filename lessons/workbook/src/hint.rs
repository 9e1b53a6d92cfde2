//! `hint`: first a question about the mistake that was made, then three steps towards an answer.

use crate::check::{self, CargoOutput};
use crate::lesson::{self, LessonFolder};
use crate::output::say;
use crate::progress;
use anyhow::{Context, Result};
use common::check::{TodoToml, Verdict};
use serde::Serialize;
use std::process::ExitCode;

/// What a level of hint tells.
const LEVELS: [&str; 3] = ["where", "the idea", "the shape of the line"];

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
#[derive(Debug, PartialEq, Serialize)]
struct Hint {
    todo: String,
    name: String,
    /// 0: a question about the mistake that was made.
    level: usize,
    title: String,
    text: String,
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
        Some(level) => of_level(todo, level.into()),
        None => asked_back(&lesson, todo).unwrap_or_else(|| of_level(todo, 1)),
    };
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&hint)?);
        return Ok(ExitCode::SUCCESS);
    }
    say!("{} {}, {}", hint.todo, hint.name, hint.title);
    for line in hint.text.trim().lines() {
        say!("     {line}");
    }
    say!("     next: {}", hint.next);
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

fn of_level(todo: &TodoToml, level: usize) -> Hint {
    let level = level.clamp(1, LEVELS.len());
    let next = if level < LEVELS.len() {
        format!("cargo workbook hint {} --level {}", todo.id, level + 1)
    } else {
        format!("cargo workbook check {}", todo.id)
    };
    Hint {
        todo: todo.id.clone(),
        name: todo.name.clone(),
        level,
        title: LEVELS[level - 1].into(),
        text: todo.hints[level - 1].clone(),
        next,
    }
}

/// The question that goes with the mistake the answer makes now. What has not been begun is not built,
/// and where the check cannot be run the hints still can.
fn asked_back(lesson: &LessonFolder, todo: &TodoToml) -> Option<Hint> {
    if lesson::is_untouched(lesson) {
        return None;
    }
    let report = check::lesson_report(lesson, Some(&todo.id), None, CargoOutput::Shown).ok()?;
    question(todo, report.verdicts.first()?)
}

fn question(todo: &TodoToml, verdict: &Verdict) -> Option<Hint> {
    let question = verdict.question.as_ref()?;
    let says: Vec<String> = verdict.mistakes.iter().map(|m| format!("{}: {}", m.name, m.says)).collect();
    Some(Hint {
        todo: todo.id.clone(),
        name: todo.name.clone(),
        level: 0,
        title: "a question".into(),
        text: format!("{}\n{question}", says.join("\nor ")),
        next: format!("cargo workbook hint {} --level 1", todo.id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::check::{Mistake, Status};

    #[test]
    fn a_known_mistake_is_asked_about_and_an_unknown_one_is_not() {
        let (lesson, place) = lesson::find_todo("03.1").unwrap();
        let todo = &lesson.toml.todos[place];
        let mut verdict = Verdict::new("03.1", "joints.vert", Status::Fail, 41);
        assert_eq!(question(todo, &verdict), None);
        let mistake = |name: &str| Mistake { name: name.into(), says: "it does.".into() };
        verdict.mistakes = vec![mistake("ONE"), mistake("OTHER")];
        verdict.question = Some("Which one?".into());
        let hint = question(todo, &verdict).unwrap();
        assert_eq!(hint.text, "ONE: it does.\nor OTHER: it does.\nWhich one?");
        assert_eq!((hint.level, &*hint.next), (0, "cargo workbook hint 03.1 --level 1"));
    }
}
