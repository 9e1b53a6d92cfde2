//! Euler angles in a text field.

use armature::math::shortest;
use glam::{EulerRot, Quat, Vec4};

/// Largest distance of two quaternions that count as the same rotation, since keys and tracks round.
const SAME_ROTATION: f32 = 1e-5;

/// Three angles of a rotation, as typed.
///
/// A rotation has many sets of angles: 90, 90, 90 about x, y and z is the same rotation as 0, 90, 0. An editor that
/// computes the angles from the quaternion after each entry would change the angles while they are typed. So the typed
/// angles are kept as long as the rotation is the one that they give.
///
/// The angles are in degrees about x, then y, then z, each about the parent's axis: `rotation = Rz * Ry * Rx`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EulerEntry {
    degrees: [f32; 3],
    rotation: Quat,
}

impl EulerEntry {
    /// Returns the angles to show for `rotation`: the typed ones if they give this rotation, otherwise the angles
    /// nearest to those shown before.
    pub fn show(&mut self, rotation: Quat) -> [f32; 3] {
        let known = shortest(rotation, self.rotation);
        // NaN is not near.
        let is_known = Vec4::from(known).distance(Vec4::from(rotation)) < SAME_ROTATION;
        if !is_known && rotation.is_finite() && rotation.length_squared() > 1e-6 {
            let rotation = rotation.normalize();
            *self = Self { degrees: nearest_angles(rotation, self.degrees), rotation };
        }
        self.degrees
    }

    /// Sets the angle about one axis (0, 1, 2 for x, y, z) of `rotation`, and returns the new rotation. A number that
    /// is not finite changes nothing.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn enter(&mut self, rotation: Quat, axis: usize, degrees: f32) -> Quat {
        let mut typed = self.show(rotation);
        typed[axis] = degrees;
        if !degrees.is_finite() {
            return rotation;
        }
        *self = Self { degrees: typed, rotation: rotation_from_angles(typed) };
        self.rotation
    }
}

fn rotation_from_angles(degrees: [f32; 3]) -> Quat {
    let [x, y, z] = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::XYZEx, x, y, z)
}

/// Returns the angles of `rotation`, in degrees, that are nearest to `shown`.
fn nearest_angles(rotation: Quat, shown: [f32; 3]) -> [f32; 3] {
    let (x, y, z) = rotation.to_euler(EulerRot::XYZEx);
    let first = [x, y, z].map(f32::to_degrees);
    let second = [first[0] + 180.0, 180.0 - first[1], first[2] + 180.0];
    let mut nearest = first;
    let mut least = f32::INFINITY;
    for angles in [first, second] {
        // With as many whole turns as the shown angles.
        let angles = [0, 1, 2].map(|axis| angles[axis] + 360.0 * ((shown[axis] - angles[axis]) / 360.0).round());
        let distance = angles.iter().zip(shown).map(|(angle, shown)| (angle - shown).powi(2)).sum();
        if distance < least {
            nearest = angles;
            least = distance;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::unit_quat;
    use armature::animation::RotationTrack;
    use proptest::prelude::*;

    fn are_near(a: Quat, b: Quat) -> bool {
        Vec4::from(a).distance(Vec4::from(shortest(a, b))) < 1e-3
    }

    /// Returns a rotation as it is after an editor has stored it in a key and sampled the track.
    fn store_and_sample(rotation: Quat) -> Quat {
        let keys = RotationTrack::new(vec![0.0, 1.0], vec![Quat::IDENTITY, rotation]).unwrap();
        keys.sample(1.0, &mut 0)
    }

    #[test]
    fn ninety_ninety_ninety() {
        let mut entry = EulerEntry::default();
        let mut rotation = Quat::IDENTITY;
        for axis in 0..3 {
            rotation = store_and_sample(entry.enter(rotation, axis, 90.0));
        }
        assert_eq!(entry.show(rotation), [90.0; 3]);
        assert!(are_near(rotation, Quat::from_rotation_y(90f32.to_radians())), "which is 0, 90, 0");
        assert_eq!(entry.enter(rotation, 1, f32::NAN), rotation);
        assert_eq!(entry.show(rotation), [90.0; 3]);
        // More than a turn is kept as well.
        let rotation = store_and_sample(entry.enter(rotation, 2, 720.0));
        assert_eq!(entry.show(rotation), [90.0, 90.0, 720.0]);
    }

    #[test]
    fn angles_are_about_the_parents_axes() {
        let mut entry = EulerEntry::default();
        let rotation = entry.enter(Quat::IDENTITY, 0, 90.0);
        let rotation = entry.enter(rotation, 2, 90.0);
        assert!((rotation * glam::Vec3::Y).distance(glam::Vec3::Z) < 1e-6);
        assert!((rotation * glam::Vec3::X).distance(glam::Vec3::Y) < 1e-6);
    }

    proptest! {
        #[test]
        fn typed_angles_stay(start in unit_quat(), typed in prop::collection::vec((0..3usize, prop_oneof![-400.0f32..400.0, Just(90.0), Just(-90.0), Just(180.0)]), 1..12)) {
            let mut entry = EulerEntry::default();
            let mut rotation = start;
            let mut shown = entry.show(rotation);
            for (axis, degrees) in typed {
                rotation = store_and_sample(entry.enter(rotation, axis, degrees));
                shown[axis] = degrees;
                prop_assert_eq!(entry.show(-rotation), shown);
                prop_assert!(are_near(rotation, rotation_from_angles(shown)));
            }
        }

        /// Also for rotations that were not typed, and at the poles.
        #[test]
        fn shown_angles_give_the_rotation(a in unit_quat(), b in unit_quat(), x in -180.0f32..180.0, z in -180.0f32..180.0, up: bool) {
            let mut entry = EulerEntry::default();
            let pole = rotation_from_angles([x, if up { 90.0 } else { -90.0 }, z]);
            for rotation in [a, pole, b] {
                let shown = entry.show(rotation);
                prop_assert!(are_near(rotation_from_angles(shown), rotation), "{shown:?}");
            }
        }

        /// Also beyond 180 degrees.
        #[test]
        fn a_small_turn_is_a_small_change_of_the_angles(y in -80.0f32..80.0, axis in 0..3usize) {
            let mut entry = EulerEntry::default();
            let mut before = entry.show(rotation_from_angles([0.0, y, 0.0]));
            for step in 1..100u8 {
                let mut degrees = [0.0, y, 0.0];
                degrees[axis] += f32::from(step) * 5.0;
                if (degrees[1].rem_euclid(180.0) - 90.0).abs() < 4.0 {
                    return Ok(()); // the pole
                }
                let shown = entry.show(rotation_from_angles(degrees));
                let change = (0..3).map(|axis| (shown[axis] - before[axis]).abs()).fold(0.0, f32::max);
                prop_assert!(change < 5.1, "{before:?} {shown:?}");
                before = shown;
            }
        }
    }
}
