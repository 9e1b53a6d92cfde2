//! The `results.json` of `Gradescope` and of `PrairieLearn`.

use super::remarks;
use crate::grade::class::{Graded, Student};
use common::check::{self, Status};
use serde_json::{Value, json};

/// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
pub(super) fn gradescope(student: &Student) -> Value {
    let test = |todo: &Graded| {
        json!({
            "number": todo.verdict.id,
            "name": todo.verdict.name,
            "score": todo.points,
            "max_score": todo.of,
            "status": if todo.verdict.status == Status::Pass { "passed" } else { "failed" },
            "output": check::text(&todo.verdict),
            "output_format": "text",
            "visibility": "visible",
        })
    };
    let tests: Vec<Value> = student.todos.iter().map(test).collect();
    json!({
        "score": student.points,
        // What is refused of a submission is said to the student; what code reaches for is for the instructor.
        "output": student.problems.join("\n"),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": { "notes": remarks(student) },
    })
}

/// It refuses more than a megabyte.
const MOST_CHARACTERS: usize = 20_000;

/// <https://docs.prairielearn.com/externalGrading/>: what does not compile cannot be graded there, and costs no attempt.
pub(super) fn prairielearn(student: &Student) -> Value {
    let stuck = |todo: &&Graded| todo.verdict.status == Status::DoesNotCompile;
    let errors: Vec<String> =
        student.todos.iter().filter(stuck).map(|todo| short(&todo.verdict)).collect();
    let score = if student.of > 0.0 { student.points / student.of } else { 0.0 };
    let test = |todo: &Graded| {
        json!({
            "name": format!("{} {}", todo.verdict.id, todo.verdict.name),
            "points": todo.points,
            "max_points": todo.of,
            "message": todo.verdict.status.word(),
            "output": short(&todo.verdict),
        })
    };
    let tests: Vec<Value> = student.todos.iter().map(test).collect();
    if errors.is_empty() {
        json!({ "gradable": true, "score": score, "output": student.problems.join("\n"), "tests": tests })
    } else {
        json!({ "gradable": false, "score": 0.0, "format_errors": errors, "output": student.problems.join("\n") })
    }
}

fn short(verdict: &check::Verdict) -> String {
    check::text(verdict).chars().take(MOST_CHARACTERS).collect()
}
