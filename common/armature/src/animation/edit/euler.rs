//! Euler angles in a text field.

use crate::math::shortest;
use glam::{EulerRot, Quat, Vec4};

/// Two quaternions nearer than this are one rotation: keys and tracks round.
const SAME_ROTATION: f32 = 1e-5;

/// Three angles of a rotation, as they were typed.
///
/// The rotation is the truth, the angles a way to write it down, and one of many: 90, 90, 90 about x, y and z is the
/// rotation of 0, 90, 0. An editor that reads the angles out of the quaternion again after each entry changes what was
/// typed while it is typed. So the last angles are kept for as long as the rotation is the one that they gave.
///
/// Degrees about x, then y, then z, each about the parent's axis: `rotation = Rz * Ry * Rx`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EulerEntry {
    degrees: [f32; 3],
    rotation: Quat,
}

impl EulerEntry {
    /// The angles to show for `rotation`: those last typed if they give it, otherwise those of the many that are
    /// nearest to what was shown before.
    pub fn show(&mut self, rotation: Quat) -> [f32; 3] {
        let known = shortest(rotation, self.rotation);
        // NaN is not near.
        let is_known = Vec4::from(known).distance(Vec4::from(rotation)) < SAME_ROTATION;
        if !is_known && rotation.is_finite() && rotation.length_squared() > 1e-6 {
            let rotation = rotation.normalize();
            *self = Self { degrees: nearest(rotation, self.degrees), rotation };
        }
        self.degrees
    }

    /// Types the angle about one axis (0, 1, 2 for x, y, z) of `rotation`, and says which rotation that gives. A number
    /// that is none changes nothing.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn enter(&mut self, rotation: Quat, axis: usize, degrees: f32) -> Quat {
        let mut typed = self.show(rotation);
        typed[axis] = degrees;
        if !degrees.is_finite() {
            return rotation;
        }
        *self = Self { degrees: typed, rotation: rotation_of(typed) };
        self.rotation
    }
}

fn rotation_of(degrees: [f32; 3]) -> Quat {
    let [x, y, z] = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::XYZEx, x, y, z)
}

/// Of the angles that give `rotation` those nearest to `shown`.
fn nearest(rotation: Quat, shown: [f32; 3]) -> [f32; 3] {
    let (x, y, z) = rotation.to_euler(EulerRot::XYZEx);
    let first = [x, y, z].map(f32::to_degrees);
    let second = [first[0] + 180.0, 180.0 - first[1], first[2] + 180.0];
    let unwound = |angles: [f32; 3]| {
        let turns = |axis: usize| ((shown[axis] - angles[axis]) / 360.0).round();
        [0, 1, 2].map(|axis| angles[axis] + 360.0 * turns(axis))
    };
    let distance = |angles: &[f32; 3]| -> f32 {
        angles.iter().zip(shown).map(|(angle, shown)| (angle - shown).powi(2)).sum()
    };
    let (first, second) = (unwound(first), unwound(second));
    if distance(&second) < distance(&first) { second } else { first }
}
