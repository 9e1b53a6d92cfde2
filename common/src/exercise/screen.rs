//! The screen on which a lesson's own panel is drawn.

use super::todo_state::TodoState;
use std::ops::Deref;
use ui::theme::{self, Color};

/// The window's [`Screen`](ui::Screen), and the answers of earlier lessons that are called.
pub struct Screen<'a> {
    pub(super) window: &'a ui::Screen<'a>,
    /// The TODOs of earlier lessons; none as long as the student's are not called.
    pub(super) earlier: &'a [TodoState],
    /// Index of the TODO whose card is open.
    pub todo: Option<usize>,
    /// Whether all TODOs of the lesson pass.
    pub is_finished: bool,
}

impl<'a> Deref for Screen<'a> {
    type Target = ui::Screen<'a>;

    fn deref(&self) -> &Self::Target {
        self.window
    }
}

impl Screen<'_> {
    /// Draws a row for each earlier lesson whose answers are called into the open panel, with a list of the lesson's TODOs
    /// under the pointer. If none is called, draws a line on how to call them.
    pub fn running_code(&self) {
        if self.earlier.is_empty() {
            self.ui.text_wrapped("--mine: what passes is yours, the rest ours");
            return;
        }
        self.ui.separator();
        self.ui.text_colored(theme::DIM, "whose code (point at it)");
        for (text, color, details) in lesson_rows(self.earlier) {
            self.ui.text_colored(color, text);
            if self.ui.is_item_hovered() {
                self.ui.tooltip_text(details);
            }
        }
    }
}

/// Returns a row for each lesson in `todos`, which says how many of its answers are the student's, with its colour and the lesson's
/// TODOs.
fn lesson_rows(todos: &[TodoState]) -> Vec<(String, Color, String)> {
    let mut rows = Vec::new();
    for todos in todos.chunk_by(|a, b| a.id[..2] == b.id[..2]) {
        let lesson = &todos[0].id[..2];
        let all = todos.len();
        let mine = todos.iter().filter(|todo| todo.is_usable()).count();
        let is_checking = todos.iter().any(|todo| todo.verdict.is_none());
        let (text, color) = match mine {
            _ if is_checking => (format!("{lesson}: is being checked"), theme::TEXT),
            0 => (format!("{lesson}: ours"), theme::DIM),
            mine if mine == all => (format!("{lesson}: yours"), theme::ACCENT),
            mine => (format!("{lesson}: {mine} of {all} yours"), theme::TEXT),
        };
        rows.push((text, color, super::earlier::running_code_lines(todos)));
    }
    rows
}
