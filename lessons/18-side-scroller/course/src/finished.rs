//! The right answers: the solution's.

use crate::{Moving, Tools};
use lesson_13::Blending;

pub use crate::mistaken::ANSWERS;

/// Every tool as it was finished.
pub const TOOLS: Tools = Tools { next_state: BLENDING.next_state };

const BLENDING: Blending = given::table!(lesson_13::Blending, lesson_13::finished::ANSWERS);

/// Returns `[a, b, c]` of `a t^2 + 2 b t + c`: the square of the distance between two moving spheres, less that at which
/// they touch.
pub(crate) fn distance_squared_over_reach(a: &Moving, b: &Moving) -> [f32; 3] {
    let apart = a.from - b.from;
    let motion = (a.to - a.from) - (b.to - b.from);
    let reach = a.radius + b.radius;
    [motion.length_squared(), apart.dot(motion), apart.length_squared() - reach * reach]
}
