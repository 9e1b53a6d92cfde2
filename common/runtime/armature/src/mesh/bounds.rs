//! The box around a set of points.

use glam::{Affine3A, Vec3};

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: Vec3,
    /// The largest coordinates.
    pub max: Vec3,
}

impl Bounds {
    /// Returns the box around all finite `points`, or `None` if there are none.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Bounds> {
        let mut points = points.into_iter().filter(|p| p.is_finite());
        let first = points.next()?;
        let first = Bounds { min: first, max: first };
        Some(points.fold(first, |b, p| Bounds { min: b.min.min(p), max: b.max.max(p) }))
    }

    /// Returns the box around two boxes.
    #[must_use]
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the center of the box.
    pub fn center(&self) -> Vec3 {
        self.min.midpoint(self.max)
    }

    /// Returns width, height and depth.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Returns half the diagonal, the radius of the smallest sphere about the center that contains the box.
    pub fn radius(&self) -> f32 {
        self.min.distance(self.max) / 2.0
    }

    /// Returns the eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let is_high = glam::BVec3::new(i & 1 != 0, i & 2 != 0, i & 4 != 0);
            Vec3::select(is_high, self.max, self.min)
        })
    }

    /// Returns the box around the transformed box: its half size by the absolute values of the matrix. Source: James Arvo,
    /// "Transforming axis-aligned bounding boxes", Graphics Gems, 1990.
    #[must_use]
    pub fn transformed(&self, matrix: &Affine3A) -> Bounds {
        let center = matrix.transform_point3(self.center());
        let half = matrix.matrix3.abs() * (self.size() / 2.0);
        Bounds { min: center - half, max: center + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_contains_its_finite_points() {
        let points = [Vec3::new(1.0, -2.0, 3.0), Vec3::new(f32::NAN, 9.0, 9.0), Vec3::new(-1.0, 4.0, 3.0)];
        let b = Bounds::from_points(points).unwrap();
        assert_eq!((b.min, b.max), (Vec3::new(-1.0, -2.0, 3.0), Vec3::new(1.0, 4.0, 3.0)));
        assert_eq!((b.center(), b.size()), (Vec3::new(0.0, 1.0, 3.0), Vec3::new(2.0, 6.0, 0.0)));
        assert_eq!(Bounds::from_points([Vec3::NAN]), None);
        assert_eq!(Bounds::from_points(b.corners()), Some(b));
        let moved = b.transformed(&Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2));
        assert!((moved.size() - Vec3::new(6.0, 2.0, 0.0)).length() < 1e-5);
    }
}
