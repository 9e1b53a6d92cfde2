//! A text's blocks, drawn one below the other.

use super::{Pictures, draw_title, live_figure_name, words};
use glam::Vec2;
use imgui::{FontId, StyleColor, Ui};
use pulldown_cmark::HeadingLevel;
use ui::Fonts;
use ui::live::Live;
use ui::text::{Block, Row, Run, Span, Style, height, wrap, wrap_code};
use ui::theme::{self, Color};

/// Fonts and pictures with which a text is drawn.
pub(super) struct Page<'a> {
    pub(super) ui: &'a Ui,
    pub(super) fonts: Fonts,
    /// Colour of plain words.
    pub(super) color: Color,
    pub(super) pictures: &'a Pictures,
}

impl Page<'_> {
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
            Block::Paragraph(spans) if spans.iter().all(|span| span.style == Style::Formula) => {
                ui.dummy([1.0, 0.1 * em]);
                self.paragraph(spans, 1.5 * em);
                ui.dummy([1.0, 0.1 * em]);
            }
            Block::Paragraph(spans) => self.paragraph(spans, 0.0),
            Block::Item(mark, spans) => {
                let indent = 0.4 * em;
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
            Block::Table(rows) => self.draw_table(rows),
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
        }
    }

    fn paragraph(&self, spans: &[Span], indent: f32) {
        let width = self.ui.content_region_avail()[0] - indent;
        let [x, y] = self.ui.cursor_screen_pos();
        let height = self.draw_wrapped(spans, Vec2::new(x + indent, y), width);
        self.ui.dummy([1.0, height + self.fonts.em * 0.25]);
    }

    /// Draws spans wrapped to `width`, with the upper left corner at `corner`. Returns their height.
    fn draw_wrapped(&self, spans: &[Span], corner: Vec2, width: f32) -> f32 {
        let em = self.fonts.em;
        let runs = wrap(spans, width / em, |text, style| self.measure(text, style));
        for run in &runs {
            let Run { span: Span { text, style }, x, .. } = run;
            let start = corner + em * Vec2::new(*x, run.baseline());
            let (font, color) = font_and_color(self.fonts, *style);
            let color = if *style == Style::Plain { self.color } else { color };
            self.draw_letters(text, font, color, start);
            if *style == Style::Bold {
                self.draw_letters(text, font, color, start + Vec2::X * em * 0.045);
            }
        }
        height(&runs) * em
    }

    /// Returns a text's width as a fraction of the height of ordinary text.
    fn measure(&self, text: &str, style: Style) -> f32 {
        let font = self.ui.push_font(font_and_color(self.fonts, style).0);
        let width = self.ui.calc_text_size(text)[0];
        font.pop();
        width / self.fonts.em
    }

    /// Draws text on one line. `at` is the left end of its baseline.
    fn draw_letters(&self, text: &str, font: FontId, color: Color, at: Vec2) {
        let font = self.ui.push_font(font);
        let top = at.y.round() - self.ui.current_font().ascent;
        self.ui.get_window_draw_list().add_text([at.x.round(), top], color, text);
        font.pop();
    }

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

    /// Draws a table as wide as the window. Columns share the width by the lengths of their longest cells.
    fn draw_table(&self, rows: &[Row]) {
        let mut lengths = Vec::new();
        for row in rows {
            lengths.resize(lengths.len().max(row.len()), 6.0);
            for (length, cell) in lengths.iter_mut().zip(row) {
                *length = words(cell).chars().count().clamp(*length as usize, 40) as f32;
            }
        }
        let scale = self.ui.content_region_avail()[0] / lengths.iter().sum::<f32>();
        for (number, row) in rows.iter().enumerate() {
            let [mut left, top] = self.ui.cursor_screen_pos();
            let mut height = 0.0f32;
            for (cell, length) in row.iter().zip(&lengths) {
                let width = length * scale;
                height = height.max(self.draw_wrapped(cell, Vec2::new(left, top), width - 0.6 * self.fonts.em));
                left += width;
            }
            self.ui.dummy([1.0, height]);
            if number == 0 {
                self.ui.separator();
            }
        }
    }
}

fn font_and_color(fonts: Fonts, style: Style) -> (FontId, Color) {
    match style {
        Style::Plain | Style::Bold => (fonts.text, theme::TEXT),
        Style::Italic => (fonts.text, theme::WARN),
        Style::Code => (fonts.mono, theme::ACCENT),
        Style::Formula | Style::Link => (fonts.text, theme::COOL),
    }
}
