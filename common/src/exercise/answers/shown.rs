//! Which of its three forms draws each answer: as the student found it, the student's own, or the finished one.

use super::{
    StudentAnswers,
    todo::{is_refused, passes},
};
use crate::check::{AnswerSource, AnswerTable, Lesson, Status};
use crate::window::Form;

/// The tables that answers are taken from.
#[derive(Clone, Copy)]
pub struct Tables<A> {
    /// The student's, as far as they have been saved.
    pub mine: A,
    /// What every student begins with.
    pub starter: A,
    /// What is right.
    pub reference: A,
}

impl<A: AnswerTable> Tables<A> {
    /// A lesson's, with the student's own.
    pub fn of(lesson: &Lesson<A>, mine: A) -> Self {
        Tables { mine, starter: lesson.starter(), reference: lesson.reference }
    }
}

impl StudentAnswers {
    /// The answers that draw.
    pub fn table<A: AnswerTable>(&self, tables: &Tables<A>) -> A {
        let mut table = tables.reference;
        for todo in 0..self.todos.len() {
            match self.form(todo) {
                Form::AsFound => table.take(todo, &tables.starter),
                Form::Mine => table.take(todo, &tables.mine),
                Form::Finished => {}
            }
        }
        table
    }

    /// Whether the student's own code answers the TODO at this place of the list. Code that does not
    /// come back, or that ends its process, is never called in a window.
    pub fn is_mine(&self, todo: usize) -> bool {
        self.form(todo) == Form::Mine
    }

    /// What draws the TODO at this place of the list: what was chosen for it alone, else what follows from
    /// [`source`](Self::source).
    pub(super) fn form(&self, todo: usize) -> Form {
        let source = self.source();
        let Some(row) = self.todos.get(todo).filter(|row| !self.is_lost(&row.id)) else {
            return Form::Finished;
        };
        match row.chosen {
            Some(Form::AsFound) => Form::AsFound,
            Some(Form::Mine) if self.is_callable(todo) => Form::Mine,
            None if self.is_called(todo, source) => Form::Mine,
            // A lesson that is built up goes on from where it was found.
            None if self.choice.builds_up && source == AnswerSource::Mine && row.verdict.is_none() => Form::AsFound,
            Some(_) | None => Form::Finished,
        }
    }

    /// Whether the student's answer draws where these answers were chosen.
    pub(super) fn is_called(&self, todo: usize, source: AnswerSource) -> bool {
        if self.choice.trusts {
            return source != AnswerSource::Reference && !self.is_lost(&self.todos[todo].id);
        }
        let verdict = self.todos.get(todo).and_then(|row| row.verdict.as_ref());
        let Some(verdict) = verdict.filter(|_| self.is_callable(todo)) else { return false };
        match source {
            AnswerSource::Reference => false,
            AnswerSource::Mine | AnswerSource::Starter => true,
            // Not known to come back; a shader always does.
            AnswerSource::MineCompleted if verdict.status == Status::Skipped => verdict.name.contains('.'),
            AnswerSource::MineCompleted => {
                let is_at_hand = self.next_todo() == Some(todo);
                let is_next = is_at_hand && !self.save_outcome.holds_picture();
                passes(verdict.status) || is_next && matches!(verdict.status, Status::Fail | Status::NotStarted)
            }
        }
    }

    /// Whether the student's answer can be called at all.
    fn is_callable(&self, todo: usize) -> bool {
        let Some(row) = self.todos.get(todo).filter(|row| !self.is_lost(&row.id)) else { return false };
        let comes_back =
            |status| !matches!(status, Status::TimedOut | Status::Crashed | Status::DoesNotCompile | Status::Waiting);
        self.choice.trusts
            || row.verdict.as_ref().is_some_and(|verdict| comes_back(verdict.status) && !is_refused(verdict))
    }

    pub(super) fn is_lost(&self, id: &str) -> bool {
        self.refused.iter().any(|lost| lost.todo == id)
    }

    /// Shows one TODO in another form, and all others as before: as found, mine, finished. What has not been begun is
    /// as it was found; what cannot be called is left out.
    pub(super) fn show_other_form(&mut self, todo: usize) {
        let Some(row) = self.todos.get(todo) else { return };
        let is_begun = row.verdict.as_ref().is_none_or(|verdict| verdict.status != Status::NotStarted);
        let has_mine = is_begun && self.is_callable(todo);
        let next = match self.form(todo) {
            Form::AsFound if has_mine => Form::Mine,
            Form::AsFound | Form::Mine => Form::Finished,
            Form::Finished => Form::AsFound,
        };
        self.todos[todo].chosen = Some(next);
        self.choice.found = None;
        self.reports.clear();
        self.try_again();
    }

    /// What the window says of it.
    pub(super) fn form_in_words(&self, todo: usize) -> &'static str {
        let verdict = self.todos[todo].verdict.as_ref();
        match self.form(todo) {
            Form::Mine if verdict.is_none_or(|verdict| verdict.status != Status::NotStarted) => "mine",
            Form::Mine | Form::AsFound => "as found",
            Form::Finished => "finished",
        }
    }

    /// Whose answers draw, of those that no other form was chosen for.
    pub fn source(&self) -> AnswerSource {
        self.choice.drawn
    }
}
