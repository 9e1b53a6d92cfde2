//! Finds the files that may be answers, and the lesson of each.

use common::build::lesson::LessonFolder;
use common::check::source;
use std::path::Path;

/// A file that may be an answer.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Path below the submission, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) attempt: u32,
    /// Time of the last change, `2026-11-22T07:10:00`; empty if unknown.
    pub(super) changed: String,
}

impl Candidate {
    /// Creates a candidate, without the byte order mark and the carriage returns that editors on Windows add.
    pub(super) fn new(path: String, text: &str, attempt: u32, changed: String) -> Self {
        Candidate { path, text: text.trim_start_matches('\u{feff}').replace("\r\n", "\n"), attempt, changed }
    }

    /// Returns the time of the last change, and the numbers in the path, such as a version's: the larger, the newer the file.
    pub(super) fn age(&self) -> (&str, Vec<u64>) {
        let digits = self.path.split(|c: char| !c.is_ascii_digit());
        (&self.changed, digits.filter_map(|digits| digits.parse().ok()).collect())
    }

    pub(super) fn is_exercise(&self) -> bool {
        self.file().starts_with("exercise")
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
    /// Name and lesson of each exercise shader.
    shaders: Vec<(String, &'a LessonFolder)>,
}

/// Folders of generated files, or of the course's own.
const SKIPPED: [&str; 8] = [".git", "target", "node_modules", "__MACOSX", "starter", "solution", "kept", ".cargo"];
/// Names of the course's own files, some of which have the same functions as an exercise.
const NOT_MINE: [&str; 8] = ["starter", "solution", "mistakes", "checks", "lib", "main", "scene", "given"];
/// Archives that are not opened: zips are, but not within one another or deep in a folder.
const PACKED: [&str; 8] = ["zip", "tar", "tgz", "gz", "xz", "7z", "rar", "bz2"];

/// Endings of texts that may contain a student's code.
const TEXTS: [&str; 7] = ["txt", "text", "rtf", "doc", "docx", "odt", "pdf"];

pub(super) fn is_skipped(folder: &str) -> bool {
    SKIPPED.contains(&folder)
}

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
        Some("not looked at: its name should end in .rs, .vert or .frag")
    } else {
        None
    }
}

/// Returns whether a name has a second ending: `exercise.rs.txt`.
fn is_renamed(name: &str) -> bool {
    [".rs.", ".vert.", ".frag."].iter().any(|ending| name.contains(ending))
}

/// Returns whether a file in a class's folder is a student's by its name, though it cannot be read. Other files may be lists
/// of the class.
pub(super) fn is_unreadable(name: &str) -> bool {
    let name = name.to_lowercase();
    is_renamed(&name) || PACKED.iter().any(|ending| name.ends_with(&format!(".{ending}")))
}

impl<'a> Wanted<'a> {
    pub(crate) fn new(lessons: &'a [LessonFolder]) -> Self {
        let mut shaders = Vec::new();
        for lesson in lessons {
            shaders.extend(lesson.files().into_iter().skip(1).map(|file| (file.name(), lesson)));
        }
        Wanted { lessons, shaders }
    }

    /// Returns whether a file may be an answer, by its path.
    pub(super) fn may_be(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        let Some((file, folders)) = parts.split_last() else { return false };
        if folders.iter().any(|folder| is_skipped(folder)) || file.starts_with("._") {
            return false;
        }
        let Some(stem) = file.strip_suffix(".rs") else { return self.is_shader(file) };
        let is_loose = folders.len() < 3 && !folders.iter().any(|f| matches!(*f, "src" | "tests"));
        stem == "exercise" || is_loose && !NOT_MINE.contains(&stem)
    }

    fn is_shader(&self, file: &str) -> bool {
        self.shaders.iter().any(|(name, _)| name == file)
    }

    /// Returns whether a folder that has an entry of this name is one student's: the name tells the lesson, and not the student.
    pub(super) fn is_of_one_student(&self, name: &str) -> bool {
        let is_lesson = self.lessons.iter().any(|lesson| lesson.folder == name);
        if is_lesson || matches!(name, "lessons" | "Cargo.toml") || self.is_shader(name) {
            return true;
        }
        let Some(stem) = name.strip_suffix(".rs").map(str::to_lowercase) else { return false };
        if stem.starts_with("exercise") {
            return true;
        }
        let mut words = stem.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        self.numbered(&stem).is_some() && words.all(|word| self.is_word_of_a_lesson(word))
    }

    fn is_word_of_a_lesson(&self, word: &str) -> bool {
        word == "lesson" || self.lessons.iter().any(|lesson| lesson.folder.split('-').any(|part| part == word))
    }

    /// Returns the only lesson whose number is in a text.
    fn numbered(&self, text: &str) -> Option<&'a LessonFolder> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() == 2);
        let lesson = numbers.find_map(|n| self.lessons.iter().find(|lesson| lesson.number == n))?;
        let is_ambiguous = numbers.any(|n| n != lesson.number && self.lessons.iter().any(|other| other.number == n));
        (!is_ambiguous).then_some(lesson)
    }

    /// Returns a sentence about a candidate for lesson `to`, if its name has another lesson's number.
    pub(super) fn moved(&self, candidate: &Candidate, to: &LessonFolder) -> Option<String> {
        let named = self.numbered(candidate.file()).filter(|named| named.number != to.number)?;
        let Candidate { path, .. } = candidate;
        Some(format!("{path}: taken for lesson {}, not for lesson {} of its name.", to.number, named.number))
    }

    /// Returns the lesson that a file belongs to: by the folders of its path, by its functions, by the starter's first line,
    /// or by a number in its path.
    pub(super) fn lesson_of(&self, candidate: &Candidate) -> Result<&'a LessonFolder, String> {
        let path = &candidate.path;
        if let Some(lesson) = self.lessons.iter().find(|lesson| path.split('/').any(|part| part == lesson.folder)) {
            return Ok(lesson);
        }
        if let [lesson] = self.lessons_with_the_functions_of(candidate)[..] {
            return Ok(lesson);
        }
        let first_line = candidate.text.strip_prefix("//! Lesson ");
        first_line
            .and_then(|text| self.numbered(text.get(..2)?))
            .or_else(|| self.numbered(path))
            .ok_or_else(|| format!("{path}: which lesson is it of? Neither its path nor its functions tell."))
    }

    /// Returns the lessons all of whose functions are in a Rust file, or that have a shader with the file's name.
    fn lessons_with_the_functions_of(&self, candidate: &Candidate) -> Vec<&'a LessonFolder> {
        if !candidate.is_rust() {
            let shaders = self.shaders.iter().filter(|(name, _)| name == candidate.file());
            return shaders.map(|(_, lesson)| *lesson).collect();
        }
        let tokens = source::tokens(&candidate.text);
        let mut lessons = Vec::new();
        for lesson in self.lessons {
            let mut functions = lesson.toml.todos.iter().filter(|todo| !todo.name.contains('.'));
            if functions.all(|todo| source::function(&tokens, &todo.name).is_some()) {
                lessons.push(lesson);
            }
        }
        lessons
    }
}
