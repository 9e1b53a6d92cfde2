//! Lessons and TODOs as a command line names them. Without a name, the folder in which the command was typed names one.

use anyhow::{Context, Result};
use verdict::build::lesson::{self, LessonFolder};

/// A lesson, and the index of one of its TODOs.
pub(crate) type Selection = (LessonFolder, Option<usize>);

/// Returns what a word names, or the lesson of this folder. `example` is a command that names one.
///
/// # Errors
/// If there is no such lesson or TODO, or neither names one.
pub(crate) fn one(word: Option<&str>, example: &str) -> Result<Selection> {
    match word {
        Some(word) => lesson::select(word),
        None => Ok((here(example)?, None)),
    }
}

/// Returns the lessons that words name, or the lesson of this folder. `example` is a command that names one.
///
/// # Errors
/// If there is no such lesson, a word names a TODO, or nothing names a lesson.
pub(crate) fn lessons(words: &[String], example: &str) -> Result<Vec<LessonFolder>> {
    if words.is_empty() { Ok(vec![here(example)?]) } else { words.iter().map(|word| lesson::find(word)).collect() }
}

fn here(example: &str) -> Result<LessonFolder> {
    lesson::here()?.with_context(|| format!("name the lesson: cargo workbook {example}"))
}
