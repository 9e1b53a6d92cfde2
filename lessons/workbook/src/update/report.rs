//! What an update has done, for the screen and as JSON.

use super::merge::{Merged, Note};
use super::tree::Files;
use crate::output::say;
use serde::Serialize;
use std::collections::BTreeSet;

/// So many files are named.
const SHOWN: usize = 20;

#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    #[default]
    NothingNew,
    WouldUpdate,
    Updated,
    RolledBack,
}

#[derive(Default, Serialize)]
pub(super) struct Report {
    pub(super) outcome: Outcome,
    pub(super) course: String,
    pub(super) commit: String,
    /// The files that change.
    pub(super) files: Vec<String>,
    pub(super) notes: Vec<Note>,
    /// Packages that did not build before either.
    pub(super) broken: BTreeSet<String>,
    /// The package that no longer builds, and the compiler's messages.
    pub(super) failed: Option<(String, String)>,
}

impl Report {
    /// Of the student's files, `mine`, and what they have become.
    pub(super) fn add(&mut self, outcome: Outcome, merged: Merged, mine: &Files) {
        let changed = merged.files.iter().filter(|(path, about)| mine.get(*path) != Some(about));
        let gone = mine.keys().filter(|path| !merged.files.contains_key(*path));
        self.files = changed.map(|(path, _)| path).chain(gone).cloned().collect();
        self.files.sort();
        (self.outcome, self.notes) = (outcome, merged.notes);
    }

    pub(super) fn print(&self) {
        let short = self.commit.get(..12).unwrap_or(&self.commit);
        let course = format!("the course ({}, commit {short})", self.course);
        let files = self.files.len();
        if let Some((package, messages)) = &self.failed {
            say!(
                "{messages}\n\n{package} no longer builds with {course}. The update is undone: all your files are as they were."
            );
            if let Some(number) = package.strip_prefix("lesson-") {
                say!(
                    "Show this to whoever teaches the course. Or begin that lesson again (cargo workbook reset {number}, \
                     which keeps what you have), and update then."
                );
            }
            return;
        }
        match self.outcome {
            Outcome::WouldUpdate => {
                say!("There is a newer version of {course}. Files that would change: {files}.");
            }
            Outcome::Updated => {
                say!("You have the newest version of {course} now. Files that changed: {files}.");
            }
            _ => say!("You have the newest version of {course} already."),
        }
        for file in self.files.iter().take(SHOWN) {
            say!("  {file}");
        }
        if files > SHOWN {
            say!("  and {} more", files - SHOWN);
        }
        for Note { file, says, kept } in &self.notes {
            say!("  {file}: {says}");
            if let Some(kept) = kept.as_ref().filter(|kept| !kept.is_empty()) {
                say!("    what you had is in {kept}");
            }
        }
        for package in &self.broken {
            say!("  {package} did not build before, and was not tried.");
        }
    }
}
