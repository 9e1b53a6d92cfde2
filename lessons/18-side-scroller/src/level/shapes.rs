//! What pieces look like: a mesh for each, made by code.

use super::Piece;
use glam::{Vec2, Vec3};

/// What a triangle is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Material {
    /// Hewn.
    Stone,
    /// In courses.
    Brick,
    /// Along its grain: u.
    Wood,
    /// Seen from above.
    Grass,
    /// Below the grass.
    Earth,
    /// Forged.
    Iron,
    /// Shines by itself.
    Flame,
    /// Of a tree.
    Leaf,
}

/// A vertex of a piece, in its own space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceVertex {
    /// In metres from the piece's middle.
    pub position: Vec3,
    /// Unit length.
    pub normal: Vec3,
    /// In metres.
    pub uv: Vec2,
    /// The same for all three corners of a triangle.
    pub material: Material,
}

/// Triangles, counterclockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceMesh {
    /// Their corners.
    pub vertices: Vec<PieceVertex>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
}

/// The mesh of a piece, its size and whether it is flipped included.
pub fn mesh(piece: &Piece) -> PieceMesh {
    let mut mesh = PieceMesh::default();
    let half = piece.size.as_vec3() / 2.0;
    let [back, front] = [-half.z, half.z];
    let corners = [(-half.x, -half.y), (half.x, -half.y), (half.x, half.y), (-half.x, half.y)];
    mesh.face(&corners.map(|(x, y)| Vec3::new(x, y, front)), Material::Stone);
    for at in 0..4 {
        let ((x, y), (to_x, to_y)) = (corners[at], corners[(at + 1) % 4]);
        let side = [(x, y, front), (x, y, back), (to_x, to_y, back), (to_x, to_y, front)];
        mesh.face(&side.map(|(x, y, z)| Vec3::new(x, y, z)), Material::Stone);
    }
    mesh
}

impl PieceMesh {
    /// A flat convex polygon, counterclockwise as seen from outside.
    fn face(&mut self, corners: &[Vec3], material: Material) {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let size = normal.abs();
        let first = self.vertices.len() as u32;
        for &position in corners {
            // The plane that the face is most nearly in.
            let uv = if size.z >= size.x && size.z >= size.y {
                Vec2::new(position.x, position.y)
            } else if size.y >= size.x {
                Vec2::new(position.x, position.z)
            } else {
                Vec2::new(position.z, position.y)
            };
            self.vertices.push(PieceVertex { position, normal, uv, material });
        }
        for corner in 1..corners.len() as u32 - 1 {
            self.indices.extend([first, first + corner, first + corner + 1]);
        }
    }
}
