//! Morph targets, or blend shapes, which deform a mesh before it is skinned: the expressions of a face, for example.
//!
//! A morph target has a displacement for each vertex, modelled by hand, and a weight with which it is multiplied.

use super::SkinnedVertex;
use glam::Vec3;

/// Displacement of one vertex by a morph target. Vertices that the target does not move have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement {
    /// Index of the vertex in the mesh.
    pub vertex: u32,
    /// Displacement of the position at a weight of 1, in the mesh's own space.
    pub position: Vec3,
    /// Change of the normal at a weight of 1.
    pub normal: Vec3,
}

/// Writes the morphed vertices of a mesh into `morphed`: `p' = p + c0 d0 + c1 d1 + ...`, with the displacement `d` by
/// each target and the change `c` of the target's weight. Normals change likewise, and lose their unit length, which
/// skinning restores.
///
/// `mesh` has the weights at rest, mostly 0, so that a change is the weight itself. Targets without a change stay.
/// Allocates nothing.
///
/// Source: glTF 2.0 specification, 3.7.2.2, "Morph Targets".
///
/// # Panics
/// If `morphed` is not as long as `mesh`, or a displacement names a vertex that the mesh does not have.
pub fn morph_vertices(
    mesh: &[SkinnedVertex],
    targets: &[Vec<Displacement>],
    changes: impl IntoIterator<Item = f32>,
    morphed: &mut [SkinnedVertex],
) {
    morphed.copy_from_slice(mesh);
    for (target, change) in targets.iter().zip(changes) {
        if change == 0.0 {
            continue; // mostly true of most of a face's fifty targets
        }
        for displacement in target {
            let vertex = &mut morphed[displacement.vertex as usize];
            vertex.position += change * displacement.position;
            vertex.normal += change * displacement.normal;
        }
    }
}

/// Returns a target's displacements for a shader: for each vertex of the mesh that of its position and that of its normal,
/// each with a fourth 0. With those of all targets in one buffer or texture, and the changes of their weights
/// ([`ModelInstance::weight_changes`](crate::model::ModelInstance::weight_changes)) in a uniform, a vertex shader adds
/// up, before it skins, as [`morph_vertices`] does:
///
/// ```wgsl
/// for (var t = 0u; t < targets; t++) {
///     position += changes[t] * displacements[2 * (t * vertices + vertex)].xyz;
///     normal += changes[t] * displacements[2 * (t * vertices + vertex) + 1].xyz;
/// }
/// ```
///
/// # Panics
/// If a displacement names a vertex that the mesh does not have.
pub fn dense_displacements(target: &[Displacement], vertices: usize) -> Vec<[[f32; 4]; 2]> {
    let mut dense = vec![[[0.0; 4]; 2]; vertices];
    for displacement in target {
        dense[displacement.vertex as usize] =
            [displacement.position, displacement.normal].map(|vector| vector.extend(0.0).to_array());
    }
    dense
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3Swizzles;

    #[test]
    fn targets_add_up() {
        let mesh = [SkinnedVertex { normal: Vec3::Y, ..SkinnedVertex::default() }; 3];
        let targets = [vec![(0, Vec3::X), (2, Vec3::Z)], vec![(2, Vec3::X)], vec![(1, Vec3::X)]].map(|target| {
            target.into_iter().map(|(vertex, by)| Displacement { vertex, position: by, normal: by }).collect::<Vec<_>>()
        });
        let mut morphed = [SkinnedVertex::default(); 3];
        for (changes, expected) in [
            (vec![0.5, -2.0], [Vec3::X * 0.5, Vec3::ZERO, Vec3::new(-2.0, 0.0, 0.5)]),
            (vec![0.0, 0.0, 1.0], [Vec3::ZERO, Vec3::X, Vec3::ZERO]), // the last morph is forgotten
        ] {
            morph_vertices(&mesh, &targets, changes, &mut morphed);
            assert!(morphed.iter().all(|vertex| vertex.normal == Vec3::Y + vertex.position));
            assert_eq!(morphed.map(|vertex| vertex.position), expected);
        }
    }

    #[test]
    fn a_shader_adds_up_the_same() {
        let displacement = |vertex, by: Vec3| Displacement { vertex, position: by, normal: by.zxy() };
        let targets =
            [vec![displacement(0, Vec3::X), displacement(2, Vec3::Z)], vec![displacement(2, Vec3::new(1.0, 2.0, 3.0))]];
        let changes = [0.5, -2.0];
        let mesh = [SkinnedVertex { position: Vec3::ONE, normal: Vec3::Y, ..SkinnedVertex::default() }; 3];
        let mut morphed = mesh;
        morph_vertices(&mesh, &targets, changes, &mut morphed);
        let dense = targets.map(|target| dense_displacements(&target, mesh.len()));
        for (index, expected) in morphed.iter().enumerate() {
            let mut vertex = [mesh[index].position, mesh[index].normal];
            for (target, change) in dense.iter().zip(changes) {
                for (number, [x, y, z, _]) in vertex.iter_mut().zip(target[index]) {
                    *number += change * Vec3::new(x, y, z);
                }
            }
            assert_eq!(vertex, [expected.position, expected.normal]);
        }
    }
}
