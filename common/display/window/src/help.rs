//! The text of a lesson, or of the viewer, and the table of keys.

mod page;

use drawing::Sheet;
use imgui::{FontId, StyleColor, TabItem, TabItemFlags, TextureId, Ui, WindowFlags};
use page::Page;
use pulldown_cmark::HeadingLevel;
use std::collections::HashMap;
use ui::live::Live;
use ui::{
    Action, Fonts,
    keys::{BINDINGS, CAMERA_TEXT, Group, shown},
    layout::Area,
    screen::{docked, heading},
    text::{Block, Span, Style, blocks},
    theme::{self, Color},
};

/// Pictures by their files, with their sizes in pixels.
type Pictures = HashMap<String, (TextureId, [f32; 2])>;

#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Each with the title of its tab.
    texts: Vec<(String, Vec<Block>)>,
    turn: Turn,
    pictures: Pictures,
    live: Live,
    /// Pages that the text has still to be scrolled, down or up.
    pub(super) pages: f32,
    /// Whether the table of keys has still to be opened.
    turns_to_keys: bool,
    /// Whether the table of keys is open.
    pub(crate) shows_keys: bool,
}

/// A short text by itself, without pictures.
#[derive(Clone, Debug, Default)]
pub struct Prose {
    blocks: Vec<Block>,
}

impl Prose {
    pub fn new(markdown: &str) -> Self {
        Prose { blocks: blocks(markdown) }
    }

    /// Makes a paragraph of a text in which nothing but `code` between backquotes is marked, or a block of code.
    pub fn with_code(text: &str, is_code: bool) -> Self {
        if is_code {
            return Prose { blocks: vec![Block::Code(text.lines().map(str::to_owned).collect())] };
        }
        let mut spans = Vec::new();
        for (index, part) in text.split('`').enumerate() {
            let style = if index % 2 == 0 { Style::Plain } else { Style::Code };
            spans.push(Span { text: part.into(), style });
        }
        Prose { blocks: vec![Block::Paragraph(spans)] }
    }

    /// Draws the text below the cursor, as wide as there is room.
    pub fn draw(&self, ui: &Ui, fonts: Fonts) {
        self.draw_in(ui, fonts, theme::TEXT);
    }

    /// Draws the text with plain words in a colour.
    pub fn draw_in(&self, ui: &Ui, fonts: Fonts, color: Color) {
        let page = Page { ui, fonts, color, pictures: &Pictures::new() };
        for block in &self.blocks {
            page.draw_block(&mut Live::default(), block);
        }
    }
}

/// The TODO to whose section the text is turned.
#[derive(Clone, Debug, Default)]
struct Turn {
    todo: String,
    /// Whether that has still to be done.
    is_due: bool,
    /// Beginning of the section in its text, in pixels. It moves as long as figures before it are drawn for the first time.
    top: f32,
}

impl Help {
    /// Help with the text of a README. If others are added, each has a tab named after its first heading.
    pub fn new(markdown: &str) -> Self {
        let mut texts = Vec::new();
        for part in blocks(markdown).chunk_by(|_, next| main_heading(next).is_none()) {
            let title = if texts.is_empty() { None } else { main_heading(&part[0]) };
            texts.push((title.unwrap_or_else(|| "Text".into()), part.to_vec()));
        }
        Self { texts, ..Self::default() }
    }

    /// Turns to the section of a TODO, once: as soon as the panel is open. A reader who has gone on since stays there.
    pub(crate) fn turn_to(&mut self, todo: &str) {
        if self.turn.todo != todo {
            self.turn = Turn { todo: todo.into(), is_due: true, top: -1.0 };
        }
    }

    /// The text and the block where a TODO's section begins. What comes before a text's first section leads to it.
    fn section(&self, todo: &str) -> Option<(usize, usize)> {
        let is_section =
            |block: &Block| matches!(block, Block::Heading(HeadingLevel::H2, spans) if is_section(spans, todo));
        for (text, (_, blocks)) in self.texts.iter().enumerate() {
            if let Some(block) = blocks.iter().position(is_section) {
                let is_first = !blocks[..block].iter().any(|block| matches!(block, Block::Quote(_)));
                return Some((text, if is_first { 0 } else { block }));
            }
        }
        None
    }

    pub(super) fn turn_to_keys(&mut self) {
        self.turns_to_keys = true;
    }

    /// Turns the page, down or up.
    pub(crate) fn scroll(&mut self, pages: f32) {
        self.pages += pages;
    }

    /// Draws anew the live figures that are in sight: see [`Live::renew`].
    pub(crate) fn renew(&mut self, seconds: f32, draw: impl FnMut(&str, &[f32]) -> Option<Sheet>) {
        self.live.renew(seconds, draw);
    }

    /// Loads the textures of all pictures with `load`, which gets a path relative to the first text. Further calls do nothing.
    /// A picture that cannot be loaded is shown in words.
    pub(crate) fn load(&mut self, mut load: impl FnMut(&str) -> Option<(TextureId, [f32; 2])>) {
        if !self.pictures.is_empty() {
            return;
        }
        for block in self.texts.iter().flat_map(|(_, blocks)| blocks) {
            if let Block::Picture(file, _) = block
                && live_figure_name(file).is_none()
            {
                // The other texts are in folders beside the first one.
                let picture = load(file.trim_start_matches("../"));
                self.pictures.extend(picture.map(|picture| (file.clone(), picture)));
            }
        }
    }
}

/// Returns the name of the live figure of which `file` is the picture: `06.2` for `figures/06.2.svg`.
fn live_figure_name(file: &str) -> Option<&str> {
    file.split_once("figures/")?.1.strip_suffix(".svg")
}

/// Draws the help: a tab for each text, and one with the scene's own keys and those of the offered actions. Turns once to the section of the
/// current TODO.
pub fn draw_help(ui: &Ui, area: Area, fonts: Fonts, help: &mut Help, listed: (&[(String, &str)], &[Action])) {
    let section = help.section(&help.turn.todo).filter(|_| help.turn.is_due);
    let pages = std::mem::take(&mut help.pages);
    let keys = std::mem::take(&mut help.turns_to_keys);
    let Help { texts, turn, pictures, live, shows_keys, .. } = help;
    *shows_keys = false;
    let page = Page { ui, fonts, color: theme::TEXT, pictures };
    docked(ui, "##help", area, WindowFlags::empty(), || {
        heading(ui, "Help", Action::Help);
        let Some(_tabs) = ui.tab_bar("##help") else { return };
        for (number, (title, blocks)) in texts.iter().enumerate() {
            let begins = section.filter(|(text, _)| *text == number).map(|(_, block)| block);
            let flags = if begins.is_some() { TabItemFlags::SET_SELECTED } else { TabItemFlags::empty() };
            TabItem::new(title).flags(flags).build(ui, || {
                ui.child_window("##text").build(|| {
                    scroll_pages(ui, pages);
                    for (number, block) in blocks.iter().enumerate() {
                        if begins == Some(number) {
                            let top = ui.cursor_pos()[1];
                            ui.set_scroll_y(top);
                            turn.is_due = turn.top != top;
                            turn.top = top;
                        }
                        page.draw_block(live, block);
                    }
                });
            });
        }
        let flags = if keys { TabItemFlags::SET_SELECTED } else { TabItemFlags::empty() };
        TabItem::new("Keys").flags(flags).build(ui, || {
            *shows_keys = true;
            ui.child_window("##keys").build(|| {
                scroll_pages(ui, pages);
                draw_keys(ui, fonts, listed);
            });
        });
    });
}

/// Scrolls the open child window down by this many pages, up if negative.
pub fn scroll_pages(ui: &Ui, pages: f32) {
    if pages != 0.0 {
        ui.set_scroll_y(ui.scroll_y() + pages * 0.9 * ui.window_size()[1]);
    }
}

/// Draws a scene's `own` keys and those of the `offered` actions, under the headings of their groups.
fn draw_keys(ui: &Ui, fonts: Fonts, (own, offered): (&[(String, &str)], &[Action])) {
    if !own.is_empty() {
        draw_title(ui, fonts.text, theme::COOL, "This scene");
        draw_lines(ui, fonts, own.iter().map(|(keys, does)| (&**keys, *does)));
    }
    for group in Group::ALL {
        let mut lines = Vec::new();
        for binding in BINDINGS {
            let keys = shown(binding.action);
            if binding.group == group && offered.contains(&binding.action) && !keys.is_empty() {
                lines.push((keys, binding.text));
            }
        }
        if lines.is_empty() {
            continue;
        }
        draw_title(ui, fonts.text, theme::COOL, group.title());
        let camera = CAMERA_TEXT.iter().copied().filter(|_| group == Group::View);
        draw_lines(ui, fonts, camera.chain(lines));
    }
}

fn draw_lines<'a>(ui: &Ui, fonts: Fonts, lines: impl Iterator<Item = (&'a str, &'a str)>) {
    for (keys, text) in lines {
        ui.text_colored(theme::ACCENT, keys);
        ui.same_line_with_pos(fonts.em * if keys.len() > 8 { 13.5 } else { 5.5 });
        ui.text_wrapped(text);
    }
}

fn draw_title(ui: &Ui, font: FontId, color: Color, text: &str) {
    ui.spacing();
    let font = ui.push_font(font);
    let color = ui.push_style_color(StyleColor::Text, color);
    ui.text_wrapped(text);
    color.pop();
    font.pop();
}

/// Whether these are the words of a heading for a TODO: "04.1 `joints.vert`: ...".
fn is_section(heading: &[Span], todo: &str) -> bool {
    let rest = heading.first().and_then(|span| span.text.strip_prefix(todo));
    !todo.is_empty() && rest.is_some_and(|rest| rest.starts_with(' '))
}

fn main_heading(block: &Block) -> Option<String> {
    match block {
        Block::Heading(HeadingLevel::H1, spans) => Some(words(spans)),
        _ => None,
    }
}

fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_readme_has_a_tab() {
        for (markdown, titles) in [
            ("# 04 Joint lines\n\ntext\n\n```sh\n# a comment\n```\n", &["Text"][..]),
            ("# 18 All\n\ntext\n\n# A The `ground`\n# B Then\n", &["Text", "A The ground", "B Then"]),
        ] {
            let texts = Help::new(markdown).texts;
            assert!(texts.iter().map(|(title, _)| title).eq(titles), "{markdown}");
        }
    }

    #[test]
    fn it_turns_to_the_section_of_a_todo() {
        let help = Help::new(
            "# 18 All\n\n18.1 first\n\n# A One\n\nwhy\n\n## 18.1 `a`: b\n\n> write\n\n## 18.10 `c`: d\n\n> write\n\n\
             # B Two\n\n## 18.2 `e`: f\n\n> write\n",
        );
        assert_eq!(help.section("18.1"), Some((1, 0)), "a part is read from its beginning");
        assert_eq!(help.section("18.10"), Some((1, 4)));
        assert_eq!(help.section("18.2"), Some((2, 0)));
        assert_eq!([help.section("18.3"), help.section("")], [None, None]);
    }
}
