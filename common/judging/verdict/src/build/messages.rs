//! What cargo's messages say about a lesson: its files, and rustc's warnings and errors in its exercise.

use super::cargo_json::{self, CargoMessage, RustcMessage, Span};
use super::words;
use std::{
    collections::HashMap,
    env::consts::DLL_EXTENSION,
    path::{Path, PathBuf},
};

/// Messages of cargo and rustc about a build.
#[derive(Debug)]
pub(super) struct Messages {
    pub(super) program: Option<PathBuf>,
    /// Shared libraries, by their crates' names.
    pub(super) libraries: HashMap<String, PathBuf>,
    /// Warnings of rustc in the exercise.
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) errors: Errors,
    /// Errors of rustc that name no file.
    pub(super) nowhere: Vec<String>,
}

/// rustc's errors.
#[derive(Debug, PartialEq)]
pub(super) struct Errors {
    /// Errors in the exercise, in rustc's order.
    pub(super) inside: Vec<Diagnostic>,
    /// Errors elsewhere: in a file that uses the exercise, as a rule.
    pub(super) outside: Vec<Diagnostic>,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Diagnostic {
    pub(super) code: String,
    /// Line in the exercise; 0 elsewhere. That of a delimiter that is left open is its own: rustc's is where the function or
    /// the file ends, or later.
    pub(super) line: usize,
    /// File and line, with `/`, as rustc names them.
    pub(super) place: String,
    /// The message as it is shown.
    pub(super) rendered: String,
    /// The expressions of the exercise that rustc underlines, the one at fault first.
    pub(super) marked: Vec<String>,
}

/// Labels of rustc 1.95 at a delimiter that is left open; the first is the inner one of two.
const OPEN: [&str; 2] = ["this delimiter might not be properly closed...", "unclosed delimiter"];

impl Messages {
    /// Parses cargo's output. A location is in the exercise if its path ends with `exercise`, the folder `lessons` aside.
    pub(super) fn read(stream: &[u8], exercise: &str) -> Self {
        let exercise = exercise.trim_start_matches("lessons/");
        let mut messages = Messages {
            program: None,
            libraries: HashMap::new(),
            warnings: Vec::new(),
            errors: Errors { inside: Vec::new(), outside: Vec::new() },
            nowhere: Vec::new(),
        };
        for message in cargo_json::messages(stream) {
            match message {
                CargoMessage::Artifact(artifact) => {
                    if let Some(library) = artifact.file_with_extension(DLL_EXTENSION) {
                        messages.libraries.insert(artifact.target.name.clone(), library.clone());
                    }
                    messages.program = artifact.executable.or(messages.program);
                }
                CargoMessage::Compiler(compiler) => messages.add_message(compiler.message, Path::new(exercise)),
            }
        }
        messages
    }

    /// The shared library of a package.
    pub(super) fn library(&mut self, package: &str) -> Option<PathBuf> {
        self.libraries.remove(&package.replace('-', "_"))
    }

    /// Adds a message of rustc to the warnings or errors, once. Warnings about other files than the exercise are dropped.
    fn add_message(&mut self, message: RustcMessage, exercise: &Path) {
        let mut primary = message.spans.iter().filter(|span| span.is_primary);
        let first = primary.clone().next();
        let place = first.map(|span| format!("{}:{}", span.file_name.replace('\\', "/"), span.line_start));
        let inside = primary.find_map(|span| span.called_in(exercise));
        let mut underlined: Vec<&Span> = message.spans.iter().filter_map(|span| span.called_in(exercise)).collect();
        underlined.sort_by_key(|span| !span.is_primary);
        let left_open = OPEN
            .into_iter()
            .find_map(|label| underlined.iter().find(|span| span.label.as_deref() == Some(label)).copied());
        let diagnostic = Diagnostic {
            code: message.code.map_or(String::new(), |code| code.code),
            line: inside.map_or(0, |span| left_open.unwrap_or(span).line_start),
            place: place.clone().unwrap_or_default(),
            rendered: words::relevant_blocks(&message.rendered.unwrap_or_default()),
            marked: underlined.into_iter().map(Span::underlined_text).collect(),
        };
        let list = match message.level.as_str() {
            "warning" if inside.is_some() => &mut self.warnings,
            "error" if inside.is_some() => &mut self.errors.inside,
            "error" if place.is_some() => &mut self.errors.outside,
            // "aborting due to 1 previous error" only counts the others.
            level
                if level.starts_with("error")
                    && !diagnostic.rendered.contains("aborting due to")
                    && !self.nowhere.contains(&diagnostic.rendered) =>
            {
                return self.nowhere.push(diagnostic.rendered);
            }
            _ => return,
        };
        // The library and the program that includes it are compiled apart.
        if !list.contains(&diagnostic) {
            list.push(diagnostic);
        }
    }
}
