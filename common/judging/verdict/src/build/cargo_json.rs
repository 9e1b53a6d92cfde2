//! The JSON that cargo prints, a line for each message, with `--message-format json` or `json-render-diagnostics`.

use serde::Deserialize;
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// A message of cargo about a package that is being built.
#[derive(Debug)]
pub enum CargoMessage {
    /// The files of a crate, once they are there.
    Artifact(Artifact),
    /// What rustc reports about a crate.
    Compiler(CompilerMessage),
}

/// The files that cargo has built of a crate. A field that cargo leaves out is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Artifact {
    /// Id of the package, with its name and version.
    pub package_id: String,
    /// The crate: cargo calls a package's library, and each of its programs and tests, a target.
    pub target: Target,
    /// Paths of all files.
    pub filenames: Vec<PathBuf>,
    /// Path of the program, if the crate is one.
    pub executable: Option<PathBuf>,
    /// Whether the crate had been compiled before this build.
    pub fresh: bool,
}

/// A crate of a package.
#[derive(Debug, Default, Deserialize)]
pub struct Target {
    /// Its name, for a library with `_` in place of `-`.
    pub name: String,
}

/// A message of rustc about a package.
#[derive(Debug, Deserialize)]
pub struct CompilerMessage {
    /// Id of the package, with its name and version.
    #[serde(default)]
    pub package_id: String,
    /// The message itself.
    pub message: RustcMessage,
}

/// An error, a warning or a note of rustc.
#[derive(Debug, Deserialize)]
pub struct RustcMessage {
    /// `error`, `error: internal compiler error`, `warning`, `note`, `help` or `failure-note`.
    pub level: String,
    /// The message as it is shown in a terminal.
    pub rendered: Option<String>,
    pub(super) code: Option<Code>,
    pub(super) spans: Vec<Span>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Code {
    pub(super) code: String,
}

/// A part of a source file.
#[derive(Debug, Deserialize)]
pub(super) struct Span {
    pub(super) file_name: String,
    pub(super) line_start: usize,
    pub(super) is_primary: bool,
    pub(super) label: Option<String>,
    #[serde(default)]
    pub(super) text: Vec<SpanLine>,
    pub(super) expansion: Option<Expansion>,
}

/// A line of the source, and its underlined part: in characters, counted from 1.
#[derive(Debug, Deserialize)]
pub(super) struct SpanLine {
    pub(super) text: String,
    pub(super) highlight_start: usize,
    pub(super) highlight_end: usize,
}

/// The call of the macro that something is in.
#[derive(Debug, Deserialize)]
pub(super) struct Expansion {
    pub(super) span: Box<Span>,
}

impl CargoMessage {
    /// Parses a line of cargo's output. Returns `None` for a message of another kind, and for anything but JSON.
    pub fn parse(line: &[u8]) -> Option<CargoMessage> {
        #[derive(Deserialize)]
        struct Kind {
            reason: String,
        }
        let Kind { reason } = serde_json::from_slice(line).ok()?;
        match reason.as_str() {
            "compiler-artifact" => serde_json::from_slice(line).ok().map(CargoMessage::Artifact),
            "compiler-message" => serde_json::from_slice(line).ok().map(CargoMessage::Compiler),
            _ => None,
        }
    }

    /// Returns the id of the package that the message is about.
    pub fn package_id(&self) -> &str {
        match self {
            CargoMessage::Artifact(artifact) => &artifact.package_id,
            CargoMessage::Compiler(message) => &message.package_id,
        }
    }
}

impl Artifact {
    /// Returns the path of the file with this extension.
    pub fn file_with_extension(&self, extension: &str) -> Option<&PathBuf> {
        self.filenames.iter().find(|file| file.extension() == Some(OsStr::new(extension)))
    }
}

impl Span {
    fn is_in(&self, file: &Path) -> bool {
        Path::new(&self.file_name.replace('\\', "/")).ends_with(file)
    }

    /// Returns this span if it is in `file`, or else the macro call in `file` that expands to it.
    pub(super) fn called_in(&self, file: &Path) -> Option<&Span> {
        if self.is_in(file) { Some(self) } else { self.expansion.as_ref()?.span.called_in(file) }
    }

    /// Returns the underlined source, its lines joined by blanks.
    pub(super) fn underlined_text(&self) -> String {
        let mut parts = Vec::new();
        for line in &self.text {
            let length = line.highlight_end.saturating_sub(line.highlight_start);
            let start = line.highlight_start.saturating_sub(1);
            parts.push(line.text.chars().skip(start).take(length).collect::<String>());
        }
        parts.join(" ")
    }
}

/// Iterates over the messages in cargo's output. Lines from which [`CargoMessage::parse`] gets none are skipped.
pub fn messages(output: &[u8]) -> impl Iterator<Item = CargoMessage> {
    output.split(|byte| *byte == b'\n').filter_map(CargoMessage::parse)
}

/// Iterates over the artifacts in cargo's output.
pub fn artifacts(output: &[u8]) -> impl Iterator<Item = Artifact> {
    messages(output).filter_map(|message| match message {
        CargoMessage::Artifact(artifact) => Some(artifact),
        CargoMessage::Compiler(_) => None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_among_other_lines() {
        let artifact = json!({
            "reason": "compiler-artifact", "package_id": "path+file:///03#exercise-03@0.1.0", "fresh": true,
            "target": { "kind": ["cdylib"], "name": "exercise_03" }, "features": [], "executable": null,
            "filenames": ["/t/libexercise_03.d", "/t/libexercise_03.so"],
        });
        let script = json!({ "reason": "build-script-executed", "package_id": "path+file:///lessons#given@0.1.0" });
        let warning = json!({
            "reason": "compiler-message", "package_id": "path+file:///lessons#given@0.1.0",
            "message": { "level": "warning", "rendered": "unused\n", "code": null, "spans": [], "children": [] },
        });
        let lines = format!("   Compiling given\n{artifact}\n{{}}\n{script}\n{warning}\n");
        let output = [lines.as_bytes(), b"\xff\n{\"reason\":\"build-finished\",\"success\":true}\n"].concat();
        let all: Vec<CargoMessage> = messages(&output).collect();
        let [CargoMessage::Artifact(artifact), CargoMessage::Compiler(compiler)] = &*all else { panic!("{all:?}") };
        assert_eq!((artifact.target.name.as_str(), artifact.fresh), ("exercise_03", true));
        assert_eq!(artifact.file_with_extension("so"), Some(&PathBuf::from("/t/libexercise_03.so")));
        assert_eq!(artifact.file_with_extension("dll"), None);
        assert_eq!(artifact.executable, None);
        assert_eq!(all[1].package_id(), "path+file:///lessons#given@0.1.0");
        assert_eq!(compiler.message.level, "warning");
        assert_eq!(compiler.message.rendered.as_deref(), Some("unused\n"));
        assert_eq!(artifacts(&output).count(), 1);
    }
}
