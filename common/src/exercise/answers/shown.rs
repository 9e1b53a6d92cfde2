//! Which of its three forms draws each answer: as the student found it, the student's own, or the finished one.

use super::StudentAnswers;
use crate::check::{AnswerSource, Status};
use crate::window::Form;
use given::Course;

impl StudentAnswers {
    /// Returns the answers that draw.
    pub(crate) fn course(&self) -> Course {
        let mut course = self.reference;
        for (index, todo) in self.todos.iter().enumerate() {
            match self.form(index) {
                Form::AsFound => course.take(todo.id, &self.starter),
                Form::Mine => course.take(todo.id, &self.mine),
                Form::Finished => {}
            }
        }
        course
    }

    /// Whether the student's own code answers the TODO at this place of the list. Code that does not
    /// come back, or that ends its process, is never called in a window.
    pub fn is_mine(&self, todo: usize) -> bool {
        self.form(todo) == Form::Mine
    }

    /// What draws the TODO at this index: what was chosen for it alone, else what follows from [`source`](Self::source).
    pub(super) fn form(&self, index: usize) -> Form {
        let source = self.source();
        let Some(todo) = self.todos.get(index).filter(|todo| todo.lost.is_none()) else { return Form::Finished };
        if index >= self.own_count && !self.choice.trusts {
            let is_mine = self.earlier.calls_mine && source != AnswerSource::Reference && todo.is_usable();
            return if is_mine { Form::Mine } else { Form::Finished };
        }
        match todo.chosen {
            Some(Form::AsFound) => Form::AsFound,
            Some(Form::Mine) if self.is_callable(index) => Form::Mine,
            None if self.is_called(index, source) => Form::Mine,
            // A lesson that is built up goes on from where it was found.
            None if self.choice.builds_up && source == AnswerSource::Mine && todo.verdict.is_none() => Form::AsFound,
            Some(_) | None => Form::Finished,
        }
    }

    /// Whether the student's answer draws where these answers were chosen.
    pub(super) fn is_called(&self, index: usize, source: AnswerSource) -> bool {
        if !self.is_callable(index) {
            return false;
        }
        let todo = &self.todos[index];
        match source {
            AnswerSource::Reference => false,
            AnswerSource::Mine | AnswerSource::Starter => true,
            AnswerSource::MineCompleted if self.choice.trusts => true,
            // Not known to come back; a shader always does.
            AnswerSource::MineCompleted if todo.status() == Some(Status::Skipped) => todo.task.is_shader(),
            AnswerSource::MineCompleted => {
                let is_next = self.next_todo() == Some(index) && !self.save_outcome.holds_picture();
                todo.passes() || is_next && matches!(todo.status(), Some(Status::Fail | Status::NotStarted))
            }
        }
    }

    /// Whether the student's answer can be called at all.
    fn is_callable(&self, index: usize) -> bool {
        let Some(todo) = self.todos.get(index).filter(|todo| todo.lost.is_none()) else { return false };
        let does_not_come_back = [Status::TimedOut, Status::Crashed, Status::DoesNotCompile, Status::Waiting]
            .map(Some)
            .contains(&todo.status());
        self.choice.trusts || todo.verdict.is_some() && !does_not_come_back && !todo.is_unusable_shader()
    }

    /// Shows one TODO in another form, and all others as before: as found, mine, finished. What has not been begun is
    /// as it was found; what cannot be called is left out.
    pub(super) fn show_other_form(&mut self, todo: usize) {
        if todo >= self.own_count {
            return;
        }
        let is_begun = self.todos[todo].status() != Some(Status::NotStarted);
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
        match self.form(todo) {
            Form::Mine if self.todos[todo].status() != Some(Status::NotStarted) => "mine",
            Form::Mine | Form::AsFound => "as found",
            Form::Finished => "finished",
        }
    }

    /// Whose answers draw, of those that no other form was chosen for.
    pub fn source(&self) -> AnswerSource {
        self.choice.drawn
    }
}
