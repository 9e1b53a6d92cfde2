//! Cases by hand, in order of difficulty: the verdict on a wrong answer shows the first one that fails.

use super::check::ByHand;
use super::diagnose::ProbeSet;
use super::todo::{AnswerTo, Todo};
use verdict::card::outcome;
use verdict::{CaseResults, Status, Verdict, WrongCase};

impl Todo<'_> {
    /// Judges the answers to the TODO's cases, up to the first that is wrong. Returns the verdict on that case too. A case that
    /// is wrong only in a step after `step`, counted from 0, is left out. Cases with `named` in their words come
    /// before all others.
    pub(super) fn judge_cases(
        &self,
        answer_to: AnswerTo,
        seed: u64,
        step: usize,
        named: Option<&str>,
    ) -> (CaseResults, Option<Verdict>) {
        let mut results = CaseResults::default();
        let cases = self.check().by_hand();
        let mut order: Vec<usize> = (0..cases.len()).collect();
        order.sort_by_key(|index| named.is_some_and(|words| !cases[*index].words.contains(words)));
        for index in order {
            let probe = ProbeSet::of_case(self, seed, index);
            let verdict = probe.judge(&probe.call_each(answer_to));
            match verdict.status {
                Status::Pass => results.right.push(cases[index].words.clone()),
                Status::Skipped => return (CaseResults::default(), None),
                Status::Fail if verdict.step() > step => {}
                _ => {
                    let outcome = outcome(&verdict);
                    results.wrong = Some(WrongCase { index, input: input_in_full(&cases, index), outcome });
                    return (results, Some(verdict));
                }
            }
        }
        (results, None)
    }
}

/// Returns the words of a case. To those of one that is "the same" as an earlier case but for something, adds the earlier words.
fn input_in_full(cases: &[ByHand], index: usize) -> String {
    let stands_alone = |case: &&ByHand| !case.words.starts_with("the same");
    let words = &cases[index].words;
    match cases[..=index].iter().rfind(stands_alone) {
        Some(base) if base.words != *words => format!("{words} (as in: {})", base.words),
        _ => words.clone(),
    }
}
