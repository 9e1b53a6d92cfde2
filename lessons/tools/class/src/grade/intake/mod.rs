//! Reads submissions: from folders, archives and loose files only exercises and shaders are taken, as text.
//!
//! ```text
//! platform  the names in a download -> the platform, and whose each entry is
//! place     the path of a file -> the file of a lesson that it stands for
//! reader    a folder, an archive or a file -> the texts of such files
//! ```
//!
//! Nothing is ever written under a name that a student chose, but the sources of a program of the student's own, whose names
//! are letters of ASCII.

mod place;
mod platform;
mod reader;

use super::text;
use anyhow::{Context, Result, ensure};
use place::{is_archive, may_mean_exercise};
use platform::{PlatformName, platform_of};
use reader::{FoundText, Reader};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use verdict::build::lesson::LessonFolder;
use verdict::{names_shader, source};

/// A student's submission.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// Name of the folder, archive or file; in a platform's download, of the student.
    pub(super) name: String,
    /// The platform's number for the student; empty without one.
    pub(super) id: String,
    /// The platform's part of a file's name; empty without one.
    pub(super) prefix: String,
    /// True if the platform marked a file as late, or a file was changed after the deadline.
    pub(super) is_late: bool,
    /// Time of the last change to a file that counts, `2026-11-22T07:10:00` in UTC or with [`text::LOCAL`]; empty if unknown.
    pub(super) changed: String,
    /// Paths with the student's own names for them; a platform's download may have several.
    entries: Vec<(PathBuf, String)>,
    /// Files by the lesson's number.
    pub(super) lessons: BTreeMap<String, Files>,
    /// Sentences about files that do not count.
    pub(super) problems: Vec<String>,
}

/// A student's texts for one lesson, by file name: the exercise and shaders, or all of a program of the student's own.
pub(super) type Files = BTreeMap<String, String>;

/// The lessons that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) lessons: &'a [LessonFolder],
    /// The lesson of a file whose path names none.
    pub(super) only: Option<&'a LessonFolder>,
}

/// Reads submissions. Each path is a folder of them, or an archive or file that is one; the folder `out` never is. Returns
/// the entries that are no submissions, too.
///
/// # Errors
/// If a path cannot be read, or has no submission.
pub(super) fn read_all(paths: &[PathBuf], out: &Path, wanted: Wanted) -> Result<(Vec<Submission>, Vec<String>)> {
    let out = fs::canonicalize(out).ok();
    let mut submissions = Vec::new();
    let mut ignored = Vec::new();
    for path in paths {
        let entries = if path.is_dir() {
            entries_of(path, out.as_deref()).with_context(|| path.display().to_string())?
        } else {
            vec![path.clone()]
        };
        let is_course = ["Cargo.toml", "lessons"].iter().all(|name| path.join(name).exists());
        ensure!(!is_course, "{}: this is one student's course. Name the folder that it lies in", path.display());
        ensure!(!entries.is_empty(), "{}: there is no submission in it", path.display());
        add_entries(entries, &mut submissions, &mut ignored);
    }
    for submission in &mut submissions {
        submission.read(wanted);
    }
    make_names_unique(&mut submissions);
    Ok((submissions, ignored))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the entries of a class's folder that are not hidden, in alphabetical order.
fn entries_of(folder: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !file_name(&path).starts_with('.') && (out.is_none() || fs::canonicalize(&path).ok().as_deref() != out) {
            entries.push(path);
        }
    }
    entries.sort_by_key(|path| (file_name(path).to_lowercase(), file_name(path)));
    Ok(entries)
}

/// Adds a submission for each student of a class's folder.
fn add_entries(entries: Vec<PathBuf>, submissions: &mut Vec<Submission>, ignored: &mut Vec<String>) {
    let names: Vec<String> = entries.iter().map(|path| file_name(path)).collect();
    let platform = platform_of(&names);
    for (path, name) in entries.into_iter().zip(names) {
        let is_submission = !path.is_file() || is_archive(&name) || may_mean_exercise(&name);
        let parts = match platform {
            Some(parse) => parse(&name),
            None => is_submission.then(|| {
                let stem = Path::new(&name).file_stem().filter(|_| path.is_file()).unwrap_or(name.as_ref());
                PlatformName { student: stem.to_string_lossy().into_owned(), ..PlatformName::default() }
            }),
        };
        let Some(parts) = parts else {
            ignored.push(text::cut(&text::line(&path.display().to_string()), 500));
            continue;
        };
        let own_name = if parts.file.is_empty() { name } else { parts.file };
        let mut known = submissions.iter_mut().filter(|known| !known.id.is_empty());
        // Canvas gives a file for each file of a student.
        if let Some(known) = known.find(|known| known.id == parts.id && known.name == parts.student) {
            known.is_late |= parts.late;
            known.entries.push((path, own_name));
            continue;
        }
        submissions.push(Submission {
            name: parts.student,
            id: parts.id,
            prefix: parts.prefix,
            is_late: parts.late,
            entries: vec![(path, own_name)],
            ..Submission::default()
        });
    }
}

/// Makes all names different as folders, because reports lie in folders with the students' names.
fn make_names_unique(submissions: &mut [Submission]) {
    let mut taken = BTreeSet::new();
    for Submission { name, .. } in submissions {
        let first = text::composed(name);
        name.clone_from(&first);
        let mut count = 1;
        while !taken.insert(text::folder_key(name)) {
            count += 1;
            let start = &first[..first.floor_char_boundary(100)]; // or the number is cut off
            *name = format!("{start} ({count})");
        }
    }
}

impl Submission {
    /// Returns the submission of a student who has handed in nothing.
    pub(super) fn absent(name: String) -> Self {
        Submission { name, ..Submission::default() }
    }

    /// Reads the files of all entries.
    fn read(&mut self, wanted: Wanted) {
        self.name.retain(|c| !c.is_control());
        let mut reader = Reader::new(wanted);
        for (path, name) in &self.entries {
            reader.read_path(path, name);
        }
        reader.report_unread();
        for (file, found) in std::mem::take(&mut reader.texts) {
            let Some(lesson) = wanted.lessons.iter().find(|lesson| lesson.number == file.lesson) else { continue };
            match only_text(lesson, &file.file, found) {
                Ok(chosen) => {
                    self.changed = std::mem::take(&mut self.changed).max(chosen.changed);
                    self.lessons.entry(lesson.number.clone()).or_default().insert(file.file, chosen.text);
                }
                Err(why) => reader.problem(why),
            }
        }
        self.problems = reader.problems;
    }
}

/// Returns the one of several files for the same exercise or shader that counts: the only text that is begun.
///
/// # Errors
/// A sentence, if several are begun and differ: then none counts.
fn only_text(lesson: &LessonFolder, file: &str, mut found: Vec<FoundText>) -> Result<FoundText, String> {
    let first = found[0].clone();
    found.retain(|found| is_begun(lesson, file, &found.text));
    let chosen = found.first().cloned().unwrap_or(first);
    match found.iter().find(|other| other.text != chosen.text) {
        None => Ok(chosen),
        Some(other) => Err(format!(
            "{} and {} are both for {} of lesson {}, and differ: neither counts. Hand in one of them",
            chosen.path, other.path, file, lesson.number
        )),
    }
}

/// Returns whether a text differs from the file that was handed out, comments aside, in what is to be written there.
pub(super) fn is_begun(lesson: &LessonFolder, file: &str, text: &str) -> bool {
    let starter =
        lesson.files().into_iter().find(|known| known.name() == file).and_then(|file| lesson.starter(&file).ok());
    let (None, Some(starter)) = (&lesson.toml.exercise, starter) else { return true };
    if file != lesson.exercise_name() {
        return !source::same(None, text, &starter);
    }
    let mut functions = lesson.toml.todos.iter().filter(|todo| !names_shader(&todo.name));
    functions.any(|todo| !source::same(Some(&todo.name), text, &starter))
}

#[cfg(test)]
mod tests;
