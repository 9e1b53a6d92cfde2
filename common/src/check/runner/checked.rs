//! A lesson without the type of its tables, so that what runs checks is compiled once for all lessons.

use super::AnswerSource;
use crate::check::{About, AnswerTable, Lesson, Loaded, Status, Submission, Verdict, diagnose};

/// A lesson, as the code that runs its checks sees it.
pub(super) trait Checked: Sync {
    fn about(&self) -> &About;
    /// On one of the TODOs, by its place among them; the student's answers are those of the library, if there is one.
    /// With the name of a switch, the verdict on a wrong answer also says how far that is from all that is known, and
    /// from what the switch makes.
    fn verdict(
        &self,
        todo: usize,
        source: AnswerSource,
        library: Option<Loaded>,
        seed: u64,
        switch: Option<&'static str>,
    ) -> Verdict;
}

impl<A: AnswerTable> Checked for Lesson<A> {
    fn about(&self) -> &About {
        &self.about
    }

    fn verdict(
        &self,
        todo: usize,
        source: AnswerSource,
        library: Option<Loaded>,
        seed: u64,
        switch: Option<&'static str>,
    ) -> Verdict {
        let submission = match source {
            AnswerSource::MineCompleted | AnswerSource::Mine => self.submission(library),
            AnswerSource::Starter => return diagnose::starter_verdict(self, todo, seed),
            // These are not written in an exercise, so there is no text to look at.
            AnswerSource::Reference => Submission { answers: &self.reference, text: None, shaders: "" },
        };
        let mut verdict = diagnose::verdict(self, todo, &submission, seed);
        if let (Some(switch), Status::Fail) = (switch, verdict.status) {
            diagnose::separate(self, todo, switch, &mut verdict);
        }
        verdict
    }
}
