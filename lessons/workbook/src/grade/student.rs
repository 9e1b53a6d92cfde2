//! One student's result: the verdicts with their points, and the code they are about.

use super::class::{Graded, Student};
use super::intake::{Files, Submission};
use super::points::Points;
use super::suspicious;
use crate::lesson::LessonFolder;
use common::check::{Status, TodoToml, Verdict, source};
use std::fs;

/// The TODOs of a lesson with their points. Without verdicts it was not begun, or not handed in.
pub(super) fn graded(
    lesson: &LessonFolder,
    points: &Points,
    verdicts: Option<&Vec<Verdict>>,
    files: Option<&Files>,
    seed: u64,
) -> Vec<Graded> {
    let exercise = files.and_then(|files| files.exercise.as_deref());
    let missing = if exercise.is_some() { "as it was handed out." } else { "not handed in." };
    let todos = lesson.toml.todos.iter().enumerate();
    let starters = lesson.files().into_iter().map(|file| fs::read_to_string(file.starter));
    let starter: String = starters.map(Result::unwrap_or_default).collect();
    let one = |(place, todo): (usize, &TodoToml)| {
        let verdict =
            verdicts.and_then(|verdicts| verdicts.iter().find(|verdict| verdict.id == todo.id));
        let verdict = verdict.cloned().unwrap_or_else(|| {
            Verdict::new(&todo.id, &todo.name, Status::NotStarted, seed).saying(missing)
        });
        let shader = files.and_then(|files| files.shaders.get(&todo.name)).cloned();
        let code = shader.unwrap_or_else(|| code_of(exercise.unwrap_or_default(), &todo.name));
        let comments = comments_of(&code, &starter);
        let of = points.of(lesson, place);
        let points = if verdict.status == Status::Pass { of } else { 0.0 };
        Graded { points, of, verdict, code, calls_wrong: false, comments }
    };
    let mut all: Vec<Graded> = todos.map(one).collect();
    let is_wrong = |todo: &&Graded| !matches!(todo.verdict.status, Status::Pass | Status::Skipped);
    let wrong: Vec<String> = all.iter().filter(is_wrong).map(|t| t.verdict.name.clone()).collect();
    for todo in &mut all {
        let is_other =
            |word: &str| word != todo.verdict.name && wrong.iter().any(|name| name == word);
        todo.calls_wrong = source::tokens(&todo.code).iter().any(|token| is_other(&token.text));
    }
    all
}

/// All lessons of a student.
pub(super) fn student(submission: &Submission, todos: Vec<Graded>) -> Student {
    let suspicious = submission.lessons.iter().flat_map(|(lesson, files)| {
        suspicious::find(lesson, files.exercise.as_deref().unwrap_or_default())
    });
    Student {
        name: submission.name.clone(),
        id: submission.id.clone(),
        points: todos.iter().map(|todo| todo.points).sum(),
        of: todos.iter().map(|todo| todo.of).sum(),
        todos,
        problems: submission.problems.clone(),
        suspicious: suspicious.collect(),
    }
}

/// The lines of a function.
fn code_of(text: &str, function: &str) -> String {
    let Some(lines) = source::lines_of(text, function) else { return String::new() };
    let count = lines.end() + 1 - lines.start();
    text.lines().skip(lines.start() - 1).take(count).collect::<Vec<_>>().join("\n")
}

/// Shorter ones are nobody's own.
const LONG_COMMENT: usize = 20;

/// The comments of a text that are not in the starter.
fn comments_of(text: &str, starter: &str) -> Vec<String> {
    let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1.trim()));
    let own =
        |comment: &&str| comment.chars().count() >= LONG_COMMENT && !starter.contains(comment);
    comments.filter(own).map(str::to_owned).collect()
}
