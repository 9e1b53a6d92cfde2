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
    pub(super) attempt: u32,
    pub(super) changed: Time,
}

impl Candidate {
    /// Creates a candidate, without the byte order mark and the carriage returns that editors on Windows add.
    pub(super) fn new(path: String, text: &str, attempt: u32, changed: Time) -> Self {
        Candidate { path, text: text.trim_start_matches('\u{feff}').replace("\r\n", "\n"), attempt, changed }
    }

    /// Returns the time of the last change, and the numbers in the path, such as a version's: the larger, the newer the file.
    pub(super) fn age(&self) -> (&str, Vec<u64>) {
        let digits = self.path.split(|c: char| !c.is_ascii_digit());
        (&self.changed.time, digits.filter_map(|digits| digits.parse().ok()).collect())
    }

    pub(super) fn is_exercise(&self) -> bool {
        self.file().starts_with("exercise")
    }

    /// Returns whether a file with any name is an exercise by its text: it has a table of answers.
    pub(super) fn has_answers(&self) -> bool {
        self.text.contains("const ANSWERS")
    }

    pub(super) fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|ending| ending == "rs")
    }

    pub(super) fn file(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
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
/// Names of the course's own files, some of which have the same functions as an exercise.
const NOT_MINE: [&str; 8] = ["starter", "solution", "mistakes", "checks", "lib", "main", "scene", "given"];
/// Endings of shaders.
const SHADERS: [&str; 4] = ["vert", "frag", "geom", "glsl"];
/// Archives that are not opened: zips are, but only one level down, and not deep in a folder.
const PACKED: [&str; 8] = ["zip", "tar", "tgz", "gz", "xz", "7z", "rar", "bz2"];

/// Endings of texts that may contain a student's code.
const TEXTS: [&str; 7] = ["txt", "text", "rtf", "doc", "docx", "odt", "pdf"];

pub(super) fn is_skipped(folder: &str) -> bool {
    SKIPPED.contains(&folder)
}

/// Returns whether a file lies in a folder that is skipped, or is what macOS packs beside a file.
pub(super) fn is_in_skipped(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    parts.next().is_some_and(|file| file.starts_with("._")) || parts.any(is_skipped)
}

/// Why a text is not read, if nothing else was handed in: beside an answer it is a student's remarks.
pub(super) const NOT_READ: &str = "not looked at: its name should end in .rs, .vert or .frag";

/// Returns why a file with a wrong name, which was probably meant as an answer, is not read. Deep in a clone such names are
/// the course's.
pub(super) fn misnamed(path: &str) -> Option<&'static str> {
    if path.matches('/').count() > 2 {
        return None;
    }
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let ending = name.rsplit('.').next().unwrap_or_default();
    if PACKED.contains(&ending) {
        Some("not opened: hand in one .zip, or the files themselves")
    } else if is_renamed(&name) || TEXTS.contains(&ending) {
        Some(NOT_READ)
    } else {
        None
    }
}

/// Returns whether a name has a second ending: `exercise.rs.txt`.
pub(super) fn is_renamed(name: &str) -> bool {
    [".rs.", ".vert.", ".frag."].iter().any(|ending| name.contains(ending))
}

/// Returns whether a file in a class's folder is a student's by its name, though it cannot be read. Other files may be lists
/// of the class.
pub(super) fn is_unreadable(name: &str) -> bool {
    let name = name.to_lowercase();
    is_renamed(&name) || PACKED.iter().any(|ending| name.ends_with(&format!(".{ending}")))
}

impl<'a> Wanted<'a> {
    /// Makes a list of what is looked for. A file whose path names no lesson is of the lesson `only`.
    pub(crate) fn new(lessons: &'a [LessonFolder], only: Option<&'a LessonFolder>) -> Self {
        let mut shaders = Vec::new();
        for lesson in lessons {
            shaders.extend(lesson.files().into_iter().skip(1).map(|file| (file.name(), lesson)));
        }
        Wanted { lessons, only, shaders }
    }

    /// Returns whether a file may be an answer, by its path.
    pub(super) fn may_be(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        let Some((file, folders)) = parts.split_last() else { return false };
        if is_in_skipped(path) {
            return false;
        }
        let Some(stem) = file.strip_suffix(".rs") else { return self.is_shader(file) };
        let is_loose = folders.len() < 3 && !folders.iter().any(|f| matches!(*f, "src" | "tests"));
        // A service that keeps folders alike adds to the name: `exercise 2.rs`, `exercise-DESKTOP-4F2.rs`.
        stem.starts_with("exercise") || is_loose && !NOT_MINE.contains(&stem)
    }

    fn is_shader(&self, file: &str) -> bool {
        self.shaders.iter().any(|(name, _)| name == file)
    }

    /// Returns why a shader is not read, if it is neither an answer nor a file of the course: a name may have changed on its
    /// way. `None` for any other file.
    pub(super) fn renamed_shader(&self, path: &str) -> Option<String> {
        let mut folders: Vec<&str> = path.split('/').collect();
        let file = folders.pop()?;
        let ending = Path::new(file).extension()?.to_str()?;
        let is_shader = SHADERS.contains(&ending);
        if !is_shader || self.is_shader(file) || folders.iter().any(|folder| is_skipped(folder)) {
            return None;
        }
        let lesson = self.named_by(path).or(self.only)?;
        let mut asked = lesson.files().into_iter().skip(1).map(|file| file.name());
        let is_given =
            [&lesson.folder, "common"].map(|folder| verdict::workspace::shaders().join(folder).join(file).exists());
        let asked = asked.next().filter(|_| is_given == [false; 2])?;
        Some(format!("not looked at: lesson {} asks for {asked}", lesson.number))
    }

    /// Returns whether a folder that has an entry of this name is one student's: the name tells the lesson, and not the student.
    pub(super) fn is_of_one_student(&self, name: &str) -> bool {
        let is_lesson = self.lessons.iter().any(|lesson| lesson.folder == name);
        let is_exercise = name.starts_with("exercise") && Path::new(name).extension().is_some_and(|end| end == "rs");
        is_lesson || is_exercise || matches!(name, "lessons" | "shaders" | "Cargo.toml") || self.is_shader(name)
    }

    /// Returns the lesson whose folder is in a path.
    fn named_by(&self, path: &str) -> Option<&'a LessonFolder> {
        self.lessons.iter().find(|lesson| path.split('/').any(|part| part == lesson.folder))
    }

    /// Returns the lesson that a file belongs to: its path names it, or only one is graded.
    pub(super) fn lesson_of(&self, candidate: &Candidate) -> Result<&'a LessonFolder, &'static str> {
        let path = &candidate.path;
        let fits =
            |lesson: &&LessonFolder| candidate.is_rust() || lesson.files().iter().any(|f| f.name() == candidate.file());
        let lesson = self.named_by(path).or(self.only.filter(fits));
        lesson.ok_or("refused, as its path names no lesson. `cargo workbook hand-in 03` writes a file that does")
    }
}
