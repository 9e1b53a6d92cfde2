//! The answers with every named mistake in them, each behind its switch.

mod fight;
mod ground;
mod knight;

use crate::Answers;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers {
    minkowski: ground::minkowski,
    fly: ground::fly,
    walk: ground::walk,
    state_for: knight::state_for,
    face: knight::face,
    sword: knight::sword,
    spheres_at: fight::spheres_at,
    swept_hit: fight::swept_hit,
    damage: fight::damage,
};
