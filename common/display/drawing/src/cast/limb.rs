//! Limbs: a chain of evenly spaced joints in one tube of skin, its weights and its swing.
//!
//! Joint 0 lies at the limb's lower end, and joint `k` of `N` at the height `k / N`: a limb's heights go
//! from 0 to 1. All joints turn about the same axis; angles are in radians.

use super::puppet::{Swing, wave};

pub use given::lesson_10::weights;

/// The angle of each joint after `time` seconds, relative to the joint before it. `tilts` are each joint's angle from
/// upright: relative to the ground.
pub fn joint_angles<const N: usize>(time: f32, tilts: &[Swing; N]) -> [f32; N] {
    let tilts = tilts.map(|tilt| wave(time, &tilt));
    std::array::from_fn(|joint| tilts[joint] - if joint == 0 { 0.0 } else { tilts[joint - 1] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ramps by hand: around 1/3 and 2/3, a quarter and three quarters of the way.
    #[test]
    fn known_weights() {
        let third = 1.0 / 3.0;
        for (height, expected) in [
            (0.0, [1.0, 0.0, 0.0]),
            (third - 0.12, [1.0, 0.0, 0.0]),
            (third - 0.05, [0.75, 0.25, 0.0]),
            (third, [0.5, 0.5, 0.0]),
            (0.5, [0.0, 1.0, 0.0]),
            (2.0 * third + 0.05, [0.0, 0.25, 0.75]),
            (1.0, [0.0, 0.0, 1.0]),
        ] {
            let got: [f32; 3] = weights(height, 0.1);
            for (got, expected) in got.iter().zip(expected) {
                assert!((got - expected).abs() < 1e-6, "{height}: {got} {expected}");
            }
        }
        assert_eq!(weights::<1>(0.3, 0.1), [1.0]);
    }

    #[test]
    fn two_joints_by_hand() {
        let tilts = [(0.5, 0.0), (1.0, 1.0)].map(|(reach, delay)| Swing { middle: 0.1, reach, period: 4.0, delay });
        // At 1 s the first is at its farthest, 0.6, and the second in its middle, 0.1.
        for (time, expected) in [(1.0, [0.6, -0.5]), (2.0, [0.1, 1.0])] {
            let got = joint_angles(time, &tilts);
            for (got, expected) in got.iter().zip(expected) {
                assert!((got - expected).abs() < 1e-6, "{time}: {got} {expected}");
            }
        }
    }
}
