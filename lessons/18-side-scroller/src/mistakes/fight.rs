//! Mistakes of the fight.

use crate::{Blow, Moving, PlacedSphere, Sphere, Swing, finished};
use glam::Mat4;

pub(super) fn spheres_at(
    spheres: &[Sphere],
    model_from_joint: &[Mat4],
    world_from_model: Mat4,
    placed: &mut Vec<PlacedSphere>,
) {
    (finished::ANSWERS.spheres_at)(spheres, model_from_joint, world_from_model, placed)
}

pub(super) fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    (finished::ANSWERS.swept_hit)(a, b)
}

pub(super) fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    (finished::ANSWERS.damage)(swing, blow, target)
}
