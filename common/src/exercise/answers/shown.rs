//! The answers that draw. A TODO that passes is the student's, the current one is the student's whatever it does, and all
//! others are finished code.

use super::StudentAnswers;
use crate::check::{Status, current_todo};
use given::Course;

impl StudentAnswers {
    pub(crate) fn course(&self) -> Course {
        let mut course = self.reference;
        for (index, todo) in self.todos.iter().enumerate() {
            if self.is_mine(index) {
                course.take(todo.id, &self.mine);
            }
        }
        course
    }

    /// Returns whether the student's own code answers the TODO at this index of the list.
    pub fn is_mine(&self, index: usize) -> bool {
        !self.shows_ours && self.is_mine_beside(index, self.current())
    }

    /// Returns whether the student's own code answers a TODO while the one at `current` is the current one.
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

    /// Returns whether the student's answer can be called at all. Code that does not come back, or that ends its process,
    /// is never called in a window.
    pub(super) fn is_callable(&self, index: usize) -> bool {
        let todo = &self.todos[index];
        let comes_back = match todo.status() {
            None | Some(Status::TimedOut | Status::Crashed | Status::DoesNotCompile | Status::Waiting) => false,
            // Not known to come back; a shader always does.
            Some(Status::Skipped) => todo.task.is_shader(),
            Some(_) => !todo.is_unusable_shader(),
        };
        todo.lost.is_none() && (self.trusts || comes_back)
    }

    /// Returns the index of the TODO whose card is open: the one that the student turned to, or the next one. The last
    /// where all pass; `None` in a lesson without TODOs.
    pub(crate) fn current(&self) -> Option<usize> {
        let last = self.own_count.checked_sub(1);
        self.turned_to.or_else(|| self.next_todo()).or(last)
    }

    /// Returns the index of the TODO to do next, while one does not pass.
    pub(super) fn next_todo(&self) -> Option<usize> {
        current_todo(&self.statuses())
    }

    /// Opens the card of a TODO, which makes it the current one.
    pub(super) fn turn_to(&mut self, todo: usize) {
        if todo < self.own_count {
            self.turned_to = Some(todo);
            self.plays = false;
            self.redraw();
        }
    }
}
