//! Errors and warnings with their places.

use super::limits::MAX_WARNINGS;
use std::{borrow::Cow, fmt, sync::Arc};

/// A place in a file: a line and an element in XML, a pointer in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// Line, from 1; 0 if a pointer says it.
    pub(crate) line: u32,
    /// Column in characters, from 1; 0 without a line.
    pub(crate) column: u32,
    /// The element's name without its namespace; empty where it is not in an element.
    pub(crate) element: Cow<'static, str>,
    /// The element's `id`, or else its `sid`, `name` or `symbol`; empty where it has none.
    pub(crate) id: String,
    /// Path of keys and indices to a value in JSON: `/nodes/3/mesh` (RFC 6901). Empty in XML.
    pub(crate) pointer: Box<str>,
}

impl Location {
    /// Returns the place of the value at a JSON pointer.
    pub(crate) fn at(pointer: impl Into<Box<str>>) -> Self {
        Self { pointer: pointer.into(), ..Self::default() }
    }

    /// Returns `<element id="id">: ` or `/pointer: `, with the parts that the place has.
    fn subject(&self) -> String {
        if !self.pointer.is_empty() {
            return format!("{}: ", self.pointer);
        }
        match (&*self.element, self.id.as_str()) {
            ("", _) => String::new(),
            (element, "") => format!("<{element}>: "),
            (element, id) => format!("<{element} id=\"{id}\">: "),
        }
    }
}

/// Kind of an error, by which the reader of glTF decides what it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The file could not be opened or read.
    Io,
    /// It is no file of its format, or what contains it is damaged (a .glb).
    Container,
    /// Its bytes are not text in a known encoding.
    Encoding,
    /// It is not well-formed XML, or holds a DTD.
    Xml,
    /// It is not well-formed JSON.
    Json,
    /// It needs an extension of its format that is not read here.
    Unsupported,
    /// Another file or a part of this one that it needs, and that is missing or too short.
    Data,
    /// It asks for more than one of the [`limits`](super::limits).
    Limit,
    /// An element that must be there is missing or in the wrong place.
    Structure,
    /// Something that is not a number, or not a possible one.
    Number,
}

/// Reason why a file was refused: which file, where in it, and what was expected.
///
/// Shows itself as `model.dae:12:5: <float_array id="x-array">: "zero" is not a number (value 4)`, and an error in JSON
/// as `model.gltf: /nodes/3/mesh: there is no mesh 7`.
///
/// `Debug` writes the same, since that is what is printed of an error that `main` returns.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    /// The file's name as it was given.
    pub file: Arc<str>,
    /// Line, from 1; 0 where the file as a whole is meant, and in JSON.
    pub line: u32,
    /// Column in characters, from 1; 0 without a line.
    pub column: u32,
    /// Sentence for people, after the XML element or the JSON pointer (RFC 6901) that is meant.
    pub message: String,
    pub(crate) kind: ErrorKind,
}

/// Something wrong or unusual that was read anyway: where, and what was assumed.
pub type Warning = Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.file, self.line) {
            ("", 0) => f.write_str(&self.message), // a model without a name, to be written
            (file, 0) => write!(f, "{file}: {}", self.message),
            (file, line) => write!(f, "{file}:{line}:{}: {}", self.column, self.message),
        }
    }
}

armature::debug_as_display!(Error);

impl std::error::Error for Error {}

/// Collects warnings, up to [`MAX_WARNINGS`], and makes errors: both know the file's name.
#[derive(Clone, Debug)]
pub(crate) struct Reporter {
    file: Arc<str>,
    kept: Vec<Warning>,
    more: usize,
}

impl Reporter {
    pub(crate) fn new(file: &str) -> Self {
        Self { file: file.into(), kept: Vec::new(), more: 0 }
    }

    /// The file's name as it was given.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Adds a warning, or only counts it where there are [`MAX_WARNINGS`].
    pub(crate) fn warn(&mut self, location: Option<&Location>, message: impl Into<String>) {
        let warning = self.error(ErrorKind::Data, location, message);
        self.push(warning);
    }

    /// Returns whether a further warning is kept.
    pub(crate) fn has_room(&self) -> bool {
        self.kept.len() < MAX_WARNINGS
    }

    /// Adds what is an error elsewhere as a warning.
    pub(crate) fn push(&mut self, warning: Warning) {
        if self.kept.len() == MAX_WARNINGS {
            self.more += 1;
        } else if !self.kept.contains(&warning) {
            self.kept.push(warning); // a part may be read twice
        }
    }

    pub(crate) fn error(&self, kind: ErrorKind, location: Option<&Location>, message: impl Into<String>) -> Error {
        let message = message.into();
        match location {
            None => Error { file: self.file.clone(), line: 0, column: 0, message, kind },
            Some(location) => Error {
                file: self.file.clone(),
                line: location.line,
                column: location.column,
                message: location.subject() + &message,
                kind,
            },
        }
    }

    /// Returns the warnings in the order of their places in the file, and last the number of dropped warnings.
    pub(crate) fn into_warnings(mut self) -> Vec<Warning> {
        self.kept.sort_by_key(|warning| (warning.line, warning.column));
        if self.more > 0 {
            let message = format!("{} more warnings like these", self.more);
            let more = self.error(ErrorKind::Limit, None, message);
            self.kept.push(more);
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let location =
            Location { line: 12, column: 5, element: "float_array".into(), id: "x".into(), pointer: "".into() };
        let reporter = Reporter::new("model.dae");
        let nameless = Location { id: String::new(), ..location.clone() };
        let outside = Location { element: "".into(), ..nameless.clone() };
        for (location, expected) in [
            (Some(location), "model.dae:12:5: <float_array id=\"x\">: no number"),
            (Some(Location::at("/nodes/3")), "model.dae: /nodes/3: no number"),
            (Some(nameless), "model.dae:12:5: <float_array>: no number"),
            (Some(outside), "model.dae:12:5: no number"),
            (None, "model.dae: no number"),
        ] {
            let error = reporter.error(ErrorKind::Number, location.as_ref(), "no number");
            assert_eq!(error.to_string(), expected);
            assert_eq!(format!("{error:?}"), expected, "what is printed if it leaves `main`");
        }
        assert_eq!(Reporter::new("").error(ErrorKind::Limit, None, "too deep").to_string(), "too deep");
    }

    #[test]
    fn a_flood_of_warnings_is_counted() {
        let mut reporter = Reporter::new("a.dae");
        (0..MAX_WARNINGS + 7).for_each(|number| reporter.warn(None, format!("odd {number}")));
        let warnings = reporter.into_warnings();
        assert_eq!(warnings.len(), MAX_WARNINGS + 1);
        assert_eq!(warnings[MAX_WARNINGS].message, "7 more warnings like these");
    }
}
