//! What a student's files become with a newer version of the course.

use super::adapt;
use super::tree::{self, Files};
use anyhow::Result;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The student's files with the course's changes.
#[derive(Default)]
pub(super) struct Merged {
    pub(super) files: Files,
    /// What the student wrote and is not in `files`.
    pub(super) aside: Files,
    pub(super) notes: Vec<Note>,
    /// Of each lesson that is begun: its package, and the one it was before.
    pub(super) begun: BTreeMap<String, String>,
    /// Those with a body under a changed signature.
    pub(super) adapted: BTreeSet<String>,
    /// Those of which functions with a changed signature begin anew.
    pub(super) stubs: BTreeSet<String>,
}

/// One of the student's files that is not simply as it was.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    pub(super) file: String,
    pub(super) says: String,
    /// The copy of what the student had.
    pub(super) kept: Option<String>,
}

/// A file that students edit, and what it begins as.
struct Exercise {
    /// `03-joint-lines`.
    folder: String,
    /// `exercise.rs`, or a shader.
    name: String,
    path: String,
    starter: String,
}

impl Exercise {
    /// The name that its package has had and has.
    fn package(&self) -> String {
        format!("lesson-{}", self.number_and_title().0)
    }

    fn number_and_title(&self) -> (&str, &str) {
        self.folder.split_once('-').unwrap_or((&self.folder, ""))
    }
}

fn exercises(files: &Files) -> Vec<Exercise> {
    let exercise = |starter: &String| {
        let parts: Vec<&str> = starter.split('/').collect();
        let (folder, name, path) = match parts[..] {
            ["lessons", folder, "src", "starter.rs"] => {
                (folder, "exercise.rs", format!("lessons/{folder}/src/exercise.rs"))
            }
            ["shaders", folder, "starter", name] => {
                (folder, name, format!("shaders/{folder}/{name}"))
            }
            _ => return None,
        };
        Some(Exercise { folder: folder.into(), name: name.into(), path, starter: starter.clone() })
    };
    files.keys().filter_map(exercise).collect()
}

/// The same exercise in the newer course: in the folder of the same name, or else title, or else number.
fn successor<'a>(of: &Exercise, old: &[Exercise], new: &'a [Exercise]) -> Option<&'a Exercise> {
    let (number, title) = of.number_and_title();
    let is_new =
        |e: &Exercise| old.iter().all(|o| o.number_and_title().1 != e.number_and_title().1);
    let find = |fits: &dyn Fn(&Exercise) -> bool| new.iter().find(|e| e.name == of.name && fits(e));
    find(&|e| e.folder == of.folder)
        .or_else(|| find(&|e| e.number_and_title().1 == title))
        .or_else(|| find(&|e| e.number_and_title().0 == number && is_new(e)))
}

/// From the course as it was, the course as it is, and the student's files. In the packages `stubs` functions with a
/// changed signature begin anew.
///
/// # Errors
/// If git fails.
pub(super) fn merge(
    old: &Files,
    new: &Files,
    mine: &Files,
    stubs: &BTreeSet<String>,
) -> Result<Merged> {
    let mut merged = Merged { files: mine.clone(), stubs: stubs.clone(), ..Merged::default() };
    let (before, after) = (exercises(old), exercises(new));
    let mut done = BTreeSet::new();
    let mut renamed = BTreeMap::new();
    for from in &before {
        let to = successor(from, &before, &after);
        done.extend([Some(&from.path), to.map(|to| &to.path)].into_iter().flatten());
        renamed.extend(to.map(|to| (format!("lessons/{}", from.folder), &to.folder)));
        let Some(own) = mine.get(&from.path).filter(|own| !same(own, &old[&from.starter])) else {
            // Not begun, or deleted.
            let fresh = to.and_then(|to| Some((&to.path, new.get(&to.path)?)));
            merged.files.remove(&from.path);
            merged.files.extend(fresh.map(|(path, about)| (path.clone(), about.clone())));
            continue;
        };
        let Some(to) = to else {
            merged.files.remove(&from.path);
            merged.keep(&from.path, own, "the course no longer has it");
            continue;
        };
        merged.begun.insert(to.package(), from.package());
        if to.path != from.path {
            merged.files.remove(&from.path);
            merged.note(&from.path, format!("is now {}", to.path));
        }
        let text = if old[&from.starter] == new[&to.starter] {
            own.clone()
        } else {
            merged.carry(from, to, [&old[&from.starter], &new[&to.starter], own])?
        };
        merged.files.insert(to.path.clone(), text);
    }
    let all: BTreeSet<&String> =
        old.keys().chain(new.keys()).filter(|path| !done.contains(path)).collect();
    for path in all {
        let (was, is, own) = (old.get(path), new.get(path), mine.get(path));
        // The student's own change, if it is one; but what the course has is there.
        if own == is || was == is && own.is_some() {
            continue;
        }
        let mut result = is.cloned();
        if let Some(own) = own.filter(|own| was.is_none_or(|was| !same(own, was))) {
            let both = was.zip(is).and_then(|(was, is)| tree::three_way(was, is, own, false));
            if let Some(text) = both {
                result = Some(tree::of_text(&text, own)?);
                merged.note(path, "has both your changes and the course's".into());
            } else {
                merged.keep(
                    path,
                    own,
                    "you and the course have changed the same lines: the course's are here now",
                );
            }
        }
        match result {
            Some(about) => merged.files.insert(path.clone(), about),
            None => merged.files.remove(path),
        };
    }
    let gone = tree::gone(old, new);
    for (path, own) in mine.iter().filter(|(path, _)| !old.contains_key(*path)) {
        let below =
            |folder: &&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let Some(folder) = gone.iter().copied().find(below) else { continue };
        merged.files.remove(path);
        if let Some(to) = renamed.get(folder) {
            let to = format!("lessons/{to}{}", &path[folder.len()..]);
            merged.note(path, format!("is now {to}"));
            merged.files.insert(to, own.clone());
        } else {
            merged.keep(path, own, "its folder is gone");
        }
    }
    Ok(merged)
}

impl Merged {
    /// A begun exercise whose starter has changed: the three objects are the old starter, the new one, the student's.
    fn carry(
        &mut self,
        from: &Exercise,
        to: &Exercise,
        [old, new, own]: [&String; 3],
    ) -> Result<String> {
        if to.name != "exercise.rs" {
            if let Some(text) = tree::three_way(old, new, own, false) {
                return tree::of_text(&text, own);
            }
            self.keep(
                &from.path,
                own,
                &format!(
                    "you and the course have changed the same lines: yours stay; the course's are in {}",
                    to.starter
                ),
            );
            return tree::three_way(old, new, own, true)
                .map_or_else(|| Ok(own.clone()), |text| tree::of_text(&text, own));
        }
        let with_stubs = self.stubs.contains(&to.package());
        let adapted = tree::text(own).ok().map(|own| -> Result<_> {
            Ok(adapt::adapt(&tree::text(old)?, &tree::text(new)?, &own, with_stubs))
        });
        let Some(adapted) = adapted.transpose()?.flatten() else {
            let says = "it could not be taken apart (is a bracket missing?), and the starter has changed: \
                this is the new one";
            self.keep(&from.path, own, says);
            return Ok(new.clone());
        };
        if !adapted.signatures.is_empty() {
            let names = adapted.signatures.join(", ");
            self.note(
                &from.path,
                format!("{names}: your body is kept under the course's new signature"),
            );
            self.adapted.insert(to.package());
        }
        if !adapted.lost.is_empty() {
            let names = adapted.lost.join(", ");
            self.keep(
                &from.path,
                own,
                &format!(
                    "{names}: does not fit the newer course: reset to the starter, or removed"
                ),
            );
        }
        tree::of_text(&adapted.text, own)
    }

    fn note(&mut self, path: &str, says: String) {
        self.notes.push(Note { file: path.into(), says, kept: None });
    }

    fn keep(&mut self, path: &str, own: &str, says: &str) {
        self.aside.insert(path.into(), own.into());
        self.notes.push(Note { file: path.into(), says: says.into(), kept: Some(String::new()) });
    }
}

/// Line ends aside.
fn same(a: &str, b: &str) -> bool {
    let text = |about| tree::text(about).map(|text| text.replace("\r\n", "\n"));
    a == b || matches!((text(a), text(b)), (Ok(a), Ok(b)) if a == b)
}
