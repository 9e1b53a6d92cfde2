//! Finds the files that may be answers, and the lesson of each.

use super::Time;
use std::path::Path;
use verdict::build::lesson::LessonFolder;

/// A file that may be an answer.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Path below the submission, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) changed: Time,
}

impl Candidate {
    /// Creates a candidate, without the byte order mark and the carriage returns that editors on Windows add.
    pub(super) fn new(path: String, text: &str, changed: Time) -> Self {
        Candidate { path, text: text.trim_start_matches('\u{feff}').replace("\r\n", "\n"), changed }
    }

    /// Returns the time of the last change, and the numbers in the path, such as a version's: the larger, the newer the file.
    pub(super) fn age(&self) -> (&str, Vec<u64>) {
        let digits = self.path.split(|c: char| !c.is_ascii_digit());
        (&self.changed.time, digits.filter_map(|digits| digits.parse().ok()).collect())
    }
}

/// The lessons and their shaders, by which a submission's files are recognised.
pub(crate) struct Wanted<'a> {
    lessons: &'a [LessonFolder],
    /// The lesson of a file whose path names none.
    only: Option<&'a LessonFolder>,
    /// Name and lesson of each exercise shader.
    shaders: Vec<(String, &'a LessonFolder)>,
}

/// Folders of generated files, or of the course's own.
const SKIPPED: [&str; 8] = [".git", "target", "node_modules", "__MACOSX", "starter", "solution", "kept", ".cargo"];

/// Why any other file is not read.
pub(super) const NOT_READ: &str =
    "not read: hand in the .zip of `cargo workbook hand-in` as it is, or exercise.rs and the exercise shaders";

pub(super) fn is_skipped(folder: &str) -> bool {
    SKIPPED.contains(&folder)
}

/// Returns whether a file lies in a folder that is skipped, or is what macOS packs beside a file.
pub(super) fn is_in_skipped(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    parts.next().is_some_and(|file| file.starts_with("._")) || parts.any(is_skipped)
}

pub(super) fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl<'a> Wanted<'a> {
    /// Makes a list of what is looked for. A file whose path names no lesson is of the lesson `only`.
    pub(crate) fn new(lessons: &'a [LessonFolder], only: Option<&'a LessonFolder>) -> Self {
        let mut shaders = Vec::new();
        for lesson in lessons.iter().filter(|lesson| lesson.toml.exercise.is_none()) {
            shaders.extend(lesson.files().into_iter().skip(1).map(|file| (file.name(), lesson)));
        }
        Wanted { lessons, only, shaders }
    }

    /// Returns whether a file may be an answer, by its path.
    pub(super) fn may_be(&self, path: &str) -> bool {
        !is_in_skipped(path) && (self.own_program(path).is_some() || is_exercise(path) || self.shader(path).is_some())
    }

    /// Returns the lesson of a source or shader in a program of the student's own, `own/src/scene.rs`. Its `main.rs` opens a
    /// window, and is not built. A file keeps its name, so a name that is more than letters and an ending is none.
    pub(super) fn own_program(&self, path: &str) -> Option<&'a LessonFolder> {
        let (folder, file) = path.rsplit_once('/')?;
        let (stem, kind) = file.split_once('.')?;
        let is_name = stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !["", "main"].contains(&stem);
        let is_source = is_name && ["rs", "vert", "frag"].contains(&kind);
        self.lessons.iter().filter(|_| is_source).find(|lesson| {
            let program = lesson.toml.exercise.as_deref().and_then(|exercise| exercise.rsplit_once('/'));
            let before = program.and_then(|(program, _)| folder.strip_suffix(program));
            // The course's own solution is one, too.
            before.is_some_and(|before| (before.is_empty() || before.ends_with('/')) && !before.ends_with("course/"))
        })
    }

    /// Returns the name of the exercise shader that a file is by its name, to which a service that keeps folders alike, or a
    /// second download, may have added something: `joints (1).vert`.
    pub(super) fn shader(&self, path: &str) -> Option<&str> {
        let mut names = self.shaders.iter().map(|(name, _)| name.as_str());
        names.find(|name| {
            let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
            let file = file_of(path).strip_suffix(ending).and_then(|file| file.strip_suffix('.'));
            let added = file.and_then(|file| file.strip_prefix(stem));
            added.is_some_and(|added| added.is_empty() || added.starts_with([' ', '-', '(']))
        })
    }

    /// Returns whether a folder that has an entry of this name is one student's: the name tells the lesson, and not the student.
    pub(super) fn is_of_one_student(&self, name: &str) -> bool {
        let is_lesson = self.lessons.iter().any(|lesson| lesson.folder == name);
        let is_answer = name.to_lowercase().starts_with("exercise") && is_exercise(name) || self.shader(name).is_some();
        let is_program = self.lessons.iter().any(|lesson| lesson.exercise().split('/').next() == Some(name));
        is_lesson || is_program || is_answer || matches!(name, "lessons" | "shaders" | "Cargo.toml")
    }

    /// Returns the lesson that a file belongs to: its path names it, or only one is graded.
    pub(super) fn lesson_of(&self, path: &str) -> Result<&'a LessonFolder, &'static str> {
        if let Some(lesson) = self.own_program(path) {
            return Ok(lesson);
        }
        let mut lessons = self.lessons.iter().filter(|lesson| lesson.toml.exercise.is_none());
        let named = lessons.find(|lesson| path.split('/').any(|part| part == lesson.folder));
        let shader = self.shader(path);
        let fits = |lesson: &&LessonFolder| {
            lesson.toml.exercise.is_none()
                && shader.is_none_or(|name| lesson.files().iter().any(|file| file.name() == name))
        };
        let lesson = named.or(self.only.filter(fits));
        lesson.ok_or("refused, as its path names no lesson. `cargo workbook hand-in 03` writes a file that does")
    }
}

/// Returns whether a file was probably meant as an exercise, which decides more than any other.
pub(super) fn may_mean_exercise(path: &str) -> bool {
    file_of(path).to_lowercase().contains("exercise")
}

/// Returns whether a file is an exercise by its name. A platform or a service may have added something:
/// `exercise-1.rs`, `exercise 2.rs`, `exercise-DESKTOP-4F2.rs`.
pub(super) fn is_exercise(path: &str) -> bool {
    may_mean_exercise(path) && Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rs"))
}
