//! A student's text, the class as CSV, and the few lines on the screen.

use super::{number, remarks};
use crate::grade::class::{Class, Group, Student};
use common::check::{self, Status};

pub(super) fn text(student: &Student) -> String {
    let mut text = format!(
        "{}: {} of {} points\n\n",
        student.name,
        number(student.points),
        number(student.of)
    );
    for todo in &student.todos {
        text += &check::text(&todo.verdict);
        text += &format!("     points: {} of {}\n", number(todo.points), number(todo.of));
    }
    for remark in remarks(student) {
        text += &format!("note: {remark}\n");
    }
    text
}

/// A line for each student, a column for each TODO.
pub(super) fn csv(class: &Class) -> String {
    let mut rows = vec![vec!["student".into(), "points".into(), "of".into()]];
    rows[0].extend(
        class.todos.iter().flat_map(|todo| [todo.id.clone(), format!("{} status", todo.id)]),
    );
    rows[0].push("mistakes".into());
    for student in &class.students {
        let mut row = vec![student.name.clone(), number(student.points), number(student.of)];
        for todo in &student.todos {
            row.extend([number(todo.points), todo.verdict.status.word().to_lowercase()]);
        }
        let names = student.todos.iter().flat_map(|todo| {
            todo.verdict
                .mistakes
                .iter()
                .map(|mistake| format!("{} {}", todo.verdict.id, mistake.name))
        });
        row.push(names.collect::<Vec<_>>().join("; "));
        rows.push(row);
    }
    let line = |row: &Vec<String>| {
        row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n"
    };
    rows.iter().map(line).collect()
}

/// A cell that no spreadsheet takes for a formula.
fn quoted(cell: &str) -> String {
    let cell = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{cell}")
    } else {
        cell.into()
    };
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

/// Points, statuses, and what goes wrong most.
pub(in crate::grade) fn overview(class: &Class) -> String {
    let width =
        class.students.iter().map(|student| student.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for student in &class.students {
        let count =
            |status| student.todos.iter().filter(|todo| todo.verdict.status == status).count();
        let statuses = [
            Status::Pass,
            Status::Borrowed,
            Status::Fail,
            Status::Panicked,
            Status::TimedOut,
            Status::Crashed,
            Status::DoesNotCompile,
            Status::NotStarted,
            Status::Skipped,
        ];
        let words = statuses
            .iter()
            .filter(|s| count(**s) > 0)
            .map(|s| format!("{} {}", count(*s), s.word()));
        let mut words: Vec<String> = words.collect();
        words.extend((!remarks(student).is_empty()).then(|| "see its notes".to_owned()));
        let (points, of) = (number(student.points), number(student.of));
        text +=
            &format!("  {:<width$}  {points:>5} of {of}   {}\n", student.name, words.join(", "));
    }
    for (title, groups) in [
        ("known mistakes", &class.mistakes),
        ("wrong in the same way, without a name", &class.unknown),
    ] {
        let shared: Vec<&Group> =
            groups.iter().filter(|group| group.students.len() > 1).take(5).collect();
        if !shared.is_empty() {
            text += &format!("{title}:\n");
        }
        for group in shared {
            text += &format!(
                "  {:>3} x {} {} {}\n",
                group.students.len(),
                group.todo,
                group.name,
                group.says
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_no_formulas() {
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("Müller, \"Anna\""), "\"Müller, \"\"Anna\"\"\"");
        assert_eq!(quoted("plain"), "plain");
    }
}
