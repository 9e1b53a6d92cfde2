//! Builds the programs to share with cargo's profile `share`, which is release without names.

use super::{File, files::read, system::System};
use crate::build::{artifacts, cargo, last_program};
use anyhow::{Context, Result};
use std::path::PathBuf;
use verdict::build::{LessonFolder, cargo_json::Artifact, lesson::is_untouched};

pub(super) struct Built {
    pub(super) program: Vec<u8>,
    /// Name and content of the student's library, if the student has written any Rust.
    pub(super) library: Option<(String, Vec<u8>)>,
}

impl Built {
    /// Returns the files of the program, named `name`, and of the library.
    pub(super) fn files(&self, name: &str, system: &System) -> Vec<File> {
        let mut files = vec![(system.executable(name), self.program.clone())];
        files.extend(self.library.clone());
        files
    }
}

/// Builds a lesson's program, and the library with the student's answers.
///
/// # Errors
/// If cargo fails, or a file cannot be read.
pub(super) fn build_lesson(lesson: &LessonFolder, system: &System) -> Result<Built> {
    let is_begun = !is_untouched(lesson);
    let packages = if is_begun { vec![lesson.package(), lesson.library()] } else { vec![lesson.package()] };
    let artifacts = cargo_build(&packages, system)?;
    let library = if is_begun { Some(library_in(&artifacts, system)?) } else { None };
    let library = match library {
        Some(path) => Some((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(&path)?)),
        None => None,
    };
    Ok(Built { program: read(&program_in(&artifacts)?)?, library })
}

fn program_in(artifacts: &[Artifact]) -> Result<PathBuf> {
    last_program(artifacts).context("cargo named no program")
}

/// Returns the path of the student's library, which is known by its name.
fn library_in(artifacts: &[Artifact], system: &System) -> Result<PathBuf> {
    let mut libraries = artifacts.iter().filter(|artifact| artifact.target.name.starts_with("exercise_"));
    let path = libraries.find_map(|library| library.file_with_extension(system.library_ending()));
    path.cloned().context("cargo named no library")
}

/// Builds packages. Cargo's progress and errors go to the screen.
fn cargo_build(packages: &[String], system: &System) -> Result<Vec<Artifact>> {
    let mut command = cargo("build");
    command.args(["--profile", "share"]).args(packages.iter().flat_map(|package| ["--package", package]));
    command.args(system.target.iter().flat_map(|target| ["--target", target])).envs(system.variable());
    artifacts(&mut command)?
        .with_context(|| format!("{} could not be built: cargo's words are above", packages.join(", ")))
}
