//! The report of cargo on a build: the files of a lesson, and rustc's warnings and errors in its exercise.

use cargo_metadata::Artifact;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use serde::Deserialize;
use std::collections::HashMap;
use std::env::consts::DLL_EXTENSION;
use std::path::{Path, PathBuf};

/// A line of cargo's output with `--message-format json`.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum CargoMessage {
    CompilerArtifact(Artifact),
    CompilerMessage {
        message: Diagnostic,
    },
    #[serde(other)]
    Other,
}

/// Iterates over the messages in cargo's output. Other lines are skipped.
fn messages(output: &[u8]) -> impl Iterator<Item = CargoMessage> {
    output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// Iterates over the artifacts in cargo's output.
pub fn artifacts(output: &[u8]) -> impl Iterator<Item = Artifact> {
    messages(output).filter_map(|message| match message {
        CargoMessage::CompilerArtifact(artifact) => Some(artifact),
        _ => None,
    })
}

/// Returns the path of an artifact's file with this extension.
pub fn file_with_extension(artifact: &Artifact, extension: &str) -> Option<PathBuf> {
    artifact.filenames.iter().find(|file| file.extension() == Some(extension)).map(PathBuf::from)
}

/// Messages of cargo and rustc about a build.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) program: Option<PathBuf>,
    /// Shared libraries, by their crates' names.
    libraries: HashMap<String, PathBuf>,
    /// Warnings in the exercise.
    pub(super) warnings: Vec<ExerciseError>,
    /// Errors in the exercise, in rustc's order.
    pub(super) inside: Vec<ExerciseError>,
    /// Errors elsewhere: in a file that uses the exercise, as a rule.
    pub(super) outside: Vec<ExerciseError>,
    /// Errors that name no file.
    pub(super) nowhere: Vec<String>,
}

/// An error or a warning of rustc, as far as it concerns an exercise.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ExerciseError {
    /// `"E0308"`, or a lint's name; empty for a syntax error.
    pub(super) code: String,
    /// Line in the exercise; 0 elsewhere. That of a syntax error is the first of those that rustc underlines.
    pub(super) line: usize,
    /// File and line, with `/`, as rustc names them.
    pub(super) place: String,
    /// The message as it is shown.
    pub(super) rendered: String,
    /// The expressions of the exercise that rustc underlines, the one at fault first.
    pub(super) marked: Vec<String>,
}

impl Messages {
    /// Parses cargo's output. A location is in the exercise if its path ends with `exercise`, the folder `lessons` aside.
    pub(super) fn read(stream: &[u8], exercise: &str) -> Self {
        let exercise = Path::new(exercise.trim_start_matches("lessons/"));
        let mut read = Messages::default();
        for message in messages(stream) {
            match message {
                CargoMessage::CompilerArtifact(artifact) => {
                    if let Some(library) = file_with_extension(&artifact, DLL_EXTENSION) {
                        read.libraries.insert(artifact.target.name.clone(), library);
                    }
                    read.program = artifact.executable.map(PathBuf::from).or(read.program);
                }
                CargoMessage::CompilerMessage { message } => read.add(message, exercise),
                CargoMessage::Other => {}
            }
        }
        read
    }

    pub(super) fn library(&self, package: &str) -> Option<PathBuf> {
        self.libraries.get(&package.replace('-', "_")).cloned()
    }

    /// Adds a message to the warnings or errors, once: the library and the program that includes it are compiled apart.
    /// Warnings about other files than the exercise are dropped.
    fn add(&mut self, message: Diagnostic, exercise: &Path) {
        let rendered = message.rendered.unwrap_or_default();
        let mut primary = message.spans.iter().filter(|span| span.is_primary);
        let Some(first) = primary.clone().next() else {
            let is_error = matches!(message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice);
            // "aborting due to 1 previous error" only counts the others.
            if is_error && !rendered.contains("aborting due to") && !self.nowhere.contains(&rendered) {
                self.nowhere.push(rendered);
            }
            return;
        };
        let inside = primary.find_map(|span| called_in(span, exercise));
        let list = match (message.level, inside) {
            (DiagnosticLevel::Warning, Some(_)) => &mut self.warnings,
            (DiagnosticLevel::Error, Some(_)) => &mut self.inside,
            (DiagnosticLevel::Error, None) => &mut self.outside,
            _ => return,
        };
        let mut underlined: Vec<_> = message.spans.iter().filter_map(|span| called_in(span, exercise)).collect();
        underlined.sort_by_key(|span| !span.is_primary);
        let lines = underlined.iter().map(|span| span.line_start);
        // A syntax error is noticed later than it is made: a delimiter that is left open, at the end of the file.
        let line = if message.code.is_none() { lines.min() } else { inside.map(|span| span.line_start) };
        let error = ExerciseError {
            code: message.code.map_or(String::new(), |code| code.code),
            line: line.unwrap_or(0),
            place: format!("{}:{}", first.file_name.replace('\\', "/"), first.line_start),
            rendered,
            marked: underlined.into_iter().map(underlined_text).collect(),
        };
        if !list.contains(&error) {
            list.push(error);
        }
    }
}

/// Returns a span if it is in `file`, or else the macro call in `file` that expands to it.
fn called_in<'a>(span: &'a DiagnosticSpan, file: &Path) -> Option<&'a DiagnosticSpan> {
    if Path::new(&span.file_name.replace('\\', "/")).ends_with(file) {
        return Some(span);
    }
    called_in(&span.expansion.as_ref()?.span, file)
}

fn underlined_text(span: &DiagnosticSpan) -> String {
    let mut parts = Vec::new();
    for line in &span.text {
        let length = line.highlight_end.saturating_sub(line.highlight_start);
        let start = line.highlight_start.saturating_sub(1);
        parts.push(line.text.chars().skip(start).take(length).collect::<String>());
    }
    parts.join(" ")
}

/// Runs rustc, and returns its messages as cargo prints them.
#[cfg(test)]
pub(super) fn output_of_rustc(rustc: &mut std::process::Command) -> String {
    let printed = rustc.args(["--crate-type", "lib", "--error-format", "json"]).output().unwrap().stderr;
    let mut output = String::new();
    for message in String::from_utf8(printed).unwrap().lines() {
        output += &format!("{{\"reason\":\"compiler-message\",\"message\":{message}}}\n");
    }
    output
}
