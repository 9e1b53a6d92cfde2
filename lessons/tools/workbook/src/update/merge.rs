//! Merges a student's files with a newer version of the course.

use super::tree::{self, Files};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use verdict::LessonToml;

/// The student's files with the course's changes.
pub(super) struct Merged {
    pub(super) files: Files,
    /// The student's files that are not in `files`, or not with the same content.
    pub(super) replaced: Files,
    pub(super) notes: Vec<Note>,
}

/// A sentence about one of the student's files that was moved or changed.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    pub(super) file: String,
    pub(super) says: String,
}

impl Note {
    fn new(file: &str, says: String) -> Self {
        Note { file: file.into(), says }
    }
}

/// A file that students edit. Number and title are the two parts of the folder `03-joint-lines`.
struct Exercise<'a> {
    number: &'a str,
    title: &'a str,
    /// `exercise.rs`, or a shader's.
    name: &'a str,
    path: &'a String,
    /// The path of its starter; a course with solutions has none for an `exercise.rs`.
    starter: Option<String>,
}

fn exercises(files: &Files) -> Vec<Exercise<'_>> {
    files.keys().filter_map(|path| exercise(path, files)).collect()
}

/// Returns the exercise with a path; `None` if another file has it.
fn exercise<'a>(path: &'a String, files: &Files) -> Option<Exercise<'a>> {
    let parts: Vec<&str> = path.split('/').collect();
    let (folder, name, starter) = match parts[..] {
        // A course of 2026 had it in `src`.
        ["lessons", folder, "exercise.rs"] | ["lessons", folder, "src", "exercise.rs"] => {
            (folder, "exercise.rs", format!("lessons/{folder}/course/src/starter.rs"))
        }
        ["shaders", folder, name] => (folder, name, format!("shaders/{folder}/starter/{name}")),
        _ => return None,
    };
    let (number, title) = folder.split_once('-')?;
    let starter = Some(starter).filter(|starter| files.contains_key(starter));
    (name == "exercise.rs" || starter.is_some()).then_some(Exercise { number, title, name, path, starter })
}

/// Returns an exercise that differs from its starter. There is none in the course.
pub(super) fn begun(files: &Files) -> Option<String> {
    let mut exercises = exercises(files).into_iter();
    let begun = exercises.find(|exercise| match &exercise.starter {
        Some(starter) => files[exercise.path] != files[starter],
        None => differs_from_solution(exercise, files).unwrap_or(false),
    })?;
    Some(begun.path.clone())
}

/// Returns whether an exercise differs from the starter that its solution makes; `None` without a solution.
fn differs_from_solution(exercise: &Exercise, files: &Files) -> Option<bool> {
    let folder = format!("lessons/{}-{}", exercise.number, exercise.title);
    let toml = tree::text(files.get(&format!("{folder}/lesson.toml"))?);
    let solution = tree::text(files.get(&format!("{folder}/course/src/solution.rs"))?);
    let parts = LessonToml::parse(exercise.number, &toml).ok()?.split(&solution).ok()?;
    Some(parts.starter != tree::text(&files[exercise.path]))
}

/// Finds an exercise in the newer course: with the same title, or with the same number and a new title.
fn successor<'a, 'b>(of: &Exercise, old: &[Exercise], new: &'a [Exercise<'b>]) -> Option<&'a Exercise<'b>> {
    let mut all = new.iter().filter(|exercise| exercise.name == of.name);
    all.clone().find(|exercise| exercise.title == of.title).or_else(|| {
        all.find(|exercise| exercise.number == of.number && old.iter().all(|other| other.title != exercise.title))
    })
}

/// Merges the course's changes from `old` to `new` into the student's files, `mine`.
pub(super) fn merge(old: &Files, new: &Files, mine: &Files) -> Merged {
    let mut notes = Vec::new();
    let before = exercises(old);
    let after = exercises(new);
    // Successors by the old paths of exercises.
    let mut successors = BTreeMap::new();
    for from in &before {
        successors.insert(from.path, successor(from, &before, &after));
    }
    let moved: BTreeSet<&String> = successors.values().flatten().map(|to| to.path).collect();
    let of_course: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut files = mine.clone();
    files.retain(|path, _| !of_course.contains(path));
    for path in &of_course {
        if moved.contains(path) && !successors.contains_key(path) {
            continue; // its turn is that of the exercise's old path
        }
        let exercise = successors.get(path).copied().flatten();
        let to = exercise.map_or(*path, |to| to.path);
        let old_file = old.get(*path);
        let new_file = new.get(to);
        // An update that was interrupted may have moved the file already.
        let my_file = mine.get(*path).or_else(|| mine.get(to).filter(|_| !successors.contains_key(to)));
        let mut merged = new_file.cloned();
        if let Some(my_file) = my_file.filter(|my_file| old_file != Some(my_file)) {
            if to != *path {
                notes.push(Note::new(path, format!("is now {to}")));
            }
            if old_file == new_file {
                merged = Some(my_file.clone());
            } else if new_file != Some(my_file) {
                let (both, says) = merge_file(old_file, new_file, my_file, exercise);
                notes.push(Note::new(path, says));
                merged = both;
            }
        }
        files.extend(merged.map(|merged| (to.clone(), merged)));
    }
    for folder in tree::removed_packages(old, new) {
        files.retain(|path, _| {
            let is_own = Path::new(path).starts_with(folder) && !of_course.contains(path);
            if is_own {
                notes.push(Note::new(path, "its folder is gone".into()));
            }
            !is_own
        });
    }
    let mut replaced = mine.clone();
    replaced.retain(|path, file| [&files, old, new].iter().all(|files| files.get(path) != Some(file)));
    Merged { files, replaced, notes }
}

/// Merges a file that the student and the course have changed. Returns the new content, and a sentence about the merge.
fn merge_file(
    old: Option<&String>,
    new: Option<&String>,
    mine: &str,
    exercise: Option<&Exercise>,
) -> (Option<String>, String) {
    let Some(new) = new else { return (None, "the course no longer has it".into()) };
    if let Some(both) = old.and_then(|old| tree::three_way(old, new, mine, &[])) {
        return (Some(both), "has both your changes and the course's".into());
    }
    let says = "you and the course have changed the same lines";
    if let Some(exercise) = exercise
        && let Some(both) = old.and_then(|old| tree::three_way(old, new, mine, &["--ours"]))
    {
        let starter =
            exercise.starter.as_ref().map_or(String::new(), |starter| format!("; the course's are in {starter}"));
        return (Some(both), format!("{says}: yours stay{starter}"));
    }
    (Some(new.clone()), format!("{says}: the course's are here now"))
}
