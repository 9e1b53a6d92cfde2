//! A lesson without the type of its tables, so that what runs checks is compiled once for all lessons.

use super::AnswerSource;
use crate::check::catch_panic;
use crate::check::diagnose::{self, Asks};
use crate::check::{About, Answer, AnswerError, AnswerTable, Lesson, LoadedLibrary, Probe, Submission, Verdict};

/// What somebody answers to each probe.
pub(super) type Answers<'a> = Box<dyn Fn(&Probe) -> Result<Answer, AnswerError> + 'a>;

/// A lesson, as the code that runs its checks sees it.
pub(super) trait Checked: Sync {
    fn about(&self) -> &About;

    /// What the student answers to probes of a TODO, by its place among them, in a library; without one what he began
    /// with. The shaders are those of the lesson's folder, whatever the student's table says.
    fn answers(&self, todo: usize, library: Option<LoadedLibrary>) -> Answers<'_>;

    /// On the finished answers, or the starter's, neither of which anybody has to be kept from.
    fn own_verdict(&self, todo: usize, source: AnswerSource, seed: u64) -> Verdict;

    /// On answers that somebody else gives, in an exercise with this text.
    fn verdict(&self, todo: usize, asks: Asks, text: &str, seed: u64) -> Verdict;
}

impl<A: AnswerTable> Checked for Lesson<A> {
    fn about(&self) -> &About {
        &self.about
    }

    fn answers(&self, todo: usize, library: Option<LoadedLibrary>) -> Answers<'_> {
        let mut table = self.exercise;
        if let Some(library) = library {
            library.give(todo, &mut table);
        }
        let table = table.with_shaders(self.about.folder);
        Box::new(move |probe| catch_panic::call(|| self.checks[todo].answer(&table, probe)).and_then(|answer| answer))
    }

    fn own_verdict(&self, todo: usize, source: AnswerSource, seed: u64) -> Verdict {
        if source == AnswerSource::Starter {
            return diagnose::starter_verdict(self, todo, seed);
        }
        // These are not written in an exercise, so there is no text to look at.
        diagnose::verdict(self, todo, &Submission { answers: &self.reference, text: None, shaders: "" }, seed)
    }

    fn verdict(&self, todo: usize, asks: Asks, text: &str, seed: u64) -> Verdict {
        diagnose::verdict_on(self, todo, asks, Some(text), self.about.folder, seed)
    }
}
