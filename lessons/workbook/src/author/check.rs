//! `author check`: what a reader would stumble over, found before the reader does.

use super::{new, quotes, starters};
use crate::{build, lesson::Lesson};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::process::Command;

/// In this order in every README.
const HEADINGS: [&str; 7] = [
    "What you will see",
    "The idea",
    "Given",
    "Your TODOs",
    "Check yourself",
    "Going further",
    "Sources",
];
const MOST_TODOS: usize = 4;
/// That a student has to write, over all TODOs of a lesson.
const MOST_LINES: usize = 40;

/// What does not fit in a lesson, a sentence each.
///
/// # Errors
/// If a file cannot be read, a region is broken, or the lesson does not build.
pub(super) fn complaints(lesson: &Lesson) -> Result<Vec<String>> {
    let mut complaints = if has_solution(lesson) { generated(lesson)? } else { copied(lesson)? };
    complaints.extend(readme(lesson)?);
    complaints.extend(unwritten(lesson)?);
    complaints.extend(catalogue(lesson)?);
    if !lesson.path.join("picture.png").exists() {
        complaints.push("there is no picture.png".into());
    }
    Ok(complaints)
}

/// False on the branch for students.
pub(super) fn has_solution(lesson: &Lesson) -> bool {
    lesson.path.join("src").join("solution.rs").exists()
}

/// Without a solution there is still this to see: the exercise is as on the first day.
fn copied(lesson: &Lesson) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.files() {
        if !starters::same(&starters::read(&file.mine)?, &starters::read(&file.starter)?) {
            let (mine, starter) = (starters::shown(&file.mine), starters::shown(&file.starter));
            complaints.push(format!("{mine} is not {starter}"));
        }
    }
    Ok(complaints)
}

/// What `author new` has left to be written.
fn unwritten(lesson: &Lesson) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in ["README.md", "lesson.toml"] {
        let text = starters::read(&lesson.path.join(file))?;
        for (index, line) in text.lines().enumerate() {
            if let Some((_, what)) = line.split_once(new::UNWRITTEN) {
                let what = what.trim().trim_end_matches([',', '"']);
                complaints.push(format!("{file}:{} is to be written: {what}", index + 1));
            }
        }
    }
    Ok(complaints)
}

/// Regions, starters and exercises.
fn generated(lesson: &Lesson) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut seen = Vec::new();
    let mut lines = 0;
    for source in starters::sources(lesson)? {
        let parts = starters::split(lesson, &source)?;
        lines += parts.answer_lines;
        seen.extend(parts.todos);
        for path in [&source.starter, &source.exercise] {
            if !starters::same(&starters::read(path)?, &parts.starter) {
                let (path, from) = (starters::shown(path), starters::shown(&source.solution));
                complaints.push(format!("{path} is not what {from} makes of it"));
            }
        }
    }
    for todo in &lesson.about.todos {
        match seen.iter().filter(|id| **id == todo.id).count() {
            1 => {}
            0 => complaints.push(format!("{} has no region in any solution", todo.id)),
            _ => complaints.push(format!("{} has regions in several files", todo.id)),
        }
    }
    if lesson.about.todos.len() > MOST_TODOS {
        complaints.push(format!("more than {MOST_TODOS} TODOs"));
    }
    if lines > MOST_LINES {
        complaints.push(format!("{lines} lines to write; {MOST_LINES} are the most"));
    }
    Ok(complaints)
}

/// Headings, TODOs, the quotes, the title and the minutes.
fn readme(lesson: &Lesson) -> Result<Vec<String>> {
    let text = starters::read(&lesson.path.join("README.md"))?;
    let mut complaints = Vec::new();
    if quotes::headings(&text) != HEADINGS {
        complaints.push(format!("README.md should have the headings {}", HEADINGS.join(" | ")));
    }
    let title = format!("# {} {}", lesson.number, lesson.about.title);
    if text.lines().next() != Some(title.as_str()) {
        complaints.push(format!("README.md should begin with `{title}`"));
    }
    if !text.contains(&format!("{} minutes", lesson.about.minutes)) {
        complaints.push(format!("README.md does not say {} minutes", lesson.about.minutes));
    }
    for todo in lesson.about.todos.iter().filter(|todo| !text.contains(todo.id.as_str())) {
        complaints.push(format!("README.md does not mention {}", todo.id));
    }
    for (line, stranger) in quotes::strangers(&text, &compiled(lesson)?) {
        complaints.push(format!("README.md:{line} quotes what is compiled nowhere: {stranger}"));
    }
    Ok(complaints)
}

/// Every text that a README may quote: the lesson's Rust files and shaders, and the finished shaders.
fn compiled(lesson: &Lesson) -> Result<Vec<String>> {
    let folders = [
        lesson.path.join("src"),
        lesson.shaders(),
        lesson.shaders().join("starter"),
        build::workspace().join("shaders/common"),
    ];
    let mut texts = Vec::new();
    for folder in folders.iter().filter(|folder| folder.exists()) {
        let entries = fs::read_dir(folder).with_context(|| starters::shown(folder))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            // The solution is compiled too, but no text gives it away.
            if path.is_file() && path.file_name().is_some_and(|name| name != "solution.rs") {
                texts.push(starters::read(&path)?);
            }
        }
    }
    Ok(texts)
}

/// What a lesson's program says about its checks.
#[derive(Deserialize)]
struct Catalogue {
    lesson: String,
    todos: Vec<Todo>,
}

#[derive(Deserialize)]
struct Todo {
    id: String,
    name: String,
    finished_in: String,
}

/// `lesson.toml` and `checks.rs` say the same.
fn catalogue(lesson: &Lesson) -> Result<Vec<String>> {
    let program = build::program(&lesson.package())?;
    let catalogue = catalogue_of(&program)?;
    let mut complaints = Vec::new();
    if catalogue.lesson != lesson.number {
        complaints.push(format!("checks.rs says it is lesson {}", catalogue.lesson));
    }
    let in_code: Vec<_> =
        catalogue.todos.iter().map(|t| (&*t.id, &*t.name, &*t.finished_in)).collect();
    let in_text: Vec<_> =
        lesson.about.todos.iter().map(|t| (&*t.id, &*t.name, &*t.finished_in)).collect();
    if in_code != in_text {
        complaints.push(format!("lesson.toml says {in_text:?}, checks.rs {in_code:?}"));
    }
    Ok(complaints)
}

fn catalogue_of(program: &Path) -> Result<Catalogue> {
    let output = Command::new(program)
        .arg("--catalog")
        .output()
        .with_context(|| format!("{} could not be started", program.display()))?;
    serde_json::from_slice(&output.stdout).context("the lesson's catalogue cannot be read")
}
