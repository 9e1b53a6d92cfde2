//! What of a program of the student's own is the course's: answers that `cargo workbook take --borrow` has marked, and calls
//! of the runtime, which contains all of them.

use super::intake::Submission;
use verdict::build::lesson::LessonFolder;
use verdict::source::BORROWED;

/// Adds sentences about what is the course's to what is said of a student.
pub(super) fn tell(submission: &mut Submission, lessons: &[LessonFolder]) {
    for lesson in lessons.iter().filter(|lesson| lesson.toml.exercise.is_some()) {
        let folder = lesson.exercise().replace(lesson.exercise_name(), "");
        let mut ids = Vec::new();
        for (file, text) in submission.lessons.get(&lesson.number).into_iter().flatten() {
            ids.extend(borrowed(file, text, lessons));
            // A file that loads a .glb needs the runtime.
            if text.contains("armature::") && !text.contains("armature_formats::") {
                submission.problems.push(format!("{folder}{file} names `armature`, which has finished functions."));
            }
        }
        if !ids.is_empty() {
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
        let files = [
            ("lessons.rs", text),
            ("joints.vert", format!("#version 330\n{BORROWED}\n")),
            ("scene.rs", "armature::skeleton::tip()".into()),
        ];
        let mut submission = Submission::default();
        let files = files.map(|(name, text)| (name.to_owned(), text)).into();
        submission.lessons.insert("19".into(), files);
        tell(&mut submission, &lessons);
        let calls = "own/src/scene.rs names `armature`, which has finished functions.";
        let marked = "own/src/ has the course's solution of 03.1, 03.3, marked as borrowed.";
        assert_eq!(submission.problems, [calls, marked]);
    }
}
