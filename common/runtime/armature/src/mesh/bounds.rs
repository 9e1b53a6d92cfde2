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

    /// Returns the box around most points: all finite ones but those that are more than a hundred times as far from the
    /// middle as half of the points are. In a picture of them, all others would be a dot. The middle is that of up to a
    /// thousand points.
    pub fn of_most(points: &[Vec3]) -> Option<Bounds> {
        const FAR: f32 = 100.0;
        const LOOKS: usize = 1000;
        let step = points.len().div_ceil(LOOKS).max(1);
        let looks: Vec<Vec3> = points.iter().step_by(step).copied().filter(|point| point.is_finite()).collect();
        let middle = Vec3::from_array([0, 1, 2].map(|axis| median(looks.iter().map(|point| point[axis]))));
        let distance = |point: Vec3| (point - middle).abs().max_element();
        let reach = FAR * median(looks.iter().map(|point| distance(*point)));
        // Without a reach, half of the points are at one place.
        Self::from_points(points.iter().copied().filter(|point| reach <= 0.0 || distance(*point) <= reach))
    }

    /// Returns whether a point is inside, or on a side.
    pub fn contains(&self, point: Vec3) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
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

/// Returns the number of which half of all are smaller; 0 of none.
fn median(numbers: impl Iterator<Item = f32>) -> f32 {
    let mut numbers: Vec<f32> = numbers.collect();
    let middle = numbers.len() / 2;
    if numbers.is_empty() { 0.0 } else { *numbers.select_nth_unstable_by(middle, f32::total_cmp).1 }
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

    #[test]
    fn most_points_are_without_far_ones() {
        let near: Vec<Vec3> = (0..3000).map(|index| Vec3::new((index % 3) as f32, (index % 7) as f32, 0.0)).collect();
        let want = Bounds::from_points(near.iter().copied());
        for far in [Vec3::X * 5e4, Vec3::splat(f32::MAX), Vec3::new(0.0, -f32::MAX, f32::MAX), Vec3::NAN] {
            for count in [0, 1, 5, 1000] {
                let all: Vec<Vec3> = std::iter::repeat_n(far, count).chain(near.iter().copied()).collect();
                assert_eq!(Bounds::of_most(&all), want, "{count} of {far}");
            }
        }
        let few = [Vec3::ZERO, Vec3::X, Vec3::Y * 200.0];
        assert_eq!(Bounds::of_most(&few[..2]), Bounds::from_points(few[..2].to_vec()));
        assert_eq!(Bounds::of_most(&few[2..]), Bounds::from_points(few[2..].to_vec()));
        let at_one_place = [Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::X];
        assert_eq!(Bounds::of_most(&at_one_place), Bounds::from_points(at_one_place));
        assert_eq!(Bounds::of_most(&[]), None);
    }
}
