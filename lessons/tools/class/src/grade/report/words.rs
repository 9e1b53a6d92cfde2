//! Words that several reports share.

use crate::grade::class::{Class, Graded, Student, SuspiciousUse};
use crate::grade::text::{line, plain};
use std::collections::BTreeSet;
use verdict::{Status, Verdict};

/// Sign of each status in the grid, and the class that gives the page's cell its colour.
pub(super) const SIGNS: [(Status, char, &str); 10] = [
    (Status::Pass, '✓', "pass"),
    (Status::Fail, '✗', "fail"),
    (Status::Borrowed, 'B', "pass"),
    (Status::DoesNotCompile, 'C', "stop"),
    (Status::Panicked, '!', "stop"),
    (Status::TimedOut, 'T', "stop"),
    (Status::Crashed, 'X', "stop"),
    (Status::Skipped, '?', "stop"),
    (Status::Waiting, 'w', "none"),
    (Status::NotStarted, '·', "none"),
];

pub(super) fn sign(status: Status) -> (char, &'static str) {
    let row = SIGNS[SIGNS.iter().position(|row| row.0 == status).unwrap_or(0)];
    (row.1, row.2)
}

/// Returns a verdict as `cargo workbook check` prints it.
pub(super) fn verdict_text(verdict: &Verdict) -> String {
    plain(&verdict::text(verdict))
}

/// Returns the notes for the instructor: late files, suspicious calls, and answers that seem borrowed.
pub(super) fn notes(student: &Student) -> String {
    let mut notes = String::new();
    if student.late {
        notes += &format!(
            "handed in late by the clock of the {}; the newest file is of {}.\n",
            student.clock, student.changed
        );
    }
    for SuspiciousUse { lesson, what } in &student.suspicious {
        notes += &format!("lesson {lesson} uses {}, which no answer needs.\n", line(what));
    }
    for Graded { verdict, .. } in &student.todos {
        if let (Status::Borrowed, Some(place)) = (verdict.status, &verdict.place) {
            let message = line(verdict.message.as_deref().unwrap_or_default());
            notes += &format!("{}: has its points, and seems borrowed. {}: {message}\n", verdict.id, line(place));
        }
    }
    notes
}

/// Returns warnings that the instructor must read before using the results. They contain no text of a student.
pub(super) fn warnings(class: &Class) -> Vec<String> {
    let mut count = 0;
    let mut ids = BTreeSet::new();
    for todo in class.students.iter().flat_map(|student| &student.todos) {
        if todo.verdict.status == Status::Skipped {
            count += 1;
            ids.insert(todo.verdict.id.as_str());
        }
    }
    let mut warnings = Vec::new();
    if count > 0 {
        let ids = ids.into_iter().collect::<Vec<_>>().join(", ");
        warnings.push(format!(
            "{count} answers could not be checked and count 0 points ({ids}): the students' reports say why."
        ));
    }
    if !class.sandbox {
        warnings.push("students' code ran WITHOUT a sandbox (--trust).".into());
    }
    warnings
}
