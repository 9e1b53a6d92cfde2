//! The answers of an earlier lesson that the editor calls.

use crate::{Answers, Tools, finished};

common::earlier_answers! {
    /// What the keys' signs need.
    pub struct Earlier {
        rotations: lesson_06 {
            "06.1" shortest: "the sign of a key",
        }
    }
}

impl Earlier {
    /// What this lesson's answers work with.
    pub fn tools(&self, answers: &Answers) -> Tools {
        Tools { shortest: self.rotations.shortest, set_key: answers.set_key, ..finished::TOOLS }
    }
}
