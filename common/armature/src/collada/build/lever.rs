//! How an error in a node's local transform shows in the world.

use super::parts::{Part, Parts};
use glam::{DVec4, Vec4};

/// What an `f32` cannot tell from 1, with room for a few roundings.
const ROUNDING: f64 = 4e-7;

/// Turns differences between local transforms into lengths in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    /// The rest local, which holds where there is no track.
    pub(super) bind: Parts,
    /// World lengths for a length in the parent's space.
    parent: f64,
    /// World lengths for what hangs on the node, were it not scaled.
    stretch: f64,
    /// World lengths for a difference of 1 in each part; half of that is an angle of 1 between two
    /// quaternions' rotations.
    pub(super) weights: [f64; 4],
}

impl Lever {
    /// `parent`: world lengths for a length in the parent's space. `reach`: how far away, in the node's
    /// own unit, things may hang on it.
    pub(super) fn new(parent: f64, reach: f64, bind: Parts) -> Self {
        let lever = Self { bind, parent, stretch: reach * parent, weights: [0.0; 4] };
        lever.among([&bind])
    }

    /// The same where the node is scaled and leans no more than here. A matrix is rotation * shear * scale: what
    /// one of them is off by is stretched by those on its right, and by the lengths of those on its left.
    pub(super) fn among<'a>(&self, all: impl IntoIterator<Item = &'a Parts>) -> Self {
        let (mut turn, mut lean, mut scale) = (0.0f64, 0.0f64, 0.0f64);
        for parts in all {
            let square = |part: Part| parts[part as usize] * parts[part as usize];
            let (scales, shears) = (square(Part::Scale), square(Part::Shear));
            // The columns of the shear: 1 0 0, xy 1 0, xz yz 1.
            let [y, z] = [1.0 + shears.x, 1.0 + shears.y + shears.z];
            turn = turn.max(scales.x).max(scales.y * y).max(scales.z * z);
            lean = lean.max(y).max(z);
            scale = scale.max(scales.y).max(scales.z);
        }
        let [turn, lean, scale] = [turn, lean, scale].map(|square| square.sqrt() * self.stretch);
        Self { weights: [self.parent, 2.0 * turn, lean, scale], ..*self }
    }

    /// How far apart two values of a part put things. Quaternions are on one side of the sphere.
    pub(super) fn apart(&self, part: Part, a: DVec4, b: DVec4) -> f64 {
        let noise = ROUNDING * part.noise(|| a.length());
        (a.distance(b) - noise).max(0.0) * self.weights[part as usize]
    }

    /// How far nlerp strays from slerp, where two keys are `angle` apart: by 0.004 angle^3 at most, see
    /// [`NLERP_LIMIT`](crate::animation::NLERP_LIMIT).
    pub(super) fn nlerp_strays(&self, angle: f64) -> f64 {
        UNEVEN * angle * angle * angle * self.turn()
    }

    /// How far apart two keys may be so that nlerp strays by no more than `allowed`.
    pub(super) fn nlerp_reaches(&self, allowed: f64) -> f64 {
        (allowed / (UNEVEN * self.turn())).powf(1.0 / 3.0)
    }

    /// World lengths for an angle of 1.
    fn turn(&self) -> f64 {
        self.weights[Part::Rotation as usize] / 2.0
    }
}

/// A little more than what nlerp's speed costs.
const UNEVEN: f64 = 0.005;

/// Tells which values of a part are near enough to each other, as they are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    part: Part,
    limit: f64,
    limit_squared: f32,
}

impl Near {
    /// Those that put things no further apart than `allowed`.
    pub(super) fn new(lever: &Lever, part: Part, allowed: f64) -> Self {
        let limit = allowed / lever.weights[part as usize];
        Self { part, limit, limit_squared: (limit * limit) as f32 }
    }

    #[inline]
    pub(super) fn holds(&self, a: Vec4, b: Vec4) -> bool {
        let square = a.distance_squared(b);
        // What is near enough even without a thought to rounding is so at once.
        square < self.limit_squared || self.holds_but_for_rounding(a, square)
    }

    #[cold]
    fn holds_but_for_rounding(&self, a: Vec4, square: f32) -> bool {
        let noise = ROUNDING * self.part.noise(|| f64::from(a.length()));
        f64::from(square).sqrt() - noise <= self.limit
    }
}

/// The angle between two rotations, in radians; for those that are close together, and on one side of
/// the sphere.
pub(super) fn angle(a: DVec4, b: DVec4) -> f64 {
    2.0 * a.distance(b)
}
