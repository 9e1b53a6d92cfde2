//! Linear blend skinning on the processor, eight vertices at a time.
//!
//! # The idea
//! A vertex blends the matrices of its joints and is moved by the sum, once. The two halves want
//! different layouts: a matrix is read from the palette as it lies there, two rows in one register
//! and one in another, and weighted as a whole, since every vertex has joints of its own; all that
//! follows (position, the matrix for the normal, its unit length) does the same to every vertex, and
//! is done to eight at once after the eight blended matrices have been turned.
//!
//! ```text
//! one vertex          row 0      row 1                 eight vertices
//! w0 * palette[j0]  [ . . . . | . . . . ]  [ . . . . ]
//! w1 * palette[j1]  [ . . . . | . . . . ]  [ . . . . ]     m00  v0 v1 v2 v3 v4 v5 v6 v7
//! ...            +  [ . . . . | . . . . ]  [ . . . . ]  -> m01  v0 v1 v2 v3 v4 v5 v6 v7
//!                   --------------------------------       ...                   (twelve of them)
//!                   the vertex's blended matrix
//!
//! a block of the mesh: x, y, z of eight positions, x, y, z of eight normals (a row each), and for
//! each vertex its joints and weights, those without weight last
//! ```
//!
//! A block is skinned with as many influences as the one of its vertices that has most: there is a
//! body for 1, 2, 3 and 4. Vertices stay in their order.
//!
//! # What it costs
//! A vertex: for each influence two loads, two multiply-adds and one load that spreads the weight;
//! then 5 shuffles to turn the matrix, an eighth of 9 operations for the position and of 41 for the
//! normal with its cofactors and unit length, 2 shuffles and 1 store. It reads 48 bytes and 48 for each
//! influence from the palette, and writes 24.

mod kernel;

pub use kernel::skin_vertices;

use super::pose::{LANES, Lane8};
use armature::mesh::SkinnedVertex;

/// Eight vertices. The last block of a mesh is filled up with copies of nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct VertexBlock {
    position: [Lane8; 3],
    normal: [Lane8; 3],
    weights: [[f32; 4]; LANES],
    joints: [[u16; 4]; LANES],
    /// Number of influences with weight, at the vertex that has most: from 1 to 4.
    influences: u8,
}

/// A mesh's vertices in blocks, made once; indices and texture coordinates stay where they are.
#[derive(Clone, Debug, Default)]
pub struct VertexBlocks {
    blocks: Vec<VertexBlock>,
    vertices: usize,
    /// One more than the highest joint that has weight.
    joints: usize,
}

impl VertexBlocks {
    /// The vertices of a mesh, in their order.
    pub fn new(vertices: &[SkinnedVertex]) -> Self {
        let mut all = Self { vertices: vertices.len(), ..Self::default() };
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
                    all.joints = all.joints.max(usize::from(joint) + 1);
                }
            }
            all.blocks.push(block);
        }
        all
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.vertices
    }

    /// True if there is none.
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
