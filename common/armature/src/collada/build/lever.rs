//! How an error in a node's local transform shows in the world.

use crate::math::{Decomposition, shortest};
use glam::{Quat, Vec3, Vec4};

/// What an `f32` cannot tell from 1, with room for a few roundings.
const ROUNDING: f64 = 4e-7;

/// Turns differences between local transforms into lengths in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    /// The rest local, which holds where there is no track.
    pub(super) bind: Decomposition,
    pub(super) weights: Weights,
}

impl Lever {
    /// `parent`: world lengths for a length in the parent's space. `reach`: how far away, in the node's
    /// own unit, things may hang on it.
    pub(super) fn new(parent: f64, reach: f64, bind: Decomposition) -> Self {
        let stretch = reach * parent;
        // Lengths in the parent's space for one in the node's own.
        let unit = f64::from(bind.transform.scale.abs().max_element());
        let weights = Weights { shift: parent, turn: unit * stretch, stretch };
        Self { bind, weights }
    }

    /// How far apart two translations put things.
    pub(super) fn shift(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * f64::from(a.length());
        (f64::from((a - b).length()) - noise).max(0.0) * self.weights.shift
    }

    /// How far apart two scales put things.
    pub(super) fn stretch(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * f64::from(a.length());
        (f64::from((a - b).length()) - noise).max(0.0) * self.weights.stretch
    }

    /// How far apart two rotations put things.
    pub(super) fn turn(&self, a: Quat, b: Quat) -> f64 {
        (f64::from(angle(a, b)) - ROUNDING).max(0.0) * self.weights.turn
    }

    /// How far apart two shears put things.
    pub(super) fn lean(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * (1.0 + f64::from(a.length()));
        (f64::from((a - b).length()) - noise).max(0.0) * self.weights.turn
    }

    /// How far nlerp strays from slerp, where two keys are `angle` apart: by 0.004 angle^3 at most, see
    /// [`NLERP_LIMIT`](crate::animation::NLERP_LIMIT).
    pub(super) fn nlerp_strays(&self, angle: f32) -> f64 {
        let angle = f64::from(angle);
        0.005 * angle * angle * angle * self.weights.turn
    }
}

/// World lengths for a difference of 1 in each part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) shift: f64,
    /// For an angle, or the tangent of one.
    pub(super) turn: f64,
    pub(super) stretch: f64,
}

/// The angle between two rotations, in radians; for those that are close together.
pub(super) fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * (Vec4::from(a) - Vec4::from(shortest(a, b))).length()
}
