//! Undo and redo.

use std::collections::VecDeque;

/// Largest number of steps to undo; older ones are forgotten.
const MAX_STEPS: usize = 200;

/// A document with its earlier versions, for undo and redo.
///
/// Whole documents are kept: this is simple, cannot undo wrongly, and needs little memory for documents whose clones
/// share their data, as those of [`EditableClip`](super::EditableClip) do.
#[derive(Clone, Debug)]
pub struct History<T> {
    now: T,
    /// Earlier versions; the last is the one before `now`.
    before: VecDeque<T>,
    /// Undone versions; the last is the one after `now`.
    after: Vec<T>,
    /// Document at the beginning of the current drag.
    begun: Option<T>,
}

impl<T: Clone + PartialEq> History<T> {
    /// Makes a history without steps.
    pub fn new(document: T) -> Self {
        Self { now: document, before: VecDeque::new(), after: Vec::new(), begun: None }
    }

    /// Returns the document.
    pub fn now(&self) -> &T {
        &self.now
    }

    /// Edits the document in one step, after ending a drag, and returns the result of `edit`. An edit that changes
    /// nothing makes no step.
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        self.end_drag();
        let before = self.now.clone();
        let result = edit(&mut self.now);
        self.add_step(before);
        result
    }

    /// Edits the document **as it was when the drag began**, in each frame of a drag, so that positions passed on the
    /// way leave no change. Begins a drag if there is none. The whole drag is one step.
    pub fn drag<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        let begun = self.begun.get_or_insert_with(|| self.now.clone());
        self.now.clone_from(begun);
        edit(&mut self.now)
    }

    /// Returns whether a drag has begun and not ended.
    pub fn is_dragging(&self) -> bool {
        self.begun.is_some()
    }

    /// Ends a drag and keeps its edit.
    pub fn end_drag(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.add_step(begun);
        }
    }

    /// Ends a drag and restores the document as it was when the drag began.
    fn cancel_drag(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.now = begun;
        }
    }

    /// Adds a step from an earlier version to the current one, if they differ.
    fn add_step(&mut self, before: T) {
        if before == self.now {
            return;
        }
        if self.before.len() == MAX_STEPS {
            self.before.pop_front();
        }
        self.before.push_back(before);
        self.after.clear();
    }

    /// Undoes a step, or cancels the current drag, and returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.begun.is_some() {
            self.cancel_drag();
            return true;
        }
        let Some(before) = self.before.pop_back() else { return false };
        self.after.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Redoes a step and returns whether there was one.
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
    use crate::edit::{EditableClip, testing::edit};
    use crate::testing::models::chain;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn undo_and_redo_return_all_versions(edits in prop::collection::vec((edit(), any::<bool>()), 0..20)) {
            let mut history = History::new(EditableClip::empty("", 1.0, &chain().skeleton));
            let mut states = vec![history.now().clone()];
            for (edit, drag) in &edits {
                if *drag {
                    // Only the last edit of a drag counts.
                    for (earlier, _) in &edits {
                        history.drag(|clip| earlier.apply(clip));
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
            prop_assert_eq!(history.before.len(), states.len() - 1);
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
    fn an_edit_forgets_undone_steps() {
        let mut history = History::new(1);
        history.edit(|number| *number = 2);
        history.undo();
        history.edit(|number| *number = 1);
        assert_eq!(history.after.len(), 1, "an edit that changes nothing makes no step");
        history.edit(|number| *number = 3);
        assert!(!history.redo() && history.undo() && *history.now() == 1);
    }

    #[test]
    fn a_drag_is_one_step_or_none() {
        let mut history = History::new(10);
        for moved in 1..5 {
            history.drag(|number| *number += moved);
        }
        assert_eq!((*history.now(), history.begun, history.before.len()), (14, Some(10), 0));
        history.edit(|number| *number += 100);
        assert_eq!((*history.now(), history.before.len()), (114, 2), "an edit ends the drag");
        history.drag(|number| *number = 0);
        history.cancel_drag();
        assert_eq!((*history.now(), history.before.len()), (114, 2));
        history.drag(|number| *number = 0);
        assert!(history.undo() && *history.now() == 114, "undo gives up the drag");
        assert!(history.undo() && *history.now() == 14);
        history.drag(|_| ());
        history.end_drag();
        assert_eq!(history.after.len(), 1, "a drag back to its beginning makes no step");
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let mut history = History::new(0);
        for number in 1..=MAX_STEPS + 50 {
            history.edit(|now| *now = number);
        }
        assert_eq!(history.before.len(), MAX_STEPS);
        while history.undo() {}
        assert_eq!((*history.now(), history.after.len()), (50, MAX_STEPS));
    }
}
