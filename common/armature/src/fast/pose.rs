//! Pose blocks: the transforms of eight joints as a structure of arrays.

use crate::math::Transform;
use glam::{Quat, Vec3};

/// How many joints (or characters, or vertices) go side by side.
pub(crate) const LANES: usize = 8;

/// One number of eight joints: a row of a block, one AVX register.
pub(crate) type Lane8 = [f32; LANES];

/// Eight joints' translation, rotation and scale, each number of all eight side by side.
///
/// ```text
///              joint 0   1    2    3    4    5    6    7
/// numbers[0]         tx  tx   tx   tx   tx   tx   tx   tx     32 bytes: one register
/// numbers[1]         ty  ty   ...
/// numbers[2]         tz
/// numbers[3..7]      rx, ry, rz, rw
/// numbers[7..10]     sx, sy, sz                                320 bytes in all
/// ```
///
/// An array of [`Transform`]s holds the same 40 bytes a joint, but there a register of eight would
/// hold one joint's numbers, which want eight different things done to them. Here one instruction
/// does one thing to eight joints.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct TransformBlock {
    /// See above.
    pub(crate) numbers: [Lane8; 10],
}

/// Where translation, rotation and scale stand in a block.
pub(super) const PARTS: [std::ops::Range<usize>; 3] = [0..3, 3..7, 7..10];

impl TransformBlock {
    /// Eight joints that move nothing: what pads the last block.
    pub const REST: TransformBlock = {
        let mut numbers = [[0.0; LANES]; 10];
        numbers[6] = [1.0; LANES];
        numbers[7] = [1.0; LANES];
        numbers[8] = [1.0; LANES];
        numbers[9] = [1.0; LANES];
        TransformBlock { numbers }
    };

    /// The transform of one lane.
    ///
    /// # Panics
    /// If `lane` is not below 8.
    pub(crate) fn get(&self, lane: usize) -> Transform {
        let [tx, ty, tz, rx, ry, rz, rw, sx, sy, sz] = self.numbers.map(|row| row[lane]);
        Transform {
            translation: Vec3::new(tx, ty, tz),
            rotation: Quat::from_xyzw(rx, ry, rz, rw),
            scale: Vec3::new(sx, sy, sz),
        }
    }

    /// Writes the transform of one lane.
    ///
    /// # Panics
    /// If `lane` is not below 8.
    pub(crate) fn set(&mut self, lane: usize, transform: &Transform) {
        let Transform { translation: t, rotation: r, scale: s } = transform;
        let numbers = [t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z];
        for (row, number) in self.numbers.iter_mut().zip(numbers) {
            row[lane] = number;
        }
    }
}

impl Default for TransformBlock {
    fn default() -> Self {
        Self::REST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::testing::transform;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_lane_is_written_and_no_other(t in transform(), lane in 0usize..8) {
            let mut block = TransformBlock::REST;
            block.set(lane, &t);
            for other in 0..8 {
                let want = if other == lane { t } else { Transform::IDENTITY };
                prop_assert_eq!(block.get(other), want);
            }
        }
    }
}
