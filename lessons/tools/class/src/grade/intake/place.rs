//! The answer that a file is, by its path.

use std::path::Path;
use verdict::build::lesson::LessonFolder;

/// The file of a lesson that a submitted file stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AnswerFile<'a> {
    /// The lesson's number.
    pub(super) lesson: &'a str,
    /// Its name, or its path in the sources of a program of the student's own.
    pub(super) file: String,
}

/// Returns what the file at a path below a submission stands for. If the path names no lesson, it is of `only`; `None` for a
/// file that is no answer.
///
/// # Errors
/// A sentence, if it is an answer to nobody knows which lesson.
pub(super) fn answer_file<'a>(
    path: &str,
    lessons: &'a [LessonFolder],
    only: Option<&'a LessonFolder>,
) -> Result<Option<AnswerFile<'a>>, String> {
    if let Some(file) = own_source(path, lessons) {
        return Ok(Some(file));
    }
    let is_named = |lesson: &&LessonFolder| path.split('/').any(|part| part == lesson.folder);
    let named = lessons.iter().filter(|lesson| lesson.toml.exercise.is_none()).find(is_named);
    let files = |lesson: &'a LessonFolder| lesson.files().into_iter().map(|file| file.name());
    let is_of = |lesson: &LessonFolder| lesson.toml.exercise.is_none();
    if let Some(lesson) = named.or(only.filter(|lesson| is_of(lesson))) {
        let file = files(lesson).find(|file| is_called(path, file));
        return Ok(file.map(|file| AnswerFile { lesson: &lesson.number, file }));
    }
    let mut all = lessons.iter().filter(|lesson| is_of(lesson)).flat_map(files);
    if all.any(|file| is_called(path, &file)) {
        let number = only.or(lessons.first()).map_or("", |lesson| &lesson.number);
        return Err(format!(
            "{path}: refused, as its path names no lesson. `cargo workbook hand-in {number}` writes a file that does"
        ));
    }
    Ok(None)
}

/// Returns the source or shader in a program of the student's own that a file is: `own/src/scene.rs`. Its `main.rs` opens a
/// window, and is not built.
fn own_source<'a>(path: &str, lessons: &'a [LessonFolder]) -> Option<AnswerFile<'a>> {
    for lesson in lessons {
        let Some((folder, _)) = lesson.toml.exercise.as_deref().and_then(|exercise| exercise.rsplit_once('/')) else {
            continue;
        };
        let Some((before, file)) = format!("/{path}")
            .split_once(&format!("/{folder}/"))
            .map(|(before, file)| (before.to_owned(), file.to_owned()))
        else {
            continue;
        };
        // The course's own solution is one, too.
        let is_courses = before.ends_with(&format!("/{}/course", lesson.folder));
        let is_name =
            |part: &str| !part.starts_with('.') && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        if !is_courses && file != "main.rs" && may_mean_source(&file) && file.split('/').all(is_name) {
            return Some(AnswerFile { lesson: &lesson.number, file });
        }
    }
    None
}

/// Returns whether a file is an exercise or a shader of this name, to which a platform, a service or a second download may
/// have added something: `exercise-1.rs`, `exercise 2.rs`, `joints (1).vert`. Of an exercise the name is part of the file's.
fn is_called(path: &str, name: &str) -> bool {
    let file = file_of(path).to_lowercase();
    let (Some((stem, kind)), Some((file_stem, file_kind))) = (name.split_once('.'), file.split_once('.')) else {
        return false;
    };
    let added =
        file_stem.strip_prefix(stem).is_some_and(|added| added.is_empty() || added.starts_with([' ', '-', '(']));
    let is_exercise = name == "exercise.rs" && may_mean_exercise(path) && file.ends_with(".rs");
    is_exercise || added && file_kind == kind
}

fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

pub(super) fn is_archive(path: &str) -> bool {
    has_ending(path, &["zip"])
}

/// Returns whether a file is Rust or a shader by its name.
pub(super) fn may_mean_source(path: &str) -> bool {
    has_ending(path, &["rs", "vert", "frag"])
}

/// Returns whether a file was probably meant as an exercise, which decides more than any other.
pub(super) fn may_mean_exercise(path: &str) -> bool {
    file_of(path).to_lowercase().contains("exercise")
}

/// Returns whether a file or folder was written by git, cargo, or macOS.
pub(super) fn is_generated(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_built = parts.windows(2).any(|pair| pair[0] == "target" && matches!(pair[1], "debug" | "release"));
    is_built || parts.iter().any(|part| matches!(*part, ".git" | "__MACOSX" | "node_modules") || part.starts_with("._"))
}

/// Returns whether a file lies in a folder of copies or of the course's own files. It counts only if there is no other.
pub(super) fn is_set_aside(path: &str) -> bool {
    path.rsplit('/').skip(1).any(|part| matches!(part, "kept" | "solution" | "starter" | "target"))
}
