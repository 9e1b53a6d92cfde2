//! The `results.json` of `Gradescope` and of `PrairieLearn`, and most of `Classroom 50`'s `result.json`.

use super::words::{notes, sign, verdict_text};
use crate::grade::class::{Class, Graded, Student, lesson_of};
use crate::grade::text::plain;
use common::check::Status;
use serde_json::{Value, json};

/// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
///
/// Every submission has a score there, and a student may submit again: what does not compile has 0 points, and the
/// first thing to be read says so.
pub(super) fn gradescope(student: &Student) -> Value {
    let test = |todo: &Graded| {
        json!({
            "number": todo.verdict.id,
            "name": todo.verdict.name,
            "score": todo.points,
            "max_score": todo.of,
            "status": if sign(todo.verdict.status).1 == "pass" { "passed" } else { "failed" },
            "output": verdict_text(&todo.verdict),
        })
    };
    let tests: Vec<Value> = student.todos.iter().map(test).collect();
    let messages = [unchecked(student), student.problems.clone()].concat();
    json!({
        "score": student.points,
        "output": plain(&messages.join("\n")),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": { "notes": notes(student) },
    })
}

/// A file may have a megabyte. In JSON a character takes at most four bytes: control characters are left out.
const MAX_CHARACTERS: usize = 900_000 / 4;

/// <https://docs.prairielearn.com/externalGrading/#grading-results>
///
/// A submission in which anything does not compile, or that could not be checked, is not gradable there, and costs no
/// attempt. It has no results either: otherwise breaking one TODO would buy free attempts at all others.
pub(super) fn prairielearn(student: &Student) -> Value {
    // The TODOs share three quarters of the room, and the rest is for what was refused.
    let each = 3 * MAX_CHARACTERS / 4 / student.todos.len().max(1);
    let short = |text: &str, most| text.chars().take(most).collect::<String>();
    let problems = short(&plain(&student.problems.join("\n")), MAX_CHARACTERS / 8);
    let errors = unchecked(student);
    if !errors.is_empty() {
        let stuck = student.todos.iter().filter(|todo| is_stuck(todo));
        let output: String = stuck.map(|todo| short(&verdict_text(&todo.verdict), each)).collect();
        return json!({ "gradable": false, "format_errors": errors, "message": problems, "output": output });
    }
    let test = |todo: &Graded| {
        json!({
            "name": format!("{} {}", todo.verdict.id, todo.verdict.name),
            "points": todo.points,
            "max_points": todo.of,
            "message": todo.verdict.status.word(),
            "output": short(&verdict_text(&todo.verdict), each),
        })
    };
    let tests: Vec<Value> = student.todos.iter().map(test).collect();
    let score = if student.of > 0.0 { student.points / student.of } else { 0.0 };
    json!({ "gradable": true, "score": score, "message": problems, "tests": tests })
}

/// <https://github.com/foundation50/classroom50/wiki/Advanced-Autograding#the-resultjson-contract>
///
/// What only its runner knows (whose repository, which commit) is not in it: the autograder adds that. Points are whole
/// numbers there, so where one is not, all are hundredths.
pub(super) fn classroom50(class: &Class, student: &Student) -> Value {
    let is_whole = student.todos.iter().all(|todo| todo.of.fract() == 0.0);
    let whole = |points: f64| (points * if is_whole { 1.0 } else { 100.0 }).round() as u64;
    let test = |todo: &Graded| {
        json!({
            "test-name": format!("{} {}", todo.verdict.id, todo.verdict.name),
            "passed": sign(todo.verdict.status).1 == "pass",
            "score": whole(todo.points),
            "max-score": whole(todo.of),
            "message": todo.verdict.status.word(),
        })
    };
    json!({
        "schema": "classroom50/result/v1",
        "datetime": format!("{}Z", class.time),
        "score": student.todos.iter().map(|todo| whole(todo.points)).sum::<u64>(),
        "max-score": student.todos.iter().map(|todo| whole(todo.of)).sum::<u64>(),
        "tests": student.todos.iter().map(test).collect::<Vec<_>>(),
    })
}

/// Whether nothing is known about an answer.
fn is_stuck(todo: &Graded) -> bool {
    matches!(todo.verdict.status, Status::DoesNotCompile | Status::Skipped)
}

/// Why there is nothing to grade, or not all of it, each in a sentence.
fn unchecked(student: &Student) -> Vec<String> {
    if student.todos.iter().all(|todo| todo.verdict.status == Status::NotStarted) {
        return vec!["Nothing of this is begun, or no exercise.rs was found in what you submitted.".into()];
    }
    let sentence = |Graded { verdict, .. }: &Graded| {
        let (id, name, lesson) = (&verdict.id, &verdict.name, lesson_of(&verdict.id));
        if verdict.status == Status::Skipped {
            return format!("{id} {name} could not be checked here. Tell your instructor.");
        }
        format!("{id} {name} does not compile, so lesson {lesson} is not checked. Correct it and submit again.")
    };
    student.todos.iter().filter(|todo| is_stuck(todo)).map(sentence).collect()
}
