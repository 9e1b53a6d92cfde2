//! The facts about the right program, about the program with which a part begins, and about that which ends with a step, as a
//! test has found them by running the programs. So the judge contains no finished program.
//!
//! An entry of a program that is not the right one has only the facts that differ:
//!
//! ```text
//! 19.4
//! the clearing of the picture: colour and depth 1, before all draw calls
//! 19.4 STARTER
//! the bones' draw call: unknown without a draw call
//! ```

use crate::{Fact, Facts};
use std::collections::HashMap;
use std::sync::LazyLock;

static ENTRIES: LazyLock<HashMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
    let mut entries = HashMap::new();
    let mut facts: &mut Vec<(&str, &str)> = &mut Vec::new();
    for line in include_str!(concat!(env!("OUT_DIR"), "/facts.txt")).lines() {
        match line.split_once(": ") {
            Some(fact) => facts.push(fact),
            None => facts = entries.entry(line).or_default(),
        }
    }
    entries
});

/// Returns the facts about a program: `19.4`, or `19.4 STARTER`. They are the same at each moment.
///
/// # Panics
/// If none are stored for this TODO.
pub(crate) fn facts(todo: &str, program: &str) -> Facts {
    let mut facts = Facts::default();
    for (label, words) in &ENTRIES[todo] {
        facts.facts.push(fact(label, words));
    }
    for (label, words) in ENTRIES.get(&*format!("{todo} {program}")).into_iter().flatten() {
        let fact = fact(label, words);
        let known = facts.facts.iter_mut().find(|known| known.label == fact.label);
        *known.expect("the right program has this fact, too") = fact;
    }
    facts
}

/// Returns a fact. The number of its step stands before its label: `2 number of corners`.
fn fact(label: &str, words: &str) -> Fact {
    let numbered = label.split_once(' ').and_then(|(step, label)| Some((step.parse().ok()?, label)));
    let (step, label) = numbered.unwrap_or((0, label));
    Fact { label: label.into(), words: words.into(), step, note: None }
}
