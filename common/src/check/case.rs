//! Simple inputs, made by hand and in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::card::outcome;
use super::diagnose::{Asks, Inquiry, Todo};
use super::{Answer, AnswerError, Ask, CaseResults, Status, Verdict, WrongCase};

/// One simple input of a TODO, which a person can work out on paper.
///
/// ```
/// use common::check::Case;
///
/// const RED: Case = Case {
///     input: "a tin that says red",
///     ask: |q, answer| {
///         let paint = q.ask("", |course| course.first_frame.paint())?;
///         answer.compare("the paint", paint);
///         Ok(())
///     },
/// };
/// ```
pub struct Case {
    /// The input in words, without a full stop: `"a parent turned by 90° about y, its child at (1, 0, 0)"`.
    pub input: &'static str,
    /// Calls the code under check with this input, and adds the one or two values that are compared. What is right comes
    /// from the reference.
    pub ask: fn(&mut Ask, &mut Answer) -> Result<(), AnswerError>,
}

impl Todo<'_> {
    /// Asks the cases up to the first that is wrong. Returns the verdict on that one too.
    pub(super) fn ask_cases(&self, asks: Asks, seed: u64) -> (CaseResults, Option<Verdict>) {
        let mut results = CaseResults::default();
        for (index, case) in self.check().cases.iter().enumerate() {
            let inquiry = Inquiry::of_case(self, seed, index);
            let verdict = inquiry.judge(&inquiry.ask(asks));
            match verdict.status {
                Status::Pass => results.right.push(case.input.to_owned()),
                Status::Skipped => return (CaseResults::default(), None),
                _ => {
                    let outcome = outcome(&verdict);
                    results.wrong = Some(WrongCase { index, input: case.input.to_owned(), outcome });
                    return (results, Some(verdict));
                }
            }
        }
        (results, None)
    }
}
