//! Vertex formats, and meshes of them.

use super::Bounds;
use glam::{Vec2, Vec3};

/// A vertex of a rigid mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C)]
pub struct StaticVertex {
    /// Position in the mesh's own space, in metres.
    pub position: Vec3,
    /// Outward normal of unit length.
    pub normal: Vec3,
    /// Texture coordinates; (0, 0) is the picture's lower left corner, as in OpenGL and Collada.
    pub texcoord: Vec2,
}

/// A vertex that follows up to four joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct SkinnedVertex {
    /// Position in the mesh's own space, as modelled.
    pub position: Vec3,
    /// Outward normal of unit length.
    pub normal: Vec3,
    /// Texture coordinates; (0, 0) is the picture's lower left corner, as in OpenGL and Collada.
    pub texcoord: Vec2,
    /// Indices in the skin's palette (not joint indices of the skeleton). A shader reads them as `uvec4`.
    pub joints: [u16; 4],
    /// Weights of the four joints, with a sum of 1. An unused entry has weight 0.
    pub weights: [f32; 4],
}

/// Palette indices and weights of a vertex that follows the palette's first matrix alone.
pub const NO_JOINTS: ([u16; 4], [f32; 4]) = ([0; 4], [1.0, 0.0, 0.0, 0.0]);

impl StaticVertex {
    /// Returns the vertex with joints and weights.
    pub fn skinned(self, joints: [u16; 4], weights: [f32; 4]) -> SkinnedVertex {
        let StaticVertex { position, normal, texcoord } = self;
        SkinnedVertex { position, normal, texcoord, joints, weights }
    }
}

/// A triangle list: three indices for each triangle, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh<V> {
    /// Vertices: at a corner with several normals or texture coordinates there are several.
    pub vertices: Vec<V>,
    /// Indices in `vertices`.
    pub indices: Vec<u32>,
}

impl<V> Mesh<V> {
    /// Returns the number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }

    /// Returns the triangles as triples of indices in `vertices`.
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        self.indices.as_chunks::<3>().0.iter().map(|t| t.map(|index| index as usize))
    }
}

impl Mesh<StaticVertex> {
    /// Returns the box around all vertices, or `None` for an empty mesh.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::from_points(self.vertices.iter().map(|v| v.position))
    }

    /// Adds the vertices and triangles of another mesh.
    pub fn append(&mut self, other: &Mesh<StaticVertex>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.indices.extend(other.indices.iter().map(|index| first + index));
    }

    /// Returns the mesh transformed by a matrix. Normals are transformed by the inverse transpose, so that they stay
    /// perpendicular under uneven scale; a mirroring matrix reverses the triangles, so that outside stays outside.
    #[must_use]
    pub fn transformed(mut self, matrix: &glam::Affine3A) -> Self {
        let linear = glam::Mat3::from(matrix.matrix3);
        let normal_matrix = linear.inverse().transpose();
        for vertex in &mut self.vertices {
            vertex.position = matrix.transform_point3(vertex.position);
            vertex.normal = (normal_matrix * vertex.normal).normalize_or_zero();
        }
        if linear.determinant() < 0.0 {
            self.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|t| t.swap(1, 2));
        }
        self
    }
}

impl Mesh<SkinnedVertex> {
    /// Returns the box around all vertices as modelled, or `None` for an empty mesh.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::from_points(self.vertices.iter().map(|v| v.position))
    }
}
