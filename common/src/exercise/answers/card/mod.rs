//! The card of the current TODO, from top to bottom: where to write, the task, its figure by the student's code, and the
//! outcome of the last save.

mod buttons;
mod figure;
mod verdict_view;

use super::{assist::Assist, buttons::Buttons, drawn::Drawn, saved::Saved};
use crate::exercise::{earlier::lessons_to_offer, todo_state::TodoState, todos::Todos};
use buttons::{draw_buttons, draw_hints};
use check::About;
use check::Lesson;
use drawing::Figure;
use figure::TaskFigure;
use glam::Vec2;
use imgui::{MouseButton, Ui, WindowFlags};
use std::time::Duration;
use ui::{
    Action, Fonts,
    keys::shown,
    screen,
    theme::{self, Color},
};
use verdict::{Status, section, workspace};
use verdict_view::VerdictView;
use window::help::{Prose, scroll_pages};

/// Height that a long verdict leaves to the task, in multiples of the font's size.
const MIN_TASK: f32 = 4.5;

/// Fraction of the height between heading and buttons that a task gets which was opened beside a verdict.
const OPENED_TASK: f32 = 0.6;

/// Fraction of its largest size to which a figure shrinks for a long verdict, of which the rest is scrolled to: 300 of 360
/// pixels, with letters 11 pixels high where the text's are 13.
const READABLE: f32 = 5.0 / 6.0;

/// Fraction to which it shrinks where otherwise the beginning of the verdict, with its wrong case folded, would be out of sight.
const SMALLEST: f32 = 0.6;

/// The TODO at `index`, whose card is open, and all that its card shows or changes.
pub(super) struct Contents<'a> {
    pub(super) index: usize,
    pub(super) todos: &'a mut Todos,
    pub(super) saved: &'a Saved,
    pub(super) drawn: &'a mut Drawn,
    pub(super) assist: &'a mut Assist,
}

impl Contents<'_> {
    fn todo(&self) -> &TodoState {
        &self.todos.all[self.index]
    }

    /// Returns whether there is more to read than the task: a verdict, rustc's error, or a hint.
    fn is_answered(&self) -> bool {
        let todo = self.todo();
        todo.status().is_some_and(|status| status.is_done() || status.is_at_work())
            || self.saved.code.problem_of(todo).is_some()
            || !self.assist.hints.shown(todo.id).is_empty()
    }
}

/// The text of the task of the TODO with this id.
#[derive(Default)]
struct TaskText {
    id: &'static str,
    text: Prose,
    /// Its first sentence, and how high that was in the last frame, in pixels.
    summary: Prose,
    summary_height: f32,
    /// Whether the text has still to be scrolled to its beginning.
    begins: bool,
    /// Whether only its first sentence is shown, and whether the student has chosen that.
    is_folded: bool,
    chosen: Option<bool>,
}

impl TaskText {
    /// Draws the text, or its first sentence, and, beside a verdict, the button that shows the other.
    fn draw(&mut self, ui: &Ui, fonts: Fonts, is_answered: bool, buttons: &mut Buttons) {
        ui.spacing();
        if !self.is_folded {
            self.text.draw(ui, fonts);
            if is_answered {
                buttons.draw(ui, Action::Task, "Fold the task", true);
            }
            return;
        }
        let label = "…";
        let room = screen::button_width(ui, &format!("{label}  {}", shown(Action::Task)));
        let width = ui.content_region_avail()[0] - room - ui.clone_style().item_spacing[0];
        let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
        ui.child_window("##sentence").size([width, self.summary_height.max(ui.frame_height())]).flags(flags).build(
            || {
                self.summary.draw(ui, fonts);
                self.summary_height = ui.cursor_pos()[1];
            },
        );
        if ui.is_item_hovered() && ui.is_mouse_clicked(MouseButton::Left) {
            buttons.request(Action::Task);
        }
        buttons.draw(ui, Action::Task, label, false);
    }
}

/// The state of the card between frames.
pub(crate) struct Card {
    about: Option<&'static About>,
    task: TaskText,
    pub(super) figure: TaskFigure,
    verdict: VerdictView,
    heights: Heights,
    /// Pages that the card has still to be scrolled, down or up.
    pages: f32,
    /// Whether there was more below the task and below the verdict in the last frame.
    has_more: [bool; 2],
    /// Whether the figure, or a verdict's wrong case, was not in sight as a whole in the last frame.
    pub(super) is_cut: bool,
}

/// Heights of the card's parts in the last frame, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Heights {
    /// The task's text.
    text: f32,
    /// The text, and the figure below it.
    upper: f32,
    /// The outcome of the last save, and all that is below it, nothing of it folded.
    lower: f32,
}

impl Card {
    /// The card of a lesson's TODOs. Without a lesson it shows no tasks.
    pub(super) fn new(about: Option<&'static About>) -> Self {
        Card {
            about,
            task: TaskText::default(),
            figure: TaskFigure::default(),
            verdict: VerdictView::default(),
            heights: Heights::default(),
            pages: 0.0,
            has_more: [false; 2],
            is_cut: false,
        }
    }

    pub(crate) fn show_figures(&mut self, figures: &'static [Figure], lesson: &'static Lesson) {
        self.figure = TaskFigure::new(figures, lesson);
    }

    /// Replaces the card's task by that of another TODO.
    fn turn_to(&mut self, id: &'static str) {
        if self.task.id != id {
            let section = self.about.and_then(|about| section(about.readme, id).ok());
            let task = section.map_or_else(String::new, |section| section.task);
            let summary = Prose::new(first_sentence(&task));
            self.task = TaskText { id, text: Prose::new(&task), summary, begins: true, ..TaskText::default() };
        }
    }

    /// Performs an action on the card of a TODO. Returns whether `action` is one.
    pub(super) fn act(&mut self, action: Action, todo: &TodoState) -> bool {
        match action {
            Action::Task => {
                self.task.chosen = Some(!self.task.is_folded);
                self.task.begins = true;
            }
            Action::FigureCase => {
                self.figure.switch_wrong();
                self.task.chosen = None;
            }
            Action::Details => self.verdict.switch_details(),
            Action::CardUp => self.pages -= 1.0,
            Action::CardDown => self.pages += 1.0,
            _ => return self.figure.act(action, todo.id),
        }
        true
    }

    fn praise(&self, id: &str) -> &'static str {
        let todos = self.about.map_or(&[][..], |about| &about.toml.todos);
        todos.iter().find(|todo| todo.id == id).map_or("", |todo| todo.passes.as_str())
    }

    /// Draws the card into the open window.
    pub(super) fn draw(&mut self, ui: &Ui, fonts: Fonts, mut contents: Contents<'_>, buttons: &mut Buttons) {
        let id = contents.todo().id;
        self.turn_to(id);
        draw_markers(ui, fonts.em, &mut contents);
        let heading = ui.push_font(fonts.heading);
        ui.text_colored(theme::ACCENT, contents.todos.id_and_name(id));
        heading.pop();
        draw_location(ui, fonts, &contents.todo().location);
        let line = ui.frame_height_with_spacing();
        let leads_on = contents.todos.open_passes() && contents.saved.code.status.broken().is_none();
        let has_part = contents.todos.are_finished() && contents.assist.next.own_part().is_some();
        let rows = 1.0 + f32::from(leads_on) + f32::from(leads_on && has_part);
        let gap = ui.clone_style().item_spacing[1];
        let foot = rows * line + gap;
        // The verdict is always visible: the task above it scrolls separately.
        let room = ui.content_region_avail()[1] - foot - gap;
        if self.verdict.is_new(contents.todo()) {
            // A task that was opened can be read until its answer is right.
            self.task.chosen = self.task.chosen.filter(|_| !contents.todo().passes());
            buttons.leave(); // so that Enter goes on
        }
        let is_answered = contents.is_answered();
        let is_folded = self.task.chosen.unwrap_or(is_answered);
        self.task.is_folded = is_folded;
        let Heights { text, upper, lower } = self.heights;
        let [readable, smallest] = [READABLE, SMALLEST].map(|scale| self.figure.height(id, scale));
        let beside_case = (room - text - self.verdict.least - line).clamp(smallest, readable.max(smallest));
        let max_figure = (room - text - lower).max(beside_case);
        let least = match (is_folded, is_answered) {
            (true, _) => upper,
            (false, true) => OPENED_TASK * room,
            (false, false) => MIN_TASK * fonts.em,
        };
        let upper = task_height(room, upper, lower, least);
        // As wide with a scrollbar as without: a narrower text is of another height, which might not need the scrollbar.
        let width = ui.content_region_avail()[0] - ui.clone_style().scrollbar_size;
        let pages = std::mem::take(&mut self.pages);
        let more = [0, 1].map(|part| if self.has_more[part] { ui.text_line_height_with_spacing() } else { 0.0 });
        ui.child_window("##task").size([0.0, (upper - more[0]).max(1.0)]).content_size([width, 0.0]).build(|| {
            scroll_pages(ui, pages);
            if std::mem::take(&mut self.task.begins) {
                ui.set_scroll_y(0.0);
            }
            self.task.draw(ui, fonts, is_answered, buttons);
            self.heights.text = ui.cursor_pos()[1];
            self.figure.draw(ui, fonts, id, max_figure, buttons);
            self.heights.upper = ui.cursor_pos()[1];
            self.is_cut = ui.scroll_y() > 0.0 || self.heights.upper > ui.window_size()[1] + 1.0;
            // Without its line all may fit.
            self.has_more[0] = ui.scroll_y() < ui.scroll_max_y() && self.heights.upper > upper + 1.0;
        });
        draw_more(ui, more[0]);
        ui.child_window("##verdict").size([0.0, -foot - more[1]]).content_size([width, 0.0]).build(|| {
            scroll_pages(ui, pages);
            let praise = self.praise(id);
            self.verdict.draw(ui, fonts, &contents, &self.figure, praise, buttons);
            self.is_cut |= ui.scroll_y() > 0.0 || self.verdict.wrong_end > ui.window_size()[1];
            draw_hints(ui, fonts, &mut contents, buttons);
            // A beginner cannot judge it before something of this lesson works.
            let is_offered = contents.todos.open_passes() || contents.drawn.calls_earlier;
            if let Some(lessons) = lessons_to_offer(contents.todos.earlier()).filter(|_| is_offered) {
                buttons.draw_switch(ui, Action::Earlier, "Use my earlier answers", contents.drawn.calls_earlier);
                ui.text_wrapped(format!("those of lesson {lessons}"));
            }
            self.heights.lower = ui.cursor_pos()[1] + self.verdict.folded + gap;
            self.has_more[1] = ui.scroll_y() < ui.scroll_max_y();
        });
        draw_more(ui, more[1]);
        ui.separator();
        draw_buttons(ui, &contents, buttons);
    }
}

/// Draws a ring for each TODO, with a sign or a number in it. A click on a ring turns to the card of the TODO.
fn draw_markers(ui: &Ui, em: f32, contents: &mut Contents<'_>) {
    let Contents { index: current, todos, saved, drawn, .. } = contents;
    let size = (2.0 * em).min(ui.content_region_avail()[0] / todos.own_count as f32 - 0.3 * em);
    let mut clicked = None;
    for (index, todo) in todos.own().iter().enumerate() {
        if index > 0 {
            ui.same_line_with_spacing(0.0, 0.3 * em);
        }
        let middle = Vec2::from(ui.cursor_screen_pos()) + 0.5 * size;
        if ui.invisible_button(format!("##{}", todo.id), [size, size]) {
            clicked = Some(index);
        }
        if ui.is_item_hovered() {
            ui.tooltip_text(format!("{} {}   Ctrl+{}", todo.id, todo.name(), index + 1));
        }
        let (sign, color) = marker_sign(todos, saved, index);
        let number = (index + 1).to_string();
        let sign = sign.unwrap_or(&number);
        let list = ui.get_window_draw_list();
        if index == *current {
            list.add_circle(middle.to_array(), 0.46 * size, theme::HELD).filled(true).build();
        }
        let thick = if index == *current { 2.5 } else { 1.2 };
        list.add_circle(middle.to_array(), 0.46 * size, color).thickness(thick).num_segments(32).build();
        let corner = middle - 0.5 * Vec2::from(ui.calc_text_size(sign));
        list.add_text(corner.to_array(), color, sign);
    }
    if let Some(index) = clicked {
        drawn.turn_to(todos, index);
    }
}

/// Returns the sign of the TODO at this index, or `None` for its number, and the colour of its ring. The last save comes
/// before the verdict of the one before it.
fn marker_sign(todos: &Todos, saved: &Saved, index: usize) -> (Option<&'static str>, Color) {
    let todo = &todos.all[index];
    let is_being_checked = todo.has_changed && saved.checker.is_slow(Duration::ZERO) == Some(index);
    match &todo.verdict {
        _ if saved.code.status.breaks(todo.id) => (Some("✘"), theme::BAD),
        _ if is_being_checked => (Some("…"), theme::DIM),
        None => (Some("…"), theme::DIM),
        Some(verdict) if verdict.steps_right() > 0 && !verdict.status.is_done() => (None, theme::ACCENT),
        Some(verdict) => match verdict.status {
            Status::Pass | Status::Borrowed => (Some("✓"), theme::GOOD),
            Status::NotStarted | Status::Skipped | Status::Waiting => (None, theme::DIM),
            _ => (Some("✘"), theme::BAD),
        },
    }
}

/// Draws the key that scrolls the child window above, in a line of this height; nothing if it is 0.
fn draw_more(ui: &Ui, height: f32) {
    if height > 0.0 {
        ui.text_colored(theme::COOL, format!("more: {}", shown(Action::CardDown)));
    }
}

/// Returns a text to the end of its first sentence, which may end with a colon.
fn first_sentence(text: &str) -> &str {
    let mut is_plain = true;
    for (index, letter) in text.char_indices() {
        is_plain ^= matches!(letter, '`' | '$');
        let next = index + letter.len_utf8();
        if is_plain && matches!(letter, '.' | '?' | ':') && text[next..].starts_with(char::is_whitespace) {
            return text[..next].trim_end_matches(':');
        }
    }
    text
}

/// Draws file and line. A click copies the whole path.
fn draw_location(ui: &Ui, fonts: Fonts, location: &str) {
    let (file, line) = location.rsplit_once(':').unwrap_or((location, ""));
    let words = if line.is_empty() { file.to_owned() } else { format!("{file}, line {line}") };
    let [width, height] = ui.calc_text_size(&words);
    let corner = ui.cursor_pos();
    if ui.invisible_button("##location", [width.max(1.0), height]) {
        ui.set_clipboard_text(format!("{}:{line}", workspace::root().join(file).display()).trim_end_matches(':'));
    }
    let is_hovered = ui.is_item_hovered();
    if is_hovered {
        ui.tooltip_text("a click copies the path");
    }
    ui.set_cursor_pos(corner);
    let mono = ui.push_font(fonts.mono);
    ui.text_colored(if is_hovered { theme::ACCENT } else { theme::COOL }, words);
    mono.pop();
}

/// Returns the height of the task in the card's `room`, in pixels. A task gets the height that it needs if the verdict
/// leaves it, and `least` beside a verdict that leaves less.
fn task_height(room: f32, task: f32, verdict: f32, least: f32) -> f32 {
    let left = (room - verdict).max(least.min(room));
    task.min(left).max(1.0)
}

/// Draws a text that is wrapped at the window's edge, and nothing if it is empty.
fn wrapped_text(ui: &Ui, color: Color, text: &str) {
    if text.is_empty() {
        return;
    }
    let width = ui.content_region_avail()[0];
    let mut lines = Vec::new();
    // imgui would break a number at its point.
    for line in text.lines() {
        lines.extend(screen::break_lines(line, width, |line| ui.calc_text_size(line)[0]));
    }
    ui.text_colored(color, lines.join("\n"));
}

#[cfg(test)]
mod tests;
