//! Writes the reports.
//!
//! ```text
//! class.html  class.csv  class.json
//! students/NAME.txt      the text for each student
//! feedback/PREFIX.txt    the same under the names that a learning platform gave, if it did
//! roster.csv             the list of the class with points, if there is one
//! ```

mod html;

use super::class::{Class, Graded, Student, lesson_of};
use super::text::{file_name, line, no_formula, number, number_of};
use anyhow::{Context, Result};
use csv::{Terminator, WriterBuilder};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use verdict::Status;
use verdict::file::replace;

/// Writes the reports, and removes those of an earlier run that are no longer true.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(class: &Class, roster: Option<Vec<u8>>, out: &Path) -> Result<()> {
    let json = out.join("class.json");
    let earlier: Value = serde_json::from_slice(&fs::read(&json).unwrap_or_default()).unwrap_or_default();
    for student in earlier["students"].as_array().into_iter().flatten() {
        let _ = fs::remove_file(student_file(out, student["name"].as_str().unwrap_or_default())); // it may have been moved
    }
    let feedback = out.join("feedback");
    if feedback.exists() {
        fs::remove_dir_all(&feedback).with_context(|| feedback.display().to_string())?;
    }
    for student in &class.students {
        let text = student_text(class, student);
        write_file(&student_file(out, &student.name), &text)?;
        if !student.prefix.is_empty() {
            write_file(&feedback.join(format!("{}report.txt", file_name(&student.prefix))), &text)?;
        }
    }
    write_file(&json, format!("{}\n", serde_json::to_string_pretty(class)?))?;
    write_file(&out.join("class.csv"), csv(class)?)?;
    write_file(&out.join("class.html"), html::page(class))?;
    let list = out.join("roster.csv");
    let _ = fs::remove_file(&list); // as a rule there is none
    roster.map_or(Ok(()), |roster| write_file(&list, roster))
}

fn student_file(out: &Path, name: &str) -> std::path::PathBuf {
    out.join("students").join(format!("{}.txt", file_name(name)))
}

fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| replace(path, content))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Sign of each status in the grid, and the class that gives the page's cell its colour.
const SIGNS: [(Status, char, &str); 10] = [
    (Status::Pass, '✓', "pass"),
    (Status::Fail, '✗', "fail"),
    (Status::Borrowed, 'B', "stop"),
    (Status::DoesNotCompile, 'C', "stop"),
    (Status::Panicked, '!', "stop"),
    (Status::TimedOut, 'T', "stop"),
    (Status::Crashed, 'X', "stop"),
    (Status::Skipped, '?', "stop"),
    (Status::Waiting, 'w', "none"),
    (Status::NotStarted, '·', "none"),
];

fn sign(status: Status) -> (char, &'static str) {
    let row = SIGNS[SIGNS.iter().position(|row| row.0 == status).unwrap_or(0)];
    (row.1, row.2)
}

/// Returns a student's report.
fn student_text(class: &Class, student: &Student) -> String {
    let mut text = format!("{}: {} of {} points\n", line(&student.name), number(student.points), number(student.of));
    for problem in &student.problems {
        text += &format!("note: {}\n", line(problem));
    }
    let mut titles = class.todos.iter();
    for todos in student.todos.chunk_by(|a, b| lesson_of(&a.id) == lesson_of(&b.id)) {
        let number = lesson_of(&todos[0].id);
        let title = titles.find(|todo| lesson_of(&todo.id) == number).map_or("", |todo| &todo.lesson);
        text += &format!("\nLesson {number}, {title}\n");
        // A lesson that is not begun has one line.
        if todos.iter().all(|todo| todo.status == Status::NotStarted && !todo.by_hand) {
            text += &format!("not started: {}\n", todos[0].text.lines().nth(1).unwrap_or_default().trim());
        } else {
            text.extend(todos.iter().map(|todo| todo.text.as_str()));
        }
        let passed = todos.iter().filter(|todo| todo.status == Status::Pass).count();
        text += &format!("{passed} of {} pass\n", todos.len());
    }
    text
}

/// Returns a table of the class, with a row for each student.
fn csv(class: &Class) -> Result<Vec<u8>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let mut head: Vec<String> = ["student", "id", "points", "of"].map(String::from).to_vec();
    head.extend(class.todos.iter().map(|todo| todo.id.clone()));
    head.extend(class.todos.iter().map(|todo| format!("{} status", todo.id)));
    head.extend(["mistakes", "late", "changed"].map(String::from));
    writer.write_record(head)?;
    for student in &class.students {
        let mut row = vec![student.name.clone(), student.id.clone(), number(student.points), number(student.of)];
        row.extend(student.todos.iter().map(|todo| number(todo.points)));
        row.extend(student.todos.iter().map(|todo| todo.status.word().to_lowercase()));
        let mut mistakes = Vec::new();
        for Graded { id, mistakes: names, .. } in &student.todos {
            mistakes.extend(names.iter().map(|name| format!("{id} {name}")));
        }
        row.extend([mistakes.join("; "), student.late.into(), student.changed.clone()]);
        writer.write_record(row.iter().map(|cell| no_formula(line(cell))))?;
    }
    Ok(writer.into_inner()?)
}

/// Returns warnings that the instructor must read before using the results. They contain no text of a student.
pub(super) fn warnings(class: &Class) -> Vec<String> {
    let mut count = 0;
    let mut ids = BTreeSet::new();
    for todo in class.students.iter().flat_map(|student| &student.todos) {
        if todo.status == Status::Skipped {
            count += 1;
            ids.insert(todo.id.as_str());
        }
    }
    let mut warnings = Vec::new();
    if count > 0 {
        let ids = ids.into_iter().collect::<Vec<_>>().join(", ");
        let answers = number_of(count, "answer");
        warnings.push(format!("{answers} could not be checked, with 0 points ({ids}): the students' reports say why."));
    }
    if !class.sandbox {
        warnings.push("students' code ran WITHOUT a sandbox (--trust).".into());
    }
    warnings
}
