//! The sentences of a verdict in the order in which they help, for the window's card and for the terminal; and the current
//! TODO.

use super::run_judge::BUSY;
use super::{Status, Verdict};

/// Most groups of inputs that are named outside the details.
const GROUPS: usize = 3;

/// Number of right inputs that are listed. It grows if the first of them refers to the one before.
const RIGHT_CASES: usize = 2;

/// Length in bytes beyond which a note is a detail.
const LONG_NOTE: usize = 100;

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
    /// Inputs for which the answer is right, and for which it is wrong.
    pub groups: Vec<String>,
    /// Further observations.
    pub notes: Vec<String>,
    /// Numbers.
    pub details: Vec<String>,
}

impl VerdictText {
    /// Sorts the sentences of a verdict.
    pub fn new(v: &Verdict) -> Self {
        let mut text = VerdictText { question: v.question.clone(), ..VerdictText::default() };
        // Beside a mistake's name or a simple input, random inputs are a detail; so are many numbers.
        let has_case = v.cases.wrong.is_some();
        let inputs = v.inputs.iter().map(|input| (input, has_case));
        for (note, is_random) in inputs.chain(v.notes.iter().map(|note| (note, false))) {
            let is_long = note.len() > LONG_NOTE && v.status != Status::DoesNotCompile; // advice on rustc's error
            let is_detail = !v.mistakes.is_empty() || is_random || is_long;
            let list = if is_detail { &mut text.details } else { &mut text.notes };
            list.push(note.clone());
        }
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
        let has_groups = !v.right.is_empty() && !v.wrong.is_empty();
        if has_groups && text.wrong_case.is_some() {
            text.details.push(format!(
                "right with these inputs: {}. Wrong with these: {}.",
                listed(&v.right),
                listed(&v.wrong)
            ));
        } else if has_groups {
            let wrong = v.wrong.len().min(GROUPS - 1);
            let right = v.right.len().min(GROUPS - wrong);
            text.groups.push(format!("right with these inputs: {}", listed(&v.right[..right])));
            text.groups.push(format!("wrong with these inputs: {}", listed(&v.wrong[..wrong])));
            if right + wrong < v.right.len() + v.wrong.len() {
                text.details.push(format!(
                    "right with these inputs: {}. Wrong with these: {}.",
                    listed(&v.right),
                    listed(&v.wrong)
                ));
            }
        }
        if !text.details.is_empty() || !text.mistakes.is_empty() {
            text.details.push(format!("seed {}", v.seed));
        }
        text
    }

    /// Adds the cases that are right, and the first that is wrong; or an input of a probe if no case is wrong.
    fn add_cases(&mut self, v: &Verdict) {
        let mut first = v.cases.right.len().saturating_sub(RIGHT_CASES);
        // An input such as "the same keys" needs the one before it.
        while first > 0 && v.cases.right[first].starts_with("the same") {
            first -= 1;
        }
        let right = &v.cases.right[first..];
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

/// Returns the distance between the answer and the right one as text, to stand after their numbers.
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
/// `joint 0, origin` is `the origin of joint 0`, and an insertion ends with a comma.
fn split_label(label: &str) -> (String, String) {
    let (input, label) = label.rsplit_once(": ").unwrap_or(("", label));
    let input = if input.is_empty() { String::new() } else { format!("{input}: ") };
    let mut phrase = label.to_owned();
    for part in ["origin", "x axis", "y axis", "z axis", "bottom row"] {
        if let Some(whole) = label.strip_suffix(part).and_then(|whole| whole.strip_suffix(", ")) {
            phrase = format!("the {part} of {whole}");
        }
    }
    if has_open_comma(&phrase) {
        phrase.push(',');
    }
    (input, phrase)
}

/// Returns whether a label has an odd number of commas outside of brackets, as in `part 0, on the stage`.
fn has_open_comma(label: &str) -> bool {
    let mut depth = 0;
    let mut commas = 0;
    for c in label.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas % 2 == 1
}

/// Returns a word by which the sentence of [`outcome`] is no English: a verb in its label or its values, a word twice, or a
/// preposition at the label's end.
pub fn grammar_fault(verdict: &Verdict) -> Option<String> {
    const VERBS: [&str; 18] = [
        "is", "are", "was", "has", "have", "holds", "takes", "points", "turns", "begins", "ends", "goes", "does",
        "says", "should", "expected", "got", "gets",
    ];
    let [label, expected, got] =
        [&verdict.place, &verdict.expected, &verdict.got].map(|text| text.as_deref().unwrap_or_default());
    let (_, label) = split_label(label);
    for text in [label.as_str(), expected, got] {
        // After "that" or "which" there is a verb, and in quotation marks there may be anything.
        let words: Vec<&str> = text.split('"').step_by(2).flat_map(str::split_whitespace).collect();
        for (index, word) in words.iter().enumerate() {
            let before = index.checked_sub(1).map_or("", |before| words[before]);
            let is_clause = words[..index].iter().any(|word| ["that", "which", "where"].contains(word));
            let is_twice = *word == before && word.chars().all(char::is_alphabetic);
            if is_twice || VERBS.contains(word) && !is_clause {
                return Some((*word).to_owned());
            }
        }
    }
    let last = label.rsplit(' ').next()?;
    ["to", "at", "by", "of", "with", "from"].contains(&last).then(|| last.to_owned())
}

/// Returns a value's text, cut after 120 characters.
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
    fn a_note_is_a_detail_beside_a_name_or_if_it_is_long() {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        v.notes = vec!["your list is empty.".into(), "1.0 ".repeat(40)];
        let text = VerdictText::new(&v);
        assert_eq!((text.notes.len(), text.details.len()), (1, 2), "with the seed");
        v.status = Status::DoesNotCompile;
        assert_eq!(VerdictText::new(&v).notes.len(), 2, "rustc's error is long, too");
        v.mistakes.push(Mistake { name: "ONE".into(), says: "so.".into() });
        assert!(VerdictText::new(&v).notes.is_empty());
    }

    #[test]
    fn the_right_cases_go_back_to_one_that_stands_alone() {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        v.cases.right = ["a", "b", "the same at 1", "the same at 2"].map(String::from).into();
        v.cases.wrong = Some(WrongCase { index: 4, input: "c".into(), outcome: "it is 1.".into() });
        let text = VerdictText::new(&v);
        assert_eq!(text.right_cases.as_deref(), Some("Right: b; the same at 1; the same at 2."));
        assert_eq!(text.wrong_case.as_deref(), Some("Wrong: c: it is 1."));
        v.cases.right.truncate(2);
        assert_eq!(VerdictText::new(&v).right_cases.as_deref(), Some("Right: a; b."));
    }

    #[test]
    fn sentences_that_are_no_english() {
        let label = "an arm, bent: joint 0, origin";
        let v = of_label(label, "(1, 0)");
        assert_eq!(outcome(&v), "an arm, bent: with your code the origin of joint 0 is (1, 0); it should be (0, 0).");
        assert_eq!(grammar_fault(&v), None);
        for (label, got, sentence) in [
            (
                "part 0, on the stage, origin",
                "(1, 0)",
                "the origin of part 0, on the stage, is (1, 0); it should be (0, 0).",
            ),
            ("key 3", "nothing", "key 3 is missing; it should be (0, 0)."),
            ("the matrix", "an error", "the result is an error; the matrix should be (0, 0)."),
        ] {
            assert_eq!(outcome(&of_label(label, got)), format!("with your code {sentence}"));
        }
        for (label, got, word) in [
            ("it is", "on an edge", "is"),
            ("the body's x", "in a loop that is endless", ""),
            ("in jump; idle is wanted", "fall", "is"),
            ("the moment", "fall begins", "begins"),
            ("the the moment", "1", "the"),
            ("the bones are turned by", "your code", "are"),
            ("its image by", "1", "by"),
            ("corner 1, on bone 0,", "1", ""),
            ("its tip, (0, 1), in the world", "an error that says \"is is\"", ""),
        ] {
            assert_eq!(grammar_fault(&of_label(label, got)).unwrap_or_default(), word, "{label}");
        }
    }

    fn of_label(label: &str, got: &str) -> Verdict {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        [v.place, v.expected, v.got] = [label, "(0, 0)", got].map(|text| Some(text.into()));
        v
    }

    #[test]
    fn three_groups_are_named_and_all_are_in_the_details() {
        let mut v = Verdict::new("02.1", "x", Status::Fail, 41);
        v.right = ["a", "b"].map(String::from).into();
        v.wrong = ["c", "d", "e"].map(String::from).into();
        let text = VerdictText::new(&v);
        assert_eq!(text.groups, ["right with these inputs: a", "wrong with these inputs: c, d"]);
        assert_eq!(text.details, ["right with these inputs: a, b. Wrong with these: c, d, e.", "seed 41"]);
        v.wrong.truncate(1);
        assert_eq!(VerdictText::new(&v).groups, ["right with these inputs: a, b", "wrong with these inputs: c"]);
    }
}
