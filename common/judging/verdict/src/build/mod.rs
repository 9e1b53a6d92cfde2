//! Building a lesson, and rustc's errors in the one file a student edits.
//!
//! ```text
//! exercise.rs -> library: cargo -> messages: what rustc reports -> error_report: a verdict for each TODO
//!                               -> the library that the lesson's program loads
//! ```

mod cargo;
pub mod cargo_json;
mod error_report;
pub mod lesson;
pub mod mend;
mod messages;
mod put_back;
#[cfg(test)]
mod sentences;
mod waiting;
mod words;

pub use cargo::{cargo, has_been_built, target};
pub use error_report::{error_report, is_silent};
pub use lesson::LessonFolder;
pub use waiting::{WAITING, wait_for_another_cargo};

use crate::Verdict;
use anyhow::{Context, Result, bail};
use cargo::IS_RELEASE;
use error_report::{missing_exercise, ungradable_exercise, with_advice};
use messages::Messages;
use put_back::touch_if_put_back;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The report of a check, as JSON.
#[derive(Default, Serialize)]
pub struct Report {
    /// One for each TODO that was checked.
    pub verdicts: Vec<Verdict>,
    /// Warnings of rustc about exercises.
    pub warnings: Vec<String>,
}

/// The result of a build.
pub enum Built {
    /// It can be run, or loaded.
    Ready {
        /// The lesson's program or library.
        path: PathBuf,
        /// Warnings of rustc in the exercise.
        warnings: Vec<String>,
    },
    /// It does not compile: rustc's errors, and where they are in functions, the library with the starter's in their place.
    DoesNotCompile(Report, Option<PathBuf>),
    /// `exercise.rs` is missing or empty, and nothing was built.
    Missing(Report),
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
///
/// # Errors
/// If cargo fails for a reason that is not in any Rust file.
pub fn program(lesson: &LessonFolder, progress: CargoOutput) -> Result<Built> {
    run_cargo(lesson, &[&lesson.package()], progress, |messages| messages.program.take())
}

/// Builds the library of a lesson's exercise.
///
/// # Errors
/// As [`program`].
pub fn library(lesson: &LessonFolder, progress: CargoOutput) -> Result<Built> {
    if let Some(built) = unbuildable(lesson) {
        return Ok(built);
    }
    touch_if_put_back(lesson)?;
    let built = run_cargo(lesson, &[&lesson.library()], progress, |messages| messages.library(&lesson.library()))?;
    Ok(with_the_others(lesson, built))
}

/// Builds a lesson's program and its library in one call of cargo. The first path returned is the program's, if it compiles.
///
/// # Errors
/// As [`program`].
pub fn program_and_library(lesson: &LessonFolder, progress: CargoOutput) -> Result<(Option<PathBuf>, Built)> {
    if let Some(built) = unbuildable(lesson) {
        return Ok((None, built));
    }
    let packages = [&*lesson.package(), &lesson.library()];
    touch_if_put_back(lesson)?;
    let mut program = None;
    let built = run_cargo(lesson, &packages, progress, |messages| {
        program = messages.program.take();
        messages.library(packages[1])
    })?;
    let built = with_the_others(lesson, built);
    if let Built::DoesNotCompile(_, Some(_)) = built
        && let Built::Ready { path, .. } = self::program(lesson, progress)?
    {
        program = Some(path);
    }
    Ok((program, built))
}

/// Returns the result for an exercise that need not be compiled: it is missing, or not as it can be graded.
fn unbuildable(lesson: &LessonFolder) -> Option<Built> {
    let missing = missing_exercise(lesson).map(Built::Missing);
    missing.or_else(|| Some(Built::DoesNotCompile(ungradable_exercise(lesson)?, None)))
}

/// Returns the text of a lesson's exercise, with a replacement character for each byte that is not UTF-8, or an empty text
/// if the file cannot be read.
pub fn exercise_of(lesson: &LessonFolder) -> String {
    String::from_utf8_lossy(&fs::read(lesson.exercise_path()).unwrap_or_default()).into_owned()
}

/// Adds the library with the starter's functions to a build that has failed, unless that library cannot be built either.
fn with_the_others(lesson: &LessonFolder, built: Built) -> Built {
    match built {
        Built::DoesNotCompile(report, None) => {
            let library = mended_library(lesson, &report.verdicts).unwrap_or_default();
            Built::DoesNotCompile(report, library)
        }
        built => built,
    }
}

/// Builds the library of a lesson's exercise with the starter's functions in the place of those that do not compile.
fn mended_library(lesson: &LessonFolder, verdicts: &[Verdict]) -> Result<Option<PathBuf>> {
    let broken = mend::broken_functions(verdicts);
    if lesson.toml.exercise.is_some() || broken.is_empty() {
        return Ok(None);
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

/// Builds packages of a lesson. `find_path` takes the path of the file that was built from cargo's messages.
fn run_cargo(
    lesson: &LessonFolder,
    packages: &[&str],
    progress: CargoOutput,
    find_path: impl FnOnce(&mut Messages) -> Option<PathBuf>,
) -> Result<Built> {
    let mut cargo = cargo("build");
    cargo.args(packages.iter().flat_map(|package| ["--package", package])).args(["--message-format", "json"]);
    // The profile of this program: a window that was started by `cargo run --release` keeps it.
    if IS_RELEASE {
        cargo.arg("--release");
    }
    // The first build takes a while, and then cargo may show its progress; later only if it takes long after all.
    let is_first = !has_been_built(lesson);
    let output = match progress {
        CargoOutput::Shown if is_first => cargo.stderr(Stdio::inherit()).output(),
        CargoOutput::Shown => {
            wait_for_another_cargo(|| eprintln!("{WAITING}"));
            waiting::output_with_late_progress(&mut cargo)
        }
        CargoOutput::Hidden => cargo.arg("--quiet").output(),
    };
    let output = output.context("cargo could not be started")?;
    let mut messages = Messages::read(&output.stdout, &lesson.exercise());
    let text = exercise_of(lesson);
    if output.status.success() {
        let path =
            find_path(&mut messages).with_context(|| format!("cargo named no file of {}", packages.join(", ")))?;
        let warnings = messages.warnings.iter().map(|warning| with_advice(lesson, &text, warning)).collect();
        return Ok(Built::Ready { path, warnings });
    }
    if messages.errors.inside.is_empty() && messages.errors.outside.is_empty() {
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let words = if words.is_empty() { "cargo's words are above" } else { words.trim() };
        // A full disk, a linker that fails: rustc reports it, and cargo only that rustc has failed.
        let cause = messages.nowhere.concat();
        bail!("{} could not be built: {words}\n{}", packages.join(", "), cause.trim_end());
    }
    Ok(Built::DoesNotCompile(error_report(lesson, &text, &output.stdout, crate::SEED), None))
}
