//! Parts that panels share: a lesson's own controls, headings, plates, buttons.

use crate::{
    Action, Fonts,
    keys::shown,
    layout::Area,
    text::{Span, Style, wrap},
    theme,
};
use glam::Vec2;
use imgui::{Condition, StyleColor, StyleVar, Ui, WindowFlags};
use std::cell::Cell;

/// The means with which a lesson's own controls are drawn.
pub struct Screen<'a> {
    /// imgui's, for everything there is no function for here.
    pub ui: &'a Ui,
    /// The faces.
    pub fonts: Fonts,
    /// Area of the scene.
    pub viewport: Area,
    /// Whether the display's panel is open.
    pub shows_display: bool,
    /// Free part of the column beside the viewport, until a panel takes it.
    column: Cell<Option<Area>>,
    /// Height of the panel in the column with its whole content.
    height: Cell<f32>,
    is_bare: bool,
}

impl<'a> Screen<'a> {
    /// A screen with `column` for a lesson's own panel, if there is any room for that.
    pub fn new(ui: &'a Ui, fonts: Fonts, viewport: Area, column: Option<Area>, is_bare: bool) -> Self {
        Screen { ui, fonts, viewport, shows_display: true, column: Cell::new(column), height: Cell::new(0.0), is_bare }
    }

    /// Returns how high the panel that has taken the column is with all that is in it; 0 if none has.
    pub fn height(&self) -> f32 {
        self.height.get()
    }

    /// A panel of the lesson's own: beside the viewport where there is room, else a small window at the
    /// viewport's upper left corner, as large as what `body` puts into it. Nothing while panels are hidden.
    pub fn panel(&self, title: &str, body: impl FnOnce()) {
        let mut body = Some(body);
        // The rest is compiled once, and not again for the body of each lesson.
        self.draw_panel(title, &mut || body.take().into_iter().for_each(|body| body()));
    }

    /// A slider with its number beside it, where the knob does not cover it; true if it was moved.
    pub fn slider(&self, name: &str, range: [f32; 2], shown: &str, value: &mut f32) -> bool {
        let label = format!("{name}   {shown}###{name}");
        self.ui.slider_config(label, range[0], range[1]).display_format(" ").build(value)
    }

    /// Draws the panel for [`panel`](Self::panel).
    fn draw_panel(&self, title: &str, body: &mut dyn FnMut()) {
        if self.is_bare {
            return;
        }
        if let Some(area) = self.column.take() {
            docked(self.ui, title, area, WindowFlags::empty(), || {
                self.ui.text_colored(theme::ACCENT, title);
                self.ui.separator();
                body();
                self.height.set(content_height(self.ui));
            });
            return;
        }
        let corner = self.viewport.min + self.fonts.em * 0.7;
        self.ui
            .window(title)
            .position(corner.to_array(), Condition::FirstUseEver)
            .flags(WindowFlags::ALWAYS_AUTO_RESIZE | WindowFlags::NO_COLLAPSE)
            .build(body);
    }
}

/// A panel with a fixed position and size.
pub fn docked(ui: &Ui, name: &str, area: Area, flags: WindowFlags, body: impl FnOnce()) {
    ui.window(name)
        .position(area.min.to_array(), Condition::Always)
        .size(area.size.to_array(), Condition::Always)
        .flags(
            flags
                | WindowFlags::NO_TITLE_BAR
                | WindowFlags::NO_MOVE
                | WindowFlags::NO_RESIZE
                | WindowFlags::NO_COLLAPSE
                | WindowFlags::NO_SAVED_SETTINGS
                | WindowFlags::NO_BRING_TO_FRONT_ON_FOCUS,
        )
        .build(body);
}

pub(crate) fn content_height(ui: &Ui) -> f32 {
    ui.cursor_pos()[1] + ui.clone_style().window_padding[1]
}

/// A heading with the key that opens and closes the panel at its right end.
pub fn heading(ui: &Ui, title: &str, action: Action) {
    ui.text_colored(theme::ACCENT, title);
    at_right_end(ui, shown(action));
    ui.separator();
}

/// Text on a dark plate over the viewport, readable on any ground.
pub fn plate(ui: &Ui, em: f32, at: Vec2, text: &str) {
    let size = Vec2::from(ui.calc_text_size(text));
    let margin = Vec2::new(em * 0.5, em * 0.2);
    let list = ui.get_background_draw_list();
    let [low, high] = [at - margin, at + size + margin].map(|corner| corner.to_array());
    let rect = list.add_rect(low, high, [0.05, 0.055, 0.07, 0.72]);
    rect.filled(true).rounding(em * 0.3).build();
    list.add_text(at.to_array(), theme::TEXT, text);
}

/// Text on plates in the middle of the viewport's width, `top` pixels down the window: on one line, or on as many as it
/// needs. The height where the next one begins.
pub fn plate_across(ui: &Ui, em: f32, viewport: Area, top: f32, text: &str) -> f32 {
    let mut top = top;
    for line in break_lines(text, viewport.size.x - 2.0 * em, |line| ui.calc_text_size(line)[0]) {
        let [width, height] = ui.calc_text_size(&line);
        plate(ui, em, Vec2::new(viewport.min.x + (viewport.size.x - width) * 0.5, top), &line);
        top += height + 0.6 * em;
    }
    top
}

/// Breaks a text wider than `width` into lines: first between its parts, which three blanks separate, and then between words.
/// `measure` returns the width of a text.
pub fn break_lines(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    if measure(text) <= width {
        return vec![text.into()];
    }
    let mut lines = Vec::new();
    for part in text.split("   ") {
        let wrapped = wrap(&[Span { text: part.into(), style: Style::Plain }], width, |text, _| measure(text));
        for line in wrapped.chunk_by(|a, b| a.line == b.line) {
            let words: Vec<&str> = line.iter().map(|run| &*run.span.text).collect();
            lines.push(words.join(" "));
        }
    }
    lines
}

/// Dim text at the right end of the line that was just begun.
pub fn at_right_end(ui: &Ui, text: &str) {
    let [width, _] = ui.calc_text_size(text);
    let right = ui.window_content_region_max()[0];
    ui.same_line_with_pos((right - width).max(0.0));
    ui.text_colored(theme::DIM, text);
}

/// Continues the line if an item of `width` pixels fits, or else begins the next.
pub fn same_line_if_room(ui: &Ui, width: f32) {
    ui.same_line();
    if ui.content_region_avail()[0] < width {
        ui.new_line();
    }
}

/// Draws text behind the last item, if it fits into the line.
pub fn text_if_room(ui: &Ui, color: theme::Color, text: &str) {
    ui.same_line();
    if ui.content_region_avail()[0] < ui.calc_text_size(text)[0] {
        ui.new_line();
    } else {
        ui.text_colored(color, text);
    }
}

pub fn button_width(ui: &Ui, label: &str) -> f32 {
    let shown = label.split("##").next().unwrap_or(label);
    ui.calc_text_size(shown)[0] + 2.0 * ui.clone_style().frame_padding[0]
}

/// Draws a button beside the one before, or below if there is no room or `is_first`. Returns whether it was clicked.
pub fn button(ui: &Ui, label: &str, is_first: bool) -> bool {
    if !is_first {
        same_line_if_room(ui, button_width(ui, label));
    }
    ui.button(label)
}

/// Draws a button that is highlighted while `on`. Returns whether it was clicked.
pub fn toggle(ui: &Ui, label: &str, on: bool) -> bool {
    let color = ui.push_style_color(StyleColor::Text, if on { theme::ACCENT } else { theme::TEXT });
    let clicked = ui.button(label);
    color.pop();
    clicked
}

/// Draws a check box with the key of `action` behind it. Returns whether it was clicked.
pub fn switch(ui: &Ui, label: &str, on: bool, action: Action) -> bool {
    let mut value = on;
    let clicked = ui.checkbox(label, &mut value);
    ui.same_line();
    ui.text_colored(theme::DIM, shown(action));
    clicked
}

pub fn tight(ui: &Ui, em: f32) -> imgui::StyleStackToken<'_> {
    ui.push_style_var(StyleVar::ItemSpacing([em * 0.5, em * 0.12]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_broken_between_its_parts_first() {
        for (text, broken) in [
            ("mine   next", &["mine   next"][..]),
            ("mine only   next: 14.1, not started", &["mine only", "next: 14.1, not", "started"]),
        ] {
            assert_eq!(break_lines(text, 16.0, |line| line.chars().count() as f32), broken);
        }
    }
}
