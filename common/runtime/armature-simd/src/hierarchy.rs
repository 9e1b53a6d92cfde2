//! Forward kinematics: local to model matrices, eight local matrices at a time.
//!
//! # The idea
//! A local matrix depends on its own joint alone: eight joints' matrices are computed side by side from a block, and
//! then transposed, so that the rows of each joint are together. A model matrix depends on the parent's: these are
//! multiplied one after another, the four numbers of a row side by side, in the skeleton's breadth-first order (see
//! [`SimdSkeleton`]).
//!
//! ```text
//! block: 10 registers         12 registers: element by element     8 x 3 rows: joint by joint
//! tx  joint 0 1 .. 7          m00  joint 0 1 .. 7                  joint 0  [m00 m01 m02 tx]
//! ...                    ->   m01  joint 0 1 .. 7            ->             [m10 m11 m12 ty] ...
//! sz  joint 0 1 .. 7          ...                     (transposed) joint 1  [m00 m01 m02 tx] ...
//!
//! model[0]      = model_from_root                48 bytes each, one index above their slots
//! model[s + 1]  = model[parents[s]] * local
//! ```
//!
//! # What it costs
//! For each joint: 4 operations of eight lanes for its local matrix and 5 shuffles to transpose it; then 6
//! multiply-adds and 11 shuffles for the product, rows 0 and 1 in one register and row 2 in another. 40 bytes in, 48
//! out. A product's result comes some 20 cycles after its operands; breadth-first order hides this latency.

use super::{
    Affine3x4, SimdSkeleton,
    lanes::{self, neg_mul_add},
    pose::{LANES, TransformBlock},
    simd_level::{Kernel, SimdLevel},
};
use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Affine3A;

/// Returns the number of matrices that [`local_to_model`] writes: `model_from_root`, and one for each slot, padding
/// included.
pub fn model_len(skeleton: &SimdSkeleton) -> usize {
    skeleton.blocks() * LANES + 1
}

/// Writes the matrix of each joint, `model_from_joint = model_from_parent * parent_from_joint`, as
/// [`armature::skeleton::local_to_model`] does.
///
/// The rotations of `pose` must have unit length, and shear is left out. `model[0]` becomes `model_from_root`, and
/// `model[slot + 1]` the matrix of the joint at that slot. Allocates nothing.
///
/// # Panics
/// If `pose` is shorter than the skeleton, or `model` than [`model_len`].
pub fn local_to_model(
    simd: SimdLevel,
    skeleton: &SimdSkeleton,
    pose: &[TransformBlock],
    model_from_root: Affine3A,
    model: &mut [Affine3x4],
) {
    let blocks = skeleton.blocks();
    assert!(pose.len() >= blocks, "a pose of {} blocks for a skeleton of {blocks}", pose.len());
    let pose = &pose[..blocks];
    let matrices = model_len(skeleton);
    assert!(model.len() >= matrices, "room for {} model matrices, but the skeleton has {matrices}", model.len());
    let model = &mut model[..matrices];
    model[0] = model_from_root.into();
    simd.run(LocalToModel { parents: skeleton.parents(), pose, model });
}

struct LocalToModel<'a> {
    parents: &'a [u32],
    pose: &'a [TransformBlock],
    model: &'a mut [Affine3x4],
}

impl Kernel for LocalToModel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) {
        let (parents, _) = self.parents.as_chunks::<LANES>();
        let mut next = 1; // index in `model`
        for (block, parents) in self.pose.iter().zip(parents) {
            let [x, y, z] = local_rows(lanes::load(simd, &block.numbers), f32x8::splat(simd, 2.0));
            let x = lanes::to_fours(x);
            let y = lanes::to_fours(y);
            let z = lanes::to_fours(z);
            for lane in 0..LANES {
                // Parents come before their children.
                let (done, rest) = self.model.split_at_mut(next);
                let parent = &done[parents[lane] as usize];
                lanes::multiply(&parent.rows, [x[lane], y[lane], z[lane]], &mut rest[0].rows);
                next += 1;
            }
        }
    }
}

/// Returns the elements `[row][column]` of `parent_from_joint`, one joint in each lane, from the numbers of a block.
///
/// `two` is 2 for rotations of unit length, and 2 / |q|^2 for any others, which need no square root to be normalised.
/// Source of the formula: Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985, appendix I.1.
#[inline(always)]
pub(super) fn local_rows<S: Simd>(numbers: [f32x8<S>; 10], two: f32x8<S>) -> [[f32x8<S>; 4]; 3] {
    let [tx, ty, tz, x, y, z, w, sx, sy, sz] = numbers;
    let x2 = x * two;
    let y2 = y * two;
    let z2 = z * two;
    let xx = x * x2;
    let xy = x * y2;
    let xz = x * z2;
    let yy = y * y2;
    let yz = y * z2;
    let zz = z * z2;
    let one = f32x8::splat(two.simd, 1.0);
    [
        [(one - (yy + zz)) * sx, neg_mul_add(w, z2, xy) * sy, w.mul_add(y2, xz) * sz, tx],
        [w.mul_add(z2, xy) * sx, (one - (xx + zz)) * sy, neg_mul_add(w, x2, yz) * sz, ty],
        [neg_mul_add(w, y2, xz) * sx, w.mul_add(x2, yz) * sy, (one - (xx + yy)) * sz, tz],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{skeletons::skeleton, values::transform};
    use armature::skeleton;
    use proptest::prelude::*;

    proptest! {
        /// The tolerance, relative to the largest entry of each matrix: up to 24 products of 4 terms and a few
        /// roundings in each local matrix, 6e-8 each, times 10.
        #[test]
        fn as_the_plain_form(s in skeleton(24), root in transform()) {
            let fast = SimdSkeleton::new(&s);
            let mut want = vec![Affine3A::IDENTITY; s.len()];
            skeleton::local_to_model(&s, &s.bind_pose(), root.to_affine(), &mut want);
            for simd in SimdLevel::all() {
                let mut model = vec![Affine3x4::IDENTITY; model_len(&fast)];
                local_to_model(simd, &fast, fast.rest(), root.to_affine(), &mut model);
                for (slot, &joint) in fast.joints().iter().enumerate() {
                    let got = Affine3A::from(model[slot + 1]);
                    let size = want[joint].to_cols_array().iter().fold(1.0f32, |m, c| m.max(c.abs()));
                    prop_assert!(got.abs_diff_eq(want[joint], size * 6e-5), "{simd}, joint {joint}: {got:?} {:?}", want[joint]);
                }
            }
        }
    }
}
