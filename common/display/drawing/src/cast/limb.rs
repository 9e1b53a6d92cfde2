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
