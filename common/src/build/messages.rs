//! What is of interest in cargo's stream of JSON lines.

use super::words;
use serde::Deserialize;
use std::{
    collections::HashMap,
    env::consts::DLL_EXTENSION,
    path::{Path, PathBuf},
};

/// What cargo and rustc say of a build.
#[derive(Debug)]
pub(super) struct Messages {
    pub(super) program: Option<PathBuf>,
    /// Shared ones, by their crates' names.
    pub(super) libraries: HashMap<String, PathBuf>,
    /// Of rustc, in the exercise.
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) errors: Errors,
    /// rustc's errors that stand in no file.
    pub(super) nowhere: Vec<String>,
}

/// rustc's errors.
#[derive(Debug, PartialEq)]
pub(super) struct Errors {
    /// In the exercise, in rustc's order.
    pub(super) inside: Vec<Diagnostic>,
    /// Elsewhere: a file that uses the exercise, as a rule.
    pub(super) outside: Vec<Diagnostic>,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Diagnostic {
    pub(super) code: String,
    /// In the exercise; 0 elsewhere. Of a delimiter that is left open its own: rustc's is where the function or the file
    /// ends, or later.
    pub(super) line: usize,
    /// As it is shown.
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

/// What rustc 1.95 writes below a delimiter that is left open; the first is the inner one of two.
const OPEN: [&str; 2] = ["this delimiter might not be properly closed...", "unclosed delimiter"];

/// A line of the source, and what of it is underlined: in characters, counted from 1.
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

    /// This one, or the call in the file of the macro that it is in.
    fn called_in(&self, file: &Path) -> Option<&Span> {
        if self.is_in(file) { Some(self) } else { self.expansion.as_ref()?.span.called_in(file) }
    }

    fn marked(&self) -> String {
        let part = |line: &SpanLine| -> String {
            let length = line.highlight_end.saturating_sub(line.highlight_start);
            line.text.chars().skip(line.highlight_start.saturating_sub(1)).take(length).collect()
        };
        self.text.iter().map(part).collect::<Vec<_>>().join(" ")
    }
}

impl Messages {
    /// `exercise` is the end of the path of the file that the student edits.
    pub(super) fn read(stream: &[u8], exercise: &str) -> Self {
        let errors = Errors { inside: Vec::new(), outside: Vec::new() };
        let (program, libraries) = (None, HashMap::new());
        let mut messages = Messages { program, libraries, warnings: Vec::new(), errors, nowhere: Vec::new() };
        let lines = stream.split(|byte| *byte == b'\n');
        for line in lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok()) {
            messages.program = line.executable.or(messages.program);
            let mut files = line.filenames.into_iter();
            if let (Some(target), Some(library)) = (line.target, files.find(|file| is_shared_library(file))) {
                messages.libraries.insert(target.name, library);
            }
            if let Some(message) = line.message {
                messages.add(message, Path::new(exercise));
            }
        }
        messages
    }

    /// The shared library of a package.
    pub(super) fn library(&mut self, package: &str) -> Option<PathBuf> {
        self.libraries.remove(&package.replace('-', "_"))
    }

    fn add(&mut self, message: Message, exercise: &Path) {
        let mut primary = message.spans.iter().filter(|span| span.is_primary);
        let has_place = primary.clone().next().is_some();
        let inside = primary.find_map(|span| span.called_in(exercise));
        let mut underlined: Vec<&Span> = message.spans.iter().filter_map(|span| span.called_in(exercise)).collect();
        underlined.sort_by_key(|span| !span.is_primary);
        let labelled = |label| underlined.iter().find(|span| span.label.as_deref() == Some(label)).copied();
        let left_open = OPEN.into_iter().find_map(labelled);
        let diagnostic = Diagnostic {
            code: message.code.map_or(String::new(), |code| code.code),
            line: inside.map_or(0, |span| left_open.unwrap_or(span).line_start),
            rendered: words::shown(&message.rendered.unwrap_or_default()),
            marked: underlined.into_iter().map(Span::marked).collect(),
        };
        let list = match message.level.as_str() {
            "warning" if inside.is_some() => &mut self.warnings,
            "error" if inside.is_some() => &mut self.errors.inside,
            "error" if has_place => &mut self.errors.outside,
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
