//! A list in a lesson's panel: indented rows with a number at the right end and details under the pointer.

use crate::{Screen, theme};

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub text: String,
    pub color: theme::Color,
    /// Depth in a tree, by which the row is indented.
    pub depth: usize,
    /// Number at the right end; empty for none.
    pub number: String,
    /// Shown while the pointer is on the row; empty for nothing.
    pub details: String,
}

impl Row {
    /// Text and nothing else.
    pub fn new(text: impl Into<String>, color: theme::Color) -> Self {
        Row { text: text.into(), color, depth: 0, number: String::new(), details: String::new() }
    }
}

/// Draws the rows into the panel that is open.
pub fn draw_list(screen: &Screen<'_>, rows: &[Row]) {
    let ui = screen.ui;
    for row in rows {
        let [x, y] = ui.cursor_pos();
        ui.set_cursor_pos([x + screen.fonts.em * 0.7 * row.depth as f32, y]);
        ui.text_colored(row.color, &row.text);
        if ui.is_item_hovered() && !row.details.is_empty() {
            ui.tooltip_text(&row.details);
        }
        if !row.number.is_empty() {
            let [width, _] = ui.calc_text_size(&row.number);
            ui.same_line_with_pos(ui.window_content_region_max()[0] - width);
            ui.text_colored(theme::DIM, &row.number);
        }
    }
}
