//! The answers that draw. A TODO that passes is the student's, the current one is the student's whatever it does, and all
//! others are finished code.

use super::StudentAnswers;
use given::Course;
use verdict::{Status, current_todo};

impl StudentAnswers {
    /// Returns the answers that draw the scene: the student's where [`is_mine`](Self::is_mine), ours elsewhere.
    pub(crate) fn course(&self) -> Course {
        let mut course = self.reference;
        for (index, todo) in self.todos.iter().enumerate() {
            if self.is_mine(index) {
                course.take(todo.id, &self.mine);
            }
        }
        course
    }

    /// Returns whether the student's own code answers the TODO at this index in the scene.
    pub fn is_mine(&self, index: usize) -> bool {
        !self.shows_ours && self.is_mine_beside(index, self.current())
    }

    /// Returns whether the student's own code answers the TODO at `index` if the one at `current` is the current TODO.
    pub(super) fn is_mine_beside(&self, index: usize, current: Option<usize>) -> bool {
        let Some(todo) = self.todos.get(index).filter(|_| self.is_callable(index)) else { return false };
        if self.trusts {
            return true;
        }
        if index >= self.own_count {
            return self.earlier.calls_mine && todo.passes();
        }
        todo.passes() || Some(index) == current && !self.plays
    }

    /// Returns whether a window may call the student's answer: it compiles, and its check has shown that it returns.
    pub(super) fn is_callable(&self, index: usize) -> bool {
        let todo = &self.todos[index];
        let comes_back = match todo.status() {
            None | Some(Status::TimedOut | Status::Crashed | Status::DoesNotCompile | Status::Waiting) => false,
            // An unchecked function may never return; a shader always does.
            Some(Status::Skipped) => todo.task.is_shader(),
            Some(_) => !todo.is_unusable_shader(),
        };
        todo.error.is_none() && (self.trusts || comes_back)
    }

    /// Returns the index of the TODO whose card is open: the one that the student turned to, or the next one to do, or else
    /// the last. `None` in a lesson without TODOs.
    pub(crate) fn current(&self) -> Option<usize> {
        let last = self.own_count.checked_sub(1);
        self.turned_to.or_else(|| self.next_todo()).or(last)
    }

    pub(super) fn current_passes(&self) -> bool {
        self.current().is_some_and(|todo| self.todos[todo].passes())
    }

    /// Returns the index of the TODO to do next, or `None` if all pass.
    pub(super) fn next_todo(&self) -> Option<usize> {
        current_todo(&self.statuses())
    }

    /// Opens the card of the TODO at this index, and so makes it the current TODO.
    pub(super) fn turn_to(&mut self, todo: usize) {
        if todo < self.own_count {
            self.turned_to = Some(todo);
            self.plays = false;
            self.redraw();
        }
    }
}
