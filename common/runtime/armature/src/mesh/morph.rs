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
    assert_eq!(mesh.len(), morphed.len(), "room for each vertex");
    morphed.copy_from_slice(mesh);
    for (target, change) in targets.iter().zip(changes) {
        if change == 0.0 {
            continue; // mostly true of most of a face's fifty targets
        }
        for displacement in target {
            let count = morphed.len();
            let Some(vertex) = morphed.get_mut(displacement.vertex as usize) else {
                panic!("a morph target moves vertex {} of a mesh of {count} vertices", displacement.vertex)
            };
            vertex.position += change * displacement.position;
            vertex.normal += change * displacement.normal;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
