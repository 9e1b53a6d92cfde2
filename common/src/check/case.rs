//! Simple inputs, made by hand and in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::diagnose::{Asks, Inquiry, Todo};
use super::{Answer, AnswerError, Ask, Status, Verdict};
use serde::{Deserialize, Serialize};

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

/// Results of a TODO's cases, up to the first that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResults {
    /// Inputs for which the answer is right.
    pub right: Vec<String>,
    /// The first case for which it is wrong.
    pub wrong: Option<WrongCase>,
}

/// The simplest input for which an answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCase {
    /// Its index among the TODO's cases.
    pub index: usize,
    /// The input in words.
    pub input: String,
    /// A sentence with the value that the answer gives, and the right one.
    pub outcome: String,
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

/// Returns what an answer does with the input of a failing verdict, as a sentence.
pub(super) fn outcome(verdict: &Verdict) -> String {
    match (verdict.status, &verdict.place, &verdict.expected, &verdict.got) {
        (Status::Panicked, ..) => "your code panics.".into(),
        (Status::TimedOut, ..) => "your code never returns.".into(),
        (Status::Crashed, ..) => "your code ends the whole program.".into(),
        (_, Some(label), Some(expected), Some(got)) => {
            format!("with your code {label} is {}; it should be {}.", shortened(got), shortened(expected))
        }
        _ => verdict.message.clone().unwrap_or_default(),
    }
}

/// Cuts a value that is too long for a sentence.
fn shortened(value: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    match value.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{} …", &value[..end]),
        None => value.to_owned(),
    }
}
