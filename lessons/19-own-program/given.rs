//! What the check of one's own program compares.

use std::fmt::Display;

crate::lesson! {
    /// The facts about one's own program, for each TODO: what the GPU was told, and what came of it.
    pub struct OwnProgram {
        "19.1" react: fn(moment: &Moment) -> Facts,
        "19.2" floor_corners: fn(moment: &Moment) -> Facts,
        "19.3" bone_buffers: fn(moment: &Moment) -> Facts,
        "19.4" draw_bones: fn(moment: &Moment) -> Facts,
        "19.5" skin_vertices: fn(moment: &Moment) -> Facts,
        "19.6" texture: fn(moment: &Moment) -> Facts,
        "19.7" palette: fn(moment: &Moment) -> Facts,
        "19.8" draw_skin: fn(moment: &Moment) -> Facts,
        "19.9" advance: fn(moment: &Moment) -> Facts,
        "19.10" pose: fn(moment: &Moment) -> Facts,
        "19.11" panel: fn(moment: &Moment) -> Facts,
        "19.12" fall: fn(moment: &Moment) -> Facts,
        "19.13" step: fn(moment: &Moment) -> Facts,
        "19.14" steer: fn(moment: &Moment) -> Facts,
        "19.15" change_state: fn(moment: &Moment) -> Facts,
        "19.16" follow: fn(moment: &Moment) -> Facts,
        "19.17" edit: fn(moment: &Moment) -> Facts,
    }
}

/// A moment in which the program draws, and the seed of what its functions get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    pub seed: u64,
    /// Time since the program's start, in seconds.
    pub seconds: f32,
    /// Width of the picture, in pixels.
    pub width: u32,
    /// Height of the picture, in pixels.
    pub height: u32,
}

/// What is known of a program after it has drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Right programs have the same.
    pub facts: Vec<Fact>,
    /// A sentence about a right program whose picture is not the text's.
    pub remark: Option<String>,
    /// The error with which the program has ended, in place of facts.
    pub error: Option<String>,
}

/// A fact in words: `the picture is cleared`, `colour and depth 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub label: String,
    pub words: String,
    /// Number of the TODO's step that it belongs to, from 1; 0 in a TODO without steps.
    pub step: u8,
    /// Names and messages that a report adds where the fact is wrong. They differ from program to program.
    pub note: Option<String>,
}

/// The end of the words of a fact that other inputs with its label do not have.
const NOT_ALWAYS: &str = ", but not always";

impl Facts {
    /// Adds a fact.
    pub fn add(&mut self, label: impl Into<String>, words: impl Into<String>) {
        self.add_to_step(0, label, words);
    }

    /// Adds a fact that belongs to a step of its TODO.
    pub fn add_to_step(&mut self, step: u8, label: impl Into<String>, words: impl Into<String>) {
        self.facts.push(Fact { label: label.into(), words: words.into(), step, note: None });
    }

    /// Adds a fact about one of several inputs that have its label, or tells that they do not all have the same words.
    pub fn add_again(&mut self, label: String, words: impl Into<String>) {
        let words = words.into();
        match self.facts.iter_mut().find(|fact| fact.label == label) {
            Some(fact) if fact.words == words || fact.words.ends_with(NOT_ALWAYS) => {}
            Some(fact) => fact.words += NOT_ALWAYS,
            None => self.add(label, words),
        }
    }

    /// Sorts facts by the ends of their labels.
    #[must_use]
    pub fn sorted_by(mut self, ends: &[&str]) -> Self {
        self.facts.sort_by_key(|fact| ends.iter().position(|end| fact.label.ends_with(end)));
        self
    }

    /// Returns the error with which a program has ended.
    pub fn error(error: &impl Display) -> Self {
        Facts { error: Some(error.to_string()), ..Facts::default() }
    }
}
