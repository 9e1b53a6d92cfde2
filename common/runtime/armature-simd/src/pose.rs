//! Pose blocks: the transforms of eight joints as a structure of arrays.

use armature::math::Transform;
use glam::{Quat, Vec3};

/// Number of joints (or characters, or vertices) in a register.
pub(crate) const LANES: usize = 8;

/// One number of eight joints: a row of a block, one AVX register.
pub(crate) type Lane8 = [f32; LANES];

/// Translation, rotation and scale of eight joints; each number of all eight is side by side.
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
/// An array of [`Transform`]s has the same 40 bytes for each joint, but a register of eight would have different
/// numbers of one joint, for which there is no common instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct TransformBlock {
    pub(crate) numbers: [Lane8; 10],
}

/// Smallest number of a rotation that changes a matrix of `f32`s. Exporters write smaller ones where an axis is not
/// turned, and their products are subnormal: many processors take more than a hundred cycles for one.
const NEGLIGIBLE: f32 = 1e-9;

/// Ranges of translation, rotation and scale in a block.
pub(super) const PARTS: [std::ops::Range<usize>; 3] = [0..3, 3..7, 7..10];

impl TransformBlock {
    /// The identity for eight joints, which pads the last block.
    pub(crate) const REST: TransformBlock = {
        let mut numbers = [[0.0; LANES]; 10];
        numbers[6] = [1.0; LANES];
        numbers[7] = [1.0; LANES];
        numbers[8] = [1.0; LANES];
        numbers[9] = [1.0; LANES];
        TransformBlock { numbers }
    };

    /// Returns the transform of one lane.
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

    /// Writes the transform of one lane, with 0 for negligible numbers of the rotation.
    ///
    /// # Panics
    /// If `lane` is not below 8.
    pub(crate) fn set(&mut self, lane: usize, transform: &Transform) {
        let Transform { translation: t, rotation: r, scale: s } = transform;
        let [x, y, z, w] = r.to_array().map(|number| if number.abs() < NEGLIGIBLE { 0.0 } else { number });
        let numbers = [t.x, t.y, t.z, x, y, z, w, s.x, s.y, s.z];
        for (row, number) in self.numbers.iter_mut().zip(numbers) {
            row[lane] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frames, SimdSkeleton, testing::values::transform};
    use armature::{
        animation::{Clip, JointTracks, RotationTrack},
        skeleton::{Joint, Skeleton},
    };
    use proptest::prelude::*;

    /// In the bind pose and in frames. 3e-39 is subnormal, and so is the square of 3e-20.
    #[test]
    fn no_pose_has_numbers_whose_products_are_subnormal() {
        let rotation = Quat::from_xyzw(3e-20, -1e-8, 3e-39, 1.0);
        let want = Quat::from_xyzw(0.0, -1e-8, 0.0, 1.0);
        let bind_local = Transform { rotation, ..Transform::IDENTITY };
        let joint = Joint { name: String::new(), parent: None, bind_local };
        let skeleton = SimdSkeleton::new(&Skeleton::new(vec![joint]).unwrap());
        assert_eq!(skeleton.rest[0].get(0).rotation, want);

        let track = RotationTrack::new(vec![0.0], vec![rotation]).unwrap();
        let tracks = JointTracks { rotation: Some(track), ..JointTracks::default() };
        let clip = Clip::of_tracks("still", vec![tracks]);
        let frames = Frames::bake(&skeleton, &clip, 30.0).unwrap();
        assert_eq!(frames.around(0.0).rest[0].get(0).rotation, want);
    }

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
