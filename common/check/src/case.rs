//! Simple inputs, made by hand and in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::diagnose::ProbeSet;
use super::todo::{AnswerTo, Todo};
use super::{Answer, AnswerError, Ask, Probe};
use given::Course;
use verdict::card::outcome;
use verdict::{CaseResults, Status, Verdict, WrongCase};

pub(super) type AskFn = fn(&mut Ask, &mut Answer) -> Result<(), AnswerError>;

/// A check of the old form.
pub(super) struct Asked {
    pub(super) ask: AskFn,
    pub(super) cases: &'static [AskedCase],
}

impl Asked {
    pub(super) fn add(&self, course: &Course, probe: &Probe, answer: &mut Answer) -> Result<(), AnswerError> {
        let mut q = Ask { probe: *probe, random: probe.random(), course };
        match probe.case() {
            Some(case) => (self.cases[case].ask)(&mut q, answer),
            None => (self.ask)(&mut q, answer),
        }
    }
}

/// A case of the old form.
pub struct AskedCase {
    pub input: &'static str,
    pub ask: AskFn,
}

/// Makes an [`AskedCase`](crate::AskedCase) that calls a function with an `Ask`, an `Answer` and these arguments:
/// `case!("bones of 3 and 4, their ends 5 apart", elbow_case(3.0, 4.0, 5.0))`.
#[macro_export]
macro_rules! case {
    ($input:expr, $ask:ident($($argument:expr),* $(,)?)) => {
        $crate::AskedCase { input: $input, ask: |q, answer| $ask(q, answer, $($argument),*) }
    };
}

impl Todo<'_> {
    /// Judges the answers to the TODO's cases, up to the first that is wrong. Returns the verdict on that case too.
    pub(super) fn judge_cases(&self, answer_to: AnswerTo, seed: u64) -> (CaseResults, Option<Verdict>) {
        let mut results = CaseResults::default();
        for (index, case) in self.check().by_hand().into_iter().enumerate() {
            let probe = ProbeSet::of_case(self, seed, index);
            let verdict = probe.judge(&probe.ask(answer_to));
            match verdict.status {
                Status::Pass => results.right.push(case.words),
                Status::Skipped => return (CaseResults::default(), None),
                _ => {
                    let outcome = outcome(&verdict);
                    results.wrong = Some(WrongCase { index, input: case.words, outcome });
                    return (results, Some(verdict));
                }
            }
        }
        (results, None)
    }
}
