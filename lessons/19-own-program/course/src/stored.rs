//! The facts about the solution and about each known mistake, as a test has found them by running the programs.
//!
//! So the judge contains no finished program. A mistake's entry has only the facts that differ from the solution's:
//!
//! ```text
//! 19.4 at 0.5 s, 640 x 480
//! the picture is cleared: colour and depth 1, first
//! 19.4 NO-CLEAR at 0.5 s, 640 x 480
//! the picture is cleared: never
//! ```

use crate::{Fact, Facts, Moment};
use std::collections::HashMap;
use std::sync::LazyLock;

static ENTRIES: LazyLock<HashMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
    let mut entries = HashMap::new();
    let mut facts: &mut Vec<(&str, &str)> = &mut Vec::new();
    for line in include_str!("facts.txt").lines() {
        match line.split_once(": ") {
            Some(fact) => facts.push(fact),
            None => facts = entries.entry(line).or_default(),
        }
    }
    entries
});

/// Returns the heading of a TODO's facts, or of those of one of its mistakes. Only what is drawn depends on the moment.
fn heading(todo: &str, mistake: &str, moment: &Moment) -> String {
    let Moment { seconds, width, height } = moment;
    let name = if mistake.is_empty() { todo.to_owned() } else { format!("{todo} {mistake}") };
    let drawn = format!("{name} at {seconds} s, {width} x {height}");
    if ENTRIES.contains_key(&*drawn) { drawn } else { name }
}

/// Returns the facts about the solution, or about a program with a mistake.
///
/// # Panics
/// If none are stored for this TODO, mistake or moment.
pub(crate) fn facts(todo: &str, mistake: &str, moment: &Moment) -> Facts {
    let mut facts = Facts::default();
    for (label, words) in entry(&heading(todo, "", moment)) {
        facts.facts.push(fact(label, words));
    }
    if mistake.is_empty() {
        return facts;
    }
    for (label, words) in entry(&heading(todo, mistake, moment)) {
        let fact = fact(label, words);
        let known = facts.facts.iter_mut().find(|known| known.label == fact.label);
        *known.expect("the solution has this fact, too") = fact;
    }
    facts
}

/// Returns a fact. The number of its step stands before its label: `2 number of corners`.
fn fact(label: &str, words: &str) -> Fact {
    let numbered = label.split_once(' ').and_then(|(step, label)| Some((step.parse().ok()?, label)));
    let (step, label) = numbered.unwrap_or((0, label));
    Fact { label: label.into(), words: words.into(), step, note: None }
}

fn entry(heading: &str) -> &'static [(&'static str, &'static str)] {
    ENTRIES.get(heading).unwrap_or_else(|| panic!("facts.txt has no \"{heading}\""))
}
