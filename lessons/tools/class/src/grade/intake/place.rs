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
    // The course's own, whose names are those of exercises.
    if path.contains("shaders/common/") {
        return Ok(None);
    }
    let mut named = only;
    for lesson in lessons {
        if let Some(file) = own_source(path, lesson) {
            return Ok(Some(AnswerFile { lesson: &lesson.number, file }));
        }
        if path.split('/').any(|part| part == lesson.folder) {
            named = Some(lesson);
        }
    }
    if let Some(lesson) = named {
        let file = names_in(lesson).into_iter().find(|name| is_called(path, name));
        return Ok(file.map(|file| AnswerFile { lesson: &lesson.number, file }));
    }
    if lessons.iter().flat_map(names_in).any(|name| is_called(path, &name)) {
        let hint = "`cargo workbook hand-in` with the lesson's number writes a file that does";
        return Err(format!("{path}: refused, as its path names no lesson. {hint}"));
    }
    Ok(None)
}

/// Returns the names of a lesson's exercise and shaders; none where that is a program of the student's own.
fn names_in(lesson: &LessonFolder) -> Vec<String> {
    if lesson.toml.exercise.is_some() {
        return Vec::new();
    }
    lesson.files().iter().map(verdict::build::lesson::File::name).collect()
}

/// Returns the path in the sources of a program of the student's own that a file has: of `own/src/scene.rs`. Its `main.rs`
/// opens a window, and is not built.
fn own_source(path: &str, lesson: &LessonFolder) -> Option<String> {
    let (folder, _) = lesson.toml.exercise.as_deref()?.rsplit_once('/')?;
    let path = format!("/{path}");
    let (before, file) = path.split_once(&format!("/{folder}/"))?;
    // The course's own solution is one, too.
    let is_courses = before.ends_with(&format!("/{}/course", lesson.folder));
    let has_names = file.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c)) && !file.contains("..");
    (!is_courses && file != "main.rs" && may_mean_source(file) && has_names).then(|| file.to_owned())
}

/// Returns whether a file is an exercise or a shader of this name, to which a platform, a service or a second download may
/// have added something: `my exercise-1.rs`, `joints (1).vert`.
fn is_called(path: &str, name: &str) -> bool {
    if name == "exercise.rs" {
        return may_mean_exercise(path) && has_ending(path, &["rs"]);
    }
    let Some((stem, ending)) = name.split_once('.') else { return false };
    let added = file_of(path).strip_suffix(ending).and_then(|file| file.strip_suffix('.')?.strip_prefix(stem));
    added.is_some_and(|added| added.is_empty() || added.starts_with([' ', '-', '(']))
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
fn may_mean_source(path: &str) -> bool {
    has_ending(path, &["rs", "vert", "frag"])
}

/// Returns whether a file was probably meant as an exercise, which decides more than any other.
pub(super) fn may_mean_exercise(path: &str) -> bool {
    file_of(path).to_lowercase().contains("exercise")
}

/// Returns whether a file or folder was written by git, cargo, macOS or this course's commands, or is the course's own.
pub(super) fn is_generated(path: &str) -> bool {
    let others = [".git", "__MACOSX", "node_modules", "target", "kept", "solution", "starter"];
    path.split('/').any(|part| others.contains(&part) || part.starts_with("._"))
}
