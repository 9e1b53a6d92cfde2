//! The sentences of a verdict in the order in which they help, for the window's card and for the terminal; and the current
//! TODO.

use super::run_judge::BUSY;
use super::{Status, Verdict};

/// Number of right inputs that are listed: the last ones.
const RIGHT_CASES: usize = 2;

/// A verdict in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerdictText {
    /// A sentence, or a compiler's message.
    pub says: Vec<String>,
    /// Names of the mistakes that explain the answer, and what each does.
    pub mistakes: Vec<[String; 2]>,
    /// The question that leads out.
    pub question: Option<String>,
    /// Simple inputs for which the answer is right.
    pub right_cases: Option<String>,
    /// The simplest input for which it is wrong.
    pub wrong_case: Option<String>,
    /// Further observations.
    pub notes: Vec<String>,
    /// Numbers.
    pub details: Vec<String>,
}

impl VerdictText {
    /// Sorts the sentences of a verdict.
    pub fn new(v: &Verdict) -> Self {
        let mut text = VerdictText { question: v.question.clone(), ..VerdictText::default() };
        // Beside a mistake's name everything else is a detail, and beside a simple input what is random.
        let list = if v.mistakes.is_empty() { &mut text.notes } else { &mut text.details };
        list.extend(v.notes.iter().cloned());
        let is_detail = v.cases.wrong.is_some() || !v.mistakes.is_empty();
        let list = if is_detail { &mut text.details } else { &mut text.notes };
        list.extend(v.inputs.iter().cloned());
        text.add_cases(v);
        match (&v.place, &v.message, &v.expected, &v.got) {
            (Some(place), _, Some(expected), Some(got)) => {
                let numbers = format!("{place}: expected {expected}  got {got}");
                text.details.push(format!("{numbers}{}", distance_text(v)));
                // A mistake without a name and without cases has only its numbers.
                if v.mistakes.is_empty() && text.wrong_case.is_none() {
                    text.says.push(numbers);
                }
            }
            // A compiler's message has its own locations.
            (_, Some(message), ..) if message.contains('\n') => text.says.push(message.trim_end().to_owned()),
            (Some(place), Some(message), ..) => text.says.push(format!("{place}: {message}")),
            (None, Some(message), ..) => text.says.push(message.clone()),
            _ => {}
        }
        if v.mistakes.len() > 1 {
            text.says.push("these fit equally well:".into());
        }
        for mistake in &v.mistakes {
            let two = if mistake.name.contains('+') { "like two mistakes together: " } else { "" };
            text.mistakes.push([mistake.name.clone(), format!("{two}{}", mistake.says)]);
        }
        if !v.right.is_empty() && !v.wrong.is_empty() {
            let list = if text.wrong_case.is_some() { &mut text.details } else { &mut text.notes };
            list.push(format!(
                "right with these inputs: {}. Wrong with these: {}.",
                listed(&v.right),
                listed(&v.wrong)
            ));
        }
        if !text.details.is_empty() || !text.mistakes.is_empty() {
            text.details.push(format!("seed {}", v.seed));
        }
        text
    }

    /// Adds the cases that are right, and the first that is wrong; or an input of a probe if no case is wrong.
    fn add_cases(&mut self, v: &Verdict) {
        let right = &v.cases.right[v.cases.right.len().saturating_sub(RIGHT_CASES)..];
        if let Some(wrong) = &v.cases.wrong {
            self.wrong_case = Some(format!("Wrong: {}: {}", wrong.input, wrong.outcome));
        } else if !right.is_empty() && v.steps_right() == 0 {
            let input = "an input that is not as simple";
            self.wrong_case = Some(format!("Wrong: {input}: {}", outcome(v)));
        }
        if self.wrong_case.is_some() && !right.is_empty() {
            self.right_cases = Some(format!("Right: {}.", right.join("; ")));
        }
    }
}

fn distance_text(v: &Verdict) -> String {
    let (Some(off), Some(tolerance)) = (v.off, v.tolerance) else { return String::new() };
    let decimals = decimals(off);
    format!("   {off:.decimals$} apart (up to {tolerance} is accepted)")
}

/// Returns a sentence about the result of the student's code for the input of a failing verdict.
pub fn outcome(verdict: &Verdict) -> String {
    match (verdict.status, &verdict.place, &verdict.expected, &verdict.got) {
        (Status::Panicked, ..) => "your code panics.".into(),
        (Status::TimedOut, ..) if verdict.message.as_deref().is_some_and(|why| why.ends_with(BUSY)) => {
            "your code had not returned when it was stopped.".into()
        }
        (Status::TimedOut, ..) => "your code does not return in time.".into(),
        (Status::Crashed, ..) => "your code ends the whole program.".into(),
        (_, Some(label), Some(expected), Some(got)) => {
            let (input, label) = split_label(label);
            let [expected, got] = [expected, got].map(|value| shortened(value));
            let sentence = match (got.as_str(), expected.as_str()) {
                ("nothing", _) => format!("{label} is missing; it should be {expected}."),
                (_, "nothing") => format!("{label} is {got}; there should be none."),
                ("an error", expected) if expected.starts_with("a ") => {
                    format!("the result is an error; it should be {expected}.")
                }
                ("an error", _) if label != "the result" => {
                    format!("the result is an error; {label} should be {expected}.")
                }
                _ => format!("{label} is {got}; it should be {expected}."),
            };
            format!("{input}with your code {sentence}")
        }
        _ => verdict.message.clone().unwrap_or_default(),
    }
}

/// Splits the label of a value into the words of a random case, `"{words}: "`, and the label in a sentence, in which
/// `joint 0, origin` is `the origin of joint 0`.
fn split_label(label: &str) -> (String, String) {
    let (input, label) = label.rsplit_once(": ").unwrap_or(("", label));
    let input = if input.is_empty() { String::new() } else { format!("{input}: ") };
    let mut phrase = label.to_owned();
    for part in ["origin", "x axis", "y axis", "z axis", "bottom row"] {
        if let Some(whole) = label.strip_suffix(part).and_then(|whole| whole.strip_suffix(", ")) {
            phrase = format!("the {part} of {whole}");
        }
    }
    (input, phrase)
}

fn shortened(value: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    match value.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{} …", &value[..end]),
        None => value.to_owned(),
    }
}

/// Returns how many decimals tell apart two numbers that differ by `off`.
pub fn decimals(off: f32) -> usize {
    for decimals in [2, 4, 6] {
        let units = off.abs() * 10_f32.powi(decimals as i32);
        if units >= 5.0 || units.is_nan() {
            return decimals;
        }
    }
    8
}

/// Joins items by commas, or by semicolons if an item contains a comma.
pub fn listed(items: &[String]) -> String {
    items.join(if items.iter().any(|item| item.contains(',')) { "; " } else { ", " })
}

/// Returns the index of the TODO to do next: the first that is begun and does not pass; or the last that is still being
/// checked (`None`); or the first unsolved one after the last that passes, or before that. `None` if all are done.
pub fn current_todo(statuses: &[Option<Status>]) -> Option<usize> {
    let begun = statuses.iter().position(|status| status.is_some_and(Status::is_at_work));
    if let Some(todo) = begun.or_else(|| statuses.iter().rposition(Option::is_none)) {
        return Some(todo);
    }
    let last = statuses.iter().rposition(|status| status.is_some_and(Status::is_done));
    let behind = last.map_or(0, |last| last + 1);
    (behind..statuses.len()).chain(0..behind).find(|&todo| !statuses[todo].is_some_and(Status::is_done))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mistake, WrongCase};

    #[test]
    fn what_is_begun_comes_first_and_then_what_lies_behind_what_passes() {
        use Status::{Borrowed, Fail, NotStarted, Pass, Skipped, Waiting};
        for (statuses, next) in [
            (&[NotStarted, NotStarted][..], Some(0)),
            (&[NotStarted, NotStarted, Fail, Fail], Some(2)), // only the second part is begun
            (&[NotStarted, Pass, NotStarted], Some(2)),       // one goes on from where one is
            (&[NotStarted, Pass, Pass], Some(0)),
            (&[Waiting, Borrowed], Some(1)),
            (&[Pass, Skipped], None),
        ] {
            let checked: Vec<_> = statuses.iter().copied().map(Some).collect();
            assert_eq!(current_todo(&checked), next, "{statuses:?}");
        }
        assert_eq!(current_todo(&[None, None, Some(NotStarted)]), Some(1), "it may not pass");
    }

    #[test]
    fn a_note_is_a_detail_beside_a_name() {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        v.notes = vec!["your list is empty.".into()];
        assert_eq!(VerdictText::new(&v).notes.len(), 1);
        v.mistakes.push(Mistake { name: "ONE".into(), says: "so.".into() });
        assert!(VerdictText::new(&v).notes.is_empty());
    }

    #[test]
    fn two_right_cases_and_the_first_wrong_one() {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        v.cases.right = ["a", "b", "c"].map(String::from).into();
        v.cases.wrong = Some(WrongCase { index: 4, input: "d".into(), outcome: "it is 1.".into() });
        v.right = ["depth 0".into()].into();
        v.wrong = ["depth 1", "depth 2"].map(String::from).into();
        let text = VerdictText::new(&v);
        assert_eq!(text.right_cases.as_deref(), Some("Right: b; c."));
        assert_eq!(text.wrong_case.as_deref(), Some("Wrong: d: it is 1."));
        assert_eq!(text.details[0], "right with these inputs: depth 0. Wrong with these: depth 1, depth 2.");
    }

    #[test]
    fn outcomes_in_a_sentence() {
        for (label, got, sentence) in [
            (
                "an arm, bent: joint 0, origin",
                "(1, 0)",
                "an arm, bent: with your code the origin of joint 0 is (1, 0); it should be (0, 0).",
            ),
            ("key 3", "nothing", "with your code key 3 is missing; it should be (0, 0)."),
            ("the matrix", "an error", "with your code the result is an error; the matrix should be (0, 0)."),
        ] {
            let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
            [v.place, v.expected, v.got] = [label, "(0, 0)", got].map(|text| Some(text.into()));
            assert_eq!(outcome(&v), sentence);
        }
    }
}
