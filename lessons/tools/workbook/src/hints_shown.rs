//! The hints that a student has seen, which the command keeps from one run to the next.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use verdict::{Hint, TodoToml};

/// The cache with the hints shown. Without it the hints begin anew.
pub(crate) const HINTS: &str = "hints.json";

/// The last hint that was shown for each step of each TODO.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct HintsShown {
    /// Level of the last hint, and text of the last question, by the step's key.
    last: BTreeMap<String, (usize, Option<String>)>,
}

impl HintsShown {
    /// Returns the next hint for a step: the question about the mistake that was made, if it was not shown last for the
    /// step, or else the hint of the next level.
    pub(crate) fn next_hint(&self, todo: &TodoToml, step: usize, question: Option<Hint>) -> Hint {
        let last = self.last.get(&Self::key(&todo.id, step));
        match (last, question) {
            (Some((level, known)), Some(question)) if known.as_ref() == Some(&question.text) => {
                Hint::of_level(todo, step, level + 1)
            }
            (_, Some(question)) => question,
            (last, None) => Hint::of_level(todo, step, last.map_or(0, |(level, _)| *level) + 1),
        }
    }

    /// Returns the key of a TODO's step, `"14.2, step 2"`; of the first step it is the TODO's id.
    fn key(todo: &str, step: usize) -> String {
        if step == 0 { todo.into() } else { format!("{todo}, step {}", step + 1) }
    }

    /// Keeps a hint as the last of its step.
    pub(crate) fn remember(&mut self, hint: &Hint) {
        let last = self.last.entry(Self::key(&hint.todo, hint.step)).or_default();
        last.0 = hint.level;
        if hint.level == 0 {
            last.1 = Some(hint.text.clone());
        }
    }

    /// Returns the level of the last hint for each step of a TODO, by the step's key.
    pub(crate) fn levels(&self, todo: &str) -> impl Iterator<Item = (String, usize)> {
        let of_todo = self.last.iter().filter(move |(key, _)| key.split(',').next() == Some(todo));
        of_todo.map(|(key, (level, _))| (key.clone(), *level))
    }
}
