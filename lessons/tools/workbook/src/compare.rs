//! `compare`: the differences between the student's files and the solution, as git shows them.

use crate::git::{self, Git};
use crate::output::say;
use crate::{build, progress, selection};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::process::ExitCode;
use verdict::build::lesson::{File, LessonFolder};
use verdict::{Status, names_shader, source};

/// Your files beside the solution, line by line
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 04, or one TODO, such as 04.2
    what: Option<String>,
    /// Even if your answer does not pass yet
    #[arg(long)]
    anyway: bool,
}

/// # Errors
/// If there is no such lesson, its solution is not found here, or there is no git.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lesson, todo) = selection::one(arguments.what.as_deref(), "compare 04.2")?;
    if !arguments.anyway {
        ensure_passes(&lesson, todo)?;
    }
    let name = todo.map(|todo| lesson.toml.todos[todo].name.as_str());
    for file in lesson.files() {
        if name.is_some_and(|name| !lesson.file_of(name).ends_with(&file.name())) {
            continue;
        }
        let (place, mut solution) = find_solution(&lesson, &file)?;
        let shown = build::shown(&file.mine);
        let mine = fs::read_to_string(&file.mine).with_context(|| format!("{shown} cannot be read"))?;
        if let Some(name) = name.filter(|name| !names_shader(name)) {
            solution = with_function_of(&solution, &mine, name).unwrap_or(solution);
        }
        let options = ["--unified=2", "--ignore-cr-at-eol", "--ignore-matching-lines=^ *// TODO "];
        match git::difference(&mine, &solution, &options)? {
            None => say!("{shown} is word for word the solution's ({place})"),
            Some(lines) => say!("- {shown}\n+ {place}\n{lines}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// # Errors
/// If the TODO, or one of the lesson's, does not pass yet.
fn ensure_passes(lesson: &LessonFolder, todo: Option<usize>) -> Result<()> {
    let rows = progress::rows(std::slice::from_ref(lesson));
    let statuses = rows.first().and_then(|(_, statuses)| statuses.as_deref().ok()).unwrap_or_default();
    let mut open = Vec::new();
    for (index, known) in lesson.toml.todos.iter().enumerate() {
        if todo.is_none_or(|todo| todo == index) && statuses.get(index) != Some(&Status::Pass) {
            open.push(known.id.as_str());
        }
    }
    let Some(first) = open.first() else { return Ok(()) };
    bail!(
        "not solved yet: {}. `hint {first}` helps you on; `compare {} --anyway` shows the solution all the same",
        open.join(", "),
        todo.map_or(&lesson.number, |todo| &lesson.toml.todos[todo].id)
    )
}

/// Returns `mine` with the solution's function `name`, unless one of them does not have it.
fn with_function_of(solution: &str, mine: &str, name: &str) -> Option<String> {
    let own = source::lines_of(mine, name)?;
    let other = source::lines_of(solution, name)?;
    let mut lines: Vec<&str> = mine.lines().collect();
    let function = solution.lines().skip(other.start() - 1).take(other.count());
    lines.splice(own.start() - 1..*own.end(), function);
    Some(lines.join("\n") + "\n")
}

/// Finds the solution of a file on the local branch, on origin's, or in the file with the marks. Returns its location and
/// text.
///
/// # Errors
/// If it is nowhere, or cannot be read.
pub(crate) fn find_solution(lesson: &LessonFolder, file: &File) -> Result<(String, String)> {
    let branch = format!("solution/{}", lesson.folder);
    let shown = build::shown(&file.mine);
    for (prefix, name) in [("refs/heads", branch.clone()), ("refs/remotes", format!("origin/{branch}"))] {
        let blob = format!("{prefix}/{name}:{shown}");
        if let Ok(text) = Git::new(&["cat-file", "blob", &blob]).text() {
            return Ok((format!("{name}:{shown}"), text));
        }
    }
    let name = build::shown(&file.solution);
    ensure!(
        file.solution.exists(),
        "there is no solution of lesson {} here: neither a branch {branch}, nor one of origin's (git fetch origin gets \
         it), nor {name}",
        lesson.number
    );
    let text = fs::read_to_string(&file.solution).with_context(|| name.clone())?;
    let parts = lesson.toml.split(&text).with_context(|| name.clone())?;
    Ok((name, parts.finished))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_todo_only_its_function_is_compared() {
        let mine = "use a;\n\nfn one() {\n    1\n}\n\nfn two() {\n    3\n}\n";
        let solution = "fn two() {\n    2\n}\n\nfn one() {\n    // one\n    1 + 0\n}\n";
        let expected = mine.replace("    1\n", "    // one\n    1 + 0\n");
        assert_eq!(with_function_of(solution, mine, "one").unwrap(), expected);
        assert_eq!(with_function_of(solution, mine, "three"), None);
    }
}
