//! What the reports say in the same way.

use crate::grade::class::SuspiciousUse;
use crate::grade::class::{Class, Graded, Student};
use crate::grade::text::{line, plain};
use common::check::{self, Status, Verdict};
use std::collections::BTreeSet;

/// What a TODO's status looks like in a grid: a sign, and the kind by which the page colours it.
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
    let (_, sign, kind) = SIGNS[SIGNS.iter().position(|row| row.0 == status).unwrap_or(0)];
    (sign, kind)
}

/// Plain text for XML and HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\u{fffe}' | '\u{ffff}' => {} // XML cannot have these
            c => escaped.push(c),
        }
    }
    escaped
}

/// The same, for HTML: what stands between two backticks is code.
pub(super) fn with_code(text: &str) -> String {
    let escaped = escaped(text);
    let parts = escaped.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.into() }).collect()
}

/// The report on one TODO, as `cargo workbook check` prints it.
pub(super) fn verdict_text(verdict: &Verdict) -> String {
    plain(&check::text(verdict))
}

/// What is for the instructor alone.
pub(super) fn notes(student: &Student) -> String {
    let note = |found: &SuspiciousUse| {
        let SuspiciousUse { lesson, what } = found;
        format!("lesson {lesson} calls {}, which no answer needs.\n", line(what))
    };
    let borrowed = |todo: &Graded| {
        let Verdict { id, status, place, message, .. } = &todo.verdict;
        let place = line(place.as_ref().filter(|_| *status == Status::Borrowed)?);
        let message = line(message.as_deref().unwrap_or_default());
        Some(format!("{id}: has its points, and seems borrowed. {place}: {message}\n"))
    };
    let notes = student.suspicious.iter().map(note);
    let late = student.late.then(|| "handed in late, as the platform says.\n".to_owned());
    late.into_iter().chain(notes).chain(student.todos.iter().filter_map(borrowed)).collect()
}

/// What the instructor must know before the figures are believed. Nothing in it is of a student's making.
pub(super) fn warnings(class: &Class) -> Vec<String> {
    let verdicts = class.students.iter().flat_map(|s| s.todos.iter().map(|todo| &todo.verdict));
    let skipped: Vec<_> = verdicts.filter(|verdict| verdict.status == Status::Skipped).collect();
    let ids: BTreeSet<&str> = skipped.iter().map(|verdict| verdict.id.as_str()).collect();
    let (count, ids) = (skipped.len(), ids.into_iter().collect::<Vec<_>>().join(", "));
    let unchecked = (count > 0).then(|| {
        format!("{count} answers could not be checked and count 0 points ({ids}): the students' reports say why.")
    });
    let trust = "students' code ran WITHOUT a sandbox (--trust).".to_owned();
    unchecked.into_iter().chain((!class.sandbox).then_some(trust)).collect()
}
