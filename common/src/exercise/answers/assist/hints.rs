//! Which hints of a TODO have been asked for.

use crate::check::{Hint, TodoToml, Verdict};

/// Those of one TODO, in the order in which they were asked for.
#[derive(Default)]
pub(super) struct Hints {
    shown: Vec<Hint>,
    /// For so many frames the last is scrolled to.
    scrolls: u8,
}

impl Hints {
    /// One level more; those that are there are only shown again if they are not on the screen. Another TODO, another step
    /// of it, and another known mistake begin anew: with the question about the mistake, if there is one.
    pub(super) fn ask(&mut self, todo: &TodoToml, verdict: Option<&Verdict>, is_shown: bool) {
        let question = verdict.and_then(|verdict| Hint::question(todo, verdict));
        let step = verdict.map_or(0, Verdict::step);
        let is_same = |first: &Hint| (&first.todo, first.step) == (&todo.id, step);
        let goes_on = |first: &Hint| is_same(first) && question.as_ref().is_none_or(|asked| asked == first);
        if !self.shown.first().is_some_and(goes_on) {
            self.shown = vec![question.unwrap_or_else(|| Hint::of_level(todo, step, 1))];
        } else if let Some(next) = self.next_level().filter(|_| is_shown) {
            self.shown.push(Hint::of_level(todo, step, next));
        }
        self.scrolls = 2;
    }

    /// Whether the last is to be scrolled to: for two frames, since a scroll bar that appears wraps the text anew.
    pub(super) fn scrolls(&mut self) -> bool {
        let scrolls = self.scrolls > 0;
        self.scrolls = self.scrolls.saturating_sub(1);
        scrolls
    }

    pub(super) fn shown(&self) -> &[Hint] {
        &self.shown
    }

    /// None after the last.
    pub(super) fn next_level(&self) -> Option<usize> {
        self.shown.last().map(|last| last.level + 1).filter(|&next| next <= Hint::LAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::lesson;
    use crate::check::Status;

    #[test]
    fn one_level_more_at_each_press() {
        let lesson = lesson::find("03").unwrap();
        let mut verdict = Verdict::new("03.1", "x", Status::Fail, 41);
        let mut hints = Hints::default();
        let mut levels = |todo: usize, verdict: &Verdict, is_shown: bool| {
            hints.ask(&lesson.toml.todos[todo], Some(verdict), is_shown);
            hints.shown().iter().map(|hint| hint.level).collect::<Vec<_>>()
        };
        assert_eq!(levels(0, &verdict, false), [1]);
        assert_eq!(levels(0, &verdict, true), [1, 2]);
        assert_eq!(levels(0, &verdict, false), [1, 2], "they had been closed");
        assert_eq!(levels(0, &verdict, true), [1, 2, 3]);
        assert_eq!(levels(0, &verdict, true), [1, 2, 3], "there are no more");
        verdict.question = Some("Which one?".into());
        assert_eq!(levels(0, &verdict, true), [0], "a known mistake comes first");
        assert_eq!(levels(0, &verdict, true), [0, 1]);
        verdict.question = None;
        assert_eq!(levels(0, &verdict, true), [0, 1, 2]);
        assert_eq!(levels(1, &verdict, true), [1], "another TODO");
    }
}
