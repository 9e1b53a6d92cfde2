//! The box around a set of points.

use glam::{Affine3A, Vec3};

/// An axis-aligned box with at least one point in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: Vec3,
    /// The largest coordinates.
    pub max: Vec3,
}

impl Bounds {
    /// The box around `points`, leaving out those that are not finite; `None` if none is left.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Bounds> {
        let mut points = points.into_iter().filter(|p| p.is_finite());
        let first = points.next()?;
        let first = Bounds { min: first, max: first };
        Some(points.fold(first, |b, p| Bounds { min: b.min.min(p), max: b.max.max(p) }))
    }

    /// The box around both.
    #[must_use]
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The middle of the box.
    pub fn center(&self) -> Vec3 {
        self.min.midpoint(self.max)
    }

    /// Width, height and depth.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Half the diagonal: a sphere of this radius about the centre holds the box.
    pub fn radius(&self) -> f32 {
        self.min.distance(self.max) / 2.0
    }

    /// The eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let is_high = glam::BVec3::new(i & 1 != 0, i & 2 != 0, i & 4 != 0);
            Vec3::select(is_high, self.max, self.min)
        })
    }

    /// The box around the moved corners.
    #[must_use]
    pub fn transformed(&self, matrix: &Affine3A) -> Bounds {
        Bounds::from_points(self.corners().map(|corner| matrix.transform_point3(corner))).unwrap_or(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_its_points() {
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
