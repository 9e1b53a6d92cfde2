//! The skinning kernel.

use super::{VertexBlock, VertexBlocks};
use crate::{
    Affine3x4, lanes,
    pose::LANES,
    simd_level::{Kernel, SimdLevel},
};
use fearless_simd::{Simd, f32x4, f32x8, prelude::*};

impl VertexBlocks {
    /// Writes the skinned positions and normals, as [`armature::skin::skin_vertices`] does. Normals are transformed by the
    /// inverse transpose of the blended matrix and normalised.
    ///
    /// The palette need not have any joint of weight 0. Allocates nothing.
    ///
    /// # Panics
    /// If there are not as many `positions` and `normals` as vertices, or the palette does not have a joint with weight.
    pub fn skin(&self, simd: SimdLevel, palette: &[Affine3x4], positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
        assert_eq!(self.len(), positions.len(), "room for each position");
        assert_eq!(self.len(), normals.len(), "room for each normal");
        assert!(
            palette.len() >= self.palette_len(),
            "a palette of {} matrices for vertices with {} joints",
            palette.len(),
            self.palette_len()
        );
        simd.run(SkinVertices { palette, vertices: self, positions, normals });
    }
}

struct SkinVertices<'a> {
    palette: &'a [Affine3x4],
    vertices: &'a VertexBlocks,
    positions: &'a mut [[f32; 3]],
    normals: &'a mut [[f32; 3]],
}

impl Kernel for SkinVertices<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) {
        let positions = self.positions.as_flattened_mut().chunks_mut(3 * LANES);
        let normals = self.normals.as_flattened_mut().chunks_mut(3 * LANES);
        for ((block, positions), normals) in self.vertices.blocks.iter().zip(positions).zip(normals) {
            let (position, normal) = skin_block(simd, self.palette, block);
            store_vectors(position, positions);
            store_vectors(normal, normals);
        }
    }
}

/// Eight vectors, x, y and z.
type Vectors<S> = [f32x8<S>; 3];

/// Stores eight vectors one after another, or the first of them if `to` is shorter.
#[inline(always)]
fn store_vectors<S: Simd>(vectors: Vectors<S>, to: &mut [f32]) {
    if let Ok(eight) = to.try_into() {
        lanes::store_vectors(vectors, eight);
    } else {
        let mut eight = [0.0; 3 * LANES];
        lanes::store_vectors(vectors, &mut eight);
        to.copy_from_slice(&eight[..to.len()]);
    }
}

/// Returns the skinned positions and normals of a block.
#[inline(always)]
fn skin_block<S: Simd>(simd: S, palette: &[Affine3x4], block: &VertexBlock) -> (Vectors<S>, Vectors<S>) {
    let matrix = match block.influences {
        1 => blend_matrices::<S, 1>(simd, palette, block),
        2 => blend_matrices::<S, 2>(simd, palette, block),
        3 => blend_matrices::<S, 3>(simd, palette, block),
        _ => blend_matrices::<S, 4>(simd, palette, block),
    };
    let old = lanes::load(simd, &block.position);
    let position =
        [transform_by_row(&matrix[0], old), transform_by_row(&matrix[1], old), transform_by_row(&matrix[2], old)];
    (position, transform_normals(&matrix, lanes::load(simd, &block.normal)))
}

/// Returns one coordinate of eight transformed positions, from one row of the matrices.
#[inline(always)]
fn transform_by_row<S: Simd>([a, b, c, d]: &[f32x8<S>; 4], [x, y, z]: Vectors<S>) -> f32x8<S> {
    a.mul_add(x, b.mul_add(y, c.mul_add(z, *d)))
}

/// Returns the elements `[row][column]` of the blended matrices of eight vertices, one vertex in each lane.
#[inline(always)]
fn blend_matrices<S: Simd, const INFLUENCES: usize>(
    simd: S,
    palette: &[Affine3x4],
    block: &VertexBlock,
) -> [[f32x8<S>; 4]; 3] {
    // Not a loop, which would store the matrices in memory and load them again.
    let (u0, l0) = blend_one::<S, INFLUENCES>(simd, palette, block, 0);
    let (u1, l1) = blend_one::<S, INFLUENCES>(simd, palette, block, 1);
    let (u2, l2) = blend_one::<S, INFLUENCES>(simd, palette, block, 2);
    let (u3, l3) = blend_one::<S, INFLUENCES>(simd, palette, block, 3);
    let (u4, l4) = blend_one::<S, INFLUENCES>(simd, palette, block, 4);
    let (u5, l5) = blend_one::<S, INFLUENCES>(simd, palette, block, 5);
    let (u6, l6) = blend_one::<S, INFLUENCES>(simd, palette, block, 6);
    let (u7, l7) = blend_one::<S, INFLUENCES>(simd, palette, block, 7);
    let upper = [u0, u1, u2, u3, u4, u5, u6, u7];
    let lower = [l0, l1, l2, l3, l4, l5, l6, l7];
    let [m00, m01, m02, m03, m10, m11, m12, m13] = lanes::transpose8(upper);
    [[m00, m01, m02, m03], [m10, m11, m12, m13], lanes::from_fours(lower)]
}

/// Returns the first two rows and the third row of the blended matrix of the vertex in a lane.
#[inline(always)]
fn blend_one<S: Simd, const INFLUENCES: usize>(
    simd: S,
    palette: &[Affine3x4],
    block: &VertexBlock,
    lane: usize,
) -> (f32x8<S>, f32x4<S>) {
    let joints = &block.joints[lane];
    let weights = &block.weights[lane];
    let (upper, lower) = split_rows(&palette[usize::from(joints[0])]);
    let mut upper_sum = f32x8::load_array_ref(simd, upper) * f32x8::splat(simd, weights[0]);
    let mut lower_sum = f32x4::load_array_ref(simd, lower) * f32x4::splat(simd, weights[0]);
    for k in 1..INFLUENCES {
        let (upper, lower) = split_rows(&palette[usize::from(joints[k])]);
        upper_sum = f32x8::load_array_ref(simd, upper).mul_add(f32x8::splat(simd, weights[k]), upper_sum);
        lower_sum = f32x4::load_array_ref(simd, lower).mul_add(f32x4::splat(simd, weights[k]), lower_sum);
    }
    (upper_sum, lower_sum)
}

/// Returns the first two rows, for a register of eight, and the third, for a register of four.
#[inline(always)]
fn split_rows(affine: &Affine3x4) -> (&[f32; 8], &[f32; 4]) {
    let [.., lower] = &affine.rows;
    let upper = affine.rows.as_flattened().first_chunk().expect("twelve numbers");
    (upper, lower)
}

/// Transforms eight normals by the cofactors of their matrices and normalises them, as
/// [`armature::skin::normal_matrix`] explains.
#[inline(always)]
fn transform_normals<S: Simd>(matrix: &[[f32x8<S>; 4]; 3], normal: Vectors<S>) -> Vectors<S> {
    let [[x0, y0, z0, _], [x1, y1, z1, _], [x2, y2, z2, _]] = *matrix;
    let x = [x0, x1, x2];
    let y = [y0, y1, y2];
    let z = [z0, z1, z2];
    let yz = cross(y, z);
    let zx = cross(z, x);
    let xy = cross(x, y);
    let determinant = dot(x, yz);
    let [x, y, z] =
        [dot([yz[0], zx[0], xy[0]], normal), dot([yz[1], zx[1], xy[1]], normal), dot([yz[2], zx[2], xy[2]], normal)];
    // Keeps 0 at 0 without a division by 0.
    let squared = dot([x, y, z], [x, y, z]).max(f32::MIN_POSITIVE);
    let factor = f32x8::splat(determinant.simd, 1.0).copysign(determinant) / squared.sqrt();
    [x * factor, y * factor, z * factor]
}

#[inline(always)]
fn cross<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> Vectors<S> {
    [a[1].mul_sub(b[2], a[2] * b[1]), a[2].mul_sub(b[0], a[0] * b[2]), a[0].mul_sub(b[1], a[1] * b[0])]
}

#[inline(always)]
fn dot<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> f32x8<S> {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}
