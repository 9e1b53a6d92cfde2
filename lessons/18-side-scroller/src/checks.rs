//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

mod fight;
mod ground;
mod knight;

use crate::{Answers, finished};
use common::check::Lesson;
use common::lesson;

/// Lesson 18, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(
    ground::minkowski: 1e-4, // Metres; polygons reach a few metres, and single precision is right to a millionth.
    // Metres, metres a second, seconds: numbers below 20. Who loses 10 microseconds at each edge is found out.
    ground::fly: 1e-5,
    ground::walk: 1e-5, // As above.
    knight::state_for: 0.0,
    knight::face: 1e-3,      // Radians, and parts of a cycle.
    knight::sword: 1e-3,     // Products of three matrices whose numbers are about 2.
    fight::spheres_at: 1e-3, // Metres, up to 10 from the origin; a few roundings each.
    fight::swept_hit: 2e-3,  // A share of the step. Those who go through it in a thousand parts have it to one of them.
    fight::damage: 0.0;
    "a-ground", "b-knight", "c-fight",
);

/// What every answer is compared with.
pub const REFERENCE: Answers = finished::ANSWERS;
