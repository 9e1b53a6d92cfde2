//! The difference between a student's scene and the finished one.

use glam::{Mat4, Vec3};

/// The difference between a student's scene and the finished one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// The largest difference, with its unit: "claw: 0.31 m".
    pub text: String,
    /// Its position in world space; `None` if it has none in the scene, or there is no difference: then no ghost is drawn.
    pub at: Option<Vec3>,
    pub clip_from_world: Mat4,
}

/// Two positions that should be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Farthest {
    /// Index of the pair in the list.
    pub index: usize,
    /// Distance between them, in metres; infinite for a position that is lost (NaN).
    pub distance: f32,
    /// The right position.
    pub at: Vec3,
}

impl Farthest {
    /// The pair that is farthest apart in two lists of positions in world space; `None` if all agree to a millimetre.
    /// Positions that only one list has are ignored.
    pub fn between(mine: impl IntoIterator<Item = Vec3>, right: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut worst = None;
        let mut largest = 1e-3;
        for (index, (mine, at)) in mine.into_iter().zip(right).enumerate() {
            let distance = mine.distance(at);
            let distance = if distance.is_nan() { f32::INFINITY } else { distance };
            if distance > largest {
                largest = distance;
                worst = Some(Farthest { index, distance, at });
            }
        }
        worst
    }

    /// "0.31 m off".
    pub fn words(&self) -> String {
        if self.distance.is_finite() { format!("{:.2} m off", self.distance) } else { "lost (no number)".into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_pair_is_found() {
        let right = [Vec3::ZERO, Vec3::X, Vec3::Y];
        assert_eq!(Farthest::between(right, right), None);
        let found = Farthest::between([Vec3::ZERO, 2.0 * Vec3::X, 1.1 * Vec3::Y, Vec3::Z], right);
        assert_eq!(found, Some(Farthest { index: 1, distance: 1.0, at: Vec3::X }));
        let undefined = Farthest::between([Vec3::NAN, Vec3::splat(1e9)], right).unwrap();
        assert_eq!((undefined.index, undefined.words().as_str()), (0, "lost (no number)"));
        assert_eq!(Farthest { distance: 0.314, ..undefined }.words(), "0.31 m off");
    }
}
