//! The branches to write, and the files that each changes in its parent commit.

use anyhow::{Context, Result, ensure};
use common::check::{LessonToml, region};

/// A branch: one commit on top of another.
#[derive(Debug, PartialEq)]
pub(super) struct Branch {
    /// `solution/03-joint-lines`.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) changes: Vec<Change>,
}

const WORKFLOWS: &str = ".github/workflows";
/// Checks a student's repository on each push.
const STUDENTS_WORKFLOW: &str = "lessons/class/templates/check.yml";

/// Beginning of the solution's tests, at the end of a lesson's.
const TESTS: &str = "\n// Of `src/solution.rs`: ";

/// A path and its new text; `None` removes the file.
pub(super) type Change = (String, Option<String>);

/// Returns the branches for a tree of `files`, whose texts `read` returns: one for each lesson, then `solution/all`, then
/// `student`.
///
/// # Errors
/// If the tree has no solution, or a mark or a `lesson.toml` is wrong.
pub(super) fn branches(files: &[String], read: impl Fn(&str) -> Result<String>) -> Result<Vec<Branch>> {
    let mut branches = Vec::new();
    let mut all = Vec::new();
    let mut without = Vec::new();
    for folder in files.iter().filter_map(|file| lesson_of(file)) {
        let number = folder.split('-').next().unwrap_or_default();
        let toml = format!("lessons/{folder}/lesson.toml");
        let about = LessonToml::parse(number, &read(&toml)?).with_context(|| toml.clone())?;
        let ids: Vec<&str> = about.todos.iter().map(|todo| todo.id.as_str()).collect();
        let mut changes = Vec::new();
        for source in files.iter().filter(|file| is_source(file, folder)) {
            let parts = region::split(&read(source)?, &ids).with_context(|| source.clone())?;
            changes.push((exercise_of(source), Some(parts.finished)));
            without.push((source.clone(), None));
        }
        let tests = format!("lessons/{folder}/course/tests/lesson/main.rs");
        if files.contains(&tests) {
            let text = read(&tests)?;
            let others = text.find(TESTS).map_or(text.as_str(), |start| &text[..start]);
            without.push((tests, Some(others.to_owned())));
        }
        let solution = read(&format!("lessons/{folder}/course/src/solution.rs"))?;
        let bare = mistaken::without_solution(folder, &read(&toml)?, &solution, &|name| {
            read(&format!("shaders/{folder}/solution/{name}")).ok()
        });
        let bare = bare.map_err(anyhow::Error::msg)?;
        without.push((format!("lessons/{folder}/course/src/mistaken.rs"), Some(bare.mistaken)));
        without.push((toml.clone(), Some(bare.toml)));
        all.extend(changes.iter().cloned());
        let title = format!("Lesson {number}, {}: solved", about.title);
        branches.push(Branch { name: format!("solution/{folder}"), title, changes });
    }
    ensure!(!branches.is_empty(), "there is no lessons/NN-name/course/src/solution.rs in that commit");
    let title = "Every lesson solved".to_owned();
    branches.push(Branch { name: "solution/all".into(), title, changes: all });
    // Students' repositories have a workflow of their own.
    if files.iter().any(|file| file == STUDENTS_WORKFLOW) {
        let text = read(STUDENTS_WORKFLOW)?;
        without.push((format!("{WORKFLOWS}/check.yml"), Some(text)));
        let of_course = files.iter().filter(|file| file.starts_with(WORKFLOWS));
        without.extend(of_course.map(|file| (file.clone(), None)));
    }
    let title = "Without the solutions".to_owned();
    branches.push(Branch { name: "student".into(), title, changes: without });
    Ok(branches)
}

/// Returns `03-joint-lines` for `lessons/03-joint-lines/course/src/solution.rs`.
fn lesson_of(file: &str) -> Option<&str> {
    let folder = file.strip_prefix("lessons/")?.strip_suffix("/course/src/solution.rs")?;
    (!folder.contains('/')).then_some(folder)
}

fn is_source(file: &str, folder: &str) -> bool {
    lesson_of(file) == Some(folder) || file.starts_with(&format!("shaders/{folder}/solution/"))
}

fn exercise_of(source: &str) -> String {
    match source.strip_suffix("/course/src/solution.rs") {
        Some(folder) => format!("{folder}/exercise.rs"),
        None => source.replacen("/solution/", "/", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "format = 2\ntitle = \"T\"\nminutes = 1\n[[todo]]\nname = \"x\"\n\
        finished_in = \"y\"\nchanges = 0.01\nhints = [\"a\", \"b\", \"c\"]\n";
    const SOURCE: &str = "// BEGIN 01.1\nanswer\n// STUB // TODO 01.1: do\n// STUB 0\n// END 01.1\n";

    const LESSON_TESTS: &str = "mod picture;\n\n// Of `src/solution.rs`: cut off.\nmod solved;\n";

    /// Plans the branches for these files. All lessons have the same text.
    fn plan(files: &[&str]) -> Result<Vec<Branch>> {
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        branches(&files, |file| {
            Ok(match file.rsplit('/').next() {
                Some("lesson.toml") => TOML.into(),
                Some("main.rs") => LESSON_TESTS.into(),
                _ => SOURCE.into(),
            })
        })
    }

    fn changed(path: &str, text: &str) -> Change {
        (path.to_owned(), Some(text.to_owned()))
    }

    #[test]
    fn one_for_each_lesson_one_for_all_and_one_without() {
        let plan = plan(&[
            ".github/CONTRIBUTING.md",
            ".github/workflows/ci.yml",
            "README.md",
            "lessons/01-a/lesson.toml",
            "lessons/01-a/exercise.rs",
            "lessons/01-a/course/src/solution.rs",
            "lessons/01-a/course/tests/lesson/main.rs",
            "lessons/class/templates/check.yml",
            "lessons/workbook/tests/fixture/course/src/solution.rs",
            "shaders/01-a/solution/x.vert",
            "shaders/01-ab/solution/x.vert",
        ])
        .unwrap();
        let names: Vec<&str> = plan.iter().map(|branch| branch.name.as_str()).collect();
        assert_eq!(names, ["solution/01-a", "solution/all", "student"]);
        let solved = [changed("lessons/01-a/exercise.rs", "answer\n"), changed("shaders/01-a/x.vert", "answer\n")];
        assert_eq!(plan[0].changes, solved);
        assert_eq!(plan[1].changes, solved);
        let (new, gone): (Vec<_>, Vec<_>) = plan[2].changes.iter().partition(|(_, text)| text.is_some());
        let tests = changed("lessons/01-a/course/tests/lesson/main.rs", "mod picture;\n");
        let (made, new): (Vec<_>, Vec<_>) = new.into_iter().partition(|(path, _)| path.ends_with("/mistaken.rs"));
        assert_eq!(made.len(), 1);
        let toml = changed("lessons/01-a/lesson.toml", TOML);
        assert_eq!(new, [&tests, &toml, &changed(".github/workflows/check.yml", SOURCE)]);
        let gone: Vec<&str> = gone.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            gone,
            ["lessons/01-a/course/src/solution.rs", "shaders/01-a/solution/x.vert", ".github/workflows/ci.yml"]
        );
    }

    #[test]
    fn a_tree_without_solutions_and_a_mark_that_does_not_fit() {
        assert!(plan(&["README.md"]).unwrap_err().to_string().contains("solution.rs"));
        let error = plan(&["lessons/02-b/lesson.toml", "lessons/02-b/course/src/solution.rs"]).unwrap_err();
        assert_eq!(format!("{error:#}"), "lessons/02-b/course/src/solution.rs: line 1: 01.1 is no TODO of this lesson");
    }
}
