//! `take`: copies a student's answers out of the lessons, into a program of the student's own.

mod items;

use crate::compare;
use crate::output::say;
use crate::progress;
use anyhow::{Context, Result, ensure};
use items::{declared, functions, without_todos};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::lesson::{self, LessonFolder};
use verdict::{Status, file, names_shader};

/// Copy your answers into a program of your own, as lesson 19 asks: `take ../knight/src`
///
/// It writes `lessons.rs` and three shaders. Where an answer does not pass its check, the solution is written in its place. A
/// file that is there already is kept under another name.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder `src` of your program
    folder: PathBuf,
}

/// The TODOs that lesson 19 uses.
const TODOS: [&str; 29] = [
    "00.2", "02.1", "02.2", "03.1", "03.2", "03.3", "04.1", "04.2", "04.3", "04.4", "05.1", "05.2", "05.3", "06.1",
    "06.2", "06.3", "06.4", "08.2", "10.1", "10.3", "11.1", "11.2", "11.3", "11.4", "12.1", "12.2", "12.3", "12.4",
    "13.1",
];

const HEAD: &str = "\
//! What I wrote in the lessons of Armature, copied by `cargo workbook take`, and the types that it needs.
#![allow(dead_code, unused_imports)] // not all of it is in use yet

";

/// The lessons' types that are another thing there: without what checks and windows need.
const TYPES: &str = include_str!("types.rs");

/// What lessons give that is taken as it is.
const GIVEN: [(&str, &[&str]); 4] = [
    ("00", &["VERTICAL_FOV", "NEAREST", "FARTHEST"]),
    ("03", &["MAX_JOINTS"]),
    ("11", &["Input", "offset_of", "Influence", "strongest_first", "total_weight"]),
    ("12", &["Channel", "Track", "Clip", "OnStage"]),
];

/// The answers that have been copied.
#[derive(Default)]
struct Taken {
    /// A module for each lesson.
    modules: String,
    /// File names and texts.
    shaders: Vec<(String, String)>,
    /// The ids of TODOs whose answers do not pass, with a solution in their place.
    solved: Vec<String>,
    /// The ids of TODOs whose answers do not pass, without a solution here.
    unsolved: Vec<String>,
}

/// # Errors
/// If there is no such folder, or a file cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = &arguments.folder;
    ensure!(folder.is_dir(), "{} is no folder: `cargo new` makes it", folder.display());
    let mut lessons = lesson::all()?;
    lessons.retain(|lesson| TODOS.iter().any(|id| id.starts_with(&lesson.number)));
    let mut taken = Taken::default();
    for (lesson, statuses) in progress::rows(&lessons) {
        taken.add(lesson, &statuses?).with_context(|| lesson.folder.clone())?;
    }
    let mut given = String::new();
    for (number, names) in GIVEN {
        let path = lesson::find(number)?.path.join("given.rs");
        given += &declared(&fs::read_to_string(&path).with_context(|| path.display().to_string())?, names);
    }
    let mut files = vec![("lessons.rs".to_owned(), format!("{HEAD}{TYPES}{given}{}", taken.modules))];
    files.append(&mut taken.shaders);
    for (name, text) in files {
        write(&folder.join(name), &text)?;
    }
    if !taken.solved.is_empty() {
        say!("not solved yet, so these are the solution's: {}", taken.solved.join(", "));
    }
    if !taken.unsolved.is_empty() {
        say!("not solved yet, and there is no solution here: {}", taken.unsolved.join(", "));
    }
    Ok(ExitCode::SUCCESS)
}

impl Taken {
    /// Adds the answers of a lesson. `statuses` are those of its TODOs.
    fn add(&mut self, lesson: &LessonFolder, statuses: &[Status]) -> Result<()> {
        let files = lesson.files();
        let mut wanted = Vec::new();
        for (todo, status) in lesson.toml.todos.iter().zip(statuses) {
            if !TODOS.contains(&&*todo.id) {
                continue;
            }
            let is_shader = names_shader(&todo.name);
            let file = files.iter().find(|file| !is_shader || file.name() == todo.name).context("no file")?;
            let solution = if *status == Status::Pass { None } else { compare::find_solution(lesson, file).ok() };
            match (status, &solution) {
                (Status::Pass, _) => {}
                (_, Some(_)) => self.solved.push(todo.id.clone()),
                (_, None) => self.unsolved.push(todo.id.clone()),
            }
            let solution = solution.map(|(_, text)| text);
            if is_shader {
                let mine = fs::read_to_string(&file.mine)?;
                self.shaders.push((todo.name.clone(), without_todos(&solution.unwrap_or(mine))));
            } else {
                wanted.push((&*todo.name, solution));
            }
        }
        if !wanted.is_empty() {
            let exercise = fs::read_to_string(&files[0].mine)?;
            let all: Vec<&str> = lesson.toml.todos.iter().map(|todo| &*todo.name).collect();
            self.modules += &format!("\npub mod lesson_{} {{\n", lesson.number);
            for line in functions(&exercise, &all, &wanted).lines() {
                self.modules += if line.is_empty() { "" } else { "    " };
                self.modules += line;
                self.modules.push('\n');
            }
            self.modules += "}\n";
        }
        Ok(())
    }
}

/// Writes a file. One that is there already and differs is renamed: `lessons.rs.1`.
fn write(path: &Path, text: &str) -> Result<()> {
    match fs::read(path) {
        Ok(bytes) if bytes == text.as_bytes() => {
            say!("{} is as it was", path.display());
            return Ok(());
        }
        Ok(_) => {
            let names = (1..).map(|number| PathBuf::from(format!("{}.{number}", path.display())));
            let free = names.into_iter().find(|name| !name.exists()).context("no name is free")?;
            fs::rename(path, &free).with_context(|| path.display().to_string())?;
            say!("{} was there already: it is {} now", path.display(), free.display());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    }
    file::create_by(path, file::synced(text.as_bytes())).with_context(|| path.display().to_string())?;
    say!("{} is written", path.display());
    Ok(())
}
