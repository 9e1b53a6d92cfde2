//! The figures of each lesson as WebAssembly, and what a page knows of them before it draws any.

use super::guess::{self, Guess, Texts};
use super::{anchor, pictures, write_file};
use crate::build;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use drawing::Packed;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use verdict::build::{LessonFolder, artifacts, file_with_extension};
use verdict::{TodoToml, names_shader};

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
/// there.
///
/// # Errors
/// If a lesson does not build, its shaders' inputs cannot be read for want of OpenGL, or a file cannot be written.
pub(super) fn build(lessons: &[LessonFolder], source: &Path) -> Result<Live> {
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
            write_file(&source.join(format!("wasm/{number}-shaders.json")), &list(lesson, "--shaders")?)?;
        }
        for todo in shaders {
            live.tasks.push(Task { todo: todo.id.clone(), kind: "write", html: editor(lesson, todo) });
        }
        write_file(&source.join(format!("wasm/{number}.json")), &figure_list(lesson, &mut live)?)?;
    }
    Ok(live)
}

/// Returns the place of a shader's editor, which shader.js fills when it is opened.
fn editor(lesson: &LessonFolder, todo: &TodoToml) -> String {
    format!(
        "<details class=\"write\" id=\"{}\" data-lesson=\"{}\" data-todo=\"{}\" data-file=\"shaders/{}/{}\">\
         <summary>Write it here</summary></details>",
        anchor("write", &todo.id),
        lesson.number,
        todo.id,
        lesson.folder,
        todo.name
    )
}

/// Returns whether the lesson's module has a scene, which its own functions compute.
pub(super) fn has_scene(lesson: &LessonFolder) -> bool {
    fs::read_to_string(lesson.path.join("course/src/lib.rs")).is_ok_and(|text| text.contains("scene::SCENE"))
}

/// Writes the knight for the scenes: his mesh, skeleton and clips, and his texture, smaller.
fn write_knight(source: &Path) -> Result<()> {
    let file = verdict::workspace::assets().join("knight.dae");
    let model = armature_formats::load(&file).with_context(|| file.display().to_string())?.model;
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    write_file(&source.join("scenes/knight.json"), &serde_json::to_vec(&Packed::new(&model, &names))?)?;
    let whole = image::open(file.with_extension("png"))?;
    let texture = whole.thumbnail_exact(3 * whole.width() / 8, 3 * whole.height() / 8);
    write_file(&source.join("scenes/knight.jpg"), &pictures::jpeg(&texture, 80)?)
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
fn figure_list(lesson: &LessonFolder, live: &mut Live) -> Result<Vec<u8>> {
    let mut list: Value =
        serde_json::from_slice(&list(lesson, "--figures")?).context("what the lesson's program prints")?;
    let made = make_guesses(lesson, &list)?;
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

/// Builds a lesson's figures as a WebAssembly module, without the lesson's window, and returns the module's path.
fn build_module(number: &str) -> Result<PathBuf> {
    let mut command = build::cargo("rustc");
    command.args(["--package", &format!("lesson-{number}"), "--lib", "--crate-type", "cdylib"]);
    command.args(["--no-default-features", "--profile", "wasm", "--target", "wasm32-unknown-unknown"]);
    command.args(["--message-format", "json-render-diagnostics"]);
    // Flags for this machine's programs are none for a page.
    command.args(["--", "--cfg", "page"]).env_remove("RUSTFLAGS");
    let output = command.output().context("cargo could not be started")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "the figures of lesson {number} do not build (`--still` leaves them):\n{messages}"
    );
    let modules = artifacts(&output.stdout).filter_map(|artifact| file_with_extension(&artifact, "wasm"));
    modules.last().with_context(|| format!("cargo built lesson-{number}, but named no module"))
}
