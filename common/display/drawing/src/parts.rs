//! Skinned meshes put together from shapes, each of which follows a single joint.

use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use glam::{Affine3A, Vec2, Vec3};

/// The shape, moved by `offset`.
pub fn moved(shape: &Mesh<StaticVertex>, offset: Vec3) -> Mesh<StaticVertex> {
    shape.clone().transformed(&Affine3A::from_translation(offset))
}

/// Appends a shape whose vertices have weight 1 for `joint`, and weight 0 for joint 0 three times. `texcoord` maps the shape's
/// texture coordinates to those of the mesh.
pub fn append_to_joint(
    mesh: &mut Mesh<SkinnedVertex>,
    joint: usize,
    shape: &Mesh<StaticVertex>,
    texcoord: impl Fn(Vec2) -> Vec2,
) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend(shape.vertices.iter().map(|vertex| {
        let vertex = StaticVertex { texcoord: texcoord(vertex.texcoord), ..*vertex };
        vertex.skinned([joint as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    }));
    mesh.indices.extend(shape.indices.iter().map(|index| first + index));
}
