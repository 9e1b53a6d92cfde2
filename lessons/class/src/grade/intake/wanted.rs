//! Which files may be answers, and to which lesson.

use common::build::lesson::LessonFolder;
use common::check::source;
use std::path::Path;

/// A file that may be an answer.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Below the submission, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    /// The greatest is the newest.
    pub(super) attempt: u32,
    /// When the file was changed, `2026-11-22T07:10:00`; empty where nothing says.
    pub(super) changed: String,
}

impl Candidate {
    /// Without what editors on Windows add.
    pub(super) fn new(path: String, text: &str, attempt: u32, changed: String) -> Self {
        Candidate { path, text: text.trim_start_matches('\u{feff}').replace("\r\n", "\n"), attempt, changed }
    }

    /// The numbers in its path, as of a version.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let digits = self.path.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    }

    pub(super) fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|ending| ending == "rs")
    }

    /// The last part of its path.
    pub(super) fn file(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// What there may be in a submission, before anything of it is read.
pub(crate) struct Wanted<'a> {
    lessons: &'a [LessonFolder],
    /// Name and lesson of each shader that a student edits.
    shaders: Vec<(String, &'a LessonFolder)>,
}

/// Folders in which nothing was written by hand, or nothing by the student.
const SKIPPED: [&str; 8] = [".git", "target", "node_modules", "__MACOSX", "starter", "solution", "kept", ".cargo"];
/// Files beside an exercise that hold the same functions.
const NOT_MINE: [&str; 8] = ["starter", "solution", "mistakes", "checks", "lib", "main", "scene", "given"];
/// Archives that are not opened: zips are, but not within one another or deep in a folder.
const PACKED: [&str; 8] = ["zip", "tar", "tgz", "gz", "xz", "7z", "rar", "bz2"];

/// Endings of texts in which somebody may have handed in code.
const TEXTS: [&str; 7] = ["txt", "text", "rtf", "doc", "docx", "odt", "pdf"];

/// Whether nothing in a folder of this name is looked at.
pub(super) fn is_skipped(folder: &str) -> bool {
    SKIPPED.contains(&folder)
}

/// Why a file that was meant as an answer is none, if its name says so. Deep in a clone such names are the course's.
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

/// Whether a name has got another ending: `exercise.rs.txt`.
fn is_renamed(name: &str) -> bool {
    [".rs.", ".vert.", ".frag."].iter().any(|ending| name.contains(ending))
}

/// Whether a loose file of this name in a class's folder is a student's, though nothing in it can be read. A list of the
/// class may lie there, too.
pub(super) fn is_unreadable(name: &str) -> bool {
    let name = name.to_lowercase();
    is_renamed(&name) || PACKED.iter().any(|ending| name.ends_with(&format!(".{ending}")))
}

impl<'a> Wanted<'a> {
    pub(crate) fn new(lessons: &'a [LessonFolder]) -> Self {
        let of = |lesson: &'a LessonFolder| lesson.files().into_iter().skip(1).map(move |file| (file.name(), lesson));
        Wanted { lessons, shaders: lessons.iter().flat_map(of).collect() }
    }

    /// Whether a file of this path may be an answer.
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

    /// Whether a folder with such an entry is one student's: the name says which lesson it is, and not whose.
    pub(super) fn is_of_one(&self, name: &str) -> bool {
        let is_lesson = self.lessons.iter().any(|lesson| lesson.folder == name);
        if is_lesson || matches!(name, "lessons" | "Cargo.toml") || self.is_shader(name) {
            return true;
        }
        let Some(stem) = name.strip_suffix(".rs").map(str::to_lowercase) else { return false };
        let mut words = stem.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let is_lessons = |word: &str| {
            let of = |lesson: &LessonFolder| lesson.folder.split('-').any(|part| part == word);
            word == "lesson" || self.lessons.iter().any(of)
        };
        stem.starts_with("exercise") || self.numbered(&stem).is_some() && words.all(is_lessons)
    }

    /// The lesson whose number, and no other's, is in a text.
    fn numbered(&self, text: &str) -> Option<&'a LessonFolder> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() == 2);
        let lesson = numbers.find_map(|n| self.lessons.iter().find(|lesson| lesson.number == n))?;
        let is_other = |n: &str| n != lesson.number && self.lessons.iter().any(|l| l.number == n);
        (!numbers.any(is_other)).then_some(lesson)
    }

    /// Says where a file went whose name has another lesson's number.
    pub(super) fn moved(&self, candidate: &Candidate, to: &LessonFolder) -> Option<String> {
        let named = self.numbered(candidate.file()).filter(|named| named.number != to.number)?;
        let (path, to) = (&candidate.path, &to.number);
        Some(format!("{path}: taken for lesson {to}, not for lesson {} of its name.", named.number))
    }

    /// The lesson that a file belongs to: by the folders of its path, by its functions, by its first line as it was
    /// handed out, or by a number in its path.
    pub(super) fn lesson_of(&self, candidate: &Candidate) -> Result<&'a LessonFolder, String> {
        let path = &candidate.path;
        let named = |lesson: &&LessonFolder| path.split('/').any(|part| part == lesson.folder);
        if let Some(lesson) = self.lessons.iter().find(named) {
            return Ok(lesson);
        }
        let fitting: Vec<&LessonFolder> = if candidate.is_rust() {
            let tokens = source::tokens(&candidate.text);
            let has = |name: &str| name.contains('.') || source::function(&tokens, name).is_some();
            let all = |lesson: &&LessonFolder| lesson.toml.todos.iter().all(|todo| has(&todo.name));
            self.lessons.iter().filter(all).collect()
        } else {
            let named = |(name, _): &&(String, _)| name == candidate.file();
            self.shaders.iter().filter(named).map(|(_, lesson)| *lesson).collect()
        };
        if let [lesson] = fitting[..] {
            return Ok(lesson);
        }
        let first = candidate.text.strip_prefix("//! Lesson ");
        let first = first.and_then(|text| self.numbered(text.get(..2)?));
        first
            .or_else(|| self.numbered(path))
            .ok_or_else(|| format!("{path}: which lesson is it of? Neither its path nor its functions tell."))
    }
}
