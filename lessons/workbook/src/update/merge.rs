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
    /// Those in which both the student and the course have changed an exercise.
    pub(super) mixed: BTreeSet<String>,
}

/// What stands where the student and the course have changed the same lines of an exercise.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Favor {
    /// The student's lines.
    Student,
    /// The course's: there the student begins anew.
    Course,
    /// The course's starter, in all of the file.
    Starter,
}

/// Of each package for which it is not the student's.
pub(super) type Favors = BTreeMap<String, Favor>;

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
        // A course of 2026 had both in `src`.
        ["lessons", folder, "course", "src", "starter.rs"] | ["lessons", folder, "src", "starter.rs"] => {
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

/// From the course as it was, the course as it is, and the student's files.
pub(super) fn merge(old: &Files, new: &Files, mine: &Files, favors: &Favors) -> Merged {
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
                let about = merged.exercise(from, to, starters, own, favors);
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
        if let Some(both) = was.zip(is).and_then(|(was, is)| tree::three_way(was, is, own, None)) {
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
    merged
}

impl Merged {
    /// What an exercise that is begun becomes: with its starters, and the student's file.
    fn exercise(
        &mut self,
        from: &Exercise,
        to: &Exercise,
        [old, new]: [&String; 2],
        own: &str,
        favors: &Favors,
    ) -> String {
        let package = to.package();
        self.begun.insert(package.clone(), from.package());
        if to.path != from.path {
            self.note(&from.path, format!("is now {}", to.path));
        }
        if old == new {
            return own.into();
        }
        let favor = favors.get(&package).copied().unwrap_or(Favor::Student);
        self.mixed.insert(package);
        let clean = tree::three_way(old, new, own, None);
        let is_clean = clean.is_some();
        let both = match favor {
            Favor::Student => clean.or_else(|| tree::three_way(old, new, own, Some("--ours"))),
            Favor::Course => clean.or_else(|| tree::three_way(old, new, own, Some("--theirs"))),
            Favor::Starter => None,
        };
        let says = "you and the course have changed the same lines";
        match both {
            Some(_) if is_clean => {}
            Some(_) if favor == Favor::Student => {
                self.note(&from.path, format!("{says}: yours stay; the course's are in {}", to.starter));
            }
            Some(_) => {
                let says = format!("{says}, and with yours it does not build: the course's are here now");
                self.leave_out(&from.path, own, &says);
            }
            None => self.leave_out(&from.path, own, "does not fit the newer course: this is its new starter"),
        }
        both.unwrap_or_else(|| new.clone())
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
