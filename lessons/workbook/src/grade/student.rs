//! One student's result: the verdicts with their points, and the code they are about.

use super::class::{Graded, Student};
use super::intake::{EXERCISE, Files, Submission};
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
    let exercise = files.and_then(|files| files.get(EXERCISE)).map(String::as_str);
    let missing = if exercise.is_some() { "as it was handed out." } else { "not handed in." };
    let starters = lesson.files().into_iter().map(|file| fs::read_to_string(file.starter));
    let starter: String = starters.map(Result::unwrap_or_default).collect();
    let verdict = |todo: &TodoToml| {
        let known = verdicts.and_then(|all| all.iter().find(|verdict| verdict.id == todo.id));
        known.cloned().unwrap_or_else(|| Verdict::new(&todo.id, &todo.name, Status::NotStarted, seed).saying(missing))
    };
    let verdicts: Vec<Verdict> = lesson.toml.todos.iter().map(verdict).collect();
    let is_wrong = |verdict: &&Verdict| !matches!(verdict.status, Status::Pass | Status::Borrowed | Status::Skipped);
    let wrong: Vec<String> = verdicts.iter().filter(is_wrong).map(|v| v.name.clone()).collect();
    let one = |(place, verdict): (usize, Verdict)| {
        let shader = files.and_then(|files| files.get(&verdict.name)).cloned();
        let code = shader.unwrap_or_else(|| code_of(exercise.unwrap_or_default(), &verdict.name));
        let comments = comments_of(&code, &starter);
        let is_other = |word: &String| *word != verdict.name && wrong.contains(word);
        let calls_wrong = source::tokens(&code).iter().any(|token| is_other(&token.text));
        let of = points.worth(lesson, place);
        // What looks borrowed may be honest: it is for the instructor to say, and noted.
        let points = if matches!(verdict.status, Status::Pass | Status::Borrowed) { of } else { 0.0 };
        Graded { points, of, verdict, code, calls_wrong, comments }
    };
    verdicts.into_iter().enumerate().map(one).collect()
}

/// All lessons of a student.
pub(super) fn student(submission: &Submission, todos: Vec<Graded>) -> Student {
    let suspicious = submission
        .lessons
        .iter()
        .flat_map(|(lesson, files)| suspicious::find(lesson, files.get(EXERCISE).map_or("", String::as_str)));
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
    let own = |comment: &&str| comment.chars().count() >= LONG_COMMENT && !starter.contains(comment);
    comments.filter(own).map(str::to_owned).collect()
}
