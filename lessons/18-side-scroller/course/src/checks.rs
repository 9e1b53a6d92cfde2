//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

mod fight;
mod ground;
mod knight;

use crate::{Answers, finished};
use common::check::{Check, Lesson};
use common::lesson;
pub(crate) use {
    fight::{damage, spheres_at, swept_hit},
    ground::{fly, minkowski, walk},
    knight::{face, state_for, sword},
};

/// Lesson 18, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!("a-ground", "b-knight", "c-fight");

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check<Answers>] = &[
    // Metres; polygons reach a few metres, and single precision is right to a millionth.
    Check { tolerance: 1e-4, ask: minkowski },
    // Metres, metres a second, seconds: numbers below 20. Who loses 10 microseconds at each edge is found out.
    Check { tolerance: 1e-5, ask: fly },
    // As above.
    Check { tolerance: 1e-5, ask: walk },
    Check { tolerance: 0.0, ask: state_for },
    // Radians, and parts of a cycle.
    Check { tolerance: 1e-3, ask: face },
    // Products of three matrices whose numbers are about 2.
    Check { tolerance: 1e-3, ask: sword },
    // Metres, up to 10 from the origin; a few roundings each.
    Check { tolerance: 1e-3, ask: spheres_at },
    // A fraction of the step. Those who go through it in a thousand parts have it to one of them.
    Check { tolerance: 2e-3, ask: swept_hit },
    Check { tolerance: 0.0, ask: damage },
];

/// What every answer is compared with.
pub const REFERENCE: Answers = finished::ANSWERS;
