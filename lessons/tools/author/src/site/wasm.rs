//! The figures of each lesson as WebAssembly, and what a page knows of them before it draws any.

use super::guess::{self, Guess, Texts};
use super::{chapter, pictures, write_file};
use crate::build;
use crate::output::say;
use anyhow::{Context, Result, bail, ensure};
use drawing::Packed;
use serde_json::{Map, Value, json};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use verdict::build::{LessonFolder, artifacts, file_with_extension};
use verdict::names_shader;

const TARGET: &str = "wasm32-unknown-unknown";

/// Said where the target is missing.
const NONE: &str =
    "Figures stay pictures: rustc has no WebAssembly here. `rustup target add wasm32-unknown-unknown` gets it";

/// What pages do besides being read.
#[derive(Default)]
pub(super) struct Live {
    pub(super) tasks: Vec<Task>,
}

/// A TODO that is done in a page.
pub(super) struct Task {
    pub(super) todo: String,
    /// What a reader does: `write` a shader, or `guess` a line.
    pub(super) kind: &'static str,
    pub(super) html: String,
}

impl Live {
    pub(super) fn task(&self, todo: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.todo == todo)
    }
}

/// Writes `wasm/NN.wasm` and `wasm/NN.json` for each lesson with figures, and `wasm/NN-shaders.json` if shaders are written
/// there. `None`, and a sentence why, where nothing compiles to WebAssembly.
///
/// # Errors
/// If a lesson does not build, or a file cannot be written.
pub(super) fn build(lessons: &[LessonFolder], source: &Path, has_guesses: bool) -> Result<Option<Live>> {
    if !has_target() {
        say!("{NONE}");
        return Ok(None);
    }
    let mut live = Live::default();
    write_knight(source)?;
    write_puppet(source)?;
    for lesson in lessons.iter().filter(|lesson| lesson.path.join("course/src/figures.rs").exists()) {
        let number = &lesson.number;
        say!("{number}: figures");
        let module = fs::read(build_module(number)?).with_context(|| format!("the figures of lesson {number}"))?;
        write_file(&source.join(format!("wasm/{number}.wasm")), &module)?;
        let shaders: Vec<_> = lesson.toml.todos.iter().filter(|todo| names_shader(&todo.name)).collect();
        if !shaders.is_empty() {
            // Without OpenGL the inputs cannot be read, and the shaders are written at home alone.
            match list(lesson, "--shaders") {
                Ok(list) => {
                    write_file(&source.join(format!("wasm/{number}-shaders.json")), &list)?;
                    for todo in shaders {
                        let html = chapter::editor(lesson, todo);
                        live.tasks.push(Task { todo: todo.id.clone(), kind: "write", html });
                    }
                }
                Err(error) => say!("{number}: no shader is written in the page: {error:#}"),
            }
        }
        write_file(&source.join(format!("wasm/{number}.json")), &figure_list(lesson, &mut live, has_guesses)?)?;
    }
    Ok(Some(live))
}

/// Returns whether the lesson's module has a scene, which its own functions compute.
pub(super) fn has_scene(lesson: &LessonFolder) -> bool {
    fs::read_to_string(lesson.path.join("course/src/lib.rs")).is_ok_and(|text| text.contains("scene::SCENE"))
}

/// Writes the knight for the scenes: his mesh, skeleton and clips, and his texture at half its size.
fn write_knight(source: &Path) -> Result<()> {
    let file = verdict::workspace::assets().join("knight.dae");
    let model = armature_formats::load(&file).with_context(|| file.display().to_string())?.model;
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    write_file(&source.join("scenes/knight.json"), &Packed::new(&model, &names).to_json())?;
    let whole = image::open(file.with_extension("png"))?;
    let texture = whole.thumbnail_exact(whole.width() / 2, whole.height() / 2);
    write_file(&source.join("scenes/knight.jpg"), &pictures::jpeg(&texture, 85)?)
}

/// Writes the pictures of the paper fox for the scene that he plays in.
fn write_puppet(source: &Path) -> Result<()> {
    for entry in fs::read_dir(verdict::workspace::assets().join("puppet"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "png") && !path.ends_with("preview.png") {
            write_file(&source.join("scenes/puppet").join(path.file_name().unwrap_or_default()), &fs::read(&path)?)?;
        }
    }
    Ok(())
}

/// Returns the JSON beside a module: what the lesson's program says of its figures, and, for a scene, the sentences about
/// each mistake. Adds the lesson's guesses.
fn figure_list(lesson: &LessonFolder, live: &mut Live, has_guesses: bool) -> Result<Vec<u8>> {
    let mut list: Value =
        serde_json::from_slice(&list(lesson, "--figures")?).context("what the lesson's program prints")?;
    let made = if has_guesses { make_guesses(lesson, &list)? } else { Vec::new() };
    for figure in list["figures"].as_array_mut().into_iter().flatten() {
        let name = figure["name"].as_str().unwrap_or_default().to_owned();
        if let Some(more) = figure["more"].as_array_mut() {
            more.retain(|mistake| made.iter().any(|guess| guess.figure == name && guess.draws(&mistake["name"])));
        }
    }
    live.tasks.extend(made.into_iter().map(|Guess { todo, html, .. }| Task { todo, kind: "guess", html }));
    if has_scene(lesson) {
        let mut sentences = Map::new();
        for todo in &lesson.toml.todos {
            for mistake in &todo.mistakes {
                let words = json!({ "says": mistake.says, "asks": mistake.asks });
                sentences.insert(format!("{} {}", todo.id, mistake.name), words);
            }
        }
        list["said"] = Value::Object(sentences);
    }
    Ok(serde_json::to_vec(&list)?)
}

/// Returns the guesses of a lesson, one for each TODO that has one, in the first of its figures that can draw it.
fn make_guesses(lesson: &LessonFolder, list: &Value) -> Result<Vec<Guess>> {
    let texts = Texts {
        toml: fs::read_to_string(lesson.path.join("lesson.toml"))?,
        // Students have none, and their sites no guesses.
        solution: fs::read_to_string(lesson.path.join("course/src/solution.rs")).unwrap_or_default(),
    };
    let mut guesses: Vec<Guess> = Vec::new();
    for figure in list["figures"].as_array().into_iter().flatten() {
        let name = figure["name"].as_str().unwrap_or_default();
        let Some(todo) = lesson.toml.todos.iter().find(|todo| name.split('-').next() == Some(&todo.id)) else {
            continue;
        };
        if guesses.iter().any(|guess| guess.todo == todo.id) {
            continue;
        }
        let all = ["mistakes", "more"].into_iter().filter_map(|kind| figure[kind].as_array()).flatten();
        let visible: Vec<&str> = all.filter_map(|mistake| mistake["name"].as_str()).collect();
        guesses.extend(guess::guess(lesson, &texts, todo, name, &visible));
    }
    Ok(guesses)
}

/// Returns what a lesson's program prints for this argument.
fn list(lesson: &LessonFolder, argument: &str) -> Result<Vec<u8>> {
    let number = &lesson.number;
    let output = Command::new(build::program(&format!("lesson-{number}"))?).arg(argument).output();
    let output = output.with_context(|| format!("lesson-{number} could not be started"))?;
    ensure!(output.status.success(), "lesson-{number} {argument}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

/// Returns whether the compiler in use has the standard library of the target.
fn has_target() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Builds a lesson's figures as a WebAssembly module, without the lesson's window, and returns the module's path.
fn build_module(number: &str) -> Result<PathBuf> {
    let output = cargo_command(number).output().context("cargo could not be started")?;
    if !output.status.success() {
        bail!("the figures of lesson {number} do not build:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    module_in(&output.stdout).with_context(|| format!("cargo built lesson-{number}, but named no module"))
}

fn cargo_command(number: &str) -> Command {
    let mut command = build::cargo("rustc");
    command.args(["--package", &format!("lesson-{number}"), "--lib", "--crate-type", "cdylib"]);
    command.args(["--no-default-features", "--profile", "wasm", "--target", TARGET]);
    command.args(["--message-format", "json-render-diagnostics"]);
    // Flags for this machine's programs are none for a page.
    command.args(["--", "--cfg", "page"]).env_remove("RUSTFLAGS");
    command
}

fn module_in(messages: &[u8]) -> Option<PathBuf> {
    artifacts(messages).filter_map(|artifact| file_with_extension(&artifact, "wasm")).last()
}
