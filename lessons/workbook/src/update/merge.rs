//! What a student's files become with a newer version of the course.

use super::tree::{self, Files};
use anyhow::Result;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The student's files with the course's changes.
#[derive(Default)]
pub(super) struct Merged {
    pub(super) files: Files,
    /// What the student wrote and is not in `files`.
    kept: Files,
    pub(super) notes: Vec<Note>,
    /// Of each lesson that is begun: its package, and the one it was before.
    pub(super) begun: BTreeMap<String, String>,
    /// Those whose exercise is the student's with changes of the course's.
    pub(super) changed: BTreeSet<String>,
}

/// One of the student's files that is not simply as it was.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    pub(super) file: String,
    pub(super) says: String,
    /// The copy of what the student had; empty as long as there is none yet.
    pub(super) kept: Option<String>,
}

/// A file that students edit, in the folder `03-joint-lines`.
struct Exercise<'a> {
    number: &'a str,
    title: &'a str,
    /// `exercise.rs`, or a shader's.
    name: &'a str,
    path: String,
    /// What it begins as.
    starter: &'a str,
}

impl Exercise<'_> {
    fn package(&self) -> String {
        format!("lesson-{}", self.number)
    }
}

fn exercises(files: &Files) -> Vec<Exercise<'_>> {
    files.keys().filter_map(|path| exercise(path, files)).collect()
}

fn exercise<'a>(starter: &'a str, files: &Files) -> Option<Exercise<'a>> {
    let parts: Vec<&str> = starter.split('/').collect();
    let (folder, name, path) = match parts[..] {
        ["lessons", folder, "src", "starter.rs"] => {
            // A course of 2026 had it in `src`.
            let places = ["", "src/"].map(|src| format!("lessons/{folder}/{src}exercise.rs"));
            let [new, old] = places;
            (folder, "exercise.rs", if files.contains_key(&new) { new } else { old })
        }
        ["shaders", folder, "starter", name] => (folder, name, format!("shaders/{folder}/{name}")),
        _ => return None,
    };
    let (number, title) = folder.split_once('-')?;
    Some(Exercise { number, title, name, path, starter })
}

/// An exercise that is not as it begins. The course has none.
pub(super) fn begun(files: &Files) -> Option<String> {
    let is_begun =
        |exercise: &Exercise| files.get(&exercise.path).is_some_and(|own| !same(own, &files[exercise.starter]));
    exercises(files).into_iter().find(is_begun).map(|exercise| exercise.path)
}

/// The same exercise in the newer course: of the same title, or with the same number and a new title.
fn successor<'a, 'b>(of: &Exercise, old: &[Exercise], new: &'a [Exercise<'b>]) -> Option<&'a Exercise<'b>> {
    let is_new = |title: &str| old.iter().all(|exercise| exercise.title != title);
    let mut all = new.iter().filter(|exercise| exercise.name == of.name);
    all.clone()
        .find(|exercise| exercise.title == of.title)
        .or_else(|| all.find(|exercise| exercise.number == of.number && is_new(exercise.title)))
}

/// From the course as it was, the course as it is, and the student's files. The packages in `restarted` have the
/// newer starter.
///
/// # Errors
/// If git fails.
pub(super) fn merge(old: &Files, new: &Files, mine: &Files, restarted: &BTreeSet<String>) -> Result<Merged> {
    let mut merged = Merged { files: mine.clone(), ..Merged::default() };
    let (before, after) = (exercises(old), exercises(new));
    let mut done = BTreeSet::new();
    for from in &before {
        let to = successor(from, &before, &after);
        done.insert(&from.path);
        done.extend(to.map(|to| &to.path));
        merged.files.remove(&from.path);
        let begun = mine.get(&from.path).filter(|own| !same(own, &old[from.starter]));
        match (begun, to) {
            (Some(own), Some(to)) => {
                let starters = [&old[from.starter], &new[to.starter]];
                let about = merged.exercise(from, to, starters, own, restarted)?;
                merged.files.insert(to.path.clone(), about);
            }
            (Some(own), None) => merged.leave_out(&from.path, own, "the course no longer has it"),
            (None, Some(to)) => merged.take(&to.path, new),
            (None, None) => {}
        }
    }
    let others = old.keys().chain(new.keys()).filter(|path| !done.contains(path));
    for path in others.collect::<BTreeSet<_>>() {
        let (was, is, own) = (old.get(path), new.get(path), mine.get(path));
        // The student's own change, if it is one; but what the course has is there.
        if own == is || was == is && own.is_some() {
            continue;
        }
        merged.take(path, new);
        let Some(own) = own.filter(|own| was.is_none_or(|was| !same(own, was))) else { continue };
        if let Some(both) = was.zip(is).and_then(|(was, is)| tree::three_way(was, is, own)) {
            merged.files.insert(path.clone(), both);
            merged.note(path, "has both your changes and the course's".into());
        } else {
            let says = "you and the course have changed the same lines: the course's are here now";
            merged.leave_out(path, own, says);
        }
    }
    let removed = tree::removed_packages(old, new);
    for (path, own) in mine.iter().filter(|(path, _)| !old.contains_key(*path)) {
        if removed.iter().any(|folder| Path::new(path).starts_with(folder)) {
            merged.files.remove(path);
            merged.leave_out(path, own, "its folder is gone");
        }
    }
    Ok(merged)
}

impl Merged {
    /// What an exercise that is begun becomes: with its starters, and the student's file.
    ///
    /// # Errors
    /// If git fails.
    fn exercise(
        &mut self,
        from: &Exercise,
        to: &Exercise,
        [old, new]: [&String; 2],
        own: &str,
        restarted: &BTreeSet<String>,
    ) -> Result<String> {
        self.begun.insert(to.package(), from.package());
        if to.path != from.path {
            self.note(&from.path, format!("is now {}", to.path));
        }
        if old == new {
            return Ok(own.into());
        }
        if to.name == "exercise.rs" {
            if restarted.contains(&to.package()) {
                self.leave_out(&from.path, own, "it does not build with the newer course: this is the new starter");
                return Ok(new.clone());
            }
            self.changed.insert(to.package());
        }
        if let Some(both) = tree::three_way(old, new, own) {
            return Ok(both);
        }
        let says = "you and the course have changed the same lines: yours stay; the course's are in";
        self.note(&from.path, format!("{says} {}", to.starter));
        tree::three_way_for_mine(old, new, own)
    }

    /// The course's file, if it has one.
    fn take(&mut self, path: &str, new: &Files) {
        self.files.remove(path);
        self.files.extend(new.get_key_value(path).map(|(path, about)| (path.clone(), about.clone())));
    }

    fn note(&mut self, path: &str, says: String) {
        self.notes.push(Note { file: path.into(), says, kept: None });
    }

    /// What the student has written there is not in `files`, or not all of it.
    fn leave_out(&mut self, path: &str, own: &str, says: &str) {
        self.kept.insert(path.into(), own.into());
        self.notes.push(Note { file: path.into(), says: says.into(), kept: Some(String::new()) });
    }

    /// Copies what is not in `files`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn keep(&mut self) -> Result<()> {
        if !self.kept.is_empty() {
            let folder = tree::keep(&self.kept)?;
            for note in self.notes.iter_mut().filter(|note| note.kept.is_some()) {
                note.kept = Some(format!("{folder}{}", note.file));
            }
        }
        Ok(())
    }
}

/// Line ends aside.
fn same(a: &str, b: &str) -> bool {
    let text = |about| tree::text(about).map(|text| text.replace("\r\n", "\n"));
    a == b || matches!((text(a), text(b)), (Ok(a), Ok(b)) if a == b)
}
