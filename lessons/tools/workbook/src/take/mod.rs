//! `take`: copies a student's answers out of the lessons, into a program of the student's own.

mod items;

use crate::build;
use crate::compare;
use crate::output::say;
use crate::progress;
use anyhow::{Context, Result, ensure};
use items::{Origin, declared, functions, without_todos};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::lesson::{self, LessonFolder};
use verdict::source::BORROWED;
use verdict::{Status, file, names_shader};

/// Copy your answers into your own program, as a part of lesson 19 asks: `take A`
///
/// It writes `lessons.rs` and shaders into own/src, with the functions that the part calls. An answer that does not pass
/// its check is left out. A file that is there already is kept under another name.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The part: A, B, C or D
    part: String,
    /// The folder `src` of your program
    #[arg(default_value = "own/src")]
    folder: PathBuf,
    /// Take the solution where your answer does not pass, marked as borrowed
    #[arg(long)]
    borrow: bool,
}

/// A part of lesson 19, and what it calls beside that which earlier parts call.
struct Part {
    name: &'static str,
    /// The ids of TODOs.
    todos: &'static [&'static str],
    /// The lessons' types that are another thing there: without what checks and windows need.
    types: &'static str,
    /// What lessons give that is taken as it is: the lesson, and the names.
    given: &'static [(&'static str, &'static [&'static str])],
    imports: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        name: "A",
        todos: &["00.2", "02.1", "02.2", "03.1", "03.2", "03.3"],
        types: include_str!("types/a.rs"),
        given: &[("00", &["VERTICAL_FOV", "NEAREST", "FARTHEST"]), ("03", &["MAX_JOINTS"])],
        imports: "use glam::Mat4;\n",
    },
    Part {
        name: "B",
        todos: &["04.1", "04.2", "04.3", "04.4", "08.2", "10.1", "10.3", "11.1", "11.2", "11.3", "11.4"],
        types: include_str!("types/b.rs"),
        given: &[("11", &["Input", "offset_of", "Influence", "strongest_first", "total_weight"])],
        imports: "use glam::Mat4;\nuse roxmltree::Node;\n",
    },
    Part {
        name: "C",
        todos: &["05.1", "05.2", "05.3", "06.1", "06.2", "06.3", "06.4", "12.1", "12.2", "12.3", "12.4"],
        types: include_str!("types/c.rs"),
        given: &[("12", &["Channel", "Track", "Clip", "OnStage"])],
        imports: "use glam::{Mat4, Quat, Vec3};\nuse roxmltree::Node;\n",
    },
    Part {
        name: "D",
        todos: &["13.1", "13.2", "13.3"],
        types: include_str!("types/d.rs"),
        given: &[("13", &["State", "Now", "Fade", "WALK", "RUN"])],
        imports: "use glam::{Mat4, Quat, Vec3};\nuse roxmltree::Node;\n",
    },
];

const HEAD: &str = "\
//! What I wrote in the lessons of Armature, copied by `cargo workbook take`, and the types that it needs.
#![allow(dead_code, unused_imports, unused_variables)] // not all of it is in use yet, or does not pass yet

";

/// The answers that have been copied.
#[derive(Default)]
struct Taken {
    /// A module for each lesson.
    modules: String,
    /// File names and texts.
    shaders: Vec<(String, String)>,
    /// The ids of TODOs whose answers do not pass, with a solution in their place.
    borrowed: Vec<String>,
    /// The ids of TODOs whose answers do not pass, which are left out.
    left_out: Vec<String>,
}

/// # Errors
/// If there is no such part or folder, or a file cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = build::workspace().join(&arguments.folder);
    ensure!(folder.is_dir(), "there is no folder {}: `cargo new own` makes it", arguments.folder.display());
    let names = PARTS.map(|part| part.name);
    let last = names.iter().position(|name| arguments.part.eq_ignore_ascii_case(name));
    let last = last.with_context(|| format!("there is no part {}, only {}", arguments.part, names.join(", ")))?;
    let parts = &PARTS[..=last];
    let mut lessons = lesson::all()?;
    let ids: Vec<&str> = parts.iter().flat_map(|part| part.todos).copied().collect();
    lessons.retain(|lesson| ids.iter().any(|id| id.starts_with(&lesson.number)));
    let mut taken = Taken::default();
    for (lesson, statuses) in progress::rows(&lessons) {
        taken.add(lesson, &statuses?, &ids, arguments.borrow).with_context(|| lesson.folder.clone())?;
    }
    let mut text = format!("{HEAD}{}", PARTS[last].imports);
    for part in parts {
        text += part.types;
        for (number, names) in part.given {
            let path = lesson::find(number)?.path.join("given.rs");
            text += &declared(&fs::read_to_string(&path).with_context(|| path.display().to_string())?, names);
        }
    }
    text += &taken.modules;
    let mut files = vec![("lessons.rs".to_owned(), text)];
    files.append(&mut taken.shaders);
    for (name, text) in files {
        write(&folder.join(&name), &arguments.folder.join(&name), &text)?;
    }
    if !taken.borrowed.is_empty() {
        say!("not solved yet, so these are the solution's, marked as borrowed: {}", taken.borrowed.join(", "));
    }
    if !taken.left_out.is_empty() {
        let ids = taken.left_out.join(", ");
        say!(
            "not solved yet, and left out: {ids}. `cargo workbook take {} --borrow` takes the solution.",
            PARTS[last].name
        );
    }
    Ok(ExitCode::SUCCESS)
}

impl Taken {
    /// Adds the answers of a lesson to the TODOs with these `ids`. `statuses` are those of all its TODOs.
    fn add(&mut self, lesson: &LessonFolder, statuses: &[Status], ids: &[&str], borrows: bool) -> Result<()> {
        let files = lesson.files();
        let mut wanted = Vec::new();
        for (todo, status) in lesson.toml.todos.iter().zip(statuses) {
            if !ids.contains(&&*todo.id) {
                continue;
            }
            let is_shader = names_shader(&todo.name);
            let file = files.iter().find(|file| !is_shader || file.name() == todo.name).context("no file")?;
            let origin = if *status == Status::Pass {
                Origin::Mine
            } else if let Some((_, text)) = compare::find_solution(lesson, file).ok().filter(|_| borrows) {
                self.borrowed.push(todo.id.clone());
                Origin::Solution(text)
            } else {
                self.left_out.push(todo.id.clone());
                Origin::Missing(todo.id.clone())
            };
            match origin {
                origin if !is_shader => wanted.push((&*todo.name, origin)),
                Origin::Mine => self.shaders.push((todo.name.clone(), without_todos(&fs::read_to_string(&file.mine)?))),
                Origin::Solution(text) => self.shaders.push((todo.name.clone(), with_remark(&text, BORROWED))),
                // The program needs a file that compiles.
                Origin::Missing(id) => {
                    let remark = format!("// {id} does not pass its check yet: this is its starter.");
                    self.shaders.push((todo.name.clone(), with_remark(&lesson.starter(file)?, &remark)));
                }
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

/// Returns a shader without comments about the course, with a remark after its first line, which is the version.
fn with_remark(shader: &str, remark: &str) -> String {
    without_todos(shader).replacen('\n', &format!("\n{remark}\n"), 1)
}

/// Writes a file. One that is there already and differs is renamed: `lessons.rs.1`.
fn write(path: &Path, shown: &Path, text: &str) -> Result<()> {
    match fs::read(path) {
        Ok(bytes) if bytes == text.as_bytes() => {
            say!("{} is as it was", shown.display());
            return Ok(());
        }
        Ok(_) => {
            let names = (1..).map(|number| PathBuf::from(format!("{}.{number}", path.display())));
            let free = names.into_iter().find(|name| !name.exists()).context("no name is free")?;
            fs::rename(path, &free).with_context(|| path.display().to_string())?;
            let name = free.file_name().unwrap_or_default();
            say!("{} was there already: it is {} now", shown.display(), shown.with_file_name(name).display());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    }
    file::create_by(path, file::synced(text.as_bytes())).with_context(|| path.display().to_string())?;
    say!("{} is written", shown.display());
    Ok(())
}
