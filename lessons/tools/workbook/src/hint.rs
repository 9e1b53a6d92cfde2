//! `hint`: first a question about the mistake that was made, then up to four steps towards an answer.

use crate::check::{self, CargoOutput};
use crate::hints_shown::{HINTS, HintsShown};
use crate::output::say;
use crate::{build, progress};
use anyhow::{Context, Result};
use serde::Serialize;
use std::process::ExitCode;
use verdict::build::lesson::{self, LessonFolder};
use verdict::diary::{Diary, Event};
use verdict::{Hint, TodoToml, Verdict};

/// A hint for one TODO: a question about your mistake, if it is a known one; else where to look
///
/// `--level 1` says where, `--level 2` the idea, `--level 3` the first line, `--level 4` the shape of the answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The TODO, such as 03.1; once more, the next level; of a lesson, 03, the first that does not pass; without it, the next one
    todo: Option<String>,
    /// Level, from 1 to 4
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: Option<u8>,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Output for programs.
#[derive(Serialize)]
struct HintOutput {
    #[serde(flatten)]
    hint: Hint,
    next: String,
}

/// # Errors
/// If there is no such TODO.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, index) = match &arguments.todo {
        Some(id) => find_todo(id)?,
        None => progress::next_todo()?,
    };
    let todo = &lesson.toml.todos[index];
    let mut shown: HintsShown = build::load_cached(HINTS);
    // Each step has its own hints, and only a check tells the step.
    let is_checked = !lesson::is_untouched(&lesson) && (arguments.level.is_none() || !todo.steps.is_empty());
    let verdict = if is_checked { verdict_on(&lesson, todo) } else { None };
    let step = verdict.as_ref().map_or(0, Verdict::step);
    let hint = match arguments.level {
        Some(level) => Hint::of_level(todo, step, level.into()),
        None => shown.next_hint(todo, step, verdict.and_then(|verdict| Hint::question(todo, &verdict))),
    };
    shown.remember(&hint);
    build::save_cached(HINTS, &shown);
    Diary::of_workspace().note(&hint.todo, Event::Hint(hint.level));
    let next = next_command(&hint);
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&HintOutput { hint, next })?);
        return Ok(ExitCode::SUCCESS);
    }
    say!("{} {}, {}", hint.todo, hint.name, hint.title);
    for line in hint.text.trim().lines() {
        say!("     {line}");
    }
    say!("     next: {next}");
    Ok(ExitCode::SUCCESS)
}

/// Finds a TODO by its id, or the first TODO of a lesson that does not pass by the lesson's number.
fn find_todo(id: &str) -> Result<(LessonFolder, usize)> {
    if id.contains('.') {
        return lesson::find_todo(id);
    }
    let lesson = lesson::find(id)?;
    let rows = progress::rows(std::slice::from_ref(&lesson));
    let statuses = rows.first().and_then(|(_, statuses)| statuses.as_ref().ok());
    let open = statuses.and_then(|statuses| progress::first_open(statuses));
    let index = open.with_context(|| {
        let number = &lesson.number;
        format!("{number} is a lesson: name one of {number}.1 to {number}.{}", lesson.toml.todos.len())
    })?;
    drop(rows);
    Ok((lesson, index))
}

/// Returns the command to type after a hint: for the next hint, or for the check after the last.
fn next_command(hint: &Hint) -> String {
    if hint.level < Hint::LAST {
        format!("cargo workbook hint {}", hint.todo)
    } else {
        format!("cargo workbook check {}", hint.todo)
    }
}

/// Returns the verdict on a TODO's answer. A check that cannot be run is no error, because hints can be shown without it.
fn verdict_on(lesson: &LessonFolder, todo: &TodoToml) -> Option<Verdict> {
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
        let mut shown = HintsShown::default();
        for (step, question, level) in [
            // In the second step.
            (1, None, 1),
            (1, None, 2),
            (0, None, 1),
            (0, None, 2),
            (0, None, 4),
            (0, None, 4),
            (0, Some("a?"), 0),
            (0, Some("a?"), 1),
            (0, Some("a?"), 2),
            // Another mistake begins anew.
            (0, Some("b?"), 0),
            (0, Some("b?"), 1),
            (0, None, 2),
        ] {
            let question = question.map(|text| Hint { level: 0, text: text.into(), ..Hint::of_level(todo, 0, 1) });
            let hint = shown.next_hint(todo, step, question);
            shown.remember(&hint);
            assert_eq!(hint.level, level, "{hint:?}");
        }
        let first = Hint { level: 0, ..Hint::of_level(todo, 0, 1) };
        assert_eq!(next_command(&first), "cargo workbook hint 03.1");
        let last = Hint { level: Hint::LAST, ..first };
        assert_eq!(next_command(&last), "cargo workbook check 03.1");
    }
}
