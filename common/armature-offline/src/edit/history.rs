//! Undo and redo.

use std::collections::VecDeque;

/// Largest number of steps that are kept; older ones are forgotten.
const MAX_STEPS: usize = 200;

/// A document, and what it was before.
///
/// Whole documents are kept: that is simple, an edit cannot be undone wrongly, and it costs little where cloning is
/// cheap ([`EditableClip`](super::EditableClip) shares what an edit has not touched).
#[derive(Clone, Debug)]
pub struct History<T> {
    now: T,
    /// The last is the one before `now`.
    before: VecDeque<T>,
    /// The last is the one after `now`.
    after: Vec<T>,
    /// The document when the drag began that is going on.
    begun: Option<T>,
}

impl<T: Clone + PartialEq> History<T> {
    /// Starts without any step.
    pub fn new(document: T) -> Self {
        Self { now: document, before: VecDeque::new(), after: Vec::new(), begun: None }
    }

    /// The document.
    pub fn now(&self) -> &T {
        &self.now
    }

    /// One step; an edit that changes nothing makes no step. Ends a drag that is going on.
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        self.end_drag();
        let before = self.now.clone();
        let result = edit(&mut self.now);
        self.keep(before);
        result
    }

    /// An edit that a drag makes again and again, each time **on the document as it was when the drag began**: what is
    /// only passed over on the way is not lost. All of it is one step.
    pub fn drag<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        let begun = self.begun.get_or_insert_with(|| self.now.clone());
        self.now.clone_from(begun);
        edit(&mut self.now)
    }

    /// The mouse is released: what was dragged stays.
    pub fn end_drag(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.keep(begun);
        }
    }

    /// Esc: the document is as it was when the drag began.
    fn cancel_drag(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.now = begun;
        }
    }

    fn keep(&mut self, before: T) {
        if before == self.now {
            return;
        }
        if self.before.len() == MAX_STEPS {
            self.before.pop_front();
        }
        self.before.push_back(before);
        self.after.clear();
    }

    /// Returns the number of steps that can be undone.
    pub fn undo_steps(&self) -> usize {
        self.before.len()
    }

    /// Returns the number of steps that can be done again.
    pub fn redo_steps(&self) -> usize {
        self.after.len()
    }

    /// One step back; false where there is none. A drag that is going on is cancelled instead.
    pub fn undo(&mut self) -> bool {
        if self.begun.is_some() {
            self.cancel_drag();
            return true;
        }
        let Some(before) = self.before.pop_back() else { return false };
        self.after.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// One step forward again; false where there is none.
    pub fn redo(&mut self) -> bool {
        self.end_drag();
        let Some(after) = self.after.pop() else { return false };
        self.before.push_back(std::mem::replace(&mut self.now, after));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        edit::{EditableClip, testing::edit},
        testing::models::chain,
    };
    use proptest::prelude::*;

    proptest! {
        /// undo(edit(x)) == x, for each step back, and redo leads the same way forward.
        #[test]
        fn undo_undoes(edits in prop::collection::vec((edit(), any::<bool>()), 0..20)) {
            let mut history = History::new(EditableClip::empty("", 1.0, &chain().skeleton));
            let mut states = vec![history.now().clone()];
            for (edit, drag) in &edits {
                if *drag {
                    // Moves of a mouse: only the last one counts.
                    for (passed, _) in &edits {
                        history.drag(|clip| passed.apply(clip));
                    }
                    history.drag(|clip| edit.apply(clip));
                    history.end_drag();
                } else {
                    history.edit(|clip| edit.apply(clip));
                }
                let mut expected = states[states.len() - 1].clone();
                edit.apply(&mut expected);
                prop_assert_eq!(history.now(), &expected);
                if expected != states[states.len() - 1] {
                    states.push(expected);
                }
            }
            prop_assert_eq!(history.undo_steps(), states.len() - 1);
            for state in states.iter().rev().skip(1) {
                prop_assert!(history.undo());
                prop_assert_eq!(history.now(), state);
            }
            prop_assert!(!history.undo());
            for state in &states[1..] {
                prop_assert!(history.redo());
                prop_assert_eq!(history.now(), state);
            }
            prop_assert!(!history.redo());
        }
    }

    #[test]
    fn an_edit_forgets_what_was_undone() {
        let mut history = History::new(1);
        history.edit(|number| *number = 2);
        history.undo();
        history.edit(|number| *number = 1);
        assert_eq!(history.redo_steps(), 1, "an edit that changes nothing makes no step");
        history.edit(|number| *number = 3);
        assert!(!history.redo() && history.undo() && *history.now() == 1);
    }

    #[test]
    fn a_drag_is_one_step_or_none() {
        let mut history = History::new(10);
        for moved in 1..5 {
            history.drag(|number| *number += moved);
        }
        assert_eq!((*history.now(), history.begun, history.undo_steps()), (14, Some(10), 0));
        history.edit(|number| *number += 100);
        assert_eq!((*history.now(), history.undo_steps()), (114, 2), "an edit ends the drag");
        history.drag(|number| *number = 0);
        history.cancel_drag();
        assert_eq!((*history.now(), history.undo_steps()), (114, 2));
        history.drag(|number| *number = 0);
        assert!(history.undo() && *history.now() == 114, "undo gives up the drag");
        assert!(history.undo() && *history.now() == 14);
        history.drag(|_| ());
        history.end_drag();
        assert_eq!(history.redo_steps(), 1, "a drag back to its beginning makes no step");
    }

    #[test]
    fn so_many_steps() {
        let mut history = History::new(0);
        for number in 1..=MAX_STEPS + 50 {
            history.edit(|now| *now = number);
        }
        assert_eq!(history.undo_steps(), MAX_STEPS);
        while history.undo() {}
        assert_eq!((*history.now(), history.redo_steps()), (50, MAX_STEPS));
    }
}
