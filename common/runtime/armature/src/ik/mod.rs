//! Inverse kinematics: rotations of joints by which the last of them reaches a target.
//!
//! The solvers work on points: the positions of a chain's joints, from its root to its tip. They keep the distances
//! between neighbours and do not move the root. Points, targets, poles and axes of one call are expressed in the same
//! space and unit, usually the model's. [`bend_to`] converts the points back into the local rotations of a
//! [`Pose`](crate::skeleton::Pose).
//!
//! - [`two_bone`]: an arm or a leg, exactly, by the law of cosines and a pole ([`two_bone_points`] for points);
//! - [`ChainSolver`]: chains of any length, by iteration (CCD or FABRIK);
//! - [`gradient_step`]: joints of one axis each, a step down the gradient of an energy;
//! - [`aim`]: one joint turns an axis of its own to a target, as a head or a turret does;
//! - [`plant`]: a figure's feet on uneven ground.
//!
//! Inputs without a unique result (a target in the root, bones of length 0, a pole on the line to the target) give a
//! finite one, which each function states.

mod aim;
mod chain;
mod feet;
mod hinges;
mod iterate;
#[cfg(test)]
mod testing;
mod two_bone;

pub use aim::{Aim, aim};
pub use chain::{bend_to, chain_points, turn_between};
pub use feet::{Foot, ankle_target, hips_drop, plant};
pub use hinges::{Hinge, energy, gradient_step};
pub use iterate::{ChainSolver, Solved, SolverLimits, ccd_step, fabrik_step, reach_of};
pub use two_bone::{elbow_angle, two_bone, two_bone_points};
