//! Chains of joints with one axis each, solved by gradient descent.

use glam::{Quat, Vec3};

/// A joint that turns about one axis. A joint that turns about several is as many hinges at the same position.
///
/// A chain is a list of hinges, each in the space of the one before; the first is at the origin of the chain's space,
/// in which targets are expressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hinge {
    /// Axis of unit length, in the hinge's own space.
    pub axis: Vec3,
    /// Vector from the hinge to the next one, or to the tip, in the hinge's own space.
    pub offset: Vec3,
}

/// Returns the position of a chain's tip, in the chain's space, where each hinge is turned by its angle, in radians.
///
/// # Panics
/// If there is not one angle for each hinge.
fn tip(hinges: &[Hinge], angles: &[f32]) -> Vec3 {
    assert_eq!(hinges.len(), angles.len(), "an angle for each hinge");
    let mut rotation = Quat::IDENTITY;
    let mut tip = Vec3::ZERO;
    for (hinge, angle) in hinges.iter().zip(angles) {
        rotation *= Quat::from_axis_angle(hinge.axis, *angle);
        tip += rotation * hinge.offset;
    }
    tip
}

/// Returns the energy that [`gradient_step`] reduces: half the square of the tip's distance from `target`, plus half of
/// `damping` times the sum of the squares of all angles, which keeps a chain with many solutions near angles of 0.
///
/// # Panics
/// If there is not one angle for each hinge.
pub fn energy(hinges: &[Hinge], angles: &[f32], target: Vec3, damping: f32) -> f32 {
    let squares: f32 = angles.iter().map(|angle| angle * angle).sum();
    0.5 * tip(hinges, angles).distance_squared(target) + 0.5 * damping * squares
}

/// Changes all angles by one step of gradient descent on [`energy`]: each by `-rate` times the derivative of the energy
/// at the old angles. Allocates nothing.
///
/// A turning hinge moves the tip at right angles to its axis and to the line from the hinge to the tip:
/// `d tip / d angle = axis x (tip - hinge)`, in the chain's space. Source: Samuel R. Buss, "Introduction to inverse
/// kinematics with Jacobian transpose, pseudoinverse and damped least squares methods", 2004.
///
/// # Panics
/// If there is not one angle for each hinge.
pub fn gradient_step(hinges: &[Hinge], angles: &mut [f32], target: Vec3, damping: f32, rate: f32) {
    let tip = tip(hinges, angles);
    let mut rotation = Quat::IDENTITY;
    let mut position = Vec3::ZERO;
    for (hinge, angle) in hinges.iter().zip(angles) {
        let velocity = (rotation * hinge.axis).cross(tip - position);
        let slope = velocity.dot(tip - target) + damping * *angle;
        rotation *= Quat::from_axis_angle(hinge.axis, *angle);
        position += rotation * hinge.offset;
        *angle -= rate * slope;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values as random;
    use proptest::prelude::*;

    fn hinges() -> impl Strategy<Value = Vec<Hinge>> {
        let hinge = (random::unit_quat(), random::unit_quat(), 0.2f32..1.0);
        let hinge =
            hinge.prop_map(|(axis, offset, length)| Hinge { axis: axis * Vec3::X, offset: offset * Vec3::X * length });
        prop::collection::vec(hinge, 1..7)
    }

    /// Returns the derivatives of the energy by the angles, from a step at rate 1.
    fn slopes(hinges: &[Hinge], angles: &[f32], target: Vec3, damping: f32) -> Vec<f32> {
        let mut stepped = angles.to_vec();
        gradient_step(hinges, &mut stepped, target, damping, 1.0);
        angles.iter().zip(stepped).map(|(before, after)| before - after).collect()
    }

    proptest! {
        #[test]
        fn slopes_are_those_of_the_energy(
            hinges in hinges(), seed in prop::array::uniform6(-3.0f32..3.0), target in random::point(), damping in 0.0f32..2.0,
        ) {
            let angles = &seed[..hinges.len()];
            for (index, slope) in slopes(&hinges, angles, target, damping).into_iter().enumerate() {
                // Central differences. The energy is up to 400, so that the difference of a small step would be
                // rounding.
                let step = 0.02;
                let differences = [step, 2.0 * step].map(|step| {
                    let [forward, back] = [step, -step].map(|by| {
                        let mut angles = angles.to_vec();
                        angles[index] += by;
                        energy(&hinges, &angles, target, damping)
                    });
                    (forward - back) / (2.0 * step)
                });
                // Richardson extrapolation removes the term in step^2.
                let want = (4.0 * differences[0] - differences[1]) / 3.0;
                prop_assert!((slope - want).abs() < 2e-2 + 1e-3 * want.abs(), "{index}: {slope} {want}");
            }
        }
    }

    #[test]
    fn a_bone_that_turns_about_itself() {
        let twist = Hinge { axis: Vec3::X, offset: Vec3::X };
        assert_eq!(slopes(&[twist], &[0.7], Vec3::Y, 0.0), [0.0]);
        assert_eq!(slopes(&[twist], &[0.7], Vec3::Y, 1.0), [0.7], "damping alone");
    }
}
