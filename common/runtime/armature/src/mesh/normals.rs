//! Smooth vertex normals for a mesh that has none.

use glam::Vec3;

/// Returns a unit normal for each position: the sum of the adjoining triangles' normals, each weighted by the
/// triangle's angle at the position, so that the triangulation of a flat face does not matter.
///
/// The normal of a position without a triangle of any area is the y axis.
///
/// # Panics
/// If an index in a triangle is not a position's.
pub fn smooth_normals(positions: &[Vec3], triangles: impl IntoIterator<Item = [usize; 3]>) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| positions[corner]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (corner, (left, right)) in corners.into_iter().zip([(b - a, c - a), (c - b, a - b), (a - c, b - c)]) {
            let angle = left.normalize_or_zero().dot(right.normalize_or_zero()).clamp(-1.0, 1.0).acos();
            sums[corner] += normal * angle;
        }
    }
    sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(Vec3::Y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The normal at a cube's corner points along the diagonal.
    #[test]
    fn the_triangulation_of_a_square_does_not_matter() {
        let p = [
            Vec3::ZERO,
            Vec3::X,
            Vec3::Y,
            Vec3::Z,
            Vec3::new(1., 1., 0.),
            Vec3::new(0., 1., 1.),
            Vec3::new(1., 0., 1.),
        ];
        // Three faces around the origin: z = 0, x = 0, y = 0, seen from outside (the cube is in +x +y +z).
        for triangles in [
            [[0, 2, 4], [0, 4, 1], [0, 3, 5], [0, 5, 2], [0, 1, 6], [0, 6, 3]],
            [[0, 2, 1], [2, 4, 1], [0, 3, 5], [0, 5, 2], [0, 1, 3], [1, 6, 3]],
        ] {
            let n = smooth_normals(&p, triangles)[0];
            assert!((n - Vec3::splat(-1.0).normalize()).length() < 1e-6, "{n}");
        }
    }

    #[test]
    fn without_area_there_is_no_direction() {
        assert_eq!(smooth_normals(&[Vec3::X; 3], [[0, 1, 2]]), [Vec3::Y; 3]);
    }
}
