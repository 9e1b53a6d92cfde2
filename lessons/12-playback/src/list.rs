//! Whose code is running, in words: a row for each lesson in the panel, a line for each TODO as text.

use crate::checks::LESSON;
use crate::earlier::NOT_NEEDED;
use common::app::exercise::earlier::{self, EarlierTodo, lesson_row};
use common::check::Task;
use common::scenes::list::Row;

/// Rows for the panel. `own` says which of this lesson's answers are not the finished ones.
pub(crate) fn rows(todos: &[EarlierTodo], own: [bool; 4]) -> Vec<Row> {
    if todos.is_empty() {
        return Vec::new();
    }
    let mut rows = earlier::rows(todos);
    let mine = own.iter().filter(|own| **own && !LESSON.is_untouched()).count();
    rows.push(lesson_row("12", mine, own.len(), &own_lines(own)));
    let lines: Vec<String> = NOT_NEEDED.iter().map(|(id, why)| format!("{id}: {why}")).collect();
    let not_needed = lesson_row("", 0, 1, &lines);
    rows.push(Row { text: "not needed: 00, 01, 03, 04, 07".into(), ..not_needed });
    rows
}

/// Every TODO with whose code is called and what it does, and what is not needed.
pub(crate) fn lines(todos: &[EarlierTodo], own: [bool; 4]) -> Vec<String> {
    if todos.is_empty() {
        return Vec::new();
    }
    let not_needed = NOT_NEEDED.iter().map(|(id, why)| format!("{id}: not needed; {why}"));
    earlier::lines(todos).into_iter().chain(own_lines(own)).chain(not_needed).collect()
}

fn own_lines(own: [bool; 4]) -> Vec<String> {
    // The first TODO that does not pass is called as it is, also before it has been begun.
    let (yours, finished) = if LESSON.is_untouched() {
        ("as it is (not started)", "finished (not started)")
    } else {
        ("yours", "finished")
    };
    let about = &LESSON.about;
    let line = |((id, task), own): ((String, &Task), bool)| {
        let source = if own { yours } else { finished };
        format!("{id} {}: {source}", task.name())
    };
    about.ids().into_iter().zip(about.tasks).zip(own).map(line).collect()
}
