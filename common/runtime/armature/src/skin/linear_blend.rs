//! Linear blend skinning on the processor, the reference for shaders.

use super::Influence;
use crate::mesh::SkinnedVertex;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Writes the skinned positions and normals of `vertices` into `positions` and `normals`.
///
/// Each vertex is transformed by the blend of its four matrices: `p' = (w0 M0 + w1 M1 + w2 M2 + w3 M3) p`. Normals are
/// transformed by [`normal_matrix`] of the blend and normalised, except those that become shorter than 1e-19. Matrices of weight 0
/// cost nothing, and but for the first need not exist. Allocates nothing.
///
/// For many vertices in each frame, use `VertexBlocks` of the crate `armature-simd`: it takes about half of the time.
///
/// # Panics
/// If the slices differ in length, or a vertex has a joint that the palette does not have.
pub fn skin_vertices(palette: &[Affine3A], vertices: &[SkinnedVertex], positions: &mut [Vec3], normals: &mut [Vec3]) {
    assert_eq!(vertices.len(), positions.len(), "room for each position");
    assert_eq!(vertices.len(), normals.len(), "room for each normal");
    for ((vertex, position), normal) in vertices.iter().zip(positions).zip(&mut *normals) {
        let blend = blend_matrices(palette, vertex);
        *position = blend.transform_point3a(vertex.position.into()).into();
        *normal = (normal_matrix(&blend.matrix3) * Vec3A::from(vertex.normal)).into();
    }
    // In a loop of its own: a processor has few vertices in flight, and a square root and a division would keep each of them
    // there for as long again.
    for normal in normals {
        *normal /= normal.length_squared().clamp(f32::MIN_POSITIVE, f32::MAX).sqrt();
    }
}

/// Returns the position of a vertex as [`skin_vertices`] skins it.
pub(crate) fn skinned_position(palette: &[Affine3A], vertex: &SkinnedVertex) -> Vec3 {
    blend_matrices(palette, vertex).transform_point3(vertex.position)
}

/// Returns the weighted sum of the matrices of a vertex's four joints. Most vertices follow one or two.
#[inline]
fn blend_matrices(palette: &[Affine3A], vertex: &SkinnedVertex) -> Affine3A {
    let SkinnedVertex { joints, weights, .. } = vertex;
    let first = matrix_of(palette, joints[0]);
    let mut sum = Affine3A { matrix3: first.matrix3 * weights[0], translation: first.translation * weights[0] };
    for k in 1..4 {
        if weights[k] != 0.0 {
            let matrix = matrix_of(palette, joints[k]);
            sum.matrix3 += matrix.matrix3 * weights[k];
            sum.translation += matrix.translation * weights[k];
        }
    }
    sum
}

#[inline]
fn matrix_of(palette: &[Affine3A], joint: u16) -> &Affine3A {
    let Some(matrix) = palette.get(usize::from(joint)) else {
        panic!("a vertex follows matrix {joint} of a palette of {} matrices", palette.len());
    };
    matrix
}

/// Returns the matrix that transforms normals where `linear` transforms positions: its inverse transpose, up to a
/// positive factor.
///
/// It is the matrix of cofactors, which needs no division, so that it exists also for a matrix that flattens. It is
/// negated for a matrix that mirrors, so that outside stays outside. For rotations and even scales, `linear` does the
/// same. Source: Eric Lengyel, "Foundations of Game Engine Development, Volume 1", section 3.2.
pub fn normal_matrix(linear: &Mat3A) -> Mat3A {
    let x = linear.x_axis;
    let y = linear.y_axis;
    let z = linear.z_axis;
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    if x.dot(cofactors.x_axis) < 0.0 { -cofactors } else { cofactors }
}

/// Largest difference of a matrix that counts as even from an even one, as a fraction of the square of its scale: far
/// above the rounding of a product of rotations, far below a visible difference.
const EVEN: f32 = 1e-3;

/// Returns whether `linear` only rotates, mirrors and scales evenly: then it transforms normals as its
/// [`normal_matrix`] does. A blend of different rotations does not.
///
/// The condition is that its axes are equally long and perpendicular: `linear^T linear = s^2`, up to a thousandth of
/// `s^2`.
pub fn scales_evenly(linear: &Mat3A) -> bool {
    let x = linear.x_axis;
    let y = linear.y_axis;
    let z = linear.z_axis;
    let size = x.length_squared();
    let lengths = [y.length_squared() - size, z.length_squared() - size];
    let angles = [x.dot(y), y.dot(z), z.dot(x)];
    lengths.iter().chain(&angles).all(|off| off.abs() <= EVEN * size)
}

/// Returns the radius of a ring around a bone after linear blending, as a fraction of the radius before. The ring
/// follows two joints; one has the weight `weight` and is twisted by `angle` radians about the bone against the other.
/// For equal weights the result is `cos(angle / 2)`.
///
/// The blend of a vertex is on the chord between its positions by the two joints.
pub fn twisted_radius(angle: f32, weight: f32) -> f32 {
    let (sin, cos) = angle.sin_cos();
    ((1.0 - weight) + weight * cos).hypot(weight * sin)
}

/// Returns a position skinned by all its influences, with the weights as in the file, neither limited to four nor
/// normalised. Influences beyond the palette are left out.
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
        /// Blending matrices and then transforming equals transforming by each and blending the positions.
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

        /// Also under uneven scale and mirrored.
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
        #[test]
        fn even_matrices_alone_transform_normals_themselves(
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
            // Equal lengths are not enough, if an axis is sheared towards another.
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
    #[should_panic(expected = "a vertex follows matrix 60000 of a palette of 2 matrices")]
    fn a_joint_beyond_the_palette_is_named() {
        let vertex = SkinnedVertex { joints: [1, 60_000, 0, 0], weights: [0.5, 0.5, 0.0, 0.0], ..Default::default() };
        skin_vertices(&[Affine3A::IDENTITY; 2], &[vertex], &mut [Vec3::ZERO], &mut [Vec3::ZERO]);
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
