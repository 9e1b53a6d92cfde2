//! The outcome of the last save, on the card.

use super::{
    Contents,
    figure::{TaskFigure, WrongCaseLine},
    wrapped_text,
};
use crate::exercise::{
    answers::{buttons::Buttons, saved::Saved},
    todo_state::TodoState,
    todos::Todos,
};
use imgui::Ui;
use judge::Limits;
use std::time::Duration;
use ui::{
    Action, Fonts,
    keys::shown,
    screen,
    theme::{self, Color},
};
use verdict::{Status, Verdict, VerdictText};
use window::help::Prose;

/// The time after which an answer that is being checked is named.
const SLOW: Duration = Duration::from_secs(2);

/// Lines of the student's prints that are shown: the last ones.
const PRINTED_LINES: usize = 8;

/// Lines of the wrong case that are never folded.
const FOLDED_LINES: usize = 2;

/// Number of frames for which details that were opened are scrolled to: the verdict is as high as they need from the second
/// frame on.
const SCROLLED_FRAMES: u8 = 3;

/// The state of the verdict between frames.
#[derive(Default)]
pub(super) struct VerdictView {
    /// The verdict in the last frame: another one begins at its beginning.
    seen: Option<Verdict>,
    shows_details: bool,
    /// Number of frames for which the verdict's details are still scrolled to.
    scrolls_to_details: u8,
    /// Where the wrong case, or else the outcome, ends below the verdict's top in the last frame, in pixels.
    pub(super) wrong_end: f32,
    /// Height from the verdict's top to the end of the buttons below the wrong case, if as much of that as possible is folded.
    pub(super) least: f32,
    /// Height of the question and of the buttons in the last frame, and of the case's lines that were shown and can be folded.
    below_case: f32,
    foldable: f32,
    /// Height of the wrong case's lines that were folded in the last frame.
    pub(super) folded: f32,
}

impl VerdictView {
    /// Returns whether this TODO's verdict is another one than in the last frame.
    pub(super) fn is_new(&self, todo: &TodoState) -> bool {
        self.seen != todo.verdict
    }

    /// Draws the outcome of the last save, and the scene's messages.
    pub(super) fn draw(
        &mut self,
        ui: &Ui,
        fonts: Fonts,
        contents: &Contents<'_>,
        figure: &TaskFigure,
        praise: &str,
        buttons: &mut Buttons,
    ) {
        let Contents { todos, saved, drawn, .. } = contents;
        let todo = contents.todo();
        if self.is_new(todo) {
            self.seen.clone_from(&todo.verdict);
            self.shows_details = false;
            self.scrolls_to_details = 0;
            ui.set_scroll_y(0.0);
        }
        self.wrong_end = 0.0;
        self.least = 0.0;
        self.folded = 0.0;
        ui.separator();
        let is_stopped = matches!(todo.status(), Some(Status::Panicked | Status::TimedOut | Status::Crashed));
        let is_replaced = is_stopped || todo.is_unusable_shader();
        if drawn.shows_ours() {
            let line = format!("This is our scene. {} shows yours.", shown(Action::Mine));
            wrapped_text(ui, theme::COOL, &line);
        }
        let slow = saved.checker.is_slow(SLOW);
        draw_progress(ui, todos, saved, slow);
        if let Some((why, error, advice)) = saved.code.problem_of(todo) {
            wrapped_text(ui, theme::BAD, &format!("✘ {why}"));
            // The advice stands first: only the beginning of a long message may be in sight.
            draw_sentence(ui, fonts, theme::WARN, advice.unwrap_or_default());
            draw_compiler_error(ui, fonts, &error);
            if !is_replaced {
                wrapped_text(ui, theme::DIM, saved.code.what_runs_of(todo));
            }
        } else if let Some(verdict) = todo.verdict.as_ref().filter(|_| slow != Some(contents.index)) {
            self.draw_verdict(ui, fonts, verdict, figure, praise, buttons);
        }
        if let Some(loaded) = saved.code.loaded.as_ref().filter(|_| todo.status().is_some_and(Status::is_at_work)) {
            for words in &loaded.warnings {
                wrapped_text(ui, theme::DIM, words.lines().next().unwrap_or_default());
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

    fn draw_verdict(
        &mut self,
        ui: &Ui,
        fonts: Fonts,
        verdict: &Verdict,
        figure: &TaskFigure,
        praise: &str,
        buttons: &mut Buttons,
    ) {
        let words = VerdictText::new(verdict);
        draw_status(ui, verdict, &words, praise);
        for mistake in &words.mistakes {
            draw_sentence(ui, fonts, theme::TEXT, &capitalized(&mistake[1]));
        }
        self.draw_wrong_case(ui, words.wrong_case.as_deref().unwrap_or_default());
        self.wrong_end = ui.cursor_pos()[1];
        draw_sentence(ui, fonts, theme::WARN, words.question.as_deref().unwrap_or_default());
        let has_details = !words.details.is_empty() || self.folded > 0.0;
        let is_first = !verdict.is_wrong() || !draw_wrong_case_line(ui, figure.wrong_case_line(verdict), buttons);
        if has_details {
            let label = if self.shows_details { "Hide details" } else { "Details" };
            buttons.draw(ui, Action::Details, label, is_first);
        }
        self.below_case = ui.cursor_pos()[1] - self.wrong_end;
        self.least = ui.cursor_pos()[1] - self.foldable;
        draw_line(ui, theme::DIM, words.right_cases.as_deref().unwrap_or_default());
        for group in &words.groups {
            wrapped_text(ui, theme::DIM, group);
        }
        for note in &words.notes {
            draw_sentence(ui, fonts, theme::TEXT, &capitalized(note));
        }
        if let Some(prints) = &verdict.prints {
            wrapped_text(ui, theme::DIM, "your prints:");
            let mono = ui.push_font(fonts.mono);
            let lines: Vec<&str> = prints.lines().collect();
            ui.text_wrapped(lines[lines.len().saturating_sub(PRINTED_LINES)..].join("\n"));
            mono.pop();
        }
        if has_details {
            self.draw_details(ui, &words.details);
        }
    }

    /// Draws the wrong case, of which the last lines are folded where there is no room for them and for what is below. The whole
    /// text is under the pointer, and beside the details.
    fn draw_wrong_case(&mut self, ui: &Ui, text: &str) {
        let width = ui.content_region_avail()[0];
        let mut lines = screen::break_lines(text, width, |line| ui.calc_text_size(line)[0]);
        let height = ui.text_line_height();
        let gap = ui.clone_style().item_spacing[1];
        let room = ui.window_size()[1] - ui.cursor_pos()[1] - gap - self.below_case;
        let fitting = ((room / height) as usize).max(FOLDED_LINES);
        if fitting < lines.len() && !self.shows_details {
            self.folded = (lines.len() - fitting) as f32 * height;
            lines.truncate(fitting);
            // With the sign it is still one line.
            let last = &mut lines[fitting - 1];
            while ui.calc_text_size(format!("{last} …"))[0] > width
                && let Some(end) = last.rfind(' ')
            {
                last.truncate(end);
            }
            last.push_str(" …");
        }
        self.foldable = lines.len().saturating_sub(FOLDED_LINES) as f32 * height;
        wrapped_text(ui, theme::TEXT, &lines.join("\n"));
        if self.folded > 0.0 && ui.is_item_hovered() {
            ui.tooltip_text(screen::break_lines(text, 2.0 * width, |line| ui.calc_text_size(line)[0]).join("\n"));
        }
    }

    /// Shows the numbers of a verdict, or hides them again. When they are shown the verdict scrolls to them.
    pub(super) fn switch_details(&mut self) {
        self.shows_details = !self.shows_details;
        self.scrolls_to_details = if self.shows_details { SCROLLED_FRAMES } else { 0 };
    }

    /// Draws a verdict's numbers, if they are shown.
    fn draw_details(&mut self, ui: &Ui, details: &[String]) {
        if self.scrolls_to_details > 0 {
            self.scrolls_to_details -= 1;
            ui.set_scroll_here_y_with_ratio(0.0);
        }
        if self.shows_details {
            wrapped_text(ui, theme::TEXT, &details.join("\n").replace('`', ""));
        }
    }
}

/// Draws what the card says about the figure below a wrong answer. Returns whether it ends with a button.
fn draw_wrong_case_line(ui: &Ui, line: Option<WrongCaseLine>, buttons: &mut Buttons) -> bool {
    match line {
        Some(WrongCaseLine::Back { is_case }) => {
            if !is_case {
                wrapped_text(ui, theme::DIM, "The figure shows another case.");
            }
            buttons.draw(ui, Action::FigureCase, "Put the figure back", true);
            true
        }
        Some(WrongCaseLine::Show(settings)) => draw_show_me(ui, &settings, buttons),
        Some(WrongCaseLine::LooksRight(why)) => {
            wrapped_text(ui, theme::DIM, &why);
            false
        }
        None => false,
    }
}

/// Draws the button that sets the figure so that it shows what is wrong, and these settings: on it, or below where they are too long.
/// Returns whether it ends with a button.
fn draw_show_me(ui: &Ui, settings: &str, buttons: &mut Buttons) -> bool {
    let label = format!("Show me: {settings}");
    let width = screen::button_width(ui, &format!("{label}  {}", shown(Action::FigureCase)));
    let has_room = width <= ui.content_region_avail()[0];
    if has_room {
        buttons.draw(ui, Action::FigureCase, &label, true);
    } else {
        buttons.draw(ui, Action::FigureCase, "Show me", true);
        wrapped_text(ui, theme::DIM, settings);
    }
    has_room
}

/// Draws a line about a build or a check that is under way.
fn draw_progress(ui: &Ui, todos: &Todos, saved: &Saved, slow: Option<usize>) {
    let build = saved.code.status.progress();
    if !build.is_empty() {
        wrapped_text(ui, theme::DIM, &format!("{build} …"));
    } else if let Some(slow) = slow {
        let id = todos.all[slow].id;
        let seconds = Limits::default().time.as_secs();
        let end = "of the processor's time. Until then the picture stays as it was.";
        wrapped_text(ui, theme::WARN, &format!("Your {id} is still running … It is stopped after {seconds} s {end}"));
    } else if saved.checker.is_running() && saved.outcome.is_unchecked() {
        wrapped_text(ui, theme::DIM, "checking …");
    }
}

/// Draws the outcome of a check: the TODO's steps, and the praise, the mistakes' names, or a message.
fn draw_status(ui: &Ui, verdict: &Verdict, text: &VerdictText, praise: &str) {
    let mut others = Vec::new();
    for step in &verdict.steps {
        let words = format!("{} {}", verdict.sign_of(step), step.name);
        if step.right == Some(true) {
            draw_line(ui, theme::GOOD, &format!("{words}: {}", step.passes).replace('`', ""));
        } else {
            others.push(words);
        }
    }
    wrapped_text(ui, theme::DIM, &others.join("   "));
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

/// Draws a text that is wrapped at the window's edge, with code between backquotes.
fn draw_sentence(ui: &Ui, fonts: Fonts, color: Color, text: &str) {
    if text.contains('`') {
        Prose::with_code(text, false).draw_in(ui, fonts, color);
    } else {
        wrapped_text(ui, color, text);
    }
}

/// Draws as much of a text as fits in a line, and nothing if it is empty. The whole text is under the pointer.
fn draw_line(ui: &Ui, color: Color, text: &str) {
    let width = ui.content_region_avail()[0];
    let mut line = text.to_owned();
    let mut letters = text;
    // The window may be narrower than any letter.
    while !letters.is_empty() && ui.calc_text_size(&line)[0] > width {
        letters = letters[..letters.floor_char_boundary(letters.len() - 1)].trim_end();
        line = format!("{letters} …");
    }
    wrapped_text(ui, color, &line);
    if line != text && ui.is_item_hovered() {
        ui.tooltip_text(text);
    }
}

/// Draws an error of rustc, wrapped, the code below its first line in letters of one width.
fn draw_compiler_error(ui: &Ui, fonts: Fonts, error: &str) {
    let (first, rest) = error.split_once('\n').unwrap_or((error, ""));
    ui.text_wrapped(first);
    let mono = ui.push_font(fonts.mono);
    ui.text_wrapped(code_excerpt(rest).join("\n"));
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

/// Returns a text with a capital letter, unless it begins with a name of the code. Verdicts are written to follow a name.
fn capitalized(words: &str) -> String {
    if words.split(' ').next().is_some_and(|first| first.contains(['_', '/', '`'])) {
        return words.into();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::code_excerpt;

    #[test]
    fn an_error_keeps_its_carets_below_the_code() {
        let error = "  --> lessons/00-x/exercise.rs:14:22\n   |\n14 |     Vec3::new(0.5, 5)\n   |                    ^ no\n   |\n";
        assert_eq!(
            code_excerpt(error),
            ["--> lessons/00-x/exercise.rs:14:22", " 14 Vec3::new(0.5, 5)", "                   ^ no"]
        );
    }
}
