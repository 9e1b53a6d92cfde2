//! `take`: copies a student's answers out of the lessons, into a program of the student's own.

use crate::output::say;
use crate::{build, compare, progress};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::lesson::{self, File, LessonFolder};
use verdict::source::{BORROWED, lines_of};
use verdict::{Status, TodoToml, file, names_shader};

/// Copy your answers into your own program, as a part of lesson 19 asks: `take A`
///
/// It writes `lessons.rs` and shaders into own/src, with the functions that the part calls. A file that is there already is kept
/// under another name.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The part: A, B, C, D or E
    part: String,
    /// The folder `src` of your program
    #[arg(default_value = "own/src")]
    folder: PathBuf,
    /// Where your answer does not pass yet, take the solution, marked as borrowed
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
    given: &'static [(&'static str, &'static str)],
    imports: &'static str,
}

const PARTS: [Part; 5] = [
    Part {
        name: "A",
        todos: &["00.2", "02.1", "02.2", "04.1", "04.2", "04.3"],
        types: include_str!("take/a.rs"),
        given: &[("00", "VERTICAL_FOV NEAREST FARTHEST"), ("04", "MAX_JOINTS")],
        imports: "use glam::Mat4;\n",
    },
    Part {
        name: "B",
        todos: &["05.1", "05.2", "05.3", "05.4", "08.2", "10.1", "10.3", "11.1", "11.2", "11.3", "11.4"],
        types: include_str!("take/b.rs"),
        given: &[("11", "Input offset_of Influence strongest_first total_weight")],
        imports: "use glam::Mat4;\nuse roxmltree::Node;\n",
    },
    Part {
        name: "C",
        todos: &["06.1", "06.2", "06.3", "07.1", "07.2", "07.3", "07.4", "12.1", "12.2", "12.3", "12.4"],
        types: include_str!("take/c.rs"),
        given: &[("12", "Channel Track KeyList Clip OnStage")],
        imports: "use glam::{Mat4, Quat, Vec3};\nuse roxmltree::Node;\n",
    },
    Part {
        name: "D",
        todos: &["13.1", "13.2", "13.3"],
        types: include_str!("take/d.rs"),
        given: &[("13", "State Now Fade WALK RUN")],
        imports: "use glam::{Mat4, Quat, Vec3};\nuse roxmltree::Node;\n",
    },
    Part {
        name: "E",
        todos: &["16.1", "16.3", "16.4", "16.5", "16.6"],
        types: include_str!("take/e.rs"),
        given: &[(
            "16",
            "MAGIC VERSION HEADER Kind Blob Entry Header checksum keys_before put_u32s put_f32s put_u16 put_kind header get_u32 get_numbers get_header get_table get_entry add_blob",
        )],
        imports: "use glam::{Mat4, Quat, Vec3};\nuse roxmltree::Node;\n",
    },
];

const HEAD: &str = "\
//! What I wrote in the lessons of Armature, copied by `cargo workbook take`, and the types that it needs.
#![allow(dead_code, unused_imports, unused_variables)] // not all of it is in use yet, or does not pass yet

";

/// # Errors
/// If there is no such part or folder, an answer does not pass and is not to be borrowed, or a file cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let names = PARTS.map(|part| part.name);
    let last = names.iter().position(|name| arguments.part.eq_ignore_ascii_case(name));
    let last = last.with_context(|| format!("there is no part {}, only {}", arguments.part, names.join(", ")))?;
    let folder = build::workspace().join(&arguments.folder);
    ensure!(folder.is_dir(), "there is no folder {}: `cargo new own` makes it", arguments.folder.display());
    let parts = &PARTS[..=last];
    let ids: Vec<&str> = parts.iter().flat_map(|part| part.todos).copied().collect();
    let mut lessons = lesson::all()?;
    lessons.retain(|lesson| ids.iter().any(|id| id.starts_with(&lesson.number)));
    let mut text = format!("{HEAD}{}", PARTS[last].imports);
    for part in parts {
        text += part.types;
        for (number, names) in part.given {
            text += &declared(&read(&lesson::find(number)?.path.join("given.rs"))?, names);
        }
    }
    let mut files = Vec::new();
    let mut borrowed: Vec<&str> = Vec::new();
    for (lesson, statuses) in progress::rows(&lessons) {
        let mut answers = Vec::new();
        for (todo, status) in lesson.toml.todos.iter().zip(statuses.with_context(|| lesson.folder.clone())?) {
            let passes = status == Status::Pass;
            let answer = Answer { todo, is_wanted: ids.contains(&&*todo.id), passes };
            if answer.is_wanted && !passes {
                borrowed.push(&todo.id);
            }
            if answer.is_wanted && names_shader(&todo.name) {
                files.push((todo.name.clone(), shader(lesson, &answer)?));
            }
            answers.push(answer);
        }
        text += &module(lesson, &answers)?;
    }
    files.push(("lessons.rs".to_owned(), text));
    let part = PARTS[last].name;
    ensure!(
        borrowed.is_empty() || arguments.borrow,
        "not solved yet: {}. `cargo workbook take {part} --borrow` takes the solution of these, marked as borrowed",
        borrowed.join(", ")
    );
    for (name, text) in files {
        write(&folder.join(&name), &arguments.folder.join(&name), &text)?;
    }
    if !borrowed.is_empty() {
        say!("not solved yet, so these are the solution's, marked as borrowed: {}", borrowed.join(", "));
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a TODO: the student's if it passes, or else the solution's.
struct Answer<'a> {
    todo: &'a TodoToml,
    is_wanted: bool,
    passes: bool,
}

/// Returns the text of a file: the student's, or the solution's.
fn text_of(lesson: &LessonFolder, file: &File, is_solution: bool) -> Result<String> {
    if is_solution { Ok(compare::find_solution(lesson, file)?.1) } else { read(&file.mine) }
}

/// Returns a shader.
fn shader(lesson: &LessonFolder, answer: &Answer) -> Result<String> {
    let file = lesson.files().into_iter().find(|file| file.name() == answer.todo.name).context("no such shader")?;
    let text = without_todos(&text_of(lesson, &file, !answer.passes)?);
    Ok(if answer.passes { text } else { text.replacen('\n', &format!("\n{BORROWED}\n"), 1) })
}

/// Returns a module with the exercise of a lesson: its wanted answers and helpers. Empty if no function is wanted.
fn module(lesson: &LessonFolder, answers: &[Answer]) -> Result<String> {
    let functions: Vec<&Answer> = answers.iter().filter(|answer| !names_shader(&answer.todo.name)).collect();
    if !functions.iter().any(|answer| answer.is_wanted) {
        return Ok(String::new());
    }
    let exercise = &lesson.files()[0];
    let mut text = read(&exercise.mine)?;
    let mut imports = Vec::new();
    for Answer { todo, is_wanted, passes } in functions {
        let source = text_of(lesson, exercise, *is_wanted && !passes)?;
        let mut function = String::new();
        if *is_wanted {
            let own = lines_of(&source, &todo.name).map_or(0..0, |lines| lines.start() - 1..*lines.end());
            let lines: Vec<&str> = source.lines().skip(own.start).take(own.len()).collect();
            let mark = if *passes { String::new() } else { format!("{BORROWED}\n") };
            function = format!("{mark}pub {}", lines.join("\n").trim_start_matches("pub "));
        }
        text = with_function(&text, &todo.name, &function);
        // A solution may import what the exercise does not.
        imports.extend(source.lines().filter(|line| line.starts_with("use ") && line.ends_with(';')).map(String::from));
    }
    for head in ["pub const ANSWERS", "use crate::"] {
        while let Some(item) = items(&text).into_iter().find(|item| first_line(&text, item).starts_with(head)) {
            text.replace_range(item, "");
        }
    }
    let mut head = String::from("use super::*;\n");
    for import in imports {
        if !text.contains(&import) && !import.starts_with("use crate::") && !head.contains(&import) {
            head += &format!("{import}\n");
        }
    }
    let text = head + without_todos(&text).replace("crate::", "super::").trim_start();
    let mut module = format!("\npub mod lesson_{} {{\n", lesson.number);
    for line in text.lines() {
        if !line.trim().is_empty() || !module.ends_with("\n\n") {
            module += format!("    {line}").trim_end();
            module.push('\n');
        }
    }
    Ok(module + "}\n")
}

/// Returns a text in which the function `name`, with the comment above it if it goes, is another.
fn with_function(text: &str, name: &str, function: &str) -> String {
    let Some(own) = lines_of(text, name) else { return text.to_owned() };
    let lines: Vec<&str> = text.lines().collect();
    let mut start = own.start() - 1;
    while function.is_empty() && start > 0 && lines[start - 1].starts_with("//") {
        start -= 1;
    }
    format!("{}\n{function}\n{}\n", lines[..start].join("\n"), lines[*own.end()..].join("\n"))
}

/// Returns what a lesson's `given.rs` declares by these names, with the `impl` blocks of types.
fn declared(given: &str, names: &str) -> String {
    let mut text = String::new();
    for item in items(given) {
        let first = first_line(given, &item);
        let mut words = first.split(|c: char| !(c.is_alphanumeric() || c == '_')).skip_while(|word| *word == "pub");
        let is_item = matches!(words.next(), Some("fn" | "struct" | "enum" | "const" | "impl"));
        if is_item
            && words.find(|word| !word.is_empty()).is_some_and(|name| names.split(' ').any(|known| known == name))
        {
            text += &format!("\n{}", &given[item]);
        }
    }
    text
}

/// Returns the items of a Rust file, each with the comment above it: an item ends with a line after which no bracket is open,
/// and which ends with a semicolon or a brace.
fn items(text: &str) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let mut end = 0;
    let mut begin = None;
    let mut depth = 0_usize;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if line.trim().is_empty() && depth == 0 {
            begin = None; // a comment that belongs to nothing
        }
        if line.trim().is_empty() || line.trim_start().starts_with("//") || line.starts_with("#[") {
            begin = begin.or(Some(start).filter(|_| !line.trim().is_empty()));
            continue;
        }
        let begin_of_item = *begin.get_or_insert(start);
        depth = (depth + line.matches(['{', '(', '[']).count()).saturating_sub(line.matches(['}', ')', ']']).count());
        if depth == 0 && line.trim_end().ends_with([';', '}']) {
            items.push(begin_of_item..end);
            begin = None;
        }
    }
    items
}

/// Returns the first line of an item that is neither comment nor attribute.
fn first_line<'a>(text: &'a str, item: &Range<usize>) -> &'a str {
    let mut lines = text[item.clone()].lines();
    lines.find(|line| !line.starts_with("//") && !line.starts_with("#[")).unwrap_or_default()
}

/// Returns a text without comments about the course: the file's own, and where a TODO is.
fn without_todos(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("//!") && !line.trim_start().starts_with("// TODO ")).collect()
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Writes a file. One that is there already and differs is renamed: `lessons.rs.1`.
fn write(path: &Path, shown: &Path, text: &str) -> Result<()> {
    if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        say!("{} is as it was", shown.display());
        return Ok(());
    }
    if path.exists() {
        let mut names = (1..).map(|number| path.with_file_name(format!("{}.{number}", file_name(path))));
        let free = names.find(|name| !name.exists()).context("no name is free")?;
        fs::rename(path, &free).with_context(|| path.display().to_string())?;
        say!("{} was there already: it is {} now", shown.display(), file_name(&free));
    }
    file::create_by(path, file::synced(text.as_bytes())).with_context(|| path.display().to_string())?;
    say!("{} is written", shown.display());
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
