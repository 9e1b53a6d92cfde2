//! Errors and warnings with their places.

use super::limits::MAX_WARNINGS;
use std::{fmt, sync::Arc};

/// A place in a file: a line and an element in XML, a pointer in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// Line, from 1; 0 if a pointer says it.
    pub(crate) line: u32,
    /// Column in characters, from 1; 0 without a line.
    pub(crate) column: u32,
    /// The element with its id, or the path of keys and indices in JSON: `/nodes/3/mesh` (RFC 6901). Empty for neither.
    pub(crate) subject: String,
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
        let warning = self.error(location, message);
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

    pub(crate) fn error(&self, location: Option<&Location>, message: impl Into<String>) -> Error {
        let message = message.into();
        let (line, column, message) = match location {
            None => (0, 0, message),
            Some(Location { line, column, subject }) if subject.is_empty() => (*line, *column, message),
            Some(Location { line, column, subject }) => (*line, *column, format!("{subject}: {message}")),
        };
        Error { file: self.file.clone(), line, column, message }
    }

    /// Returns the warnings in the order of their places in the file, and last the number of dropped warnings.
    pub(crate) fn into_warnings(mut self) -> Vec<Warning> {
        self.kept.sort_by_key(|warning| (warning.line, warning.column));
        if self.more > 0 {
            let message = format!("{} more warnings like these", self.more);
            let more = self.error(None, message);
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
        let reporter = Reporter::new("model.dae");
        for (line, column, subject, expected) in [
            (12, 5, "<float_array id=\"x\">", "model.dae:12:5: <float_array id=\"x\">: no number"),
            (0, 0, "/nodes/3", "model.dae: /nodes/3: no number"),
            (12, 5, "", "model.dae:12:5: no number"),
            (0, 0, "", "model.dae: no number"),
        ] {
            let error = reporter.error(Some(&Location { line, column, subject: subject.into() }), "no number");
            assert_eq!(error.to_string(), expected);
        }
        assert_eq!(Reporter::new("").error(None, "too deep").to_string(), "too deep");
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
