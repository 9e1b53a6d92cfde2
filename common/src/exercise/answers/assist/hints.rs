//! Which hints of a TODO have been asked for.

use crate::check::{Hint, TodoToml};

/// Those of one TODO, in the order in which they were asked for.
#[derive(Default)]
pub(crate) struct Hints {
    shown: Vec<Hint>,
    /// For so many frames the last is scrolled to.
    scrolls: u8,
}

impl Hints {
    /// One level more. Another TODO, and another step of it, begin anew.
    pub(super) fn ask(&mut self, todo: &TodoToml, step: usize) {
        if !self.shown.first().is_some_and(|first| first.todo == todo.id && first.step == step) {
            self.shown = vec![Hint::of_level(todo, step, 1)];
        } else if let Some(next) = self.next_level() {
            self.shown.push(Hint::of_level(todo, step, next));
        }
        self.scrolls = 2;
    }

    /// Whether the last is to be scrolled to: for two frames, since a scroll bar that appears wraps the text anew.
    pub(in crate::exercise::answers) fn scrolls(&mut self) -> bool {
        let scrolls = self.scrolls > 0;
        self.scrolls = self.scrolls.saturating_sub(1);
        scrolls
    }

    /// Returns the hints that were asked for, if they are for this TODO.
    pub(in crate::exercise::answers) fn shown(&self, id: &str) -> &[Hint] {
        if self.shown.first().is_some_and(|first| first.todo == id) { &self.shown } else { &[] }
    }

    /// None after the last.
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
        let mut levels = |todo: usize| {
            let todo = &lesson.toml.todos[todo];
            hints.ask(todo, 0);
            hints.shown(&todo.id).iter().map(|hint| hint.level).collect::<Vec<_>>()
        };
        assert_eq!([levels(0), levels(0), levels(0)], [vec![1], vec![1, 2], vec![1, 2, 3]]);
        assert_eq!(levels(0), [1, 2, 3], "there are no more");
        assert_eq!(levels(1), [1], "another TODO");
        assert!(hints.shown("03.1").is_empty());
    }
}
