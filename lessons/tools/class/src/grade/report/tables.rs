//! A student's text, the class as CSV, and the few lines on the screen.

use super::words::{SIGNS, sign, verdict_text, warnings};
use crate::grade::class::{Class, Graded, Group, Student, lesson_of};
use crate::grade::text::{cut, line, no_formula, number, number_of};
use verdict::Status;

/// Returns a student's report, with verdicts as `cargo workbook check` prints them.
pub(super) fn text(class: &Class, student: &Student) -> String {
    let mut text = format!("{}: {} of {} points\n", line(&student.name), number(student.points), number(student.of));
    let lessons: Vec<&[Graded]> =
        student.todos.chunk_by(|a, b| lesson_of(&a.verdict.id) == lesson_of(&b.verdict.id)).collect();
    for todos in &lessons {
        let broken = todos.iter().find(|todo| todo.verdict.status == Status::DoesNotCompile);
        let mut waiting = todos.iter().filter(|todo| todo.verdict.status == Status::Waiting);
        let (broken, others) = match broken {
            Some(broken) => (Some(broken), "other TODO"),
            None => (waiting.clone().find(|todo| todo.verdict.place.is_some()), "TODO"),
        };
        if let (Some(Graded { verdict, .. }), Some(_)) = (broken, waiting.next()) {
            let place = line(verdict.place.as_ref().unwrap_or(&verdict.id));
            text += &format!(
                "note: {place} does not compile, so {} in the same file could not be checked: right answers may be among them.\n",
                number_of(1 + waiting.count(), others)
            );
        }
    }
    for problem in &student.problems {
        text += &format!("note: {}\n", line(problem));
    }
    for todos in lessons {
        let id = &todos[0].verdict.id;
        let title = class.todos.iter().find(|todo| todo.id == *id).map_or("", |todo| &todo.lesson);
        text += &format!("\nLesson {}, {title}\n", lesson_of(id));
        // A lesson that is not begun has one line.
        let idle = todos.iter().all(|todo| todo.verdict.status == Status::NotStarted && !todo.by_hand);
        if let (true, Some(output)) = (idle, &todos[0].verdict.message) {
            text += &format!("not started: {output}\n");
        }
        for todo in todos.iter().filter(|_| !idle) {
            text += &verdict_text(&todo.verdict);
            if todo.by_hand || todo.of != 1.0 && todo.of != 0.0 {
                let by_hand = if todo.by_hand { ", given by hand" } else { "" };
                text += &format!("     points: {} of {}{by_hand}\n", number(todo.points), number(todo.of));
            }
        }
        let passed = todos.iter().filter(|todo| todo.verdict.status == Status::Pass).count();
        text += &format!("{passed} of {} pass\n", todos.len());
    }
    text
}

/// Returns a table of the class as CSV, with a row for each student: name, the platform's number, points and statuses of all
/// TODOs, mistakes, `late` if late, the time of the last change, and by which clock that is.
pub(super) fn csv(class: &Class) -> String {
    let mut rows = vec![vec!["student".to_owned(), "id".into(), "points".into(), "of".into()]];
    rows[0].extend(class.todos.iter().map(|todo| todo.id.clone()));
    rows[0].extend(class.todos.iter().map(|todo| format!("{} status", todo.id)));
    rows[0].extend(["mistakes", "late", "changed", "clock"].map(String::from));
    for student in &class.students {
        let mut row = vec![student.name.clone(), student.id.clone(), number(student.points), number(student.of)];
        row.extend(student.todos.iter().map(|todo| number(todo.points)));
        row.extend(student.todos.iter().map(|todo| todo.verdict.status.word().to_lowercase()));
        let mut mistakes = Vec::new();
        for Graded { verdict, .. } in &student.todos {
            mistakes.extend(verdict.mistakes.iter().map(|mistake| format!("{} {}", verdict.id, mistake.name)));
        }
        row.push(mistakes.join("; "));
        row.extend([if student.late { "late" } else { "" }, &student.changed, student.clock].map(String::from));
        rows.push(row);
    }
    rows.iter().map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n").collect()
}

/// Quotes a cell of CSV, so that a spreadsheet takes it neither for a formula nor, splitting at semicolons, for two cells.
fn quoted(cell: &str) -> String {
    let cell = no_formula(line(cell));
    if cell.contains([',', ';', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

const WIDEST: usize = 28;
const LONGEST_LINE: usize = 200;
const MAX_GROUPS: usize = 5;

/// Returns the lines for the screen: the points of each student, and the most frequent wrong answers.
pub(in crate::grade) fn overview(class: &Class) -> String {
    let width = class.students.iter().map(|student| short_name(student).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for student in &class.students {
        let points = number(student.points);
        text += &format!("  {:<width$}  {points:>5} of {} ", short_name(student), number(student.of));
        for Graded { verdict, .. } in &student.todos {
            text += if verdict.id.ends_with(".1") { " " } else { "" };
            text.push(sign(verdict.status).0);
        }
        text.push('\n');
    }
    for (status, sign, _) in SIGNS {
        let mut todos = class.students.iter().flat_map(|student| &student.todos);
        if todos.any(|todo| todo.verdict.status == status) {
            text += &format!("  {sign} {}", status.word().to_lowercase());
        }
    }
    text.push('\n');
    let shared = class.ranked().into_iter().filter(|(.., group)| group.students.len() > 1).take(MAX_GROUPS);
    for (index, (.., Group { todo, name, says, students, .. })) in shared.enumerate() {
        let title = if index == 0 { "the same wrong answer:\n" } else { "" };
        let name = if name.is_empty() { "without a name" } else { name };
        text += &format!("{title}{:>5} x {todo} {name}: {}\n", students.len(), cut(&line(says), LONGEST_LINE));
    }
    for warning in warnings(class) {
        text += &format!("WARNING: {warning}\n");
    }
    text
}

fn short_name(student: &Student) -> String {
    line(&student.name).chars().take(WIDEST).collect()
}
