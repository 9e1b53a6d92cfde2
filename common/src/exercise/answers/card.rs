//! The card of the current TODO: where to write; and a column that scrolls, with the task, its figure by the student's code, the
//! outcome of the last save, and hints.

use super::buttons::Buttons;
use super::drawn::Drawn;
use super::figure::{TaskFigure, WrongCaseLine};
use super::hints::Hints;
use super::next_lesson::NextLesson;
use super::saved::Saved;
use super::text::{capitalized, draw_compiler_error, draw_location, draw_sentence, wrapped_text};
use crate::exercise::earlier::lessons_to_offer;
use crate::exercise::todo_state::TodoState;
use crate::exercise::todos::Todos;
use check::{About, Lesson};
use drawing::Figure;
use glam::Vec2;
use imgui::{StyleColor, Ui};
use judge::Limits;
use std::time::Duration;
use ui::keys::shown;
use ui::theme::{self, Color};
use ui::{Action, Fonts};
use verdict::{Status, Verdict, VerdictText, section};
use window::help::{Prose, scroll_pages};

/// The time after which an answer that is being checked is named.
const SLOW: Duration = Duration::from_secs(2);

/// Lines of the student's prints that are shown: the last ones.
const PRINTED_LINES: usize = 8;

/// Fraction of the column's height that a figure may take beside a verdict.
const FIGURE: f32 = 0.55;

/// The TODO at `index`, whose card is open, and all that its card shows or changes.
pub(super) struct Contents<'a> {
    pub(super) index: usize,
    pub(super) todos: &'a mut Todos,
    pub(super) saved: &'a Saved,
    pub(super) drawn: &'a mut Drawn,
    pub(super) hints: &'a mut Hints,
    pub(super) next: &'a NextLesson,
}

impl Contents<'_> {
    pub(super) fn todo(&self) -> &TodoState {
        &self.todos.all[self.index]
    }

    /// Returns whether there is more to read than the task: a verdict, rustc's error, or a hint.
    fn is_answered(&self) -> bool {
        let todo = self.todo();
        todo.status().is_some_and(|status| status.is_done() || status.is_at_work())
            || self.saved.problem_of(todo).is_some()
            || !self.hints.shown(todo).is_empty()
    }

    /// Returns whether a button leads on to another card or lesson. A save that does not compile comes first.
    fn leads_on(&self) -> bool {
        self.todos.open_passes() && !self.saved.is_broken()
    }
}

/// The state of the card between frames.
pub(crate) struct Card {
    about: Option<&'static About>,
    /// The TODO whose task this is.
    id: &'static str,
    task: Prose,
    /// Whether the student has opened the task beside a verdict, or closed it.
    is_open: Option<bool>,
    pub(super) figure: TaskFigure,
    /// The verdict in the last frame: another one begins at its beginning, without its details.
    seen: Option<Verdict>,
    shows_details: bool,
    /// Pages that the column has still to be scrolled, down or up; -∞ to its beginning.
    pages: f32,
}

impl Card {
    /// The card of a lesson's TODOs. Without a lesson it shows no tasks.
    pub(super) fn new(about: Option<&'static About>) -> Self {
        Card {
            about,
            id: "",
            task: Prose::default(),
            is_open: None,
            figure: TaskFigure::default(),
            seen: None,
            shows_details: false,
            pages: 0.0,
        }
    }

    pub(crate) fn show_figures(&mut self, figures: &'static [Figure], lesson: &'static Lesson) {
        self.figure = TaskFigure::new(figures, lesson);
    }

    /// Turns to another TODO, or to another verdict on it. Returns whether it is another one.
    fn turn_to(&mut self, todo: &TodoState) -> bool {
        let is_other = self.id != todo.id;
        let is_new = is_other || self.seen != todo.verdict;
        if is_other {
            self.id = todo.id;
            let section = self.about.and_then(|about| section(about.readme, todo.id).ok());
            self.task = Prose::new(&section.map_or_else(String::new, |section| section.task));
        }
        if is_new {
            self.seen.clone_from(&todo.verdict);
            self.shows_details = false;
            // A task that was opened can be read until its answer is right.
            self.is_open = self.is_open.filter(|_| !is_other && !todo.passes());
        }
        is_new
    }

    pub(super) fn about(&self) -> Option<&'static About> {
        self.about
    }

    /// Performs an action on the card of a TODO. Returns whether `action` is one.
    pub(super) fn act(&mut self, action: Action, contents: &Contents<'_>) -> bool {
        match action {
            Action::Task => self.is_open = Some(!self.is_open.unwrap_or(!contents.is_answered())),
            Action::FigureCase => self.figure.switch_wrong(),
            Action::Details => self.shows_details = !self.shows_details,
            Action::CardUp => self.pages -= 1.0,
            Action::CardDown => self.pages += 1.0,
            _ => return self.figure.act(action, contents.todo().id),
        }
        true
    }

    fn praise(&self, id: &str) -> &'static str {
        let todos = self.about.map_or(&[][..], |about| &about.toml.todos);
        todos.iter().find(|todo| todo.id == id).map_or("", |todo| todo.passes.as_str())
    }

    pub(super) fn draw(&mut self, ui: &Ui, fonts: Fonts, mut contents: Contents<'_>, buttons: &mut Buttons) {
        let id = contents.todo().id;
        if self.turn_to(contents.todo()) {
            self.pages = f32::NEG_INFINITY;
            buttons.leave(); // so that Enter goes on
        }
        draw_markers(ui, fonts.em, &mut contents);
        let heading = ui.push_font(fonts.heading);
        ui.text_colored(theme::ACCENT, contents.todos.id_and_name(id));
        heading.pop();
        draw_location(ui, fonts, &contents.todo().location);
        let has_part = contents.todos.are_finished() && contents.next.own_part().is_some();
        let rows = 1.0 + f32::from(contents.leads_on()) + f32::from(contents.leads_on() && has_part);
        let foot = rows * ui.frame_height_with_spacing() + ui.clone_style().item_spacing[1];
        let column = ui.child_window("##column").size([0.0, -foot]).always_vertical_scrollbar(true);
        column.build(|| {
            scroll_pages(ui, std::mem::take(&mut self.pages));
            let is_answered = contents.is_answered();
            let is_open = self.is_open.unwrap_or(!is_answered);
            if is_answered {
                buttons.draw(ui, Action::Task, if is_open { "Close the task" } else { "The task" }, true);
            }
            if is_open {
                self.task.draw(ui, fonts);
            }
            let room = ui.window_size()[1];
            self.figure.draw(ui, fonts, id, if is_answered { FIGURE * room } else { room }, buttons);
            ui.separator();
            self.draw_outcome(ui, fonts, &contents, buttons);
            contents.hints.draw(ui, fonts, &contents.todos.all[contents.index], buttons);
            // A beginner cannot judge it before something of this lesson works.
            let is_offered = contents.todos.open_passes() || contents.drawn.calls_earlier;
            if let Some(lessons) = lessons_to_offer(contents.todos.earlier()).filter(|_| is_offered) {
                buttons.draw_switch(ui, Action::Earlier, "Use my earlier answers", contents.drawn.calls_earlier);
                ui.text_wrapped(format!("those of lesson {lessons}"));
            }
        });
        ui.separator();
        draw_buttons(ui, &contents, buttons);
    }

    /// Draws the outcome of the last save, and the scene's messages.
    fn draw_outcome(&self, ui: &Ui, fonts: Fonts, contents: &Contents<'_>, buttons: &mut Buttons) {
        let Contents { todos, saved, drawn, .. } = contents;
        let todo = contents.todo();
        let is_stopped = matches!(todo.status(), Some(Status::Panicked | Status::TimedOut | Status::Crashed));
        let is_replaced = is_stopped || todo.is_unusable_shader();
        if drawn.shows_ours() {
            wrapped_text(ui, theme::COOL, &format!("This is our scene. {} shows yours.", shown(Action::Mine)));
        }
        let slow = saved.checker.is_slow(SLOW);
        draw_progress(ui, todos, saved, slow);
        if let Some(problem) = saved.problem_of(todo) {
            wrapped_text(ui, theme::BAD, &format!("✘ {}", problem.what));
            draw_sentence(ui, fonts, theme::WARN, problem.advice.unwrap_or_default());
            draw_compiler_error(ui, fonts, problem.error);
            if !is_replaced {
                wrapped_text(ui, theme::DIM, saved.what_runs_of(todo));
            }
        } else if let Some(verdict) = todo.verdict.as_ref().filter(|_| slow != Some(contents.index)) {
            self.draw_verdict(ui, fonts, verdict, buttons);
        }
        if todo.status().is_some_and(Status::is_at_work) {
            for warning in saved.warnings() {
                wrapped_text(ui, theme::DIM, warning.lines().next().unwrap_or_default());
            }
        }
        if is_replaced {
            let line = if is_stopped { "Ours draws in its place." } else { todo.what_is_drawn() };
            wrapped_text(ui, theme::DIM, line);
        }
        for note in drawn.notes(todos) {
            let is_in_verdict = is_replaced && note.text.starts_with(todo.id);
            if !is_in_verdict {
                wrapped_text(ui, theme::BAD, &note.text);
            }
        }
        if let Some(difference) = drawn.difference().filter(|difference| difference.at.is_none()) {
            wrapped_text(ui, theme::COOL, &format!("difference: {}", difference.text));
        }
    }

    fn draw_verdict(&self, ui: &Ui, fonts: Fonts, verdict: &Verdict, buttons: &mut Buttons) {
        let text = VerdictText::new(verdict);
        draw_status(ui, verdict, &text, self.praise(&verdict.id));
        for [_, says] in &text.mistakes {
            draw_sentence(ui, fonts, theme::TEXT, &capitalized(says));
        }
        wrapped_text(ui, theme::TEXT, text.wrong_case.as_deref().unwrap_or_default());
        draw_sentence(ui, fonts, theme::WARN, text.question.as_deref().unwrap_or_default());
        if verdict.is_wrong() {
            draw_wrong_case_line(ui, self.figure.wrong_case_line(verdict), buttons);
        }
        if !text.details.is_empty() {
            buttons.draw(ui, Action::Details, if self.shows_details { "Hide details" } else { "Details" }, true);
        }
        if self.shows_details {
            wrapped_text(ui, theme::TEXT, &text.details.join("\n").replace('`', ""));
        }
        wrapped_text(ui, theme::DIM, text.right_cases.as_deref().unwrap_or_default());
        for note in &text.notes {
            draw_sentence(ui, fonts, theme::TEXT, &capitalized(note));
        }
        if let Some(prints) = &verdict.prints {
            wrapped_text(ui, theme::DIM, "your prints:");
            let mono = ui.push_font(fonts.mono);
            let lines: Vec<&str> = prints.lines().collect();
            ui.text_wrapped(lines[lines.len().saturating_sub(PRINTED_LINES)..].join("\n"));
            mono.pop();
        }
    }
}

/// Draws the card's buttons: on to the next TODO or lesson, if the current TODO passes, and those for help.
fn draw_buttons(ui: &Ui, contents: &Contents<'_>, buttons: &mut Buttons) {
    let Contents { index, todos, drawn, next, .. } = contents;
    if contents.leads_on() {
        match todos.current().filter(|current| current != index) {
            _ if todos.are_finished() => next.draw(ui, buttons),
            Some(current) => {
                let color = ui.push_style_color(StyleColor::Text, theme::GOOD);
                let label = format!("On to {}", todos.id_and_name(todos.all[current].id));
                buttons.draw(ui, Action::NextTodo, &label, true);
                color.pop();
            }
            None => {}
        }
    }
    buttons.draw(ui, Action::Hint, "Hint", true);
    buttons.draw(ui, Action::Help, "Read the idea", false);
    let color = if drawn.shows_difference() { theme::ACCENT } else { theme::TEXT };
    let color = ui.push_style_color(StyleColor::Text, color);
    buttons.draw(ui, Action::Difference, "Difference", false);
    color.pop();
}

/// Draws what the card says about the figure below a wrong answer: the button that sets it so that it shows what is wrong, or puts
/// it back, or why it looks right.
fn draw_wrong_case_line(ui: &Ui, line: Option<WrongCaseLine>, buttons: &mut Buttons) {
    match line {
        Some(WrongCaseLine::Back { is_case }) => {
            if !is_case {
                wrapped_text(ui, theme::DIM, "The figure shows another case.");
            }
            buttons.draw(ui, Action::FigureCase, "Put the figure back", true);
        }
        Some(WrongCaseLine::Show(settings)) => {
            buttons.draw(ui, Action::FigureCase, "Show me", true);
            wrapped_text(ui, theme::DIM, &settings);
        }
        Some(WrongCaseLine::LooksRight(why)) => wrapped_text(ui, theme::DIM, &why),
        None => {}
    }
}

fn draw_progress(ui: &Ui, todos: &Todos, saved: &Saved, slow: Option<usize>) {
    if let Some(slow) = slow {
        let id = todos.all[slow].id;
        let seconds = Limits::default().time.as_secs();
        let end = "of the processor's time. Until then the picture stays as it was.";
        wrapped_text(ui, theme::WARN, &format!("Your {id} is still running … It is stopped after {seconds} s {end}"));
    } else if saved.checker.is_running() && saved.is_unchecked() {
        wrapped_text(ui, theme::DIM, "checking …");
    }
}

/// Draws the outcome of a check: the TODO's steps, and the praise, the mistakes' names, or a message.
fn draw_status(ui: &Ui, verdict: &Verdict, text: &VerdictText, praise: &str) {
    for step in &verdict.steps {
        let words = format!("{} {}", verdict.sign_of(step), step.name);
        if step.right == Some(true) {
            wrapped_text(ui, theme::GOOD, &format!("{words}: {}", step.passes).replace('`', ""));
        } else {
            wrapped_text(ui, theme::DIM, &words);
        }
    }
    match verdict.status {
        Status::NotStarted => return wrapped_text(ui, theme::DIM, "Save the file and the window runs it."),
        Status::Pass => wrapped_text(ui, theme::GOOD, &format!("✓ {praise}")),
        Status::Skipped => wrapped_text(ui, theme::WARN, "not checked"),
        Status::Fail if verdict.steps_right() > 0 && text.mistakes.is_empty() => {}
        Status::Fail => {
            let names: Vec<&str> = text.mistakes.iter().map(|[name, _]| name.as_str()).collect();
            let names = if names.is_empty() { "not right yet".to_owned() } else { names.join(" or ") };
            wrapped_text(ui, theme::BAD, &format!("✘ {names}"));
        }
        status => wrapped_text(ui, theme::BAD, &format!("✘ {}", status.word().to_lowercase())),
    }
    wrapped_text(ui, theme::TEXT, &capitalized(&text.says.join("\n")));
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
    if !saved.progress().is_empty() {
        ui.same_line();
        wrapped_text(ui, theme::DIM, &format!("{} …", saved.progress()));
    }
}

/// Returns the sign of the TODO at this index, or `None` for its number, and the colour of its ring. The last save comes
/// before the verdict of the one before it.
fn marker_sign(todos: &Todos, saved: &Saved, index: usize) -> (Option<&'static str>, Color) {
    let todo = &todos.all[index];
    let is_being_checked = todo.has_changed && saved.checker.is_slow(Duration::ZERO) == Some(index);
    match &todo.verdict {
        _ if saved.breaks(todo.id) => (Some("✘"), theme::BAD),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::answers::{StudentAnswers, tests::student_of};
    use check::Task;
    use std::sync::PoisonError;
    use ui::gui::{Gui, ONE_AT_A_TIME};
    use ui::layout::{Area, Layout};
    use verdict::Mistake;
    use window::LessonPanel;

    const SIZE: [f32; 2] = [338.0, 300.0];

    /// Draws a frame of a card, with turns of the mouse's wheel over its task. Returns the sum of the heights of the vertices of
    /// each of its windows.
    fn drawn(gui: &mut Gui, student: &mut StudentAnswers, size: [f32; 2], wheel: f32) -> Vec<f32> {
        let size = Vec2::from(size);
        gui.begin(size, 0.016);
        let io = gui.context.io_mut();
        io.add_mouse_pos_event([100.0, 120.0]);
        io.add_mouse_wheel_event([0.0, wheel]);
        let layout = Layout { card: Some(Area::new(Vec2::ZERO, size)), ..Layout::default() };
        student.draw(gui.context.new_frame(), gui.fonts, &layout, 0.016);
        let lists = gui.context.render().draw_lists();
        lists.map(|list| list.vtx_buffer().iter().map(|vertex| vertex.pos[1]).sum()).collect()
    }

    #[test]
    fn another_verdict_begins_at_the_top_with_its_details_hidden() {
        let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gui = Gui::new(1.0);
        gui.context.fonts().build_rgba32_texture();
        let mut student = student_of(vec![TodoState::new("03.1", Task::Function("blend"))]);
        let mut still = Vec::new();
        for seed in [1, 2] {
            let mistake = Mistake { name: "ONE".into(), says: "your matrices are transposed. ".repeat(20) };
            let notes = vec!["1.00 0.50 ".repeat(20)];
            let verdict =
                Verdict { mistakes: vec![mistake], notes, ..Verdict::new("03.1", "blend", Status::Fail, seed) };
            student.todos.all[0].verdict = Some(verdict);
            // A window manager may give a window any size.
            for size in [[800.0, 20.0], [20.0, 400.0], [1.0, 1.0]] {
                drawn(&mut gui, &mut student, size, 0.0);
            }
            still.push((0..6).map(|_| drawn(&mut gui, &mut student, SIZE, 0.0)).last().unwrap());
            drawn(&mut gui, &mut student, SIZE, -2.5);
            let scrolled = (0..6).map(|_| drawn(&mut gui, &mut student, SIZE, 0.0)).last().unwrap();
            assert_ne!(scrolled, still[0]);
            student.act(Action::Details, None);
        }
        assert_eq!(still[0], still[1]);
    }
}
