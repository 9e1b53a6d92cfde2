//! Cases by hand, in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::diagnose::ProbeSet;
use super::todo::{AnswerTo, Todo};
use verdict::card::outcome;
use verdict::{CaseResults, Status, Verdict, WrongCase};

impl Todo<'_> {
    /// Judges the answers to the TODO's cases, up to the first that is wrong. Returns the verdict on that case too. A case that
    /// is wrong only in a step after `step`, counted from 0, is left out. The case `named` comes before all others.
    pub(super) fn judge_cases(
        &self,
        answer_to: AnswerTo,
        seed: u64,
        step: usize,
        named: Option<usize>,
    ) -> (CaseResults, Option<Verdict>) {
        let mut results = CaseResults::default();
        let mut cases: Vec<_> = self.check().by_hand().into_iter().enumerate().collect();
        cases.sort_by_key(|(index, _)| Some(*index) != named);
        for (index, case) in cases {
            let probe = ProbeSet::of_case(self, seed, index);
            let verdict = probe.judge(&probe.call_each(answer_to));
            match verdict.status {
                Status::Pass => results.right.push(case.words),
                Status::Skipped => return (CaseResults::default(), None),
                Status::Fail if verdict.step() > step => {}
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
