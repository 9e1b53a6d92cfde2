//! Answers of the course in a program of the student's own, which `cargo workbook take --borrow` has marked.

use super::intake::Submission;
use verdict::build::lesson::LessonFolder;
use verdict::source::BORROWED;

/// Adds a sentence about the borrowed answers to what is said of a student.
pub(super) fn tell(submission: &mut Submission, lessons: &[LessonFolder]) {
    for lesson in lessons.iter().filter(|lesson| lesson.toml.exercise.is_some()) {
        let mut ids = Vec::new();
        for (file, text) in submission.lessons.get(&lesson.number).into_iter().flatten() {
            ids.extend(borrowed(file, text, lessons));
        }
        if !ids.is_empty() {
            let folder = lesson.exercise().replace(lesson.exercise_name(), "");
            let ids = ids.join(", ");
            submission.problems.push(format!("{folder} has the course's solution of {ids}, marked as borrowed."));
        }
    }
}

/// Returns the ids of TODOs whose answers in a file are marked.
fn borrowed<'a>(file: &str, text: &str, lessons: &'a [LessonFolder]) -> Vec<&'a str> {
    let mut ids = Vec::new();
    let mut module = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        module = line.strip_prefix("pub mod lesson_").and_then(|rest| rest.get(..2)).or(module);
        if line.trim() != BORROWED {
            continue;
        }
        let name = match file.strip_suffix(".rs") {
            Some(_) => lines.find_map(|line| line.trim().strip_prefix("pub fn ")).unwrap_or_default(),
            None => file,
        };
        let name = name.split(['(', '<']).next();
        let mut named = lessons.iter().filter(|lesson| module.is_none_or(|number| number == lesson.number));
        ids.extend(named.find_map(|lesson| {
            let todo = lesson.toml.todos.iter().find(|todo| Some(&*todo.name) == name)?;
            Some(&*todo.id)
        }));
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn a_program_of_the_students_own_says_what_is_borrowed() {
        let lessons = lesson::with_own_program().unwrap();
        let mine = "pub mod lesson_02 {\n    pub fn model_poses() {}\n}\n";
        let text = format!(
            "{mine}pub mod lesson_03 {{\n    {BORROWED}\n    /// Pairs.\n    pub fn index_pairs<T>() {{}}\n}}\n"
        );
        let files =
            [("lessons.rs", text), ("joints.vert", format!("#version 330\n{BORROWED}\n")), ("scene.rs", mine.into())];
        let mut submission = Submission::default();
        let files = files.map(|(name, text)| (name.to_owned(), text)).into();
        submission.lessons.insert("19".into(), files);
        tell(&mut submission, &lessons);
        assert_eq!(submission.problems, ["own/src/ has the course's solution of 03.1, 03.3, marked as borrowed."]);
    }
}
