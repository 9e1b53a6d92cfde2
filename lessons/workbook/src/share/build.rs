//! Builds the programs to share with cargo's profile `share`, which is release without names.

use super::{File, files::read, system::System};
use crate::build::{artifacts, cargo, last_program};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};
use verdict::build::{LessonFolder, cargo_json::Artifact, lesson::is_untouched};

/// Features of lesson 18, each with pkg-config's name of the library that it needs on Linux, Debian's package, and what
/// is missing without it.
const FEATURES: [(&str, &str, &str, &str); 2] = [
    ("sound", "alsa", "libasound2-dev", "The game is silent"),
    ("gamepad", "libudev", "libudev-dev", "No gamepad steers the game"),
];

/// Ending of the name of a program that is built without features.
const PLAIN: &str = "-plain";

pub(super) struct Built {
    /// Program with all features.
    pub(super) program: Vec<u8>,
    /// Program without features, as on Linux the other program does not start without the features' libraries.
    pub(super) plain: Option<Vec<u8>>,
    /// Name and content of the student's library, if the student has written any Rust.
    pub(super) library: Option<(String, Vec<u8>)>,
    pub(super) features: Vec<String>,
    /// Sentences about features that could not be built in.
    pub(super) notes: Vec<String>,
}

impl Built {
    /// Returns the files of the programs, named `name`, and of the library.
    pub(super) fn files(&self, name: &str, system: &System) -> Vec<File> {
        let mut files = vec![(system.executable(name), self.program.clone())];
        files.extend(self.plain.iter().map(|plain| (system.executable(&format!("{name}{PLAIN}")), plain.clone())));
        files.extend(self.library.clone());
        files
    }
}

/// Builds a lesson's program, and the library with the student's answers.
///
/// # Errors
/// If cargo fails, or a file cannot be read.
pub(super) fn build_lesson(lesson: &LessonFolder, system: &System) -> Result<Built> {
    let manifest = fs::read_to_string(lesson.path.join("course/Cargo.toml"))?;
    let manifest: Manifest = toml::from_str(&manifest).context("course/Cargo.toml")?;
    let is_game = FEATURES.iter().all(|(feature, ..)| manifest.features.contains_key(*feature));
    let (features, notes) = if is_game { game_features(system.os == "linux") } else { Default::default() };
    let is_begun = !is_untouched(lesson);
    let packages = if is_begun { vec![lesson.package(), lesson.library()] } else { vec![lesson.package()] };
    let needs_plain = system.os == "linux" && !features.is_empty();
    let plain = if needs_plain { Some(read(&program_in(&cargo_build(&packages, &[], system)?)?)?) } else { None };
    let artifacts = cargo_build(&packages, &features, system)?;
    let library = if is_begun { Some(library_in(&artifacts, system)?) } else { None };
    let library = match library {
        Some(path) => Some((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(&path)?)),
        None => None,
    };
    Ok(Built { program: read(&program_in(&artifacts)?)?, plain, library, features, notes })
}

/// Returns the features with which lesson 18 can be built, and a sentence about each other one. Other systems than Linux
/// have the libraries.
pub(crate) fn game_features(is_linux: bool) -> (Vec<String>, Vec<String>) {
    features_by(|library| !is_linux || has_library(library))
}

fn features_by(has_library: impl Fn(&str) -> bool) -> (Vec<String>, Vec<String>) {
    let mut features = Vec::new();
    let mut notes = Vec::new();
    for (feature, library, package, lack) in FEATURES {
        if has_library(library) {
            features.push(feature.to_owned());
        } else {
            notes.push(format!("{lack}: {feature} needs {package} and pkg-config (their names on Debian)."));
        }
    }
    (features, notes)
}

/// Returns whether pkg-config finds a library.
fn has_library(name: &str) -> bool {
    let found = Command::new("pkg-config").args(["--exists", name]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// The features in a package's manifest.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    features: toml::Table,
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

/// Builds packages, the first of which has these features. Cargo's progress and errors go to the screen.
fn cargo_build(packages: &[String], features: &[String], system: &System) -> Result<Vec<Artifact>> {
    let mut command = cargo("build");
    command.args(["--profile", "share"]).args(packages.iter().flat_map(|package| ["--package", package]));
    command.args(system.target.iter().flat_map(|target| ["--target", target])).envs(system.variable());
    let features: Vec<String> = features.iter().map(|feature| format!("{}/{feature}", packages[0])).collect();
    if !features.is_empty() {
        command.args(["--features", &features.join(",")]);
    }
    artifacts(&mut command)?
        .with_context(|| format!("{} could not be built: cargo's words are above", packages.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_cannot_be_built_names_its_package() {
        let (features, notes) = features_by(|library| library != "alsa");
        assert_eq!(features, ["gamepad"]);
        assert_eq!(notes, ["The game is silent: sound needs libasound2-dev and pkg-config (their names on Debian)."]);
        assert_eq!(game_features(false).0, ["sound", "gamepad"], "other systems have the libraries");
    }
}
