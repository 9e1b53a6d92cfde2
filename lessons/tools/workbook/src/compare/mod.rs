//! `compare`: the differences between the student's files and the solution.

mod diff;

use crate::build;
use crate::git;
use crate::output::say;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::IsTerminal;
use std::process::ExitCode;
use verdict::build::lesson::{self, File, LessonFolder};
use verdict::build::{Compared, Hunk};
use verdict::diary::{Diary, Event};
use verdict::source;

/// Your files beside the solution, line by line and word by word
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 03, or one TODO, such as 03.2
    what: String,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// # Errors
/// If there is no such lesson, or its solution is not found here.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, todo) = if arguments.what.contains('.') {
        let (lesson, todo) = lesson::find_todo(&arguments.what)?;
        (lesson, Some(todo))
    } else {
        (lesson::find(&arguments.what)?, None)
    };
    let name = todo.map(|todo| lesson.toml.todos[todo].name.as_str());
    let mut compared = Vec::new();
    for file in lesson.files() {
        if name.is_some_and(|name| !lesson.file_of(name).ends_with(&file.name())) {
            continue;
        }
        let (solution, text) = find_solution(&lesson, &file)?;
        let mine =
            fs::read_to_string(&file.mine).with_context(|| format!("{} cannot be read", build::shown(&file.mine)))?;
        let hunks = match name.filter(|_| file.name() == "exercise.rs") {
            Some(name) => hunks_of_function(name, &mine, &text),
            None => diff::hunks(&mine, &text),
        };
        compared.push(Compared { file: build::shown(&file.mine), solution, hunks });
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&compared)?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(todo) = todo {
        Diary::of_workspace().note(&lesson.toml.todos[todo].id, Event::OurCode);
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for Compared { file, solution, hunks } in &compared {
        if hunks.is_empty() {
            say!("{file} is word for word the solution's ({solution})");
        } else {
            say!("- {file}\n+ {solution}\n{}", diff::text(hunks, colour));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the differences in a function, or in all of the texts if one of them does not have it.
fn hunks_of_function(name: &str, mine: &str, solution: &str) -> Vec<Hunk> {
    let [Some(own), Some(other)] = [mine, solution].map(|text| source::lines_of(text, name)) else {
        return diff::hunks(mine, solution);
    };
    let first = own.start() - 1;
    let [mine, solution] = [(mine, own), (solution, other)].map(|(text, lines)| {
        let count = lines.clone().count();
        text.lines().skip(lines.start() - 1).take(count).flat_map(|line| [line, "\n"]).collect::<String>()
    });
    let mut hunks = diff::hunks(&mine, &solution);
    for hunk in &mut hunks {
        hunk.line += first;
    }
    hunks
}

/// Finds the solution of a file on the local branch, on origin's, or in the file with the marks. Returns its location and
/// text.
pub(crate) fn find_solution(lesson: &LessonFolder, file: &File) -> Result<(String, String)> {
    let branch = format!("solution/{}", lesson.folder);
    let shown = build::shown(&file.mine);
    for (prefix, name) in [("refs/heads", branch.clone()), ("refs/remotes", format!("origin/{branch}"))] {
        let commit = git::commit(&format!("{prefix}/{name}"));
        if let Some(text) = commit.and_then(|commit| git::file(&commit, &shown).ok()) {
            return Ok((format!("{name}:{shown}"), text));
        }
    }
    if !file.solution.exists() {
        bail!(
            "there is no solution of lesson {} here: neither a branch {branch}, nor one of origin's \
             (git fetch origin gets it), nor {}",
            lesson.number,
            build::shown(&file.solution)
        );
    }
    let name = build::shown(&file.solution);
    let text = fs::read_to_string(&file.solution).with_context(|| name.clone())?;
    let parts = lesson.toml.split(&text).with_context(|| name.clone())?;
    Ok((name, parts.finished))
}
