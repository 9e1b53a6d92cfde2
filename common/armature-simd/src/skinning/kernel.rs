//! The kernel: blend, turn, move.

use super::{VertexBlock, VertexBlocks};
use crate::{
    affine::Affine3x4,
    lanes,
    pose::LANES,
    simd_level::{Kernel, SimdLevel},
};
use fearless_simd::{Simd, f32x4, f32x8, prelude::*};

/// Moves positions and normals of `vertices` by the palette, as [`armature::skin::skin_vertices`] does:
/// normals turn by the inverse transpose of the blended matrix and come out with unit length.
///
/// One difference: joints with weight 0 are not read, so the palette may lack them.
/// A normal that collapses to less than 1e-19 comes out shorter than 1, down to 0. Allocates nothing.
///
/// # Panics
/// If `positions` or `normals` differ in length from `vertices`, or the palette lacks a joint that
/// pulls at a vertex.
pub fn skin_vertices(
    simd: SimdLevel,
    palette: &[Affine3x4],
    vertices: &VertexBlocks,
    positions: &mut [[f32; 3]],
    normals: &mut [[f32; 3]],
) {
    assert_eq!(vertices.len(), positions.len(), "room for each position");
    assert_eq!(vertices.len(), normals.len(), "room for each normal");
    assert!(
        palette.len() >= vertices.palette_len(),
        "a palette of {} matrices for vertices with {} joints",
        palette.len(),
        vertices.palette_len()
    );
    simd.run(SkinVertices { palette, vertices, positions, normals });
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
            store(position, positions);
            store(normal, normals);
        }
    }
}

/// Eight vectors, x, y and z.
type Vectors<S> = [f32x8<S>; 3];

/// Eight vectors, or as many as there is room for.
#[inline(always)]
fn store<S: Simd>(vectors: Vectors<S>, to: &mut [f32]) {
    if let Ok(eight) = to.try_into() {
        lanes::store_vectors(vectors, eight);
    } else {
        let mut eight = [0.0; 3 * LANES];
        lanes::store_vectors(vectors, &mut eight);
        to.copy_from_slice(&eight[..to.len()]);
    }
}

/// Positions and normals of a block.
#[inline(always)]
fn skin_block<S: Simd>(simd: S, palette: &[Affine3x4], block: &VertexBlock) -> (Vectors<S>, Vectors<S>) {
    let matrix = match block.influences {
        1 => blend::<S, 1>(simd, palette, block),
        2 => blend::<S, 2>(simd, palette, block),
        3 => blend::<S, 3>(simd, palette, block),
        _ => blend::<S, 4>(simd, palette, block),
    };
    let position = lanes::load(simd, &block.position);
    let moved = [row(&matrix[0], position), row(&matrix[1], position), row(&matrix[2], position)];
    (moved, turn_normal(&matrix, lanes::load(simd, &block.normal)))
}

/// One coordinate of eight moved positions.
#[inline(always)]
fn row<S: Simd>([a, b, c, d]: &[f32x8<S>; 4], [x, y, z]: Vectors<S>) -> f32x8<S> {
    a.mul_add(x, b.mul_add(y, c.mul_add(z, *d)))
}

/// The blended matrices of eight vertices, element by element: `blend[row][column]`.
#[inline(always)]
fn blend<S: Simd, const INFLUENCES: usize>(simd: S, palette: &[Affine3x4], block: &VertexBlock) -> [[f32x8<S>; 4]; 3] {
    // Written out: left as a loop, the matrices would take the way through memory.
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

/// The blended matrix of one vertex: its first two rows, and the third.
#[inline(always)]
fn blend_one<S: Simd, const INFLUENCES: usize>(
    simd: S,
    palette: &[Affine3x4],
    block: &VertexBlock,
    lane: usize,
) -> (f32x8<S>, f32x4<S>) {
    let joints = &block.joints[lane];
    let weights = &block.weights[lane];
    let (first, last) = palette[usize::from(joints[0])].split();
    let mut upper = f32x8::load_array_ref(simd, first) * f32x8::splat(simd, weights[0]);
    let mut lower = f32x4::load_array_ref(simd, last) * f32x4::splat(simd, weights[0]);
    for k in 1..INFLUENCES {
        let (first, last) = palette[usize::from(joints[k])].split();
        upper = f32x8::load_array_ref(simd, first).mul_add(f32x8::splat(simd, weights[k]), upper);
        lower = f32x4::load_array_ref(simd, last).mul_add(f32x4::splat(simd, weights[k]), lower);
    }
    (upper, lower)
}

/// Eight normals by the cofactors of their matrices, at unit length: see
/// [`armature::skin::normal_matrix`].
#[inline(always)]
fn turn_normal<S: Simd>(matrix: &[[f32x8<S>; 4]; 3], normal: Vectors<S>) -> Vectors<S> {
    let [[x0, y0, z0, _], [x1, y1, z1, _], [x2, y2, z2, _]] = *matrix;
    let x = [x0, x1, x2];
    let y = [y0, y1, y2];
    let z = [z0, z1, z2];
    let yz = cross(y, z);
    let zx = cross(z, x);
    let xy = cross(x, y);
    let determinant = dot(x, yz);
    let turned =
        [dot([yz[0], zx[0], xy[0]], normal), dot([yz[1], zx[1], xy[1]], normal), dot([yz[2], zx[2], xy[2]], normal)];
    // Keeps 0 at 0 without a division by 0.
    let squared = dot(turned, turned).max(f32::MIN_POSITIVE);
    let factor = f32x8::splat(determinant.simd, 1.0).copysign(determinant) / squared.sqrt();
    [turned[0] * factor, turned[1] * factor, turned[2] * factor]
}

#[inline(always)]
fn cross<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> Vectors<S> {
    [a[1].mul_sub(b[2], a[2] * b[1]), a[2].mul_sub(b[0], a[0] * b[2]), a[0].mul_sub(b[1], a[1] * b[0])]
}

#[inline(always)]
fn dot<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> f32x8<S> {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}
