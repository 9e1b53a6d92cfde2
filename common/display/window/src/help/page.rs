//! A text's blocks, drawn one below the other.

use super::{Pictures, draw_title, live_figure_name, words};
use glam::Vec2;
use imgui::{FontId, StyleColor, Ui};
use pulldown_cmark::HeadingLevel;
use std::{cell::RefCell, collections::HashMap, iter, rc::Rc};
use ui::live::Live;
use ui::{
    Fonts,
    text::{Block, Face, Faces, Mark, MathBox, Part, Piece, Row, Span, Style, set, wrap, wrap_code},
    theme::{self, Color},
};

/// Formulas that were set, by their TeX and whether they are displayed. Their unit is the height of text, so they are
/// the same at every scale.
pub(super) type Formulas = RefCell<HashMap<(String, bool), Rc<[Part]>>>;

/// Fonts, formulas and pictures with which a text is drawn.
pub(super) struct Page<'a> {
    pub(super) ui: &'a Ui,
    pub(super) fonts: Fonts,
    /// Colour of plain words.
    pub(super) color: Color,
    pub(super) pictures: &'a Pictures,
    pub(super) formulas: &'a Formulas,
}

impl Faces for Page<'_> {
    fn width(&self, text: &str, style: Style) -> f32 {
        self.measured(text, font_and_color(self.fonts, style).0)
    }

    fn formula(&self, tex: &str, style: Style) -> Rc<[Part]> {
        let key = (tex.to_owned(), style == Style::Displayed);
        let mut known = self.formulas.borrow_mut();
        let parts = known.entry(key).or_insert_with_key(|(tex, is_displayed)| {
            let parts = set(tex, *is_displayed, |text: &str, face| self.measured(text, self.face(face)));
            parts.map_or_else(
                |_| {
                    // Shown as TeX; the tests set every formula of the texts.
                    let width = self.measured(tex, self.face(Face::Text));
                    Rc::from([Part { gap: 0.0, body: MathBox::letters(tex, Face::Text, width) }])
                },
                Rc::from,
            )
        });
        Rc::clone(parts)
    }
}

impl Page<'_> {
    /// Returns a text's width as a fraction of the height of ordinary text.
    fn measured(&self, text: &str, font: FontId) -> f32 {
        let font = self.ui.push_font(font);
        let width = self.ui.calc_text_size(text)[0];
        font.pop();
        width / self.fonts.em
    }

    fn face(&self, face: Face) -> FontId {
        match face {
            Face::Index => self.fonts.index,
            Face::Text => self.fonts.text,
            Face::Large => self.fonts.heading,
        }
    }

    /// Draws a block of text below the cursor, as wide as the window. `live` has the text's live figures.
    pub(super) fn draw_block(&self, live: &mut Live, block: &Block) {
        let Self { ui, fonts, pictures, .. } = *self;
        let em = fonts.em;
        match block {
            Block::Heading(level, spans) => {
                ui.spacing();
                let text = words(spans);
                let font = if *level <= HeadingLevel::H2 { fonts.heading } else { fonts.text };
                draw_title(ui, font, theme::COOL, &text);
            }
            Block::Paragraph(spans) if spans.iter().all(|span| span.style == Style::Displayed) => {
                ui.dummy([1.0, 0.1 * em]);
                self.paragraph(spans, 1.5 * em);
                ui.dummy([1.0, 0.1 * em]);
            }
            Block::Paragraph(spans) => self.paragraph(spans, 0.0),
            Block::Item(depth, mark, spans) => {
                let indent = em * (0.4 + 1.2 * f32::from(*depth));
                let [x, y] = ui.cursor_screen_pos();
                ui.get_window_draw_list().add_text([x + indent, y], theme::DIM, mark);
                let mark_width = (ui.calc_text_size(mark)[0] + em * 0.5).max(em * 1.1);
                self.paragraph(spans, indent + mark_width);
            }
            Block::Quote(blocks) => {
                let [x, y] = ui.cursor_screen_pos();
                ui.indent_by(em);
                for block in blocks {
                    self.draw_block(live, block);
                }
                ui.unindent_by(em);
                let bottom = ui.cursor_screen_pos()[1] - em * 0.4;
                let list = ui.get_window_draw_list();
                list.add_line([x + em * 0.3, y], [x + em * 0.3, bottom], theme::ACCENT).thickness(0.12 * em).build();
            }
            Block::Code(lines) => self.draw_code(lines),
            Block::Table(head, rows) => self.draw_table(head, rows),
            Block::Picture(file, words) => match (pictures.get(file), live_figure_name(file)) {
                (Some((texture, [width, height])), _) => {
                    let shown = ui.content_region_avail()[0];
                    imgui::Image::new(*texture, [shown, height * shown / width]).build(ui);
                    ui.spacing();
                }
                (None, Some(name)) if live.draw(ui, fonts, name, 1.3, f32::INFINITY) => {
                    ui.spacing();
                    if let Some(plays) = live.plays(name)
                        && ui.button(format!("{}##{name}", if plays { "pause" } else { "play" }))
                    {
                        live.switch_play(name);
                    }
                    let dim = ui.push_style_color(StyleColor::Text, theme::DIM);
                    ui.text_wrapped(words);
                    dim.pop();
                    ui.spacing();
                }
                _ => ui.text_wrapped(format!("[picture: {words}]")),
            },
            Block::Rule => ui.separator(),
        }
    }

    /// Wrapped text in several styles, `indent` pixels in from the left.
    fn paragraph(&self, spans: &[Span], indent: f32) {
        let width = self.ui.content_region_avail()[0] - indent;
        let [x, y] = self.ui.cursor_screen_pos();
        let height = self.draw_wrapped(spans, Vec2::new(x + indent, y), width);
        self.ui.dummy([1.0, height + self.fonts.em * 0.25]);
    }

    /// Draws spans wrapped to `width`, with the upper left corner at `corner`. Returns their height.
    fn draw_wrapped(&self, spans: &[Span], corner: Vec2, width: f32) -> f32 {
        let em = self.fonts.em;
        let lines = wrap(spans, width / em, self);
        for (piece, x, line) in &lines.runs {
            let at = corner + em * Vec2::new(*x, lines.baselines[*line]);
            match piece {
                Piece::Text(Span { text, style }) => {
                    let (font, color, bold) = font_and_color(self.fonts, *style);
                    let color = if *style == Style::Plain { self.color } else { color };
                    self.draw_letters(text, font, color, at);
                    if bold {
                        self.draw_letters(text, font, color, at + Vec2::X * em * 0.045);
                    }
                }
                Piece::Formula(formula) => self.draw_formula(formula, at),
            }
        }
        lines.height * em
    }

    /// Draws text on one line. `at` is the left end of its baseline.
    fn draw_letters(&self, text: &str, font: FontId, color: Color, at: Vec2) {
        let font = self.ui.push_font(font);
        let top = at.y.round() - self.ui.current_font().ascent;
        self.ui.get_window_draw_list().add_text([at.x.round(), top], color, text);
        font.pop();
    }

    /// Draws a formula. `at` is the left end of its baseline.
    fn draw_formula(&self, formula: &MathBox, at: Vec2) {
        let em = self.fonts.em;
        let at = at.round();
        let thick = (0.06 * em).round().max(1.0);
        for mark in &formula.marks {
            match mark {
                Mark::Letters(text, face, place) => {
                    self.draw_letters(text, self.face(*face), theme::COOL, at + em * *place);
                }
                // In whole pixels, to be sharp.
                Mark::Line(from, to) if from.y == to.y => {
                    let from = (at + em * *from).round();
                    let to = (at + em * *to).round() + Vec2::Y * thick;
                    let list = self.ui.get_window_draw_list();
                    list.add_rect(from.to_array(), to.to_array(), theme::COOL).filled(true).build();
                }
                Mark::Line(from, to) => {
                    let ends = [from, to].map(|end| (at + em * *end).to_array());
                    let list = self.ui.get_window_draw_list();
                    list.add_line(ends[0], ends[1], theme::COOL).thickness(thick).build();
                }
            }
        }
    }

    /// Preformatted lines on a darker background.
    fn draw_code(&self, lines: &[String]) {
        let Self { ui, fonts, .. } = *self;
        let [x, y] = ui.cursor_screen_pos();
        let pad = fonts.em * 0.5;
        let line_height = fonts.em * 1.2;
        let width = ui.content_region_avail()[0];
        let font = ui.push_font(fonts.mono);
        let columns = (width - 2.0 * pad) / ui.calc_text_size("m")[0].max(1.0);
        let lines = wrap_code(lines, columns as usize);
        let size = [width, lines.len() as f32 * line_height + pad];
        let list = ui.get_window_draw_list();
        let background = [0.07, 0.078, 0.094, 1.0];
        let end = [x + size[0], y + size[1]];
        list.add_rect([x, y], end, background).filled(true).build();
        list.with_clip_rect_intersect([x, y], end, || {
            for (number, line) in lines.iter().enumerate() {
                let at = [x + pad, y + pad / 2.0 + number as f32 * line_height];
                list.add_text(at, theme::TEXT, line);
            }
        });
        font.pop();
        ui.dummy(size);
    }

    /// Draws a table as wide as the window. Each column gets the width of its longest cell, as far as there is room.
    fn draw_table(&self, head: &Row, rows: &[Row]) {
        let Self { ui, fonts, .. } = *self;
        let mut head = head.clone();
        for span in head.iter_mut().flatten().filter(|span| span.style == Style::Plain) {
            span.style = Style::Bold;
        }
        let mut all: Vec<&Row> = iter::once(&head).chain(rows).collect();
        all.retain(|row| !row.is_empty());
        let columns = all.iter().map(|row| row.len()).max().unwrap_or(0);
        let available = ui.content_region_avail()[0] - fonts.em * 0.6 * columns.saturating_sub(1) as f32;
        let mut wanted = vec![1.0_f32; columns];
        for (column, cell) in all.iter().flat_map(|row| row.iter().enumerate()) {
            wanted[column] = wanted[column].max(fonts.em * (wrap(cell, f32::INFINITY, self).width + 0.1));
        }
        let widths = column_widths(&wanted, available);
        for (number, row) in all.into_iter().enumerate() {
            let [x, y] = ui.cursor_screen_pos();
            let mut left = x;
            let mut height = fonts.em;
            for (cell, width) in row.iter().zip(&widths) {
                height = height.max(self.draw_wrapped(cell, Vec2::new(left, y), *width));
                left += width + fonts.em * 0.6;
            }
            ui.dummy([1.0, height]);
            if number == 0 && !head.is_empty() {
                ui.separator();
            }
        }
    }
}

/// Returns the font and colour of a style, and whether text is drawn twice to look bold.
fn font_and_color(fonts: Fonts, style: Style) -> (FontId, Color, bool) {
    match style {
        Style::Plain => (fonts.text, theme::TEXT, false),
        Style::Bold => (fonts.text, theme::TEXT, true),
        Style::Italic => (fonts.text, theme::WARN, false),
        Style::Code => (fonts.mono, theme::ACCENT, false),
        Style::Formula | Style::Displayed | Style::Link => (fonts.text, theme::COOL, false),
    }
}

/// Returns the widths of a table's columns. Columns that want no more than an even share get their `wanted` width, and the
/// others share the rest evenly.
fn column_widths(wanted: &[f32], available: f32) -> Vec<f32> {
    let mut widths = vec![0.0; wanted.len()];
    let mut open: Vec<usize> = (0..wanted.len()).collect();
    let mut left = available.max(0.0);
    while !open.is_empty() {
        let even = left / open.len() as f32;
        let (fits, wide): (Vec<usize>, Vec<usize>) = open.iter().partition(|column| wanted[**column] <= even);
        if fits.is_empty() {
            for column in wide {
                widths[column] = even;
            }
            break;
        }
        for column in fits {
            widths[column] = wanted[column];
            left -= wanted[column];
        }
        open = wide;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width() {
        assert_eq!(column_widths(&[50.0, 500.0], 300.0), [50.0, 250.0]);
        assert_eq!(column_widths(&[50.0, 60.0], 300.0), [50.0, 60.0]);
        assert_eq!(column_widths(&[500.0, 500.0], 300.0), [150.0, 150.0]);
        assert_eq!(column_widths(&[], 300.0), [0.0f32; 0]);
    }
}
