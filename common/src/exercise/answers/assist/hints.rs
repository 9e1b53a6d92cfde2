//! The hints of a TODO that have been requested.

use verdict::{Hint, TodoToml};
use window::help::Prose;

/// The hints of one TODO, in the order in which they were requested, and their texts.
#[derive(Default)]
pub(crate) struct Hints {
    shown: Vec<(Hint, Prose)>,
    /// The content of the next level, or `None` before the first and after the last hint.
    next: Option<String>,
    /// Number of frames for which the last hint is scrolled to.
    scrolls: u8,
}

impl Hints {
    /// Adds the hint of the next level. For another TODO than at the last call, or another step, that is the first level.
    pub(super) fn add_next(&mut self, todo: &TodoToml, step: usize) {
        let is_continued = self.shown.first().is_some_and(|(first, _)| first.todo == todo.id && first.step == step);
        if !is_continued {
            self.shown.clear();
        }
        if !is_continued || self.next.is_some() {
            let hint = Hint::of_level(todo, step, self.shown.last().map_or(0, |(last, _)| last.level) + 1);
            self.next = (hint.level < Hint::LAST).then(|| Hint::of_level(todo, step, hint.level + 1).title);
            // The last levels are code; some are sentences with code in them.
            let is_code = hint.level > 2 && (hint.text.contains('\n') || !hint.text.contains('`'));
            let text = Prose::with_code(&hint.text, is_code);
            self.shown.push((hint, text));
        }
        self.scrolls = 2;
    }

    pub(in crate::exercise::answers) fn close(&mut self, id: &str) {
        self.shown.retain(|(hint, _)| hint.todo != id);
    }

    /// Returns whether to scroll to the last hint in this frame: for two frames, since a scroll bar that appears wraps the
    /// text again.
    pub(in crate::exercise::answers) fn scrolls(&mut self) -> bool {
        let scrolls = self.scrolls > 0;
        self.scrolls = self.scrolls.saturating_sub(1);
        scrolls
    }

    /// Returns the hints that were requested, with their texts, if they are for this TODO.
    pub(in crate::exercise::answers) fn shown(&self, id: &str) -> &[(Hint, Prose)] {
        if self.shown.first().is_some_and(|(first, _)| first.todo == id) { &self.shown } else { &[] }
    }

    /// Returns the content of the next level, or `None` before the first and after the last hint.
    pub(in crate::exercise::answers) fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn one_level_more_at_each_press() {
        let lesson = lesson::find("03").unwrap();
        let mut hints = Hints::default();
        let all = vec![1, 2, 3, 4];
        for (todo, levels) in
            [(3, vec![1]), (3, vec![1, 2]), (3, vec![1, 2, 3]), (3, all.clone()), (3, all), (0, vec![1]), (1, vec![1])]
        {
            let todo = &lesson.toml.todos[todo];
            hints.add_next(todo, 0);
            assert_eq!(hints.shown(&todo.id).iter().map(|(hint, _)| hint.level).collect::<Vec<_>>(), levels);
        }
        assert!(hints.shown("03.1").is_empty());
        hints.close("03.1");
        assert_eq!(hints.shown("03.2").len(), 1, "those of another TODO stay open");
        hints.close("03.2");
        assert!(hints.shown("03.2").is_empty());
    }
}
