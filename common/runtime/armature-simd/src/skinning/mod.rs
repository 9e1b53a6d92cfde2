//! Linear blend skinning on the processor, eight vertices at a time.
//!
//! # The idea
//! A vertex is transformed by the blend of its joints' matrices. Blending is done for one vertex at a time, because
//! each vertex has its own joints: two rows of a matrix are in one register, the third in another. All that follows
//! (position, normal, its unit length) is the same for every vertex, and is done for eight at once, after their blended
//! matrices have been transposed.
//!
//! ```text
//! one vertex          row 0      row 1                 eight vertices
//! w0 * palette[j0]  [ . . . . | . . . . ]  [ . . . . ]
//! w1 * palette[j1]  [ . . . . | . . . . ]  [ . . . . ]     m00  v0 v1 v2 v3 v4 v5 v6 v7
//! ...            +  [ . . . . | . . . . ]  [ . . . . ]  -> m01  v0 v1 v2 v3 v4 v5 v6 v7
//!                   --------------------------------       ...                   (twelve of them)
//!                   the vertex's blended matrix
//!
//! a block of the mesh: rows for x, y and z of eight positions and of eight normals, and for each
//! vertex its joints and weights, those without weight last
//! ```
//!
//! The kernel is compiled for 1, 2, 3 and 4 influences, and a block is skinned with the largest number of its vertices.
//! Vertices stay in their order.
//!
//! # What it costs
//! For each vertex: two loads, two multiply-adds and one load of the weight for each influence; then 5 shuffles to
//! transpose the matrix, an eighth of 9 operations for the position and of 41 for the normal with its cofactors and
//! unit length, 2 shuffles and 1 store. It reads 48 bytes and 48 for each influence from the palette, and writes 24.

mod kernel;

use super::pose::{LANES, Lane8};
use armature::mesh::SkinnedVertex;

/// Eight vertices. The last block of a mesh is padded with zeros.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct VertexBlock {
    position: [Lane8; 3],
    normal: [Lane8; 3],
    weights: [[f32; 4]; LANES],
    joints: [[u16; 4]; LANES],
    /// Largest number of influences with weight at one of the vertices, at least 1.
    influences: u8,
}

/// Vertices of a mesh in blocks, to be [skinned](Self::skin). They do not change: a mesh that morph targets deform in each
/// frame is for [`armature::skin::skin_vertices`], or for a shader.
///
/// ```
/// use armature::model::{ModelInstance, Part};
/// use armature_simd::{Affine3x4, SimdLevel, VertexBlocks};
///
/// # fn skin(part: &Part, figure: &ModelInstance) {
/// let blocks = VertexBlocks::new(&part.mesh.vertices); // once
/// let mut positions = vec![[0.0; 3]; blocks.len()];
/// let mut normals = positions.clone();
/// let mut palette = vec![Affine3x4::IDENTITY; figure.palette(part.skin).len()];
///
/// for (row, matrix) in palette.iter_mut().zip(figure.palette(part.skin)) {
///     *row = (*matrix).into(); // in each frame; a `Crowd` writes such rows
/// }
/// blocks.skin(SimdLevel::best(), &palette, &mut positions, &mut normals);
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct VertexBlocks {
    blocks: Vec<VertexBlock>,
    vertices: usize,
    /// One more than the highest joint with weight.
    joints: usize,
}

impl VertexBlocks {
    /// Makes blocks of a mesh's vertices, in their order.
    pub fn new(vertices: &[SkinnedVertex]) -> Self {
        let mut mesh = Self { vertices: vertices.len(), ..Self::default() };
        for eight in vertices.chunks(LANES) {
            let mut block = VertexBlock {
                position: [[0.0; LANES]; 3],
                normal: [[0.0; LANES]; 3],
                weights: [[0.0; 4]; LANES],
                joints: [[0; 4]; LANES],
                influences: 1,
            };
            for (lane, vertex) in eight.iter().enumerate() {
                for axis in 0..3 {
                    block.position[axis][lane] = vertex.position[axis];
                    block.normal[axis][lane] = vertex.normal[axis];
                }
                let weighted = vertex.joints.into_iter().zip(vertex.weights);
                for (index, (joint, weight)) in weighted.filter(|(_, w)| *w != 0.0).enumerate() {
                    block.joints[lane][index] = joint;
                    block.weights[lane][index] = weight;
                    block.influences = block.influences.max(index as u8 + 1);
                    mesh.joints = mesh.joints.max(usize::from(joint) + 1);
                }
            }
            mesh.blocks.push(block);
        }
        mesh
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.vertices
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.vertices == 0
    }

    /// Returns the number of matrices that a palette must have.
    pub fn palette_len(&self) -> usize {
        self.joints.max(usize::from(!self.is_empty()))
    }
}

#[cfg(test)]
mod tests;
