//! The text of a lesson, or of the viewer, and the table of keys.

use crate::figure::{Live, Sheet};
use crate::ui::{
    Action, Fonts,
    keys::{BINDINGS, Binding, CAMERA_TEXT, Group, shown},
    layout::Area,
    screen::{docked, heading},
    text::{Block, Span, Style, blocks, wrap, wrap_code},
    theme::{self, Color},
};
use glam::Vec2;
use imgui::{Condition, DrawListMut, FontId, StyleColor, TabItem, TabItemFlags, TextureId, Ui, WindowFlags};
use pulldown_cmark::HeadingLevel;
use std::collections::HashMap;

/// By their files, with their sizes in pixels.
type Pictures = HashMap<String, (TextureId, [f32; 2])>;

/// Parsed texts.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Each with the title of its tab.
    texts: Vec<(String, Vec<Block>)>,
    /// The title that was turned to last, and whether that has still to be done.
    turned_to: (String, bool),
    pictures: Pictures,
    live: Live,
    /// So many pages the text is still to be scrolled, down or up.
    pages: f32,
    /// The figure that is shown by itself, by its place among all, and which of its parameters the keys move.
    alone: Option<usize>,
    parameter: usize,
}

impl Help {
    /// For a README. If others follow it, each has a tab of its own, called as its first heading.
    pub fn new(markdown: &str) -> Self {
        let title = |block: &Block| match block {
            Block::Heading(HeadingLevel::H1, spans) => Some(words(spans)),
            _ => None,
        };
        let blocks = blocks(markdown);
        let parts = blocks.chunk_by(|_, next| title(next).is_none()).enumerate();
        let texts = parts.map(|(place, part)| {
            let title = part.first().and_then(title).filter(|_| place > 0);
            (title.unwrap_or_else(|| "Text".into()), part.to_vec())
        });
        let texts = texts.collect();
        Self { texts, ..Self::default() }
    }

    /// Shows the text of this title, until another is chosen. Whoever turned to it before has chosen since.
    pub(crate) fn turn_to(&mut self, title: &str) {
        if self.turned_to.0 != title {
            self.turned_to = (title.into(), true);
        }
    }

    /// Turns the page, down or up.
    pub(crate) fn scroll(&mut self, pages: f32) {
        self.pages += pages;
    }

    /// Draws anew the live figures that are in sight: see [`Live::renew`].
    pub(crate) fn renew(&mut self, seconds: f32, draw: impl FnMut(&str, &[f32]) -> Option<Sheet>) {
        self.live.renew(seconds, draw);
    }

    /// Shows one of so many figures by itself, or none.
    pub(crate) fn show_alone(&mut self, figure: Option<usize>) {
        (self.alone, self.parameter) = (figure, 0);
    }

    /// The figure that is shown by itself.
    pub(crate) fn alone(&self) -> Option<usize> {
        self.alone
    }

    /// Does what a key asks of the figure that is shown by itself, of all these; false if it is no such key.
    pub(crate) fn act(&mut self, action: Action, figures: &[&str]) -> bool {
        let name = self.alone.and_then(|number| figures.get(number));
        match (action, name) {
            (Action::Figure, _) => {
                let next = self.alone.map_or(0, |number| number + 1);
                self.show_alone((next < figures.len()).then_some(next));
            }
            (Action::FigureBack, Some(name)) => self.live.step(name, self.parameter, -2.0),
            (Action::FigureOn, Some(name)) => self.live.step(name, self.parameter, 2.0),
            (Action::FigureParameter, Some(name)) => self.parameter = self.live.parameter_after(name, self.parameter),
            _ => return false,
        }
        true
    }

    /// Draws the figure that is shown by itself, over the viewport.
    pub(crate) fn draw_alone(&mut self, ui: &Ui, fonts: Fonts, viewport: Area, figures: &[&str]) {
        let Some(name) = self.alone.and_then(|number| figures.get(number)) else { return };
        let fits = self.live.width(name, viewport.size.y - 8.0 * fonts.em, fonts.em).unwrap_or(f32::INFINITY);
        let wanted = (0.45 * viewport.size.x).max(24.0 * fonts.em).min(viewport.size.x - 2.0 * fonts.em);
        let width = (44.0 * fonts.em).min(wanted).min(fits + 2.0 * fonts.em);
        // At the side, below the lines at the upper edge: the scene that it is about is in the middle.
        let corner = viewport.min + fonts.em * Vec2::new(1.0, 4.5);
        let mut is_open = true;
        ui.window(format!("figure {name}###figure"))
            .position(corner.to_array(), Condition::Appearing)
            .size_constraints([width, 0.0], [width, viewport.size.y - 2.0 * fonts.em])
            .flags(WindowFlags::ALWAYS_AUTO_RESIZE | WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS)
            .opened(&mut is_open)
            .build(|| {
                self.live.draw(ui, fonts, name, 2.0);
                ui.text_colored(
                    theme::DIM,
                    format!("{} next   {} moves it", shown(Action::Figure), shown(Action::FigureOn)),
                );
            });
        if !is_open {
            self.show_alone(None);
        }
    }

    /// Makes textures of its pictures, once; one that cannot be loaded is shown in words. They lie beside the first
    /// text, and the others are in folders there.
    pub(crate) fn load(&mut self, mut load: impl FnMut(&str) -> Option<(TextureId, [f32; 2])>) {
        if !self.pictures.is_empty() {
            return;
        }
        for block in self.texts.iter().flat_map(|(_, blocks)| blocks) {
            if let Block::Picture(file, _) = block
                && figure(file).is_none()
            {
                let picture = load(file.trim_start_matches("../"));
                self.pictures.extend(picture.map(|picture| (file.clone(), picture)));
            }
        }
    }
}

/// The name of the live figure whose picture this is.
fn figure(file: &str) -> Option<&str> {
    file.split_once("figures/")?.1.strip_suffix(".svg")
}

/// Draws the panel; `offered` are the keys that do something here.
pub fn draw_help(ui: &Ui, area: Area, fonts: Fonts, help: &mut Help, offered: &[Action]) {
    let turns = std::mem::take(&mut help.turned_to.1);
    let pages = std::mem::take(&mut help.pages);
    let scroll = || {
        if pages != 0.0 {
            ui.set_scroll_y(ui.scroll_y() + pages * 0.9 * ui.window_size()[1]);
        }
    };
    let Help { texts, turned_to, pictures, live, .. } = help;
    docked(ui, "##help", area, WindowFlags::empty(), || {
        heading(ui, "Help", Action::Help);
        let Some(_tabs) = ui.tab_bar("##help") else { return };
        for (title, blocks) in &*texts {
            let chosen = turns && *title == turned_to.0;
            let flags = if chosen { TabItemFlags::SET_SELECTED } else { TabItemFlags::empty() };
            TabItem::new(title).flags(flags).build(ui, || {
                ui.child_window("##text").build(|| {
                    scroll();
                    for block in blocks {
                        draw_block(ui, fonts, pictures, live, block);
                    }
                });
            });
        }
        if let Some(_keys) = ui.tab_item("Keys") {
            ui.child_window("##keys").build(|| {
                scroll();
                keys(ui, fonts, offered);
            });
        }
    });
}

fn keys(ui: &Ui, fonts: Fonts, offered: &[Action]) {
    for group in Group::ALL {
        let works = |b: &&Binding| b.group == group && offered.contains(&b.action) && !shown(b.action).is_empty();
        let lines: Vec<&Binding> = BINDINGS.iter().filter(works).collect();
        if lines.is_empty() {
            continue;
        }
        title(ui, fonts.text, theme::COOL, group.title());
        let lines = lines.into_iter().map(|binding| (shown(binding.action), binding.text));
        let camera = CAMERA_TEXT.iter().copied().filter(|_| group == Group::View);
        for (keys, text) in camera.chain(lines) {
            ui.text_colored(theme::ACCENT, keys);
            ui.same_line_with_pos(fonts.em * if keys.len() > 8 { 13.5 } else { 5.5 });
            ui.text_wrapped(text);
        }
    }
}

fn title(ui: &Ui, font: FontId, color: Color, text: &str) {
    ui.spacing();
    let font = ui.push_font(font);
    ui.text_colored(color, text);
    font.pop();
}

fn draw_block(ui: &Ui, fonts: Fonts, pictures: &Pictures, live: &mut Live, block: &Block) {
    let em = fonts.em;
    match block {
        Block::Heading(level, spans) => {
            ui.spacing();
            let text = words(spans);
            let font = if *level <= HeadingLevel::H2 { fonts.heading } else { fonts.text };
            title(ui, font, theme::COOL, &text);
        }
        Block::Paragraph(spans) => paragraph(ui, fonts, spans, 0.0),
        Block::Item(depth, mark, spans) => {
            let indent = em * (0.4 + 1.2 * f32::from(*depth));
            let [x, y] = ui.cursor_screen_pos();
            ui.get_window_draw_list().add_text([x + indent, y], theme::DIM, mark);
            let mark_width = (ui.calc_text_size(mark)[0] + em * 0.5).max(em * 1.1);
            paragraph(ui, fonts, spans, indent + mark_width);
        }
        Block::Quote(spans) => {
            let [x, y] = ui.cursor_screen_pos();
            paragraph(ui, fonts, spans, em);
            let bottom = ui.cursor_screen_pos()[1] - em * 0.4;
            let list = ui.get_window_draw_list();
            list.add_line([x + em * 0.3, y], [x + em * 0.3, bottom], theme::DIM).build();
        }
        Block::Code(lines) => code(ui, fonts, fonts.mono, lines, theme::TEXT),
        Block::Formula(lines) => code(ui, fonts, fonts.text, lines, theme::COOL),
        Block::Table(rows) => table(ui, fonts, rows),
        Block::Picture(file, words) => match (pictures.get(file), figure(file)) {
            (Some((texture, [width, height])), _) => {
                let shown = ui.content_region_avail()[0];
                imgui::Image::new(*texture, [shown, height * shown / width]).build(ui);
                ui.spacing();
            }
            (None, Some(name)) if live.draw(ui, fonts, name, 1.3) => {
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

/// Without styles.
fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// The font and colour of a style, and whether it is drawn twice to look bold.
fn font_and_color(fonts: Fonts, style: Style) -> (FontId, Color, bool) {
    match style {
        Style::Plain => (fonts.text, theme::TEXT, false),
        Style::Bold => (fonts.text, theme::TEXT, true),
        Style::Italic => (fonts.text, theme::WARN, false),
        Style::Code => (fonts.mono, theme::ACCENT, false),
        Style::Formula | Style::Link => (fonts.text, theme::COOL, false),
    }
}

/// Wrapped text in several styles, `indent` pixels in from the left.
fn paragraph(ui: &Ui, fonts: Fonts, spans: &[Span], indent: f32) {
    let width = ui.content_region_avail()[0] - indent;
    let [x, y] = ui.cursor_screen_pos();
    let height = wrapped(ui, fonts, spans, [x + indent, y], width);
    ui.dummy([1.0, height + fonts.em * 0.25]);
}

/// Draws spans from a corner on, wrapped to `width`; returns their height.
fn wrapped(ui: &Ui, fonts: Fonts, spans: &[Span], [x, y]: [f32; 2], width: f32) -> f32 {
    let measure = |text: &str, style: Style| {
        let font = ui.push_font(font_and_color(fonts, style).0);
        let width = ui.calc_text_size(text)[0];
        font.pop();
        width
    };
    let (pieces, lines) = wrap(spans, width, measure);
    let line_height = fonts.em * 1.3;
    let list = ui.get_window_draw_list();
    for piece in &pieces {
        let (font, color, bold) = font_and_color(fonts, piece.style);
        let font = ui.push_font(font);
        let at = [x + piece.x, y + piece.line as f32 * line_height];
        list.add_text(at, color, &piece.text);
        if bold {
            list.add_text([at[0] + fonts.em * 0.045, at[1]], color, &piece.text);
        }
        font.pop();
    }
    lines as f32 * line_height
}

/// Preformatted lines on a darker background.
fn code(ui: &Ui, fonts: Fonts, font: FontId, lines: &[String], color: Color) {
    let [x, y] = ui.cursor_screen_pos();
    let (pad, line_height) = (fonts.em * 0.5, fonts.em * 1.2);
    let width = ui.content_region_avail()[0];
    let token = ui.push_font(font);
    let columns = (width - 2.0 * pad) / ui.calc_text_size("m")[0].max(1.0);
    token.pop();
    let lines = if font == fonts.mono { wrap_code(lines, columns as usize) } else { lines.to_vec() };
    let size = [width, lines.len() as f32 * line_height + pad];
    let list = ui.get_window_draw_list();
    let background = [0.07, 0.078, 0.094, 1.0];
    list.add_rect([x, y], [x + size[0], y + size[1]], background).filled(true).build();
    let font = ui.push_font(font);
    clipped(&list, [x, y], size, || {
        for (number, line) in lines.iter().enumerate() {
            let at = [x + pad, y + pad / 2.0 + number as f32 * line_height];
            list.add_text(at, color, line);
        }
    });
    font.pop();
    ui.dummy(size);
}

fn clipped(list: &DrawListMut<'_>, [x, y]: [f32; 2], [w, h]: [f32; 2], draw: impl FnOnce()) {
    list.with_clip_rect_intersect([x, y], [x + w, y + h], draw);
}

/// Columns share the width by what their longest cells need.
fn table(ui: &Ui, fonts: Fonts, rows: &[Vec<Vec<Span>>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    let available = ui.content_region_avail()[0] - fonts.em * 0.6 * (columns - 1) as f32;
    let wanted: Vec<f32> = (0..columns).map(|c| column_width(ui, rows, c)).collect();
    let widths = fraction(&wanted, available);
    for (number, row) in rows.iter().enumerate() {
        let [x, y] = ui.cursor_screen_pos();
        let (mut left, mut height) = (x, fonts.em);
        for (cell, width) in row.iter().zip(&widths) {
            let mut cell = cell.clone();
            if number == 0 {
                for span in &mut cell {
                    span.style = Style::Bold;
                }
            }
            height = height.max(wrapped(ui, fonts, &cell, [left, y], *width));
            left += width + fonts.em * 0.6;
        }
        ui.dummy([1.0, height]);
        if number == 0 {
            ui.separator();
        }
    }
}

fn column_width(ui: &Ui, rows: &[Vec<Vec<Span>>], column: usize) -> f32 {
    let cells = rows.iter().filter_map(|row| row.get(column));
    let widths = cells.map(|cell| ui.calc_text_size(words(cell))[0] * 1.05);
    widths.fold(1.0, f32::max)
}

/// Narrow columns get their wanted width, wide ones share the rest.
fn fraction(wanted: &[f32], available: f32) -> Vec<f32> {
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
    fn each_readme_has_a_tab() {
        let titles = |markdown: &str| Help::new(markdown).texts.into_iter().map(|(title, _)| title).collect::<Vec<_>>();
        assert_eq!(titles("# 03 Joint lines\n\ntext\n\n```sh\n# a comment\n```\n"), ["Text"]);
        assert_eq!(titles("# 18 All\n\ntext\n\n# A The `ground`\n# B Then\n").join(", "), "Text, A The ground, B Then");
    }

    #[test]
    fn columns_share_the_width() {
        assert_eq!(fraction(&[50.0, 500.0], 300.0), [50.0, 250.0]);
        assert_eq!(fraction(&[50.0, 60.0], 300.0), [50.0, 60.0]);
        assert_eq!(fraction(&[500.0, 500.0], 300.0), [150.0, 150.0]);
        assert_eq!(fraction(&[], 300.0), [0.0f32; 0]);
    }
}
