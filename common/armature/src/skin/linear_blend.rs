//! Linear blend skinning on the processor: the reference for every skinning shader.

use super::Influence;
use crate::mesh::SkinnedVertex;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Moves positions and normals of `vertices` by the palette, into `positions` and `normals`.
///
/// Each vertex blends its four matrices first and is transformed once:
/// `p' = (w0 M0 + w1 M1 + w2 M2 + w3 M3) p`. Normals turn by [`normal_matrix`] of the blend and
/// come out with unit length (a normal that collapses stays zero). Allocates nothing.
///
/// # Panics
/// If the slices differ in length, or a vertex names a joint that the palette does not have.
pub fn skin_vertices(palette: &[Affine3A], vertices: &[SkinnedVertex], positions: &mut [Vec3], normals: &mut [Vec3]) {
    assert_eq!(vertices.len(), positions.len(), "room for each position");
    assert_eq!(vertices.len(), normals.len(), "room for each normal");
    for ((vertex, position), normal) in vertices.iter().zip(positions).zip(normals) {
        let blend = blend(palette, vertex);
        *position = blend.transform_point3(vertex.position);
        *normal = (normal_matrix(&blend.matrix3) * Vec3A::from(vertex.normal)).normalize_or_zero().into();
    }
}

/// The position of a vertex as [`skin_vertices`] moves it.
pub(crate) fn skinned_position(palette: &[Affine3A], vertex: &SkinnedVertex) -> Vec3 {
    blend(palette, vertex).transform_point3(vertex.position)
}

/// The weighted sum of four of the palette's matrices.
fn blend(palette: &[Affine3A], vertex: &SkinnedVertex) -> Affine3A {
    let mut blend = Affine3A::ZERO;
    for (joint, weight) in vertex.joints.into_iter().zip(vertex.weights) {
        blend = add_scaled(blend, &palette[usize::from(joint)], weight);
    }
    blend
}

fn add_scaled(mut sum: Affine3A, matrix: &Affine3A, weight: f32) -> Affine3A {
    sum.matrix3 += matrix.matrix3 * weight;
    sum.translation += matrix.translation * weight;
    sum
}

/// Returns the matrix that turns normals when `linear` turns positions: its inverse transpose, up to a positive factor.
///
/// Written with cross products (the matrix of cofactors), which needs no division and so survives a
/// matrix that squashes an axis flat; the sign of the determinant keeps outside outside when the
/// matrix mirrors. Only for rotations and even scales is `linear` itself as good.
/// Source: Eric Lengyel, "Foundations of Game Engine Development, Volume 1", section 3.2.
pub fn normal_matrix(linear: &Mat3A) -> Mat3A {
    let x = linear.x_axis;
    let y = linear.y_axis;
    let z = linear.z_axis;
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    if x.dot(y.cross(z)) < 0.0 { -cofactors } else { cofactors }
}

/// Unevenness at which a matrix still counts as even, as a fraction of its size squared: far above the
/// rounding of a product of rotations, far below what is seen.
const EVEN: f32 = 1e-3;

/// Whether `linear` turns, mirrors and scales alike in all directions, and nothing else: then it turns
/// normals as well as its [`normal_matrix`] does. A blend of different rotations does not.
///
/// So it is if its axes are equally long and square to each other: `linear^T linear = s^2`, up to a
/// thousandth of `s^2`.
pub fn scales_evenly(linear: &Mat3A) -> bool {
    let x = linear.x_axis;
    let y = linear.y_axis;
    let z = linear.z_axis;
    let size = x.length_squared();
    let lengths = [y.length_squared() - size, z.length_squared() - size];
    let angles = [x.dot(y), y.dot(z), z.dot(x)];
    lengths.iter().chain(&angles).all(|off| off.abs() <= EVEN * size)
}

/// Returns the fraction that linear blending leaves of the radius of a ring around a bone, where a joint of `weight` is twisted by
/// `angle` radians about the bone against one that has the rest of the weight. Half and half it is
/// `cos(angle / 2)`.
///
/// Each vertex comes between where the two joints take it, on the chord of the arc from one to the other.
pub fn twisted_radius(angle: f32, weight: f32) -> f32 {
    let (sin, cos) = angle.sin_cos();
    ((1.0 - weight) + weight * cos).hypot(weight * sin)
}

/// One position by all of its influences, with the weights as they are: what a file means, before
/// anything is limited to four or normalised. Influences beyond the palette are left out.
pub fn skin_position(palette: &[Affine3A], influences: &[Influence], position: Vec3) -> Vec3 {
    let mut sum = Vec3::ZERO;
    for influence in influences {
        if let Some(matrix) = palette.get(usize::from(influence.slot)) {
            sum += influence.weight * matrix.transform_point3(position);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{skin::best_four, testing::values};
    use glam::Vec3Swizzles;
    use proptest::prelude::*;

    fn palette(count: usize) -> impl Strategy<Value = Vec<Affine3A>> {
        prop::collection::vec(values::transform().prop_map(|t| t.to_affine()), count)
    }

    fn influences() -> impl Strategy<Value = Vec<Influence>> {
        prop::collection::vec((0u16..6, 0.05f32..1.0), 1..=4)
            .prop_map(|list| list.into_iter().map(|(slot, weight)| Influence { slot, weight }).collect())
    }

    proptest! {
        /// Blending the matrix and transforming once is transforming by each and blending.
        #[test]
        fn blend_then_transform(palette in palette(6), influences in influences(), p in values::point()) {
            let four = best_four(&influences);
            let vertex = SkinnedVertex { position: p, joints: four.joints, weights: four.weights, ..Default::default() };
            let mut position = [Vec3::ZERO];
            let mut normal = [Vec3::ZERO];
            skin_vertices(&palette, &[vertex], &mut position, &mut normal);
            let total: f32 = influences.iter().map(|i| i.weight).sum();
            let normalised: Vec<_> =
                influences.iter().map(|i| Influence { weight: i.weight / total, ..*i }).collect();
            let want = skin_position(&palette, &normalised, p);
            // Coordinates up to 3 * 17 + 10; about 20 roundings of 6e-8 * 60, times 5.
            prop_assert!((position[0] - want).length() < 4e-4, "{} {want}", position[0]);
        }

        /// A skinned normal stays perpendicular to the skinned surface, also under uneven scale.
        #[test]
        fn normals_stay_perpendicular(t in values::transform(), mirror: bool, n in values::unit_quat()) {
            let mut linear = t.to_affine().matrix3;
            if mirror {
                linear.x_axis = -linear.x_axis;
            }
            let tangent = n * Vec3A::X;
            let bitangent = n * Vec3A::Y;
            let normal = n * Vec3A::Z;
            let turned = (normal_matrix(&linear) * normal).normalize();
            prop_assert!(turned.dot((linear * tangent).normalize()).abs() < 1e-4);
            prop_assert!(turned.dot((linear * bitangent).normalize()).abs() < 1e-4);
            prop_assert!(turned.dot(linear * normal) > 0.0, "still on the outside");
        }
    }

    proptest! {
        /// A matrix that scales evenly turns normals itself; one that does not turns some normal away from its
        /// direction.
        #[test]
        fn even_matrices_turn_normals_themselves(
            turn in values::unit_quat(), size in 0.005f32..200.0, stretch in 1.02f32..3.0, mirror: bool,
        ) {
            let mut even = Mat3A::from_quat(turn) * size;
            if mirror {
                even.y_axis = -even.y_axis;
            }
            prop_assert!(scales_evenly(&even));
            let normal = Vec3A::new(0.48, 0.6, 0.64);
            let uneven = even * Mat3A::from_diagonal(glam::Vec3::new(1.0, stretch, 1.0));
            prop_assert!(!scales_evenly(&uneven));
            let errors = [even, uneven]
                .map(|m| (m * normal).normalize().distance((normal_matrix(&m) * normal).normalize()));
            prop_assert!(errors[0] < 1e-5 && errors[1] > 1e-3, "{errors:?}");
            // Equal lengths are not enough: here one axis is sheared towards another.
            let mut sheared = even;
            sheared.z_axis = (sheared.z_axis + 0.1 * sheared.x_axis).normalize() * size;
            prop_assert!(!scales_evenly(&sheared));
        }
    }

    #[test]
    fn a_blend_of_rotations_is_uneven() {
        let halves = [0.0, 0.2].map(|angle| 0.5 * (Mat3A::IDENTITY + Mat3A::from_rotation_z(angle)));
        assert!(scales_evenly(&halves[0]) && !scales_evenly(&halves[1]));
    }

    proptest! {
        #[test]
        fn a_ring_shrinks_by_the_formula(angle in 0.0f32..3.2, weight in 0.0f32..1.0, around in 0.0f32..6.3) {
            let palette = [Affine3A::IDENTITY, Affine3A::from_rotation_x(angle)];
            let on_ring = Vec3::new(0.7, around.cos(), around.sin());
            let fractions = [(0, 1.0 - weight), (1, weight)].map(|(slot, weight)| Influence { slot, weight });
            let got = skin_position(&palette, &fractions, on_ring);
            prop_assert!((got.yz().length() - twisted_radius(angle, weight)).abs() < 1e-6);
            prop_assert!((twisted_radius(angle, 0.5) - (angle / 2.0).cos().abs()).abs() < 1e-6);
        }
    }

    #[test]
    fn half_way_between_two_joints() {
        let palette = [Affine3A::IDENTITY, Affine3A::from_translation(Vec3::new(2.0, 0.0, 0.0))];
        let vertex = SkinnedVertex {
            position: Vec3::Y,
            normal: Vec3::Z,
            joints: [0, 1, 0, 0],
            weights: [0.5, 0.5, 0.0, 0.0],
            ..Default::default()
        };
        let mut position = [Vec3::ZERO];
        let mut normal = [Vec3::ZERO];
        skin_vertices(&palette, &[vertex], &mut position, &mut normal);
        assert_eq!((position[0], normal[0]), (Vec3::new(1.0, 1.0, 0.0), Vec3::Z));
    }

    #[test]
    fn a_flattened_normal_is_no_nan() {
        let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
        let vertex = SkinnedVertex { normal: Vec3::Y, weights: [1.0, 0.0, 0.0, 0.0], ..Default::default() };
        let mut position = [Vec3::ZERO];
        let mut normal = [Vec3::ZERO];
        skin_vertices(&[flat], &[vertex], &mut position, &mut normal);
        assert_eq!(normal[0], Vec3::Y, "a plane's normal survives the flattening");
        skin_vertices(&[Affine3A::ZERO], &[vertex], &mut position, &mut normal);
        assert_eq!(normal[0], Vec3::ZERO);
    }
}
