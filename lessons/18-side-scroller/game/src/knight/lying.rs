//! A dead knight: he falls on his back where he stands.

use super::{GameCast, eased};
use armature::math::Transform;
use glam::{Mat4, Quat};
use std::f32::consts::FRAC_PI_2;

/// Time in which he falls on his back, in seconds.
const FALL_TIME: f32 = 0.5;
/// Power of the completed fraction of the fall by which he turns.
const FALL_POWER: f32 = 1.5;
/// Height of his hips over the ground when he lies, in metres.
const HEIGHT: f32 = 0.13;

/// Lays him down from his upright `place`, about his hips: `seconds` of the fall have passed.
pub(super) fn lay(cast: &GameCast, model_from_joint: &[Mat4], seconds: f32, place: &mut Transform) {
    let falls = (seconds / FALL_TIME).min(1.0);
    let turn = Quat::from_rotation_x(-falls.powf(FALL_POWER) * FRAC_PI_2);
    let own_from_hips = Mat4::from(cast.own_from_file()) * model_from_joint[cast.hinges.hips.joint];
    let hips = own_from_hips.w_axis.truncate();
    place.translation += place.rotation * (hips - turn * hips);
    place.translation.y += eased(falls) * (HEIGHT - hips.y);
    place.rotation *= turn;
}
