//! `author mistake`: a wrong answer that no known mistake explains becomes one with a name.
//!
//! The answer is laid into a clean copy of the lesson whose mistakes have it behind a switch. So one build shows that
//! both compile, and the lesson's own check says how far the answer is from all that is known. Only then the lesson
//! is written to.

mod code;

use super::starters;
use crate::grade::{Trial, attempt};
use crate::output::{say, say_on};
use crate::reset;
use anyhow::{Context, Result, bail, ensure};
use common::build::lesson::{self, LessonFolder};
use common::check::{self, LessonToml, Status, Verdict, source, three_way::SEEDS};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The TODO, such as 03.1
    id: String,
    /// The answer: an exercise.rs, its function alone, or a shader
    #[arg(long)]
    from: PathBuf,
    /// What it will be called, such as ONE-LEVEL
    #[arg(long)]
    name: String,
    /// Run the code without a sandbox: only where you would run this student's program anyway
    #[arg(long)]
    trust: bool,
}

/// # Errors
/// If the answer is right, known, too near to a known one, or none that can be compared; or if a file cannot be read
/// or written.
pub(super) fn run(Arguments { id, from, name, trust }: &Arguments) -> Result<()> {
    let (lesson, place) = lesson::find_todo(id)?;
    let todo = &lesson.toml.todos[place];
    let file = if todo.name.contains('.') { &todo.name } else { "exercise.rs" };
    ensure!(!from.is_dir(), "{} is a folder: name the {file} in it", from.display());
    let toml = lesson.path.join("lesson.toml");
    let described = described(&lesson, &starters::read(&toml)?, place, name)?;
    let answer = starters::read(from)?.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut exercise = starters::read(&lesson.files()[0].starter)?;
    let mut files = BTreeMap::new();
    let path = file_of_mistakes(&lesson, &todo.name)?;
    let mistakes = starters::read(&path)?;
    let text = if todo.name.contains('.') {
        let text = code::shader(&mistakes, &answer, name);
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.extend([(todo.name.clone(), answer), (file, text.clone())]);
        text
    } else {
        // Around a function alone all others are right.
        if let Ok(sources) = starters::sources(&lesson) {
            exercise = starters::split(&lesson, &sources[0])?.finished;
        }
        let others: Vec<&str> = lesson.toml.todos.iter().map(|todo| &*todo.name).collect();
        let function = code::function(&answer, &exercise, &todo.name, &others, name);
        let function = function
            .with_context(|| format!("{} has no function `{}`, as {} wants", from.display(), todo.name, todo.id))?;
        exercise = function.exercise;
        code::switched(&mistakes, &todo.name, name, &function.module).context("no function body")?
    };
    eprintln!("building the lesson with this answer in a clean copy: the first time takes minutes");
    files.insert("exercise.rs".into(), exercise);
    let trial = Trial { lesson: &lesson, id: &todo.id, files, new: name, trust: *trust };
    let verdicts = attempt(trial, (&path, &text), &SEEDS)?;
    ensure_new(&verdicts)
        .with_context(|| format!("{}: {} makes no new mistake, and nothing is written", todo.id, from.display()))?;
    reset::replace(&path, text.as_bytes())?;
    reset::replace(&toml, described.as_bytes())?;
    if !todo.name.contains('.') {
        // Where there is no rustfmt, it stays as it is.
        let _ = Command::new("rustfmt").args(["--edition", "2024"]).arg(&path).status();
    }
    say_on!("{}", check::text(&Verdict { next: None, ..verdicts[0].clone() }));
    say!("No known mistake explains it by itself (seeds {SEEDS:?}); now it is {name}, with words to be written.");
    say!("Written: {} and {}", starters::shown(&path), starters::shown(&toml));
    say!("What is left to do: cargo workbook author check {}", lesson.number);
    say!("Until then no student is told of it. Finally: cargo test --package {}", lesson.package());
    Ok(())
}

/// Where the mistakes of a TODO are made: `mistakes.vert` for `joints.vert`, `mistakes.crowd.vert` for `crowd.vert` where
/// there are several of its kind; or the Rust file with the function.
fn file_of_mistakes(lesson: &LessonFolder, name: &str) -> Result<PathBuf> {
    let (_, ending) = name.rsplit_once('.').unwrap_or_default();
    let shaders = [name, ending].map(|end| lesson.shaders().join(format!("mistakes.{end}")));
    let rust = source::files_below(&lesson.path.join("course/src/mistakes"));
    let rust = [lesson.path.join("course/src/mistakes.rs")].into_iter().chain(rust);
    let has = |path: &PathBuf| starters::read(path).is_ok_and(|text| source::lines_of(&text, name).is_some());
    let found = shaders.into_iter().find(|path| path.exists()).or_else(|| rust.into_iter().find(has));
    found.with_context(|| format!("there is no mistakes.rs or shader of mistakes with `{name}`"))
}

/// `lesson.toml` with the mistake behind the others of its TODO, and its words to be written.
fn described(lesson: &LessonFolder, toml: &str, place: usize, name: &str) -> Result<String> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let is_name = name.split('-').all(is_word) && name.starts_with(|c: char| c.is_alphabetic());
    ensure!(is_name, "\"{name}\" should be like ONE-LEVEL: capitals, digits and hyphens");
    let mut known = lesson.toml.todos.iter().flat_map(|todo| &todo.mistakes);
    let number = &lesson.number;
    ensure!(known.all(|mistake| mistake.name != name), "lesson {number} has a mistake {name} already");
    let block = include_str!("lesson.toml.txt").replace("NAME", name);
    let lines: Vec<&str> = toml.lines().collect();
    let mut tables =
        (0..lines.len()).filter(|&line| lines[line].starts_with("[[todo]]") || lines[line].starts_with("[[compiler]]"));
    let next = tables.nth(place + 1).unwrap_or(lines.len());
    // What stands above the next table belongs to that.
    let is_own = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let end = lines[..next].iter().rposition(is_own).map_or(next, |last| last + 1);
    let (above, below) = (lines[..end].join("\n"), lines[end..].join("\n"));
    let text = format!("{above}\n{block}{below}\n").replace("\n\n\n", "\n\n");
    let text = format!("{}\n", text.trim_end());
    let parsed = LessonToml::parse(number, &text).context("lesson.toml with another mistake")?;
    let last = parsed.todos[place].mistakes.last();
    ensure!(last.is_some_and(|last| last.name == name), "lesson.toml has no place for {name}");
    Ok(text)
}

/// # Errors
/// If the answer is not wrong, or cannot be told apart from what is known.
fn ensure_new(verdicts: &[Verdict]) -> Result<()> {
    for Verdict { status, mistakes, message, .. } in verdicts {
        let message = message.as_deref().unwrap_or_default().trim_end();
        match (status, mistakes.first()) {
            // Two mistakes that do the same together may be one that has no name yet.
            (Status::Fail, Some(known)) if !known.name.contains('+') => {
                bail!("it has a name already, {}: {}", known.name, known.says)
            }
            (Status::Fail, _) if message.is_empty() => {}
            (Status::Pass | Status::Borrowed, _) => bail!("it is right"),
            (Status::NotStarted, _) => bail!("it is what everybody begins with"),
            (Status::DoesNotCompile, _) => {
                bail!("it does not compile. What it calls must be in the same file.\n{message}")
            }
            (Status::Fail, _) => bail!("{message}"),
            _ => bail!("it has no answer that could be compared: {message}"),
        }
    }
    Ok(())
}
