//! Hints for a TODO: a question about the mistake that was made, or one of three steps towards an answer.

use super::{Mistake, TodoToml, Verdict};
use serde::Serialize;

const LEVELS: [&str; 3] = ["where to begin", "the idea", "the shape of the answer"];

/// A hint for one TODO.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The TODO's id.
    pub todo: String,
    /// Its function, or its shader's file.
    pub name: String,
    /// Index of the step; 0 in a TODO without steps.
    pub step: usize,
    /// Level from 1, or 0 for a question about the mistake that was made.
    pub level: usize,
    /// Content of this level: `"the idea"`.
    pub title: String,
    /// The hint itself.
    pub text: String,
}

impl Hint {
    /// The highest level.
    pub const LAST: usize = LEVELS.len();

    /// Returns the hint for a step, of a level from 1 to [`LAST`](Self::LAST).
    pub fn of_level(todo: &TodoToml, step: usize, level: usize) -> Self {
        let level = level.clamp(1, Self::LAST);
        Self::new(todo, step, level, LEVELS[level - 1], todo.hints(step)[level - 1].clone())
    }

    /// Returns the question of a verdict as a hint of level 0, after the names of the verdict's mistakes.
    pub fn question(todo: &TodoToml, verdict: &Verdict) -> Option<Self> {
        let question = verdict.question.as_ref()?;
        let mut text = String::new();
        for (index, Mistake { name, says }) in verdict.mistakes.iter().enumerate() {
            let or = if index > 0 { "or " } else { "" };
            text += &format!("{or}{name}: {says}\n");
        }
        Some(Self::new(todo, verdict.step(), 0, "a question", text + question))
    }

    fn new(todo: &TodoToml, step: usize, level: usize, title: &str, text: String) -> Self {
        let title = todo.steps.get(step).map_or(title.into(), |step| format!("{}, {title}", step.name));
        Hint { todo: todo.id.clone(), name: todo.name.clone(), step, level, title, text }
    }
}
