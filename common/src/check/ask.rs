//! The questions that a check puts to a table, and how they are put.

use super::{Answer, AnswerError, Check, Probe, Random, announce};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether a tool that does what is asked for has been called, on whatever thread.
static BORROWED: AtomicBool = AtomicBool::new(false);

/// For a tool that does what a TODO asks for: in that TODO's own check it calls this, and an answer that is right is
/// [`Status::Borrowed`](super::Status::Borrowed).
pub fn called_the_answer() {
    BORROWED.store(true, Relaxed);
}

pub(super) fn is_borrowed() -> bool {
    BORROWED.load(Relaxed)
}

/// A probe's questions to one table of answers.
///
/// Only the closure given to [`ask`](Ask::ask) runs the code under check. What it returns is data that borrows from
/// nothing, and all that a check then says of it goes into the [`Answer`]: asking needs no judge, and judging none of
/// the code under check.
///
/// ```
/// use common::check::{Answer, Ask};
///
/// given::answers! {
///     /// What this lesson asks for.
///     pub struct Answers {
///         double: fn(number: u32) -> u32,
///     }
/// }
///
/// fn double(q: &mut Ask<Answers>, answer: &mut Answer) {
///     let mut numbers = vec![7 + q.random.below(90) as u32];
///     if q.is_last() {
///         numbers.extend([0, 1]);
///     }
///     for number in numbers {
///         let double = q.ask(format!("asked about {number}."), |a| (a.double)(number));
///         answer.compare(format!("the double of {number}"), double as f32);
///     }
/// }
/// ```
pub struct Ask<'a, A> {
    /// Which questions these are.
    pub probe: Probe,
    /// The probe's numbers.
    pub random: Random,
    table: &'a A,
    error: Option<AnswerError>,
}

impl<A> Ask<'_, A> {
    /// Whether these are the last questions: see [`Probe::is_last`].
    pub fn is_last(&self) -> bool {
        self.probe.is_last()
    }

    /// Calls the code under check. If it panics or never ends, the report shows the sentence `about`, unless it is
    /// empty: `asked about a text of 13 numbers.`
    pub fn ask<V: 'static>(&mut self, about: impl Into<String>, call: impl FnOnce(&A) -> V) -> V {
        let about = about.into();
        if !about.is_empty() {
            announce::announce(about);
        }
        call(self.table)
    }

    /// The same for what may have no answer, as a shader that does not compile: then the error is all there is to say,
    /// and the check should return.
    pub fn try_ask<V: 'static>(
        &mut self,
        about: impl Into<String>,
        call: impl FnOnce(&A) -> Result<V, AnswerError>,
    ) -> Option<V> {
        match self.ask(about, call) {
            Ok(value) => Some(value),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl<A> Check<A> {
    /// One table's answer to one probe. The table's code may panic.
    pub(super) fn answer(&self, table: &A, probe: &Probe) -> Result<Answer, AnswerError> {
        let mut q = Ask { probe: *probe, random: probe.random(), table, error: None };
        let mut answer = Answer::default();
        (self.ask)(&mut q, &mut answer);
        answer.cut();
        answer.is_borrowed = is_borrowed();
        q.error.map_or(Ok(answer), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_no_answer_the_error_is_all() {
        let ask = |q: &mut Ask<fn() -> bool>, answer: &mut Answer| {
            answer.compare("a number", 1.0);
            let error = AnswerError::NoGraphics("none here".into());
            assert_eq!(q.try_ask("", |is_there| is_there().then_some(7).ok_or(error)), None);
        };
        let check: Check<fn() -> bool> = Check { tolerance: 0.1, ask };
        let answer = check.answer(&((|| false) as fn() -> bool), &Probe { seed: 41, index: 0 });
        assert_eq!(answer.map(drop), Err(AnswerError::NoGraphics("none here".into())));
    }
}
