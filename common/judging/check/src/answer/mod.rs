//! Answers as they are compared: labelled items, each a word or numbers.

mod compare;
mod value;

pub(super) use compare::PANIC;
pub use value::vector;
pub use value::{Value, finite};

use glam::Mat4;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use verdict::Status;

/// Why there is no answer to compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnswerError {
    /// Student code panicked.
    Panic {
        message: String,
        /// `file:line`, the student's own where there is one.
        place: String,
    },
    /// A shader that does not compile or link.
    Shader {
        /// The compiler's message, or ours where that is no help.
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// A shader that compiles but cannot be used, because it reads a uniform that is never set.
    Unusable {
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// A shader with a loop that never ends.
    Endless {
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// There is no OpenGL here: skipped, never passed.
    NoGraphics(String),
    /// The process that answers has ended, or was stopped. Only the judge reports this, no other process can.
    #[serde(skip)]
    Ended {
        /// [`TimedOut`](Status::TimedOut), [`Crashed`](Status::Crashed), or [`Skipped`](Status::Skipped) where the
        /// machine is to blame.
        status: Status,
        message: String,
        /// The last sentence about an input.
        announced: Option<String>,
    },
}

impl Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Panic { message, place } => write!(f, "panicked at {place}: {message}"),
            AnswerError::Shader { message, place }
            | AnswerError::Unusable { message, place }
            | AnswerError::Endless { message, place } => {
                write!(f, "{place}: {message}")
            }
            AnswerError::NoGraphics(why) => write!(f, "no OpenGL: {why}"),
            AnswerError::Ended { message, .. } => f.write_str(message),
        }
    }
}

/// Most items of an answer that are compared; no right answer has more.
const MAX_ITEMS: usize = 20_000;

/// Values of one table's answer to one probe.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    items: Vec<Item>,
    /// Number of items that were not kept.
    more: usize,
    /// Name of the items in a note on a wrong number of items: "indices". `None` if the check writes no note, or its own.
    #[serde(skip)] // the right answer has it too
    pub unit: Option<&'static str>,
    /// Observations that are shown if the answer is wrong, wherever it is.
    pub notes: Vec<String>,
    /// Observations that are shown if the answer is right.
    pub remarks: Vec<String>,
    /// The words and details of the case whose values are added; empty if the answer is to a single case.
    #[serde(skip)]
    case: [String; 2],
    /// Whether [`called_the_answer`](super::called_the_answer) was called meanwhile.
    pub(super) is_borrowed: bool,
}

/// One value that is compared: [`Answer::compare`] adds it.
///
/// Hundreds of answers are kept while a mistake is looked for, within the memory that a check may use: texts are boxed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    label: Box<str>,
    /// "depth 2", or empty: see [`Item::group`].
    group: Box<str>,
    /// Index of its parent, for joints.
    parent: Option<usize>,
    value: Value,
    note: Option<Box<str>>,
    /// Number of the TODO's step, from 1; 0 in a TODO without steps.
    step: u8,
}

impl Item {
    /// Puts the item into a group, "depth 2". The report shows which groups are right as a whole. An empty name is no group.
    pub fn group(&mut self, group: impl Into<String>) -> &mut Self {
        self.group = group.into().into();
        self
    }

    /// Sets the index of the parent's item. All items of the answer must be joints in one space (`model_from_joint`). The
    /// report can then speak of bones, and of a figure that is moved as a whole.
    pub fn parent(&mut self, parent: Option<usize>) -> &mut Self {
        self.parent = parent;
        self
    }

    /// Sets the number of the TODO's step that the item belongs to, counted from 1. A step is right if all its items and all
    /// those of earlier steps are right.
    pub fn step(&mut self, step: u8) -> &mut Self {
        self.step = step;
        self
    }

    /// Sets a note for the report. The report shows the note of the first wrong item that has a note.
    pub fn note(&mut self, note: String) -> &mut Self {
        self.note = Some(note.into());
        self
    }
}

/// Position of an item in its answer.
pub(super) struct ItemPosition<'a> {
    pub(super) index: usize,
    pub(super) label: &'a str,
    pub(super) group: &'a str,
    pub(super) parent: Option<usize>,
}

impl Answer {
    /// Adds a value that is compared with the right answer's: `compare("joint 3, origin", origin)`.
    pub fn compare(&mut self, label: impl Into<String>, value: impl Into<Value>) -> &mut Item {
        let [words, details] = &self.case;
        let label = if words.is_empty() { label.into() } else { format!("{words}: {}", label.into()) };
        let note = Some(details.as_str().into()).filter(|_| !details.is_empty());
        let item =
            Item { label: label.into(), group: Box::default(), parent: None, value: value.into(), note, step: 0 };
        self.items.push_mut(item)
    }

    /// Begins the values of one of several cases, whose words go before each label.
    pub(super) fn begin(&mut self, words: &str, details: &str) {
        self.case = [words, details].map(String::from);
    }

    /// Adds an error that was returned where a result is expected.
    pub fn compare_error(&mut self, label: impl Into<String>, error: &str) -> &mut Item {
        self.notes.push(format!("the error says: {error:?}"));
        self.compare(label, "an error")
    }

    /// Adds the result for an input that the code must reject. The error must say `word`; if that is empty, any error is
    /// right.
    pub fn compare_refusal(&mut self, label: &str, outcome: Result<String, String>, word: &str) -> &mut Item {
        match outcome {
            Ok(instead) => self.compare(label, instead),
            Err(_) if word.is_empty() => self.compare(label, "an error"),
            Err(error) if says(&error, word) => self.compare(label, format!("an error that says {word:?}")),
            Err(error) => {
                let note = format!("{label}: the error says {error:?}.");
                self.compare(label, format!("an error that does not say {word:?}")).note(note)
            }
        }
    }

    /// Drops the items after the first `MAX_ITEMS`, which are only counted, and releases unused memory.
    pub fn limit_length(&mut self) {
        self.more = self.more.saturating_add(self.items.len().saturating_sub(MAX_ITEMS));
        self.items.truncate(MAX_ITEMS);
        self.items.shrink_to_fit();
        self.notes.truncate(MAX_ITEMS);
        self.remarks.truncate(MAX_ITEMS);
    }

    pub(super) fn len(&self) -> usize {
        self.items.len().saturating_add(self.more)
    }

    /// Returns whether both have as many items that are kept, and as many that are only counted.
    fn is_as_long(&self, other: &Answer) -> bool {
        (self.items.len(), self.more) == (other.items.len(), other.more)
    }

    /// Returns all items with their positions, or `None` if not all are transforms.
    pub(super) fn transforms(&self) -> Option<Vec<(ItemPosition<'_>, Mat4)>> {
        let mut transforms = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let Item { label, group, parent, value: Value::Transform(matrix), .. } = item else {
                return None;
            };
            transforms.push((ItemPosition { index, label, group, parent: *parent }, *matrix));
        }
        Some(transforms)
    }
}

/// Returns whether a text contains a word, and not only within a number: 16 does not contain 1.
pub fn says(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = &text[..start];
        let after = &text[start + word.len()..];
        !before.ends_with(|c: char| c.is_ascii_digit()) && !after.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Returns an answer of these values, labelled "joint 0", "joint 1" and so on.
#[cfg(test)]
pub(super) fn numbered<V: Into<Value>>(label: &str, values: impl IntoIterator<Item = V>) -> Answer {
    let mut answer = Answer::default();
    for (number, value) in values.into_iter().enumerate() {
        answer.compare(format!("{label} {number}"), value);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_items_are_counted_and_equal_no_item() {
        let mut long = numbered("number", vec![1.0_f32; MAX_ITEMS + 7]);
        let mut counts = Answer::default();
        long.limit_length();
        assert_eq!((long.items.len(), long.more), (MAX_ITEMS, 7));
        assert_eq!(long.distance(&long, 0.1), 0.0);
        counts.more = MAX_ITEMS + 7;
        assert_eq!(counts.len(), long.len());
        assert_eq!(long.distance(&counts, 0.1), f32::INFINITY);
    }
}
