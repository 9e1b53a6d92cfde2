//! Morph targets, or blend shapes: the second way to deform a mesh, before it is skinned. Faces speak and smile by it.
//!
//! Skinning moves a vertex with a few joints. A morph target says for every vertex where it goes, and one number, the
//! target's weight, how far: what no joint can do is modelled by hand.

use super::SkinnedVertex;
use glam::Vec3;

/// Displacement of one vertex by a morph target. Vertices that it does not move have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement {
    /// The vertex of the mesh.
    pub vertex: u32,
    /// Displacement of the position in the mesh's own space, at a weight of 1.
    pub position: Vec3,
    /// Added to the normal, likewise.
    pub normal: Vec3,
}

/// Morphs the vertices of a mesh: `p' = p + c0 d0 + c1 d1 + ...`, with a displacement `d` of each target, and by how
/// much its weight has changed, `c`. Normals do the same, and lose their length: skinning gives it back.
///
/// `mesh` has the weights at rest, which most files set to 0: then a change is the weight itself. Targets beyond
/// `changes` stay. Allocates nothing.
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
            continue; // most of a face's fifty targets, at most times
        }
        for displacement in target {
            let vertex = &mut morphed[displacement.vertex as usize];
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
            (vec![0.0, 0.0, 1.0], [Vec3::ZERO, Vec3::X, Vec3::ZERO]), // from the mesh, not from the last time
        ] {
            morph_vertices(&mesh, &targets, changes, &mut morphed);
            assert!(morphed.iter().all(|vertex| vertex.normal == Vec3::Y + vertex.position));
            assert_eq!(morphed.map(|vertex| vertex.position), expected);
        }
    }
}
