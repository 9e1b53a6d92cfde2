//! Building a lesson, and rustc's errors in the one file a student edits.
//!
//! ```text
//! exercise.rs -> library: cargo -> messages: what rustc reports -> error_report: a verdict for each TODO
//!                               -> the library that the lesson's program loads
//! ```

mod cargo;
mod error_report;
pub mod lesson;
pub mod mend;
mod messages;
mod outcome;
mod put_back;
#[cfg(test)]
mod sentences;

pub use cargo::{WAITING, cargo, has_been_built, target, wait_for_another_cargo};
pub use cargo_metadata::Artifact;
pub use error_report::{error_report, is_silent};
pub use lesson::LessonFolder;
pub use messages::{artifacts, file_with_extension};
pub use outcome::{BuildOutcome, BuildProblem};

use crate::Verdict;
use anyhow::{Context, Result};
use cargo::IS_RELEASE;
use error_report::{missing_exercise, ungradable_exercise, with_advice};
use messages::Messages;
use put_back::touch_if_put_back;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The report of a check, as JSON.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// One for each TODO that was checked.
    pub verdicts: Vec<Verdict>,
    /// Warnings of rustc about exercises.
    pub warnings: Vec<String>,
}

/// Whether cargo may show its progress.
#[derive(Clone, Copy, PartialEq)]
pub enum CargoOutput {
    /// Shown on the screen, at a lesson's first build, which takes a while.
    Shown,
    /// Hidden, because this program draws there.
    Hidden,
}

/// Builds a lesson's program.
pub fn program(lesson: &LessonFolder, output: CargoOutput) -> BuildOutcome {
    match run_cargo(lesson, &[&lesson.package()], output) {
        Ok((messages, warnings)) => BuildOutcome::built(messages.program, warnings),
        Err(outcome) => outcome,
    }
}

/// Builds the library of a lesson's exercise.
pub fn library(lesson: &LessonFolder, output: CargoOutput) -> BuildOutcome {
    program_and_library(lesson, &[&lesson.library()], output).1
}

/// Builds a lesson's program and its library in one call of cargo. The first path returned is the program's, if it compiles.
pub fn both(lesson: &LessonFolder, output: CargoOutput) -> (Option<PathBuf>, BuildOutcome) {
    program_and_library(lesson, &[&lesson.package(), &lesson.library()], output)
}

/// Builds packages of a lesson, its library among them.
fn program_and_library(
    lesson: &LessonFolder,
    packages: &[&str],
    output: CargoOutput,
) -> (Option<PathBuf>, BuildOutcome) {
    if let Some(report) = missing_exercise(lesson) {
        return (None, BuildOutcome::Missing(report));
    }
    if let Some(report) = ungradable_exercise(lesson) {
        return (None, BuildOutcome::DoesNotCompile(report, None));
    }
    if let Err(error) = touch_if_put_back(lesson) {
        return (None, BuildOutcome::Failed(format!("{error:#}")));
    }
    match run_cargo(lesson, packages, output) {
        Ok((messages, warnings)) => {
            let library = messages.library(&lesson.library());
            (messages.program, BuildOutcome::built(library, warnings))
        }
        Err(BuildOutcome::DoesNotCompile(report, _)) => {
            let others = mended_library(lesson, &report.verdicts).unwrap_or_default();
            let needs_program = others.is_some() && packages.len() > 1;
            let program = if needs_program { program(lesson, output).into_built() } else { None };
            (program, BuildOutcome::DoesNotCompile(report, others))
        }
        Err(outcome) => (None, outcome),
    }
}

/// Returns the text of a lesson's exercise, with a replacement character for each byte that is not UTF-8, or an empty text
/// if the file cannot be read.
pub fn exercise_of(lesson: &LessonFolder) -> String {
    String::from_utf8_lossy(&fs::read(lesson.exercise_path()).unwrap_or_default()).into_owned()
}

/// Builds the library of a lesson's exercise with the starter's functions in the place of those that do not compile, or the check
/// of a student's own program without the functions that it cannot call.
fn mended_library(lesson: &LessonFolder, verdicts: &[Verdict]) -> Result<Option<PathBuf>> {
    let broken = mend::broken_functions(verdicts);
    if broken.is_empty() {
        return Ok(None);
    }
    if lesson.toml.exercise.is_some() {
        // An error with a place is in the program itself, of which nothing can be called.
        if verdicts.iter().any(|verdict| verdict.place.is_some()) {
            return Ok(None);
        }
        let mut cargo = cargo("build");
        cargo.args(["--quiet", "--package", &lesson.library(), "--message-format", "json"]);
        let output = cargo.env("ARMATURE_NOT_CALLED", broken.join(" ")).output()?;
        return Ok(Messages::read(&output.stdout, &lesson.exercise()).library(&lesson.library()));
    }
    let starter = lesson.starter(lesson.files().first().context("a lesson has an exercise")?)?;
    let text = mend::with_functions_of(&starter, &exercise_of(lesson), &broken);
    let Some(text) = text.filter(|text| !text.contains(char::REPLACEMENT_CHARACTER)) else { return Ok(None) };
    let folder = target().join("mended").join(lesson.library());
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("exercise.rs"), text)?;
    fs::write(folder.join("module.rs"), "#[forbid(unsafe_code)]\n#[path = \"exercise.rs\"]\npub mod exercise;\n")?;
    let mut cargo = cargo("rustc");
    cargo.args(["--quiet", "--lib", "--package", &lesson.library(), "--message-format", "json"]);
    if IS_RELEASE {
        cargo.arg("--release");
    }
    let output = cargo.args(["--", "--cfg", "mended"]).env("ARMATURE_MENDED", &folder).output()?;
    Ok(Messages::read(&output.stdout, &lesson.exercise()).library(&lesson.library()))
}

/// Builds packages of a lesson. Returns cargo's messages with the warnings about the exercise, or the outcome of a build that
/// fails.
fn run_cargo(
    lesson: &LessonFolder,
    packages: &[&str],
    shown: CargoOutput,
) -> Result<(Messages, Vec<String>), BuildOutcome> {
    let mut cargo = cargo("build");
    cargo.args(packages.iter().flat_map(|package| ["--package", package])).args(["--message-format", "json"]);
    // The profile of this program: a window that was started by `cargo run --release` keeps it.
    if IS_RELEASE {
        cargo.arg("--release");
    }
    // The first build takes a while, and then cargo may show its progress.
    let is_first = !has_been_built(lesson);
    if shown == CargoOutput::Shown && is_first {
        cargo.stderr(Stdio::inherit());
    } else {
        cargo.arg("--quiet");
    }
    if shown == CargoOutput::Shown && !is_first {
        wait_for_another_cargo(|| eprintln!("{WAITING}"));
    }
    let output =
        cargo.output().map_err(|error| BuildOutcome::Failed(format!("cargo could not be started: {error}")))?;
    let messages = Messages::read(&output.stdout, &lesson.exercise());
    let text = exercise_of(lesson);
    if output.status.success() {
        let warnings = messages.warnings.iter().map(|warning| with_advice(lesson, &text, warning)).collect();
        return Ok((messages, warnings));
    }
    if messages.inside.is_empty() && messages.outside.is_empty() {
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let words = if words.is_empty() { "cargo's words are above" } else { words.trim() };
        // A full disk, a linker that fails: rustc reports it, and cargo only that rustc has failed.
        let cause = messages.nowhere.concat();
        let packages = packages.join(", ");
        return Err(BuildOutcome::Failed(format!("{packages} could not be built: {words}\n{}", cause.trim_end())));
    }
    Err(BuildOutcome::DoesNotCompile(error_report(lesson, &text, &output.stdout, crate::SEED), None))
}
