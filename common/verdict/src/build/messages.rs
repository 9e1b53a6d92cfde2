//! The parts of cargo's stream of JSON lines that are used.

use super::words;
use serde::Deserialize;
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
    /// The message as it is shown.
    pub(super) rendered: String,
    /// The expressions of the exercise that rustc underlines, the one at fault first.
    pub(super) marked: Vec<String>,
}

#[derive(Deserialize)]
struct Line {
    executable: Option<PathBuf>,
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
    code: Option<Code>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    is_primary: bool,
    label: Option<String>,
    #[serde(default)]
    text: Vec<SpanLine>,
    expansion: Option<Expansion>,
}

/// The call of the macro that something is in.
#[derive(Deserialize)]
struct Expansion {
    span: Box<Span>,
}

/// Labels of rustc 1.95 at a delimiter that is left open; the first is the inner one of two.
const OPEN: [&str; 2] = ["this delimiter might not be properly closed...", "unclosed delimiter"];

/// A line of the source, and its underlined part: in characters, counted from 1.
#[derive(Deserialize)]
struct SpanLine {
    text: String,
    highlight_start: usize,
    highlight_end: usize,
}

impl Span {
    fn is_in(&self, file: &Path) -> bool {
        Path::new(&self.file_name.replace('\\', "/")).ends_with(file)
    }

    /// Returns this span if it is in `file`, or else the macro call in `file` that expands to it.
    fn called_in(&self, file: &Path) -> Option<&Span> {
        if self.is_in(file) { Some(self) } else { self.expansion.as_ref()?.span.called_in(file) }
    }

    /// Returns the underlined source, its lines joined by blanks.
    fn underlined_text(&self) -> String {
        let mut parts = Vec::new();
        for line in &self.text {
            let length = line.highlight_end.saturating_sub(line.highlight_start);
            let start = line.highlight_start.saturating_sub(1);
            parts.push(line.text.chars().skip(start).take(length).collect::<String>());
        }
        parts.join(" ")
    }
}

impl Messages {
    /// Parses cargo's output. A location is in the exercise if its path ends with `exercise`.
    pub(super) fn read(stream: &[u8], exercise: &str) -> Self {
        let mut messages = Messages {
            program: None,
            libraries: HashMap::new(),
            warnings: Vec::new(),
            errors: Errors { inside: Vec::new(), outside: Vec::new() },
            nowhere: Vec::new(),
        };
        let lines = stream.split(|byte| *byte == b'\n');
        for line in lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok()) {
            messages.program = line.executable.or(messages.program);
            let mut files = line.filenames.into_iter();
            if let (Some(target), Some(library)) = (line.target, files.find(|file| is_shared_library(file))) {
                messages.libraries.insert(target.name, library);
            }
            if let Some(message) = line.message {
                messages.add_message(message, Path::new(exercise));
            }
        }
        messages
    }

    /// The shared library of a package.
    pub(super) fn library(&mut self, package: &str) -> Option<PathBuf> {
        self.libraries.remove(&package.replace('-', "_"))
    }

    /// Adds a message of rustc to the warnings or errors, once. Warnings about other files than the exercise are dropped.
    fn add_message(&mut self, message: Message, exercise: &Path) {
        let mut primary = message.spans.iter().filter(|span| span.is_primary);
        let has_location = primary.clone().next().is_some();
        let inside = primary.find_map(|span| span.called_in(exercise));
        let mut underlined: Vec<&Span> = message.spans.iter().filter_map(|span| span.called_in(exercise)).collect();
        underlined.sort_by_key(|span| !span.is_primary);
        let left_open = OPEN
            .into_iter()
            .find_map(|label| underlined.iter().find(|span| span.label.as_deref() == Some(label)).copied());
        let diagnostic = Diagnostic {
            code: message.code.map_or(String::new(), |code| code.code),
            line: inside.map_or(0, |span| left_open.unwrap_or(span).line_start),
            rendered: words::relevant_blocks(&message.rendered.unwrap_or_default()),
            marked: underlined.into_iter().map(Span::underlined_text).collect(),
        };
        let list = match message.level.as_str() {
            "warning" if inside.is_some() => &mut self.warnings,
            "error" if inside.is_some() => &mut self.errors.inside,
            "error" if has_location => &mut self.errors.outside,
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

fn is_shared_library(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == DLL_EXTENSION)
}
