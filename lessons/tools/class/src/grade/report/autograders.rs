//! The `results.json` of `Gradescope` and of `PrairieLearn`.

use super::words::{notes, sign, verdict_text};
use crate::grade::class::{Graded, Student, lesson_of};
use crate::grade::text::plain;
use serde_json::{Value, json};
use verdict::{Status, Verdict};

/// Returns Gradescope's `results.json`: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
///
/// There every submission has a score, and a student may submit again. So an answer that does not compile has 0 points, and
/// the output begins with the reason.
pub(super) fn gradescope(student: &Student) -> Value {
    let mut tests = Vec::new();
    for todo in &student.todos {
        tests.push(json!({
            "number": todo.verdict.id,
            "name": todo.verdict.name,
            "score": todo.points,
            "max_score": todo.of,
            "status": if sign(todo.verdict.status).1 == "pass" { "passed" } else { "failed" },
            "output": verdict_text(&todo.verdict),
        }));
    }
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

/// Characters of a file of a megabyte, as a character takes at most four bytes in JSON without control characters.
const MAX_CHARACTERS: usize = 900_000 / 4;

/// Returns `results.json` as in <https://docs.prairielearn.com/externalGrading/#grading-results>
///
/// A submission that does not compile, or could not be checked, is not gradable and costs no attempt. It has no results
/// either: otherwise breaking one TODO would buy free attempts at all others.
pub(super) fn prairielearn(student: &Student) -> Value {
    // The TODOs share three quarters of the room, and the rest is for rejected files.
    let each = 3 * MAX_CHARACTERS / 4 / student.todos.len().max(1);
    let problems = shortened(&plain(&student.problems.join("\n")), MAX_CHARACTERS / 8);
    let errors = unchecked(student);
    if !errors.is_empty() {
        let stuck = student.todos.iter().filter(|todo| is_stuck(todo));
        let output: String = stuck.map(|todo| shortened(&verdict_text(&todo.verdict), each)).collect();
        return json!({ "gradable": false, "format_errors": errors, "message": problems, "output": output });
    }
    let mut tests = Vec::new();
    for todo in &student.todos {
        tests.push(json!({
            "name": format!("{} {}", todo.verdict.id, todo.verdict.name),
            "points": todo.points,
            "max_points": todo.of,
            "message": todo.verdict.status.word(),
            "output": shortened(&verdict_text(&todo.verdict), each),
        }));
    }
    let score = if student.of > 0.0 { student.points / student.of } else { 0.0 };
    json!({ "gradable": true, "score": score, "message": problems, "tests": tests })
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

fn is_stuck(todo: &Graded) -> bool {
    let Verdict { status, place, .. } = &todo.verdict;
    // A TODO that waits for a line outside of all TODOs names it.
    matches!(status, Status::DoesNotCompile | Status::Skipped) || *status == Status::Waiting && place.is_some()
}

/// Returns sentences on why a submission cannot be graded, or not all of it.
fn unchecked(student: &Student) -> Vec<String> {
    if student.todos.iter().all(|todo| todo.verdict.status == Status::NotStarted) {
        return vec!["Nothing of this is begun, or no exercise.rs was found in what you submitted.".into()];
    }
    let mut sentences = Vec::new();
    for Graded { verdict, .. } in student.todos.iter().filter(|todo| is_stuck(todo)) {
        let Verdict { id, name, .. } = verdict;
        let lesson = lesson_of(id);
        let broken = match (verdict.status, &verdict.place) {
            (Status::Skipped, _) => {
                sentences.push(format!("{id} {name} could not be checked here. Tell your instructor."));
                continue;
            }
            (Status::Waiting, Some(place)) => place.clone(),
            _ => format!("{id} {name}"),
        };
        sentences.push(format!(
            "{broken} does not compile, so lesson {lesson} is not checked. Correct it and submit again."
        ));
    }
    sentences.dedup();
    sentences
}
