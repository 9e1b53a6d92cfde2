//! What a lesson's own panel is drawn with.

use super::earlier::{EarlierSource, EarlierTodo};
use crate::ui::{
    self,
    list::{self, Row},
    theme,
};
use std::ops::Deref;

/// The window's [`Screen`](ui::Screen), and whose answers of earlier lessons are called.
pub struct Screen<'a> {
    pub(super) screen: &'a ui::Screen<'a>,
    /// None as long as nobody asks for the student's.
    pub(super) earlier: &'a [EarlierTodo],
}

impl<'a> Deref for Screen<'a> {
    type Target = ui::Screen<'a>;

    fn deref(&self) -> &Self::Target {
        self.screen
    }
}

impl Screen<'_> {
    /// Draws into the panel that is open a row for each earlier lesson whose answers are called, with its TODOs under the
    /// pointer; without any, a line on how to get them.
    pub fn whose_code(&self) {
        if self.earlier.is_empty() {
            self.ui.text_wrapped("--mine: what passes is yours, the rest finished");
            return;
        }
        self.ui.separator();
        self.ui.text_colored(theme::DIM, "whose code (point at it)");
        list::draw_list(self, &rows(self.earlier));
    }
}

fn rows(todos: &[EarlierTodo]) -> Vec<Row> {
    let mut rows = Vec::new();
    for todos in todos.chunk_by(|a, b| a.id[..2] == b.id[..2]) {
        let is = |source| todos.iter().filter(move |todo| todo.source == source).count();
        let (lesson, all) = (&todos[0].id[..2], todos.len());
        let (text, color) = match is(EarlierSource::Mine) {
            _ if is(EarlierSource::Checking) > 0 => (format!("{lesson}: is being checked"), theme::TEXT),
            0 => (format!("{lesson}: finished"), theme::DIM),
            mine if mine == all => (format!("{lesson}: yours"), theme::ACCENT),
            mine => (format!("{lesson}: {mine} of {all} yours"), theme::TEXT),
        };
        rows.push(Row { details: super::earlier::lines(todos), ..Row::new(text, color) });
    }
    rows
}
