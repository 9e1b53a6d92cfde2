//! Remembers the hints that a student has seen, from one run of the command to the next.

use crate::build;
use common::check::{Hint, TodoToml};
use common::file::replace;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The hint that was shown last for each TODO's step, so that the same words go on. Losing the file loses nothing: the hints begin anew.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct HintsShown {
    /// The level, and the text of the question that the last ones began with, if they did.
    last: BTreeMap<String, (usize, Option<String>)>,
}

impl HintsShown {
    /// Empty if the file cannot be read.
    pub(crate) fn load() -> Self {
        let text = fs::read(Self::file()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn file() -> PathBuf {
        build::caches().join("hints.json")
    }

    /// One level more. Another mistake begins anew, with its question, and so does another step.
    pub(crate) fn after(&self, todo: &TodoToml, step: usize, question: Option<Hint>) -> Hint {
        let last = self.last.get(&Self::key(&todo.id, step));
        match (last, question) {
            (Some((level, asked)), Some(question)) if asked.as_ref() == Some(&question.text) => {
                Hint::of_level(todo, step, level + 1)
            }
            (_, Some(question)) => question,
            (last, None) => Hint::of_level(todo, step, last.map_or(0, |(level, _)| *level) + 1),
        }
    }

    fn key(todo: &str, step: usize) -> String {
        if step == 0 { todo.into() } else { format!("{todo}, step {}", step + 1) }
    }

    pub(crate) fn note(&mut self, hint: &Hint) {
        let last = self.last.entry(Self::key(&hint.todo, hint.step)).or_default();
        last.0 = hint.level;
        if hint.level == 0 {
            last.1 = Some(hint.text.clone());
        }
    }

    /// Writes the file. Where that is not possible a hint is repeated, which is no error.
    pub(crate) fn save(&self) {
        let Ok(text) = serde_json::to_vec_pretty(self) else { return };
        let _ = fs::create_dir_all(build::caches()).and_then(|()| replace(&Self::file(), text));
    }

    /// The level of the last hint of each of its steps, by the TODO's id; `"14.2, step 2"` from the second step on.
    pub(crate) fn levels(&self, todo: &str) -> impl Iterator<Item = (String, usize)> {
        let of_todo = self.last.iter().filter(move |(key, _)| key.split(',').next() == Some(todo));
        of_todo.map(|(key, (level, _))| (key.clone(), *level))
    }
}
