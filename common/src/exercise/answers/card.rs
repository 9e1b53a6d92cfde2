//! The card of the current TODO, from top to bottom: where to write, the task, its figure by the student's code, and the
//! outcome of the last save.

use super::{StudentAnswers, assist, finale};
use crate::exercise::{earlier::lessons_to_offer, todo_state::TodoState};
use check::About;
use drawing::{Figure, ShownCase, settings_text};
use glam::Vec2;
use imgui::{StyleColor, Ui, WindowFlags};
use judge::Limits;
use std::time::Duration;
use ui::live::Live;
use ui::{
    Action, Fonts,
    keys::shown,
    labels,
    layout::{Area, Layout},
    screen,
    theme::{self, Color},
};
use verdict::workspace;
use verdict::{Hint, Status, Told, Verdict, section};
use window::help::Prose;

/// The time after which an answer that is being checked is named.
const SLOW: Duration = Duration::from_secs(2);

/// Height that a long verdict leaves to the task, in multiples of the font's size.
const MIN_TASK: f32 = 4.5;

/// Fraction of the height between heading and buttons that a figure gets which shows a case.
const MIN_FIGURE: f32 = 0.6;

/// Lines of the student's prints that are shown: the last ones.
const PRINTED_LINES: usize = 8;

/// Number of frames for which details that were opened are scrolled to: the verdict is as high as they need from the second
/// frame on.
const SCROLLED_FRAMES: u8 = 3;

/// The state of the card between frames.
#[derive(Default)]
pub(crate) struct Card {
    about: Option<&'static About>,
    pub(super) figures: &'static [Figure],
    pub(super) cases: &'static [ShownCase],
    live: Live,
    /// The parameter of the figure that the keys move.
    parameter: usize,
    /// The values at which the figure shows a case, and whether the card has still to scroll there.
    shown_case: Option<&'static [f32]>,
    scrolls_to_figure: bool,
    /// Number of frames for which the verdict's details are still scrolled to.
    scrolls_to_details: u8,
    /// The task of the TODO with this id.
    task: (&'static str, Prose),
    /// Whether the task has still to be scrolled to its beginning.
    begins: bool,
    /// The verdict in the last frame: another one begins at its beginning.
    seen: Option<Verdict>,
    /// Heights of the task with its figure and of the verdict in the last frame, in pixels.
    upper: f32,
    lower: f32,
}

impl Card {
    pub(super) fn new(about: &'static About) -> Self {
        Card { about: Some(about), ..Card::default() }
    }

    /// Moves a parameter of the figure of the TODO with this id. Returns whether `action` does that.
    pub(super) fn act(&mut self, action: Action, id: Option<&str>) -> bool {
        let Some(figure) = id.and_then(|id| self.figure(id)) else { return false };
        match action {
            Action::FigureBack => self.live.step(figure.name, self.parameter, -2.0),
            Action::FigureOn => self.live.step(figure.name, self.parameter, 2.0),
            Action::FigureParameter => self.parameter = self.live.parameter_after(figure.name, self.parameter),
            _ => return false,
        }
        true
    }

    fn figure(&self, id: &str) -> Option<&'static Figure> {
        self.figures.iter().find(|figure| figure.todo() == id)
    }

    /// Returns the figure that can show the verdict's wrong case, and the values of its parameters that show the case.
    fn figure_of_case(&self, verdict: &Verdict) -> Option<(&'static Figure, &'static [f32])> {
        let wrong = verdict.cases.wrong.as_ref()?;
        let (_, values) = self.cases.iter().find(|(input, _)| *input == wrong.input)?;
        Some((self.figure(&verdict.id)?, values))
    }

    /// Sets the figure's parameters to those of a case.
    fn show_case(&mut self, figure: &Figure, values: &'static [f32]) {
        self.live.set(figure.name, values);
        self.shown_case = Some(values);
        self.scrolls_to_figure = true;
    }

    /// Replaces the card's task by that of another TODO.
    fn turn_to(&mut self, id: &'static str) {
        if self.task.0 != id {
            let text = self.about.and_then(|about| section(about.readme, id).ok());
            self.begins = true;
            self.task = (id, Prose::new(&text.map_or_else(String::new, |section| section.task)));
            self.parameter = 0;
            self.shown_case = None;
        }
    }

    fn praise(&self, id: &str) -> &'static str {
        let todos = self.about.map_or(&[][..], |about| &about.toml.todos);
        todos.iter().find(|todo| todo.id == id).map_or("", |todo| todo.passes.as_str())
    }

    /// Draws the card of the TODO at `index` into the open window. Adds the actions of buttons that were clicked.
    fn draw(&mut self, ui: &Ui, fonts: Fonts, student: &mut StudentAnswers, index: usize, actions: &mut Vec<Action>) {
        let TodoState { id, .. } = student.todos[index];
        self.turn_to(id);
        draw_markers(ui, fonts.em, student, index);
        let heading = ui.push_font(fonts.heading);
        ui.text_colored(theme::ACCENT, student.id_and_name(id));
        heading.pop();
        draw_location(ui, fonts, &student.todos[index].location);
        let line = ui.frame_height_with_spacing();
        let leads_on = student.current_passes() && student.code.status.broken().is_none();
        let rows = if leads_on { 2.0 } else { 1.0 };
        let buttons = rows * line + ui.clone_style().item_spacing[1];
        // The verdict is always visible: the task above it scrolls separately.
        let room = ui.content_region_avail()[1] - buttons;
        let case = student.todos[index].verdict.as_ref().and_then(|verdict| self.figure_of_case(verdict));
        let shows_case = case.is_some_and(|(_, values)| self.shown_case == Some(values));
        let least = if shows_case { MIN_FIGURE * room } else { MIN_TASK * fonts.em };
        let upper = task_height(room, self.upper, self.lower, least);
        // As wide with a scrollbar as without: a narrower text is of another height, which might not need the scrollbar.
        let width = ui.content_region_avail()[0] - ui.clone_style().scrollbar_size;
        ui.child_window("##task").size([0.0, upper]).content_size([width, 0.0]).build(|| {
            if std::mem::take(&mut self.begins) {
                ui.set_scroll_y(0.0);
            }
            ui.spacing();
            self.task.1.draw(ui, fonts);
            if let Some(figure) = self.figure(id) {
                if std::mem::take(&mut self.scrolls_to_figure) {
                    ui.spacing(); // the line that is scrolled to
                    ui.set_scroll_here_y_with_ratio(0.0);
                }
                self.live.draw(ui, fonts, figure.name, 1.0);
            }
            self.upper = ui.cursor_pos()[1];
        });
        ui.child_window("##verdict").size([0.0, -buttons]).content_size([width, 0.0]).build(|| {
            if self.seen != student.todos[index].verdict {
                self.seen.clone_from(&student.todos[index].verdict);
                ui.set_scroll_y(0.0);
            }
            ui.separator();
            self.draw_verdict(ui, fonts, student, index);
            draw_hints(ui, fonts, student, id, actions);
            if let Some(lessons) = lessons_to_offer(&student.todos[student.own_count..]) {
                ui.checkbox(format!("Use my answers of lesson {lessons}"), &mut student.earlier.calls_mine);
            }
            self.lower = ui.cursor_pos()[1] + ui.clone_style().item_spacing[1];
        });
        ui.separator();
        draw_buttons(ui, student, index, actions);
    }

    /// Draws the outcome of the last save, and the scene's messages.
    fn draw_verdict(&mut self, ui: &Ui, fonts: Fonts, student: &StudentAnswers, index: usize) {
        let todo = &student.todos[index];
        let is_replaced = matches!(todo.status(), Some(Status::Panicked | Status::TimedOut | Status::Crashed));
        if student.shows_ours {
            let line = format!("This is our scene. {} shows yours.", shown(Action::Mine));
            wrapped_text(ui, theme::COOL, &line);
        }
        draw_progress(ui, student);
        if let Some((why, error, advice)) = student.code.status.problem().filter(|_| !todo.task.is_shader()) {
            wrapped_text(ui, theme::BAD, &format!("✘ {why}"));
            // The advice stands first: only the beginning of a long message may be in sight.
            if let Some(advice) = advice {
                wrapped_text(ui, theme::WARN, advice);
            }
            draw_compiler_error(ui, fonts, &error);
            if !is_replaced {
                wrapped_text(ui, theme::DIM, student.what_runs());
            }
        } else if let Some(verdict) = &todo.verdict {
            let words = Told::new(verdict);
            draw_status(ui, verdict, &words, self.praise(todo.id));
            for mistake in &words.mistakes {
                wrapped_text(ui, theme::TEXT, &capitalized(&mistake[1]));
            }
            if let Some(question) = &words.question {
                wrapped_text(ui, theme::WARN, question);
            }
            if let Some(right) = &words.right_cases {
                wrapped_text(ui, theme::DIM, right);
            }
            if let Some(wrong) = &words.wrong_case {
                wrapped_text(ui, theme::TEXT, wrong);
            }
            if let Some((figure, values)) = self.figure_of_case(verdict)
                && ui.button(format!("Show me: {}", settings_text(figure.parameters, values)))
            {
                self.show_case(figure, values);
            }
            for group in &words.groups {
                wrapped_text(ui, theme::DIM, group);
            }
            for note in &words.notes {
                ui.text_wrapped(capitalized(note));
            }
            if let Some(prints) = &verdict.prints {
                wrapped_text(ui, theme::DIM, "your prints:");
                let mono = ui.push_font(fonts.mono);
                let lines: Vec<&str> = prints.lines().collect();
                ui.text_wrapped(lines[lines.len().saturating_sub(PRINTED_LINES)..].join("\n"));
                mono.pop();
            }
            if !words.details.is_empty() {
                self.draw_details(ui, &words.details);
            }
        }
        if student.code.loaded.is_some() && todo.status().is_some_and(Status::is_at_work) {
            for words in student.code.loaded.iter().flat_map(|loaded| &loaded.warnings) {
                wrapped_text(ui, theme::DIM, words.lines().next().unwrap_or_default());
            }
        }
        if is_replaced {
            wrapped_text(ui, theme::DIM, "Ours draws in its place.");
        }
        for note in student.notes() {
            let is_in_verdict = is_replaced && note.text.starts_with(todo.id);
            if !is_in_verdict {
                wrapped_text(ui, theme::BAD, &note.text);
            }
        }
        if let Some(difference) =
            student.difference.as_ref().filter(|difference| student.shows_difference && difference.at.is_none())
        {
            wrapped_text(ui, theme::COOL, &format!("difference: {}", difference.text));
        }
    }

    /// Draws a verdict's numbers, folded away at first. When they are opened the verdict scrolls to them.
    fn draw_details(&mut self, ui: &Ui, details: &[String]) {
        let node = ui.tree_node("details");
        if ui.is_item_toggled_open() {
            self.scrolls_to_details = SCROLLED_FRAMES;
        }
        if self.scrolls_to_details > 0 {
            self.scrolls_to_details -= 1;
            ui.set_scroll_here_y_with_ratio(0.0);
        }
        if let Some(_details) = node {
            ui.text_wrapped(details.join("\n"));
        }
    }
}

/// Draws a line about a build or a check that is under way.
fn draw_progress(ui: &Ui, student: &StudentAnswers) {
    let build = student.code.status.progress();
    if !build.is_empty() {
        wrapped_text(ui, theme::DIM, &format!("{build} …"));
    } else if let Some(slow) = student.checker.is_slow(SLOW) {
        let id = student.todos[slow].id;
        let seconds = Limits::default().time.as_secs();
        let end = "of work it is ended. Until then the picture stays as it was.";
        wrapped_text(ui, theme::WARN, &format!("still running your {id} … After {seconds} s {end}"));
    } else if student.checker.is_running() && student.save_outcome.is_unchecked() {
        wrapped_text(ui, theme::DIM, "checking …");
    }
}

/// Returns the height of the task in the card's `room`, in pixels. A task gets the height that it needs if the verdict
/// leaves it, and `least` beside a verdict that leaves less.
fn task_height(room: f32, task: f32, verdict: f32, least: f32) -> f32 {
    let left = (room - verdict).max(least.min(room));
    task.min(left).max(1.0)
}

/// Draws the card, the panel at the bottom, and the ring around the largest difference. `seconds` is the time since the last
/// frame. Returns the actions of buttons that were clicked.
pub(super) fn draw_lesson(
    ui: &Ui,
    fonts: Fonts,
    layout: &Layout,
    student: &mut StudentAnswers,
    seconds: f32,
) -> Vec<Action> {
    let mut actions = Vec::new();
    if let (Some(area), Some(index)) = (layout.card, student.current()) {
        let mut card = std::mem::take(&mut student.card);
        let figures = card.figures;
        card.live.renew(seconds, |name, values| {
            let figure = figures.iter().find(|figure| figure.name == name)?;
            student.draw_figure(figure, values).ok()
        });
        let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
        screen::docked(ui, "##card", area, flags, || card.draw(ui, fonts, student, index, &mut actions));
        student.card = card;
    }
    draw_difference_mark(ui, fonts, layout.viewport, student);
    if let Some(area) = layout.bottom {
        assist::draw_assist(ui, fonts, area, student, &mut actions);
    }
    if let Some(seconds) = student.finale.seconds() {
        finale::draw_confetti(ui, fonts.em, layout.viewport, seconds);
    }
    actions
}

/// Draws a ring for each TODO, with a sign or a number in it. A click on a ring turns to the card of the TODO.
fn draw_markers(ui: &Ui, em: f32, student: &mut StudentAnswers, current: usize) {
    let size = (2.0 * em).min(ui.content_region_avail()[0] / student.own_count as f32 - 0.3 * em);
    let mut clicked = None;
    for (index, todo) in student.own_todos().iter().enumerate() {
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
        let (sign, color) = marker_sign(student, index);
        let number = (index + 1).to_string();
        let sign = sign.unwrap_or(&number);
        let list = ui.get_window_draw_list();
        if index == current {
            list.add_circle(middle.to_array(), 0.46 * size, theme::HELD).filled(true).build();
        }
        let thick = if index == current { 2.5 } else { 1.2 };
        list.add_circle(middle.to_array(), 0.46 * size, color).thickness(thick).num_segments(32).build();
        let corner = middle - 0.5 * Vec2::from(ui.calc_text_size(sign));
        list.add_text(corner.to_array(), color, sign);
    }
    if let Some(index) = clicked {
        student.turn_to(index);
    }
}

/// Returns the sign of the TODO at this index, or `None` for its number, and the colour of its ring. The last save comes
/// before the verdict of the one before it.
fn marker_sign(student: &StudentAnswers, index: usize) -> (Option<&'static str>, Color) {
    let todo = &student.todos[index];
    let is_being_checked = todo.has_changed && student.checker.is_slow(Duration::ZERO) == Some(index);
    match &todo.verdict {
        _ if student.code.status.breaks(todo.id) => (Some("✘"), theme::BAD),
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

/// Draws the outcome of a check: the TODO's steps, and the praise, the mistakes' names, or a message.
fn draw_status(ui: &Ui, verdict: &Verdict, told: &Told, praise: &str) {
    for step in &verdict.steps {
        let color = if step.right == Some(true) { theme::GOOD } else { theme::DIM };
        let words = if step.right == Some(true) { format!(": {}", step.passes) } else { String::new() };
        wrapped_text(ui, color, &format!("{} {}{words}", verdict.sign_of(step), step.name));
    }
    match verdict.status {
        Status::NotStarted => return wrapped_text(ui, theme::DIM, "Save the file and the window runs it."),
        Status::Pass => wrapped_text(ui, theme::GOOD, &format!("✓ {praise}")),
        Status::Skipped => wrapped_text(ui, theme::WARN, "not checked"),
        Status::Fail if verdict.steps_right() > 0 => {}
        Status::Fail => {
            let names: Vec<&str> = told.mistakes.iter().map(|[name, _]| name.as_str()).collect();
            let names = if names.is_empty() { "not right yet".to_owned() } else { names.join(" or ") };
            wrapped_text(ui, theme::BAD, &format!("✘ {names}"));
        }
        status => wrapped_text(ui, theme::BAD, &format!("✘ {}", status.word().to_lowercase())),
    }
    wrapped_text(ui, theme::TEXT, &capitalized(&told.says.join("\n")));
}

/// Draws an error of rustc: its first line wrapped, and the code below it, whose lines are not.
fn draw_compiler_error(ui: &Ui, fonts: Fonts, error: &str) {
    let (first, rest) = error.split_once('\n').unwrap_or((error, ""));
    ui.text_wrapped(first);
    let mono = ui.push_font(fonts.mono);
    let lines = code_excerpt(rest);
    let height = (lines.len() as f32 + 1.0) * fonts.em * 1.1;
    ui.child_window("##error").size([0.0, height]).horizontal_scrollbar(true).build(|| {
        ui.text(lines.join("\n"));
    });
    mono.pop();
}

/// Returns the lines of code in an error of rustc, without their common indentation and without empty lines.
fn code_excerpt(error: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut common = usize::MAX;
    for line in error.lines() {
        let (gutter, code) = line.split_once('|').unwrap_or((line, ""));
        let gutter = gutter.trim();
        let code = code.trim_end();
        if !code.is_empty() {
            common = common.min(code.len() - code.trim_start().len());
        }
        if !gutter.is_empty() || !code.is_empty() {
            lines.push((gutter, code));
        }
    }
    let mut shown = Vec::new();
    for (gutter, code) in lines {
        match code.get(common..) {
            Some(code) => shown.push(format!("{gutter:>3} {code}")),
            None => shown.push(gutter.to_owned()),
        }
    }
    shown
}

/// Draws the hints of a TODO that were requested, and a button for the next one.
fn draw_hints(ui: &Ui, fonts: Fonts, student: &mut StudentAnswers, id: &str, actions: &mut Vec<Action>) {
    let hints = &mut student.assist.hints;
    if hints.shown(id).is_empty() {
        return;
    }
    ui.separator();
    for (hint, text) in hints.shown(id) {
        ui.text_colored(theme::COOL, format!("Hint: {}", hint.title));
        text.draw(ui, fonts);
    }
    match hints.next_level() {
        Some(level) => {
            assist::action_button(ui, Action::Hint, &format!("More: {}", Hint::title(level)), true, actions);
        }
        None => ui.text_wrapped(format!("That was the last hint. {}, twice, shows our code.", shown(Action::Solution))),
    }
    if hints.scrolls() {
        ui.set_scroll_here_y_with_ratio(1.0);
    }
}

/// Draws the card's buttons: on to the next TODO or lesson, if the current TODO passes, and those for help.
fn draw_buttons(ui: &Ui, student: &StudentAnswers, index: usize, actions: &mut Vec<Action>) {
    match student.next_todo().filter(|next| *next != index) {
        _ if student.code.status.broken().is_some() => {} // the save comes first
        _ if student.is_finished() => assist::draw_end_buttons(ui, student, actions),
        Some(next) if student.current_passes() => {
            let color = ui.push_style_color(StyleColor::Text, theme::GOOD);
            let TodoState { id, .. } = student.todos[next];
            assist::action_button(ui, Action::NextTodo, &format!("On to {}", student.id_and_name(id)), true, actions);
            color.pop();
        }
        _ => {}
    }
    assist::action_button(ui, Action::Hint, "Hint", true, actions);
    assist::action_button(ui, Action::Help, "Read the idea", false, actions);
    let color = if student.shows_difference { theme::ACCENT } else { theme::TEXT };
    let color = ui.push_style_color(StyleColor::Text, color);
    assist::action_button(ui, Action::Difference, "Difference", false, actions);
    color.pop();
}

/// Draws a ring around the largest difference between the student's scene and ours, and how large it is.
fn draw_difference_mark(ui: &Ui, fonts: Fonts, viewport: Area, student: &StudentAnswers) {
    let Some(difference) = student.difference.as_ref().filter(|_| student.shows_difference) else { return };
    let Some(position) = difference.at.and_then(|at| labels::on_screen(difference.clip_from_world, viewport, at))
    else {
        return;
    };
    let radius = fonts.em * 0.55;
    // Released at once: imgui lends the list to one borrower at a time, and the label needs it too.
    ui.get_background_draw_list().add_circle(position.to_array(), radius, theme::BAD).thickness(2.5).build();
    labels::draw_labels(ui, viewport, fonts, [(position, difference.text.as_str(), theme::BAD)].into_iter());
}

/// Returns a text with a capital letter, unless it begins with a name of the code. Verdicts are written to follow a name.
fn capitalized(words: &str) -> String {
    if words.split(' ').next().is_some_and(|first| first.contains(['_', '/', '`'])) {
        return words.into();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Draws a text that is wrapped at the window's edge, and nothing if it is empty.
fn wrapped_text(ui: &Ui, color: Color, text: &str) {
    if text.is_empty() {
        return;
    }
    let color = ui.push_style_color(StyleColor::Text, color);
    ui.text_wrapped(text);
    color.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Task;
    use drawing::Parameter;
    use judge::AnswerSource;
    use std::sync::PoisonError;
    use ui::gui::{Gui, ONE_AT_A_TIME};
    use verdict::WrongCase;

    #[test]
    fn a_verdict_leaves_the_task_some_lines() {
        for (room, task, verdict, height) in [
            (265.0, 400.0, 190.0, 75.0),
            (265.0, 400.0, 900.0, 68.0),
            (265.0, 40.0, 190.0, 40.0),
            (30.0, 400.0, 190.0, 30.0),
            (-5.0, 400.0, 190.0, 1.0),
        ] {
            assert_eq!(task_height(room, task, verdict, 68.0), height, "{room} {task} {verdict}");
        }
    }

    /// With a scrollbar a figure is lower, so that all would fit without one.
    #[test]
    fn a_card_stands_still_in_a_window_of_any_height() {
        const FIGURE: Figure =
            Figure { name: "07.1", size: [360.0, 300.0], parameters: &[], shown: &[], draw: |_, _| Ok(()) };
        let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gui = Gui::new(1.0);
        gui.context.fonts().build_rgba32_texture();
        let words = "which matrices does the shader need, and in which order? ".repeat(5);
        for height in 250..900 {
            let mut student =
                StudentAnswers::from_todos(vec![TodoState::new("07.1", Task::Function("blend"))], AnswerSource::Mine);
            student.card = Card { figures: &[FIGURE], task: ("07.1", Prose::new(&words)), ..Card::default() };
            let size = Vec2::new(900.0, height as f32);
            let layout = Layout { card: Some(Area::new(Vec2::ZERO, Vec2::new(338.0, size.y))), ..Layout::default() };
            let mut heights = Vec::new();
            for _ in 0..12 {
                gui.begin(size, 0.016);
                draw_lesson(gui.context.new_frame(), gui.fonts, &layout, &mut student, 0.016);
                gui.context.render();
                heights.push(student.card.upper);
            }
            assert!(heights[6..].iter().all(|now| *now == heights[11]), "{height}: {heights:?}");
        }
    }

    /// Draws a frame of a card, with turns of the mouse's wheel over its task. Returns the height of the first vertex of each
    /// of its windows.
    fn drawn(gui: &mut Gui, student: &mut StudentAnswers, wheel: f32) -> Vec<f32> {
        let size = Vec2::new(338.0, 300.0);
        gui.begin(size, 0.016);
        let io = gui.context.io_mut();
        io.add_mouse_pos_event([100.0, 120.0]);
        io.add_mouse_wheel_event([0.0, wheel]);
        let layout = Layout { card: Some(Area::new(Vec2::ZERO, size)), ..Layout::default() };
        draw_lesson(gui.context.new_frame(), gui.fonts, &layout, student, 0.016);
        let lists = gui.context.render().draw_lists();
        lists.filter_map(|list| Some(list.vtx_buffer().first()?.pos[1])).collect()
    }

    #[test]
    fn another_card_begins_at_the_top() {
        let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gui = Gui::new(1.0);
        gui.context.fonts().build_rgba32_texture();
        let words = "which matrices does the shader need? ".repeat(40);
        let todos = ["07.1", "07.2"].map(|id| TodoState::new(id, Task::Function("blend")));
        let mut student = StudentAnswers::from_todos(todos.into(), AnswerSource::Mine);
        student.turn_to(0);
        student.card.task = ("07.1", Prose::new(&words));
        let mut still = Vec::new();
        for _ in 0..6 {
            still = drawn(&mut gui, &mut student, 0.0);
        }
        drawn(&mut gui, &mut student, -2.5);
        let scrolled = (0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap();
        assert_ne!(scrolled, still);
        student.turn_to(1);
        student.card.turn_to("07.2");
        student.card.task.1 = Prose::new(&words);
        let turned = (0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap();
        assert_eq!(turned, still);
    }

    #[test]
    fn a_case_sets_the_figure_of_its_todo() {
        const FIGURE: Figure = Figure {
            name: "07.1",
            size: [10.0, 10.0],
            parameters: &[Parameter::new("h", [0.0, 9.0], 1.0)],
            shown: &[],
            draw: |_, _| Ok(()),
        };
        let mut card = Card { figures: &[FIGURE], cases: &[("height 3", &[3.0])], ..Card::default() };
        let mut verdict = Verdict::new("07.1", "blend", Status::Fail, 1);
        assert!(card.figure_of_case(&verdict).is_none());
        verdict.cases.wrong = Some(WrongCase { index: 0, input: "height 3".into(), outcome: String::new() });
        let (figure, values) = card.figure_of_case(&verdict).unwrap();
        card.show_case(figure, values);
        let mut drawn = Vec::new();
        card.live.renew(0.0, |name, values| {
            drawn.push((name.to_owned(), values.to_vec()));
            None
        });
        assert_eq!(drawn, [("07.1".to_owned(), vec![3.0])]);
    }

    #[test]
    fn an_error_keeps_its_carets_below_the_code() {
        let error = "  --> lessons/00-x/exercise.rs:14:22\n   |\n14 |     Vec3::new(0.5, 5)\n   |                    ^ no\n   |\n";
        assert_eq!(
            code_excerpt(error),
            ["--> lessons/00-x/exercise.rs:14:22", " 14 Vec3::new(0.5, 5)", "                   ^ no"]
        );
    }
}
