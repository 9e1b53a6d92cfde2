//! The hints of a TODO that have been requested.

use super::buttons::Buttons;
use crate::exercise::todo_state::TodoState;
use imgui::Ui;
use ui::{Action, Fonts, theme};
use verdict::{Hint, TodoToml, Verdict};
use window::help::Prose;

/// The hints of one TODO, in the order in which they were requested, and their texts.
#[derive(Default)]
pub(super) struct Hints {
    shown: Vec<(Hint, Prose)>,
    /// Whether the TODO passed when they were requested: once it passes, its hints close.
    passes: bool,
    /// The content of the next level, or `None` before the first and after the last hint.
    next: Option<String>,
    /// Number of frames for which the last hint is scrolled to: two, since what is drawn first is not as high as it will be.
    scrolls: u8,
}

impl Hints {
    /// Adds the hint of the next level. For another TODO than at the last call, or another step, that is the first level.
    pub(super) fn add_next(&mut self, todo: &TodoState, toml: &TodoToml) {
        let step = todo.verdict.as_ref().map_or(0, Verdict::step);
        let is_continued = self.shown(todo).first().is_some_and(|(first, _)| first.step == step);
        if !is_continued {
            self.shown.clear();
        }
        self.passes = todo.passes();
        if !is_continued || self.next.is_some() {
            let hint = Hint::of_level(toml, step, self.shown.last().map_or(0, |(last, _)| last.level) + 1);
            self.next = (hint.level < Hint::LAST).then(|| Hint::of_level(toml, step, hint.level + 1).title);
            // The last level is code, or a sentence with code in it.
            let is_code = hint.level == Hint::LAST && (hint.text.contains('\n') || !hint.text.contains('`'));
            let text = Prose::with_code(&hint.text, is_code);
            self.shown.push((hint, text));
        }
        self.scrolls = 2;
    }

    /// Returns the hints that were requested, with their texts, if they are for this TODO.
    pub(super) fn shown(&self, todo: &TodoState) -> &[(Hint, Prose)] {
        let is_shown = self.shown.first().is_some_and(|(first, _)| first.todo == todo.id);
        if is_shown && self.passes == todo.passes() { &self.shown } else { &[] }
    }

    /// Draws the hints of a TODO that were requested, and a button for the next one.
    pub(super) fn draw(&mut self, ui: &Ui, fonts: Fonts, todo: &TodoState, buttons: &mut Buttons) {
        let shown = self.shown(todo);
        if shown.is_empty() {
            return;
        }
        ui.separator();
        if todo.passes() {
            ui.text_wrapped("Your answer passes. These are its hints all the same.");
        }
        for (hint, text) in shown {
            ui.text_colored(theme::COOL, format!("Hint: {}", hint.title));
            text.draw(ui, fonts);
        }
        if let Some(next) = &self.next {
            buttons.draw(ui, Action::Hint, &format!("More: {next}"), true);
        } else {
            let compare = format!("cargo workbook compare {}", todo.id);
            ui.text_wrapped(format!("That was the last hint. Our code beside yours: {compare}"));
        }
        if self.scrolls > 0 {
            self.scrolls -= 1;
            ui.set_scroll_here_y_with_ratio(1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Task;
    use verdict::Status;
    use verdict::build::lesson;

    #[test]
    fn one_level_more_at_each_press() {
        let lesson = lesson::find("04").unwrap();
        let mut todos = ["04.1", "04.2", "04.4"].map(|id| TodoState::new(id, Task::Function("x")));
        let mut hints = Hints::default();
        for (todo, toml, levels) in
            [(2, 3, &[1][..]), (2, 3, &[1, 2]), (2, 3, &[1, 2, 3]), (2, 3, &[1, 2, 3]), (0, 0, &[1]), (1, 1, &[1])]
        {
            let todo = &todos[todo];
            hints.add_next(todo, &lesson.toml.todos[toml]);
            assert!(hints.shown(todo).iter().map(|(hint, _)| hint.level).eq(levels.iter().copied()));
        }
        assert!(hints.shown(&todos[0]).is_empty());
        todos[1].verdict = Some(Verdict::new("04.2", "x", Status::Pass, 1));
        assert!(hints.shown(&todos[1]).is_empty(), "it passes");
        hints.add_next(&todos[1], &lesson.toml.todos[1]);
        assert_eq!(hints.shown(&todos[1]).len(), 1, "a finished TODO has hints, too");
    }
}
