//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

mod fight;
mod ground;
mod knight;

use crate::{Answers, finished};
use common::check::Lesson;
use common::lesson;
pub(crate) use {
    fight::{damage, spheres_at, swept_hit},
    ground::{fly, minkowski, walk},
    knight::{face, state_for, sword},
};

/// Lesson 18, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!("a-ground", "b-knight", "c-fight");

/// What every answer is compared with.
pub const REFERENCE: Answers = finished::ANSWERS;
