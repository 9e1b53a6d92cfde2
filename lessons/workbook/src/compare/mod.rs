//! `compare`: the differences between the student's files and the solution.

mod diff;

use crate::build;
use crate::git;
use crate::output::say;
use anyhow::{Context, Result, bail};
use common::build::Compared;
use common::build::lesson::{self, File, LessonFolder};
use common::check::region;
use std::fs;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Your files beside the solution, line by line and word by word
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 03
    lesson: String,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// # Errors
/// If there is no such lesson, or its solution is not found here.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lesson = lesson::find(&arguments.lesson)?;
    let mut compared = Vec::new();
    for file in lesson.files() {
        let (solution, text) = find_solution(&lesson, &file)?;
        let mine =
            fs::read_to_string(&file.mine).with_context(|| format!("{} cannot be read", build::shown(&file.mine)))?;
        let hunks = diff::hunks(&mine, &text);
        compared.push(Compared { file: build::shown(&file.mine), solution, hunks });
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&compared)?);
        return Ok(ExitCode::SUCCESS);
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

/// Finds the solution of a file on the local branch, on origin's, or in the file with the marks. Returns its location and
/// text.
fn find_solution(lesson: &LessonFolder, file: &File) -> Result<(String, String)> {
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
    let ids: Vec<&str> = lesson.toml.todos.iter().map(|todo| todo.id.as_str()).collect();
    let name = build::shown(&file.solution);
    let text = fs::read_to_string(&file.solution).with_context(|| name.clone())?;
    let parts = region::split(&text, &ids).with_context(|| name.clone())?;
    Ok((name, parts.finished))
}
