//! `author starters`: the student's files out of the solutions' marked regions.

pub(super) use crate::build::shown;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use verdict::build::lesson::{File, LessonFolder};
use verdict::region::Split;
use workbook::git;

/// Returns `solution.rs` and the shaders in `solution/`, each with the paths of the files made from it.
///
/// # Errors
/// If the lesson has no solution, as on the branch for students.
pub(super) fn sources(lesson: &LessonFolder) -> Result<Vec<File>> {
    let files = lesson.files();
    let solution = &files[0].solution;
    ensure!(solution.exists(), "{} is not there: on this branch there are no solutions", shown(solution));
    Ok(files)
}

/// Takes a solution apart.
///
/// # Errors
/// If a mark does not fit, with file and line.
pub(super) fn split(lesson: &LessonFolder, source: &File) -> Result<Split> {
    lesson.toml.split(&read(&source.solution)?).with_context(|| shown(&source.solution))
}

/// Writes the exercises that the solution generates over those that nobody has begun, or over all with `force`; and the
/// starters of shaders.
///
/// # Errors
/// If a mark does not fit, or a file cannot be read or written.
pub(super) fn write(lesson: &LessonFolder, force: bool) -> Result<()> {
    for source in sources(lesson)? {
        let starter = split(lesson, &source)?.starter;
        let is_untouched = match fs::read_to_string(&source.mine) {
            Ok(exercise) => same(&exercise, &starter) || is_committed_starter(lesson, &source, &exercise),
            Err(_) => true,
        };
        if source.name() != "exercise.rs" {
            write_changed(&source.starter, &starter)?;
        }
        if is_untouched || force {
            write_changed(&source.mine, &starter)?;
        } else {
            say!("{} has been worked on, and is left as it is (--force)", shown(&source.mine));
        }
    }
    Ok(())
}

/// Returns whether an exercise equals the starter of the solution that was committed last.
fn is_committed_starter(lesson: &LessonFolder, source: &File, exercise: &str) -> bool {
    let solution = git::file("HEAD", &shown(&source.solution)).unwrap_or_default();
    lesson.toml.split(&solution).is_ok_and(|parts| same(exercise, &parts.starter))
}

/// Writes a text unless the file already has it, so that cargo does not rebuild for an unchanged file.
fn write_changed(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| same(&old, text)) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| shown(folder))?;
    }
    fs::write(path, text).with_context(|| format!("{} cannot be written", shown(path)))?;
    say!("{} written", shown(path));
    Ok(())
}

/// Compares texts by lines: a checkout may have turned the line ends.
pub(super) fn same(a: &str, b: &str) -> bool {
    a.lines().eq(b.lines())
}

/// # Errors
/// If there is no such file.
pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    const SOLUTION: &str = "// BEGIN 04.1\nanswer\n// STUB // TODO 04.1: do\n// STUB 0\n// END 04.1\n";
    const STARTER: &str = "// TODO 04.1: do\n0\n";

    fn lesson_in(folder: &Path) -> LessonFolder {
        let mut lesson = lesson::find("04").unwrap();
        lesson.path = folder.to_path_buf();
        lesson.folder = "no such folder of shaders".into();
        fs::create_dir_all(folder.join("course/src")).unwrap();
        fs::write(folder.join("course/src/solution.rs"), SOLUTION).unwrap();
        lesson
    }

    #[test]
    fn an_exercise_that_has_begun_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let lesson = lesson_in(folder.path());
        let text = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
        write(&lesson, false).unwrap();
        assert_eq!(text("exercise.rs"), STARTER);

        fs::write(folder.path().join("exercise.rs"), "mine\n").unwrap();
        fs::write(folder.path().join("course/src/solution.rs"), SOLUTION.replace("STUB 0", "STUB 1")).unwrap();
        write(&lesson, false).unwrap();
        assert_eq!(text("exercise.rs"), "mine\n");
        write(&lesson, true).unwrap();
        assert_eq!(text("exercise.rs"), "// TODO 04.1: do\n1\n");
        assert!(!folder.path().join("course/src/starter.rs").exists());
    }

    #[test]
    fn a_bad_mark_names_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let lesson = lesson_in(folder.path());
        fs::write(folder.path().join("course/src/solution.rs"), "\n// BEGIN 04.7\n").unwrap();
        let error = format!("{:#}", write(&lesson, false).unwrap_err());
        assert!(error.contains("solution.rs: line 2: 04.7 is no TODO"), "{error}");
    }
}
