//! Simple inputs, made by hand and in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::diagnose::ProbeSet;
use super::todo::{AnswerTo, Todo};
use super::{Answer, AnswerError, Ask};
use verdict::card::outcome;
use verdict::{CaseResults, Status, Verdict, WrongCase};

/// One simple input of a TODO, which a person can work out on paper.
///
/// ```
/// use check::Case;
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
    /// Calls the code under check with this input, and adds the one or two values that are compared with the reference's.
    pub ask: fn(&mut Ask, &mut Answer) -> Result<(), AnswerError>,
}

/// Makes a [`Case`](crate::Case) that calls a function with an `Ask`, an `Answer` and these arguments:
/// `case!("bones of 3 and 4, their ends 5 apart", elbow_case(3.0, 4.0, 5.0))`.
#[macro_export]
macro_rules! case {
    ($input:expr, $ask:ident($($argument:expr),* $(,)?)) => {
        $crate::Case { input: $input, ask: |q, answer| $ask(q, answer, $($argument),*) }
    };
}

impl Todo<'_> {
    /// Judges the answers to the TODO's cases, up to the first that is wrong. Returns the verdict on that case too.
    pub(super) fn judge_cases(&self, answer_to: AnswerTo, seed: u64) -> (CaseResults, Option<Verdict>) {
        let mut results = CaseResults::default();
        for (index, case) in self.check().cases.iter().enumerate() {
            let probe = ProbeSet::of_case(self, seed, index);
            let verdict = probe.judge(&probe.ask(answer_to));
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
