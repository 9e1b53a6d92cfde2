//! Reads submissions: from folders, archives and loose files only exercises and shaders are taken, as text.
//!
//! ```text
//! owner     a platform's name for a file -> the student
//! reader    a folder, an archive or a file -> the texts that may be answers
//! wanted    the path of a file -> whether it may be an answer, and of which lesson
//! ```
//!
//! Nothing is ever written under a name that a student chose, so a name can lead nowhere.

mod owner;
mod reader;
mod wanted;

pub(super) use wanted::Wanted;

use super::text;
use anyhow::{Context, Result, ensure};
use owner::Download;
use reader::{Problem, Reader, and_others, is_archive};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use verdict::build::lesson::LessonFolder;
use verdict::diary::{self, Entry};
use walkdir::WalkDir;
use wanted::{Candidate, NOT_READ, file_of, is_exercise, may_mean_exercise};

/// A student's submission.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// Name of the folder, archive or file; in a platform's download, of the student.
    pub(super) name: String,
    /// The platform's number for the student; empty without one.
    pub(super) id: String,
    /// The platform's part of a file's name; empty without one.
    pub(super) before: String,
    /// True if the platform marked a file as late, or a file was changed after the deadline.
    pub(super) late: bool,
    /// Time of the last change to a file that counts.
    pub(super) changed: Time,
    /// The path; a platform's download may have several.
    paths: Vec<(PathBuf, Download)>,
    /// Files by the lesson's number.
    pub(super) lessons: BTreeMap<String, Files>,
    /// The diary, if the student has handed it in.
    pub(super) diary: Vec<Entry>,
    /// Sentences about files that do not count.
    pub(super) problems: Vec<String>,
}

/// A time, `2026-11-22T07:10:00`, empty if unknown, and the clock that it is by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) clock: Clock,
    pub(super) time: String,
}

/// The clock by which a time is told. Only an archive's local time is not in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clock {
    #[default]
    None,
    LocalArchive,
    Archive,
    File,
    Platform,
}

impl Clock {
    pub(super) fn name(self) -> &'static str {
        match self {
            Clock::None => "none",
            Clock::LocalArchive => "archive, local time",
            Clock::Archive => "archive",
            Clock::File => "file",
            Clock::Platform => "platform",
        }
    }
}

impl Time {
    /// Returns whether the time is in UTC.
    pub(super) fn is_utc(&self) -> bool {
        self.clock > Clock::LocalArchive
    }

    /// Returns the later of two times; one in UTC rather than one that is not.
    fn later(self, other: Time) -> Time {
        let key = |time: &Time| (time.is_utc(), time.time.clone());
        if key(&self) < key(&other) { other } else { self }
    }
}

/// A student's texts for one lesson, by file name: [`EXERCISE`] and shaders, or all of a program of the student's own.
pub(super) type Files = BTreeMap<String, String>;

pub(super) const EXERCISE: &str = "exercise.rs";

/// Length of a path on the screen, in characters.
const LONGEST_PATH: usize = 500;

/// Reads submissions. Each path is one submission, or a folder of them; the folder `out` is never a submission. Adds the
/// paths of entries that are not submissions to `ignored`.
///
/// # Errors
/// If a path cannot be read, or holds no submission.
pub(super) fn read_all(
    paths: &[PathBuf],
    out: &Path,
    wanted: &Wanted,
    ignored: &mut Vec<String>,
) -> Result<Vec<Submission>> {
    let out = fs::canonicalize(out).ok();
    let mut submissions = Vec::new();
    for path in paths {
        let real = fs::canonicalize(path).with_context(|| path.display().to_string())?;
        let name = file_name(if path.file_name().is_some() { path } else { &real }); // `.` has none
        let entries = entries_of(&real, out.as_deref()).with_context(|| path.display().to_string())?;
        if is_one_submission(&real, &name, &entries, wanted) {
            add(&mut submissions, real, &name);
            continue;
        }
        ensure!(!entries.is_empty(), "{}: there is no submission in it", path.display());
        for entry in entries {
            let name = file_name(&entry);
            if is_submission(&entry, &name, wanted) {
                add(&mut submissions, entry, &name);
            } else {
                ignored.push(text::cut(&text::line(&entry.display().to_string()), LONGEST_PATH));
            }
        }
    }
    for submission in &mut submissions {
        submission.read(wanted);
    }
    make_names_unique(&mut submissions);
    Ok(submissions)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the entries of a class's folder that are not hidden, in alphabetical order.
fn entries_of(folder: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1) {
        let path = entry?.into_path();
        if !file_name(&path).starts_with('.') && Some(&*path) != out {
            entries.push(path);
        }
    }
    entries.sort_by_key(|path| (file_name(path).to_lowercase(), file_name(path)));
    Ok(entries)
}

/// Returns whether a path is one submission, and not a folder of several.
fn is_one_submission(path: &Path, name: &str, entries: &[PathBuf], wanted: &Wanted) -> bool {
    if !path.is_dir() || is_download(name) {
        return true;
    }
    let is_class = entries.iter().any(|entry| is_download(&file_name(entry)));
    !is_class && entries.iter().any(|entry| wanted.is_of_one_student(&file_name(entry)))
}

/// Returns whether an entry of a class's folder is a submission.
fn is_submission(entry: &Path, name: &str, wanted: &Wanted) -> bool {
    !entry.is_file() || wanted.may_be(name) || is_archive(name) || is_download(name)
}

fn is_download(name: &str) -> bool {
    Download::parse(name).is_some()
}

/// Adds a submission, or adds a path to the student's known submission if a platform gives several files for a student.
fn add(submissions: &mut Vec<Submission>, path: PathBuf, name: &str) {
    let download = Download::parse(name).unwrap_or_else(|| {
        let is_file = is_exercise(name) || is_archive(name);
        let stem = Path::new(name).file_stem().filter(|_| is_file);
        let student = stem.map_or(name.into(), |stem| stem.to_string_lossy().into_owned());
        Download { student, file: name.into(), ..Download::default() }
    });
    let mut known = submissions.iter_mut().filter(|known| !known.id.is_empty());
    if let Some(known) = known.find(|known| known.id == download.id && known.name == download.student) {
        known.late |= download.late;
        known.paths.push((path, download));
    } else {
        submissions.push(Submission {
            name: download.student.clone(),
            id: download.id.clone(),
            before: download.before.clone(),
            late: download.late,
            paths: vec![(path, download)],
            ..Submission::default()
        });
    }
}

/// Makes all names different as folders, because reports lie in folders with the students' names.
fn make_names_unique(submissions: &mut [Submission]) {
    let keys: Vec<String> = submissions.iter().map(|submission| text::folder_key(&submission.name)).collect();
    let mut taken = BTreeSet::new();
    for Submission { name, id, .. } in submissions {
        let is_shared = keys.iter().filter(|key| **key == text::folder_key(name)).count() > 1;
        if is_shared && !id.is_empty() {
            *name = format!("{name} ({id})");
        }
        let first = name.clone();
        let mut count = 1;
        while !taken.insert(text::folder_key(name)) {
            count += 1;
            let start = &first[..first.floor_char_boundary(text::LONGEST - 10)]; // or the number is cut off
            *name = format!("{start} ({count})");
        }
    }
}

/// Order of a student's files for one TODO file: those that were changed, then one with a clone's path, and the outermost.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_starter: bool,
    is_elsewhere: bool,
    depth: usize,
}

impl Submission {
    /// Returns the submission of a student who has handed in nothing.
    pub(super) fn absent(name: String, id: String) -> Self {
        Submission { name, id, ..Submission::default() }
    }

    /// Reads the files of all paths.
    fn read(&mut self, wanted: &Wanted) {
        self.name.retain(|c| !c.is_control());
        let mut reader = Reader::new(wanted);
        for (path, Download { file, .. }) in &self.paths {
            if let Err(error) = reader.read_path(path, file) {
                reader.problem(file, &format!("{error:#}"));
            }
        }
        // Beside an answer other files are the course's, or remarks.
        for path in std::mem::take(&mut reader.unread) {
            if reader.candidates.is_empty() || may_mean_exercise(&path) {
                reader.problem(&path, NOT_READ);
            }
        }
        if reader.candidates.is_empty() && reader.problems.is_empty() {
            reader.problem("nothing to grade", "no exercise.rs and no exercise shader was found");
        }
        self.assign_files(&mut reader);
        for text in &reader.diaries {
            // A lesson that is handed in twice counts once.
            let lessons: BTreeSet<String> = self.diary.iter().map(|entry| entry.lesson().into()).collect();
            let mut entries = diary::entries(text);
            entries.retain(|entry| !lessons.contains(entry.lesson()));
            self.diary.extend(entries);
        }
        reader.problems.sort_by_key(|problem| !may_mean_exercise(&problem.path));
        self.problems = reader.problems.iter().map(Problem::sentence).collect();
        if self.late {
            self.changed.clock = Clock::Platform;
        }
    }

    /// Assigns each file that was read to its lesson. Of several for the same exercise or shader, takes the best.
    fn assign_files(&mut self, reader: &mut Reader) {
        let mut by_file: BTreeMap<_, Vec<(Rank, Candidate)>> = BTreeMap::new();
        for candidate in std::mem::take(&mut reader.candidates) {
            let lesson = match reader.wanted.lesson_of(&candidate.path) {
                Ok(lesson) => lesson,
                Err(why) => {
                    reader.problem(&candidate.path, why);
                    continue;
                }
            };
            let shader = reader.wanted.shader(&candidate.path);
            let own = lesson.toml.exercise.as_ref().map(|_| file_of(&candidate.path));
            let file = own.or(shader).unwrap_or(EXERCISE);
            let rank = Rank {
                is_starter: is_starter(lesson, file, &candidate.text),
                is_elsewhere: !candidate.path.ends_with(&lesson.file_of(shader.unwrap_or_default())),
                depth: candidate.path.matches('/').count(),
            };
            by_file.entry((&lesson.number, &lesson.folder, file.to_owned())).or_default().push((rank, candidate));
        }
        for ((lesson, folder, file), candidates) in by_file {
            let chosen = best_of(folder, candidates, reader);
            self.changed = std::mem::take(&mut self.changed).later(chosen.changed);
            self.lessons.entry(lesson.clone()).or_default().insert(file, chosen.text);
        }
    }
}

/// Returns whether a text is a file as it was handed out.
fn is_starter(lesson: &LessonFolder, name: &str, text: &str) -> bool {
    let file = lesson.files().into_iter().find(|file| file.name() == name);
    let starter = file.and_then(|file| lesson.starter(&file).ok());
    starter.is_some_and(|starter| starter.replace("\r\n", "\n").trim() == text.trim())
}

/// Returns the best of several files for the same exercise or shader: by rank, then the one that was changed last or has the
/// higher number. Reports the others, unless they are as it is, or as they were handed out in a worse place.
fn best_of(folder: &str, mut candidates: Vec<(Rank, Candidate)>, reader: &mut Reader) -> Candidate {
    candidates.sort_by(|(a_rank, a), (b_rank, b)| a_rank.cmp(b_rank).then_with(|| b.age().cmp(&a.age())));
    let (rank, chosen) = candidates.remove(0);
    candidates.retain(|(_, other)| other.text != chosen.text);
    // A starter in its own place was meant, unless it was not begun.
    candidates.retain(|(other, _)| !other.is_starter || !other.is_elsewhere && rank.is_elsewhere);
    let Some((other_rank, other)) = candidates.first() else { return chosen };
    let reasons = [
        (other_rank.is_starter, "that is as it was handed out"),
        (other_rank.is_elsewhere != rank.is_elsewhere, "it lies in the lesson's folder"),
        (other_rank.depth != rank.depth, "it is the outermost"),
        (other.changed.time != chosen.changed.time, "it was changed last"),
        (other.age() != chosen.age(), "it has the higher number"),
    ];
    let why = reasons.iter().find(|(decides, _)| *decides).map_or("it is the first", |(_, why)| why);
    let others = and_others(candidates.len() - 1);
    reader.problem(folder, &format!("{} is graded, and not {}{others}: {why}", chosen.path, other.path));
    chosen
}

#[cfg(test)]
mod tests;
