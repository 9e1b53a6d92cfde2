//! Shear of eight joints, kept beside their transform block.

use super::{
    lanes::{self, Numbers, Simd},
    pose::{LANES, Lane8},
};
use glam::Vec3;

/// The shear of eight joints, as in [`Pose::shears`](crate::skeleton::Pose::shears), each number of all eight side
/// by side. Only skeletons with shear have these: three numbers a joint, and no cost to all others.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(super) struct ShearBlock {
    /// y towards x, z towards x, z towards y.
    pub numbers: [Lane8; 3],
}

impl ShearBlock {
    /// Eight joints whose axes are perpendicular.
    pub(super) const NONE: ShearBlock = ShearBlock { numbers: [[0.0; LANES]; 3] };

    /// The shear of one lane.
    ///
    /// # Panics
    /// If `lane` is not below 8.
    pub(super) fn get(&self, lane: usize) -> Vec3 {
        Vec3::from(self.numbers.map(|row| row[lane]))
    }

    /// Writes the shear of one lane.
    ///
    /// # Panics
    /// If `lane` is not below 8.
    pub(super) fn set(&mut self, lane: usize, shear: Vec3) {
        for (row, number) in self.numbers.iter_mut().zip(shear.to_array()) {
            row[lane] = number;
        }
    }
}

/// `parent_from_joint` of eight joints with shear: `R * K * S`, from the rows of `R` and the scales. See
/// [`Decomposition`](crate::math::Decomposition).
#[inline(always)]
pub(super) fn sheared_rows<S: Simd>(
    rotation: [[S::Eight; 4]; 3],
    scale: [S::Eight; 3],
    shear: &ShearBlock,
) -> [[S::Eight; 4]; 3] {
    let [xy, xz, yz] = lanes::load::<S::Eight, 3>(&shear.numbers);
    let mut rows = rotation;
    for row in &mut rows {
        let [x, y, z, t] = *row;
        let sheared_y = x.mul_add(xy, y);
        let sheared_z = x.mul_add(xz, y.mul_add(yz, z));
        *row = [x * scale[0], sheared_y * scale[1], sheared_z * scale[2], t];
    }
    rows
}
