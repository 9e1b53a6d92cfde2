//! The TODOs of a window, and the one whose card is open.

use super::todo_state::TodoState;
use given::CallErrorKind;
use verdict::{Status, current_todo};

/// The lesson's own TODOs, then those of earlier lessons that the scene calls.
pub(super) struct Todos {
    pub(super) all: Vec<TodoState>,
    pub(super) own_count: usize,
    /// Index of the TODO that the student has turned to, or saved.
    pub(super) turned_to: Option<usize>,
}

impl Todos {
    pub(super) fn new(own: Vec<TodoState>, earlier: Vec<TodoState>) -> Self {
        let own_count = own.len();
        Todos { all: own.into_iter().chain(earlier).collect(), own_count, turned_to: None }
    }

    pub(super) fn own(&self) -> &[TodoState] {
        &self.all[..self.own_count]
    }

    pub(super) fn own_mut(&mut self) -> &mut [TodoState] {
        &mut self.all[..self.own_count]
    }

    pub(super) fn earlier(&self) -> &[TodoState] {
        &self.all[self.own_count..]
    }

    pub(super) fn id_and_name(&self, id: &str) -> String {
        match self.all.iter().find(|todo| todo.id == id) {
            Some(todo) => format!("{id} {}", todo.name()),
            None => id.into(),
        }
    }

    pub(super) fn statuses(&self) -> Vec<Option<Status>> {
        self.own().iter().map(TodoState::status).collect()
    }

    pub(super) fn are_finished(&self) -> bool {
        self.own().iter().all(TodoState::passes)
    }

    /// Returns the index of the TODO whose card is open: the one that the student turned to, or the next one to do, or else
    /// the last. `None` in a lesson without TODOs.
    pub(super) fn open(&self) -> Option<usize> {
        let last = self.own_count.checked_sub(1);
        self.turned_to.or_else(|| self.current()).or(last)
    }

    pub(super) fn open_passes(&self) -> bool {
        self.open().is_some_and(|todo| self.all[todo].passes())
    }

    /// Returns the index of the current TODO, or `None` if all pass.
    pub(super) fn current(&self) -> Option<usize> {
        current_todo(&self.statuses())
    }

    /// Turns to the first of the TODOs that a save has changed, unless the open card's TODO is one of them.
    pub(super) fn note_saved(&mut self, changed: &[usize]) {
        let open = self.open();
        let other = changed.first().copied().filter(|_| open.is_none_or(|open| !changed.contains(&open)));
        self.turned_to = other.or(open);
    }

    /// Returns the first TODO that the checked save has changed and that does not pass, if the open TODO passes. Further
    /// calls return `None` until the next save.
    pub(super) fn take_broken(&mut self) -> Option<usize> {
        let mut broken = None;
        for (index, todo) in self.own_mut().iter_mut().enumerate() {
            let has_changed = std::mem::take(&mut todo.has_changed);
            if has_changed && broken.is_none() && todo.status().is_some_and(Status::is_at_work) {
                broken = Some(index);
            }
        }
        broken.filter(|_| self.open_passes())
    }

    /// Lets answers that failed be called again: they may succeed in another frame. An endless loop is not called again
    /// until another answer is saved, since it would stop the window once more.
    pub(super) fn retry_panicked(&mut self) {
        for todo in &mut self.all {
            todo.error.take_if(|error| error.kind != CallErrorKind::Hung);
        }
    }
}
