//! The branches to write, and the files that each changes in its parent commit.

use crate::handout::{self, Reader, of_own_program};
use anyhow::{Context, Result, ensure};
use verdict::LessonToml;

/// A branch: one commit on top of another.
#[derive(Debug, PartialEq)]
pub(super) struct Branch {
    /// `solution/03-joint-lines`.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) changes: Vec<Change>,
}

/// A path and its new content; `None` removes the file.
pub(crate) type Change = (String, Option<Vec<u8>>);

/// Returns the branches for a tree of `files`, whose texts `read` returns: one for each lesson, then `solution/all`, then
/// `student`.
///
/// # Errors
/// If the tree has no solution, or a mark or a `lesson.toml` is wrong.
pub(super) fn branches(files: &[String], read: impl Fn(&str) -> Result<String>) -> Result<Vec<Branch>> {
    let mut branches = Vec::new();
    let mut all = Vec::new();
    for folder in files.iter().filter_map(|file| lesson_of(file)) {
        let number = folder.split('-').next().unwrap_or_default();
        let toml = format!("lessons/{folder}/lesson.toml");
        let about = LessonToml::parse(number, &read(&toml)?).with_context(|| toml.clone())?;
        let mut changes = Vec::new();
        for source in files.iter().filter(|file| is_source(file, folder)) {
            let parts = about.split(&read(source)?).with_context(|| source.clone())?;
            changes.push((exercise_of(source), Some(parts.finished.into_bytes())));
        }
        all.extend(changes.iter().cloned());
        let title = format!("Lesson {number}, {}: solved", about.title);
        branches.push(Branch { name: format!("solution/{folder}"), title, changes });
    }
    ensure!(!branches.is_empty(), "there is no lessons/NN-name/course/src/solution.rs in that commit");
    let title = "Every lesson solved".to_owned();
    branches.push(Branch { name: "solution/all".into(), title, changes: all });
    let without = changes_to(handout::tree(files, Reader::Student, read)?, files);
    let title = "Without the solutions".to_owned();
    branches.push(Branch { name: "student".into(), title, changes: without });
    Ok(branches)
}

/// Returns the changes that turn a course with these files into a tree to hand out.
pub(crate) fn changes_to(tree: handout::Tree, files: &[String]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for file in files.iter().filter(|file| !tree.contains_key(*file)) {
        changes.push((file.clone(), None));
    }
    changes.extend(tree.into_iter().filter(|(_, content)| content.is_some()));
    changes
}

/// Returns `03-joint-lines` for `lessons/03-joint-lines/course/src/solution.rs`, and a lesson whose solution is a program.
fn lesson_of(file: &str) -> Option<&str> {
    if let Some(folder) = of_own_program(file) {
        return Some(folder);
    }
    let folder = file.strip_prefix("lessons/")?.strip_suffix("/course/src/solution.rs")?;
    (!folder.contains('/')).then_some(folder)
}

fn is_source(file: &str, folder: &str) -> bool {
    let of_program = file.strip_prefix(&format!("lessons/{folder}/course/own/"));
    lesson_of(file) == Some(folder)
        || file.starts_with(&format!("shaders/{folder}/solution/"))
        || of_program.is_some_and(|file| file == "Cargo.toml" || file.starts_with("src/"))
}

fn exercise_of(source: &str) -> String {
    if let Some(folder) = source.strip_suffix("/course/src/solution.rs") {
        return format!("{folder}/exercise.rs");
    }
    match source.split_once("/course/own/") {
        Some((_, file)) => format!("own/{file}"),
        None => source.replacen("/solution/", "/", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "format = 2\ntitle = \"T\"\nminutes = 1\n[[todo]]\nname = \"x\"\n\
        finished_in = \"y\"\nchanges = 0.01\nhints = [\"a\", \"b\", \"c\"]\n";
    const SOURCE: &str = "// BEGIN 01.1\nanswer\n// STUB // TODO 01.1: do\n// STUB 0\n// END 01.1\n";

    /// Plans the branches for these files. All lessons have the same text.
    fn plan(files: &[&str]) -> Result<Vec<Branch>> {
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        branches(&files, |file| {
            Ok(match file.rsplit('/').next() {
                Some("lesson.toml") => TOML.into(),
                Some("README.md") => "# A\n".into(),
                _ => SOURCE.into(),
            })
        })
    }

    fn changed(path: &str, text: &str) -> Change {
        (path.to_owned(), Some(text.as_bytes().to_vec()))
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
            "lessons/tools/class/templates/check.yml",
            "lessons/tools/workbook/tests/fixture/course/src/solution.rs",
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
        let new: Vec<&str> = new.iter().map(|(path, _)| path.as_str()).collect();
        let packed = format!("lessons/01-a/course/{}", mistaken::PACKED);
        let starter = "lessons/01-a/course/src/starter.rs";
        assert_eq!(new, [".github/workflows/check.yml", "README.md", &packed, starter, "lessons/01-a/lesson.toml"]);
        let gone: Vec<&str> = gone.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            gone,
            [
                ".github/CONTRIBUTING.md",
                ".github/workflows/ci.yml",
                "lessons/01-a/course/src/solution.rs",
                "lessons/01-a/course/tests/lesson/main.rs",
                "lessons/tools/class/templates/check.yml",
                "lessons/tools/workbook/tests/fixture/course/src/solution.rs",
                "shaders/01-a/solution/x.vert",
                "shaders/01-ab/solution/x.vert",
            ]
        );
    }

    #[test]
    fn a_program_of_ones_own_is_solved_in_its_place() {
        let files = [
            "lessons/01-a/course/own/Cargo.toml",
            "lessons/01-a/course/own/a1/src/scene.rs",
            "lessons/01-a/course/own/src/scene.rs",
            "lessons/01-a/course/own/src/x.vert",
            "lessons/01-a/lesson.toml",
        ];
        let solved = ["own/Cargo.toml", "own/src/scene.rs", "own/src/x.vert"].map(|path| changed(path, "answer\n"));
        assert_eq!(plan(&files).unwrap()[0].changes, solved);
    }

    #[test]
    fn a_tree_without_solutions_and_a_mark_that_does_not_fit() {
        assert!(plan(&["README.md"]).unwrap_err().to_string().contains("solution.rs"));
        let error = plan(&["lessons/02-b/lesson.toml", "lessons/02-b/course/src/solution.rs"]).unwrap_err();
        assert_eq!(format!("{error:#}"), "lessons/02-b/course/src/solution.rs: line 1: 01.1 is no TODO of this lesson");
    }
}
