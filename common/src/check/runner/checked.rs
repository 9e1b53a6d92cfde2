//! A lesson without the type of its tables, so that what runs checks is compiled once for all lessons.

use super::AnswerSource;
use crate::check::{Flaw, Lesson, Submission, Verdict, diagnose};

/// A lesson as whoever runs its checks sees it.
pub(super) trait Checked: Sync {
    fn number(&self) -> &'static str;
    /// What the student wrote, as it was compiled.
    fn exercise_text(&self) -> &'static str;
    /// In their order.
    fn todos(&self) -> Vec<Named>;
    /// On one of the TODOs, by its place among [`todos`](Self::todos).
    fn verdict(&self, todo: usize, source: AnswerSource, seed: u64) -> Verdict;
}

/// What a TODO is called, and what is known about it.
pub(super) struct Named {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) finished_in: &'static str,
    pub(super) flaws: &'static [Flaw],
}

impl<A: Sync> Checked for Lesson<A> {
    fn number(&self) -> &'static str {
        self.number
    }

    fn exercise_text(&self) -> &'static str {
        self.exercise_text
    }

    fn todos(&self) -> Vec<Named> {
        let mut todos = Vec::new();
        for check in self.checks {
            todos.push(Named {
                id: check.id,
                name: check.task.name(),
                finished_in: check.finished_in,
                flaws: check.flaws,
            });
        }
        todos
    }

    fn verdict(&self, todo: usize, source: AnswerSource, seed: u64) -> Verdict {
        let submission = match source {
            AnswerSource::MineCompleted | AnswerSource::Mine => self.submission(),
            AnswerSource::Starter => Submission {
                answers: &self.starter,
                text: Some(self.starter_text),
                shaders: self.starter_shaders,
            },
            // Nobody wrote it for this lesson, so there is no text to look at.
            AnswerSource::Reference => {
                Submission { answers: &self.reference, text: None, shaders: "" }
            }
        };
        diagnose::verdict(self, &self.checks[todo], &submission, seed)
    }
}
