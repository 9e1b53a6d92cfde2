//! `hint`: first a question about the mistake that was made, then up to three steps towards an answer.

use crate::output::say;
use crate::{build, check, progress};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::process::ExitCode;
use verdict::build::CargoOutput;
use verdict::build::lesson::{self, LessonFolder};
use verdict::{Hint, TodoToml, Verdict};

/// A hint for one TODO: a question about your mistake, if it is a known one; else where to look
///
/// `--level 1` says where to begin, `--level 2` the idea, `--level 3` the shape of the answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The TODO, such as 04.1; once more, the next level; of a lesson, 04, the current one; without it, the next one
    todo: Option<String>,
    /// Level, from 1 to 3
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: Option<u8>,
    /// The last one again
    #[arg(long, conflicts_with = "level")]
    again: bool,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct HintOutput {
    #[serde(flatten)]
    hint: Hint,
    next: String,
}

/// # Errors
/// If there is no such TODO.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, todo) = match &arguments.todo {
        Some(word) => lesson::select(word)?,
        None => match lesson::here()? {
            Some(here) => (here, None),
            None => progress::next_todo()?,
        },
    };
    let todo = todo.map_or_else(|| current_todo(&lesson), Ok)?;
    let todo = &lesson.toml.todos[todo];
    let mut shown = HintsShown::load();
    // Each step has its own hints, and only a check tells the step.
    let is_checked = !lesson::is_untouched(&lesson) && (arguments.level.is_none() || !todo.steps.is_empty());
    let verdict = if is_checked { verdict_on(&lesson, todo) } else { None };
    let step = verdict.as_ref().map_or(0, Verdict::step);
    let hint = if let Some(level) = arguments.level {
        Hint::of_level(todo, step, level.into())
    } else {
        let question = verdict.and_then(|verdict| Hint::question(todo, &verdict));
        shown.choose(todo, step, question, arguments.again)
    };
    shown.remember(&hint);
    let command = if hint.level < Hint::LAST { "hint" } else { "check" };
    let next = format!("cargo workbook {command} {}", hint.todo);
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

/// Returns the index of a lesson's current TODO.
///
/// # Errors
/// If all pass, or the lesson cannot be checked.
fn current_todo(lesson: &LessonFolder) -> Result<usize> {
    let rows = progress::rows(std::slice::from_ref(lesson));
    let statuses = rows.first().and_then(|(_, statuses)| statuses.as_ref().ok());
    statuses.and_then(|statuses| progress::current_todo(statuses)).with_context(|| {
        let number = &lesson.number;
        format!("{number} is a lesson: name one of {number}.1 to {number}.{}", lesson.toml.todos.len())
    })
}

/// Returns the verdict on a TODO's answer. A check that cannot be run is no error, because hints can be shown without it.
fn verdict_on(lesson: &LessonFolder, todo: &TodoToml) -> Option<Verdict> {
    let report = check::lesson_report(lesson, Some(&todo.id), None, CargoOutput::Shown).ok()?;
    report.verdicts.into_iter().next()
}

/// The last hint that was shown for each step of each TODO, kept from one run to the next.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct HintsShown {
    /// Level of the last hint, and text of the last question, by the step's key.
    last: BTreeMap<String, (usize, Option<String>)>,
}

/// Without this file the hints begin anew.
const FILE: &str = "hints.json";

impl HintsShown {
    pub(crate) fn load() -> Self {
        build::load_cached(FILE)
    }

    /// Returns the next hint for a step, or the last one `again`. A question that was not the last one comes first.
    fn choose(&self, todo: &TodoToml, step: usize, question: Option<Hint>, again: bool) -> Hint {
        let (level, known) = self.last.get(&key(&todo.id, step)).cloned().unwrap_or_default();
        match question {
            Some(question) if known.as_ref() != Some(&question.text) || again && level == 0 => question,
            _ => Hint::of_level(todo, step, if again { level } else { level + 1 }),
        }
    }

    fn remember(&mut self, hint: &Hint) {
        let last = self.last.entry(key(&hint.todo, hint.step)).or_default();
        last.0 = hint.level;
        if hint.level == 0 {
            last.1 = Some(hint.text.clone());
        }
        build::save_cached(FILE, self);
    }

    /// Returns the level of the last hint for each step of a TODO, by the step's key.
    pub(crate) fn levels(&self, todo: &str) -> impl Iterator<Item = (String, usize)> {
        let of_todo = self.last.iter().filter(move |(key, _)| key.split(',').next() == Some(todo));
        of_todo.map(|(key, (level, _))| (key.clone(), *level))
    }
}

/// Returns the key of a TODO's step, `"14.2, step 2"`; of the first step it is the TODO's id.
fn key(todo: &str, step: usize) -> String {
    if step == 0 { todo.into() } else { format!("{todo}, step {}", step + 1) }
}
