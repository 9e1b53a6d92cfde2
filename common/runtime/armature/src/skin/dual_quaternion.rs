//! Dual quaternion skinning on the processor, the reference for shaders.

use crate::math::{DualQuaternion, Similarity};
use crate::mesh::SkinnedVertex;
use glam::Vec3;

/// Writes the skinned positions and normals of `vertices` into `positions` and `normals`.
///
/// Each vertex is scaled by the blend of its joints' scales, and then moved by the [`blend`](DualQuaternion::blend) of
/// their motions, which is rigid: the skin does not shrink where joints are twisted against each other, and a normal
/// turns as the vertex does. In exchange the outside of a bend bulges, since a vertex halfway keeps its distance from
/// the joint.
///
/// The palette is made of skinning matrices by [`Similarity::nearest`]: **uneven scale and shear are lost**. A joint
/// that stretches the skin in one direction enlarges it in all, by as much volume. For a vertex of one joint without
/// uneven scale, the result is that of [`skin_vertices`](super::skin_vertices). A vertex without any weight stays as
/// modelled.
///
/// Allocates nothing. Source, also of blending scales linearly and applying them first: Kavan et al., "Geometric
/// skinning with approximate dual quaternion blending", 2008.
///
/// # Panics
/// If the slices differ in length, or a vertex has a joint that the palette does not have.
pub fn skin_vertices_dual(
    palette: &[Similarity],
    vertices: &[SkinnedVertex],
    positions: &mut [Vec3],
    normals: &mut [Vec3],
) {
    assert_eq!(vertices.len(), positions.len(), "room for each position");
    assert_eq!(vertices.len(), normals.len(), "room for each normal");
    for ((vertex, position), normal) in vertices.iter().zip(positions).zip(normals) {
        let joints = vertex.joints.map(|joint| match palette.get(usize::from(joint)) {
            Some(joint) => joint,
            None => panic!("a vertex follows matrix {joint} of a palette of {} matrices", palette.len()),
        });
        let motion = DualQuaternion::blend(&vertex.weights, &joints.map(|joint| joint.motion));
        let scale = blended_scale(vertex.weights, joints.map(|joint| joint.scale));
        *position = motion.transform_point(scale * vertex.position);
        *normal = motion.transform_vector(vertex.normal).normalize_or_zero();
        if scale < 0.0 {
            *normal = -*normal; // a mirror: outside stays outside
        }
    }
}

/// Returns the weighted mean of scales, or 1 without any weight.
fn blended_scale(weights: [f32; 4], scales: [f32; 4]) -> f32 {
    let total: f32 = weights.iter().sum();
    let sum: f32 = weights.iter().zip(scales).map(|(weight, scale)| weight * scale).sum();
    if total > 0.0 { sum / total } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::Transform, skin::skin_vertices, testing::values};
    use glam::{Affine3A, Quat};
    use proptest::prelude::*;

    /// Returns the positions and the normals of a vertex by linear blending and by dual quaternions.
    fn skin_both_ways(palette: &[Affine3A], vertex: SkinnedVertex) -> [[Vec3; 2]; 2] {
        let mut positions = [Vec3::ZERO; 2];
        let mut normals = [Vec3::ZERO; 2];
        skin_vertices(palette, &[vertex], &mut positions[..1], &mut normals[..1]);
        let similarities: Vec<_> = palette.iter().map(Similarity::nearest).collect();
        skin_vertices_dual(&similarities, &[vertex], &mut positions[1..], &mut normals[1..]);
        [positions, normals]
    }

    proptest! {
        /// Whichever slot has the joint.
        #[test]
        fn one_joint_moves_a_vertex_as_linear_blending_does(
            joints in prop::array::uniform4(values::transform()), mirror: bool, slot in 0usize..4,
            p in values::point(), n in values::unit_quat(),
        ) {
            let palette = joints.map(|joint| {
                let size = if mirror { -joint.scale.x } else { joint.scale.x };
                Transform { scale: Vec3::splat(size), ..joint }.to_affine()
            });
            let mut weights = [0.0; 4];
            weights[slot] = 1.0;
            let vertex = SkinnedVertex {
                position: p, normal: n * Vec3::Y, joints: [0, 1, 2, 3], weights, ..Default::default()
            };
            let [positions, normals] = skin_both_ways(&palette, vertex);
            // Coordinates up to 3 * 17 + 17: 40 roundings of 4e-6, times 2.
            prop_assert!(positions[0].distance(positions[1]) < 4e-4, "{positions:?}");
            prop_assert!(normals[0].distance(normals[1]) < 1e-5, "{normals:?}");
        }

        /// The weights are random.
        #[test]
        fn joints_that_agree_are_one(
            joint in values::transform(), weights in prop::array::uniform4(0.05f32..1.0), p in values::point(),
        ) {
            let palette = [Transform { scale: Vec3::ONE, ..joint }.to_affine()];
            let total: f32 = weights.iter().sum();
            let weights = weights.map(|weight| weight / total);
            let [positions, _] = skin_both_ways(&palette, SkinnedVertex { position: p, weights, ..Default::default() });
            prop_assert!(positions[0].distance(positions[1]) < 4e-4, "{positions:?}");
        }
    }

    /// By linear blending a ring halfway along a twist shrinks to cos(angle / 2), and a vertex halfway around a bend
    /// comes nearer to the joint; by dual quaternions both keep their distance.
    #[test]
    fn a_twist_and_a_bend() {
        for (degrees, left) in [(45f32, 0.924), (90.0, 0.707), (135.0, 0.383), (170.0, 0.087)] {
            let angle = degrees.to_radians();
            let vertex = SkinnedVertex {
                position: Vec3::Y,
                joints: [0, 1, 0, 0],
                weights: [0.5, 0.5, 0.0, 0.0],
                ..Default::default()
            };
            let [positions, _] = skin_both_ways(&[Affine3A::IDENTITY, Affine3A::from_rotation_x(angle)], vertex);
            assert!((positions[0].length() - left).abs() < 5e-4, "{degrees}");
            assert!((positions[1].length() - 1.0).abs() < 1e-6, "{degrees}");
        }
        for (degrees, linear) in [(30f32, 0.1932), (60.0, 0.1732), (90.0, 0.1414), (120.0, 0.1)] {
            let vertex = SkinnedVertex {
                position: 0.2 * Vec3::Y,
                joints: [0, 1, 0, 0],
                weights: [0.5, 0.5, 0.0, 0.0],
                ..Default::default()
            };
            let bent = Affine3A::from_rotation_z(degrees.to_radians());
            let [positions, _] = skin_both_ways(&[Affine3A::IDENTITY, bent], vertex);
            assert!((positions[0].length() - linear).abs() < 5e-5, "{degrees}");
            assert!((positions[1].length() - 0.2).abs() < 1e-6, "{degrees}");
        }
    }

    #[test]
    fn a_vertex_without_weight_stays() {
        let vertex = SkinnedVertex { position: Vec3::X, normal: Vec3::Y, ..Default::default() };
        let moved = Affine3A::from_rotation_translation(Quat::from_rotation_x(1.0), Vec3::Z);
        let [positions, normals] = skin_both_ways(&[moved], vertex);
        assert_eq!((positions[1], normals[1]), (Vec3::X, Vec3::Y));
    }
}
