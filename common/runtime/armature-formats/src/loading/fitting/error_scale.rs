//! Error scale: how far an error in a node's local transform moves the farthest point, in world space.

use super::Part;
use crate::double::Parts;
use glam::DVec4;

/// The relative error of an `f32` after a few roundings.
const ROUNDING: f64 = 4e-7;

/// Converts differences between local transforms to distances in world space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorScale {
    /// The local transform at rest, which applies where there is no track.
    pub(super) rest: Parts,
    /// World-space length of a unit of the parent's space.
    parent: f64,
    /// World-space distance of the farthest descendant, if the node itself does not scale.
    reach: f64,
    /// World-space distance for a difference of 1 in each part. The rotation's is twice that for an angle of 1 radian.
    pub(super) weights: [f64; 4],
}

impl ErrorScale {
    /// `parent` is the world-space length of the parent's unit, `reach` the farthest descendant's distance in the
    /// node's unit.
    pub(crate) fn new(parent: f64, reach: f64, rest: Parts) -> Self {
        let scale = Self { rest, parent, reach: reach * parent, weights: [0.0; 4] };
        scale.bounded_by([&rest])
    }

    /// Returns the error scale of a node whose scale and shear are at most those of `all`. A matrix is rotation * shear
    /// * scale: an error in a factor is multiplied by the factors on the right, and by the norms of those on the left.
    pub(super) fn bounded_by<'a>(&self, all: impl IntoIterator<Item = &'a Parts>) -> Self {
        let mut turn = 0.0f64;
        let mut shear = 0.0f64;
        let mut scale = 0.0f64;
        for parts in all {
            let [scales, shears] = [Part::Scale, Part::Shear].map(|part| parts[part as usize] * parts[part as usize]);
            // The columns of the shear: 1 0 0, xy 1 0, xz yz 1.
            let [y, z] = [1.0 + shears.x, 1.0 + shears.y + shears.z];
            turn = turn.max(scales.x).max(scales.y * y).max(scales.z * z);
            shear = shear.max(y).max(z);
            scale = scale.max(scales.y).max(scales.z);
        }
        let [turn, shear, scale] = [turn, shear, scale].map(|square| square.sqrt() * self.reach);
        Self { weights: [self.parent, 2.0 * turn, shear, scale], ..*self }
    }

    /// Whether two values of a part are at most `allowed` apart in world space, but for rounding. Quaternions must be in
    /// the same hemisphere.
    pub(super) fn are_near(&self, part: Part, a: DVec4, b: DVec4, allowed: f64) -> bool {
        let limit = allowed / self.weights[part as usize];
        let square = a.distance_squared(b);
        square <= limit * limit || square.sqrt() - ROUNDING * part.rounding_size(a) <= limit
    }

    /// Returns the largest difference between nlerp and slerp for two keys `angle` apart: 0.004 angle^3 radians, see
    /// [`NLERP_LIMIT`](armature::animation::NLERP_LIMIT).
    pub(super) fn nlerp_error(&self, angle: f64) -> f64 {
        NLERP_ERROR * angle * angle * angle * self.turn()
    }

    /// Returns the angle between two keys at which [`nlerp_error`](Self::nlerp_error) is `allowed`.
    pub(super) fn nlerp_angle(&self, allowed: f64) -> f64 {
        (allowed / (NLERP_ERROR * self.turn())).cbrt()
    }

    /// World-space distance for an angle of 1 radian.
    fn turn(&self) -> f64 {
        self.weights[Part::Rotation as usize] / 2.0
    }
}

/// A little more than the 0.004 of nlerp's uneven speed.
const NLERP_ERROR: f64 = 0.005;
