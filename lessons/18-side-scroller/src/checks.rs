//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

mod fight;
mod ground;
mod knight;

use crate::{Answers, finished};
use common::check::Lesson;
use common::lesson;

/// Lesson 18, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(
    ground::MINKOWSKI,
    ground::FLY,
    ground::WALK,
    knight::STATE_FOR,
    knight::FACE,
    knight::SWORD,
    fight::SPHERES_AT,
    fight::SWEPT_HIT,
    fight::DAMAGE;
    "a-ground", "b-knight", "c-fight",
);

/// What every answer is compared with.
pub const REFERENCE: Answers = finished::ANSWERS;
