//! The hints of a TODO that have been requested.

use crate::check::{Hint, TodoToml};

/// The hints of one TODO, in the order in which they were requested.
#[derive(Default)]
pub(crate) struct Hints {
    shown: Vec<Hint>,
    /// Number of frames for which the last hint is scrolled to.
    scrolls: u8,
}

impl Hints {
    /// Adds the next level. Another TODO, and another step of it, begin at the first.
    pub(super) fn add_next(&mut self, todo: &TodoToml, step: usize) {
        if !self.shown.first().is_some_and(|first| first.todo == todo.id && first.step == step) {
            self.shown = vec![Hint::of_level(todo, step, 1)];
        } else if let Some(next) = self.next_level() {
            self.shown.push(Hint::of_level(todo, step, next));
        }
        self.scrolls = 2;
    }

    /// Whether to scroll to the last hint: for two frames, since a scroll bar that appears wraps the text again.
    pub(in crate::exercise::answers) fn scrolls(&mut self) -> bool {
        let scrolls = self.scrolls > 0;
        self.scrolls = self.scrolls.saturating_sub(1);
        scrolls
    }

    /// Returns the hints that were requested, if they are for this TODO.
    pub(in crate::exercise::answers) fn shown(&self, id: &str) -> &[Hint] {
        if self.shown.first().is_some_and(|first| first.todo == id) { &self.shown } else { &[] }
    }

    /// The level of the next hint; `None` before the first and after the last.
    pub(in crate::exercise::answers) fn next_level(&self) -> Option<usize> {
        self.shown.last().map(|last| last.level + 1).filter(|&next| next <= Hint::LAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::lesson;

    #[test]
    fn one_level_more_at_each_press() {
        let lesson = lesson::find("03").unwrap();
        let mut hints = Hints::default();
        for (todo, levels) in [(0, vec![1]), (0, vec![1, 2]), (0, vec![1, 2, 3]), (0, vec![1, 2, 3]), (1, vec![1])] {
            let todo = &lesson.toml.todos[todo];
            hints.add_next(todo, 0);
            assert_eq!(hints.shown(&todo.id).iter().map(|hint| hint.level).collect::<Vec<_>>(), levels);
        }
        assert!(hints.shown("03.1").is_empty());
    }
}
