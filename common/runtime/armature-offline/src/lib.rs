#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod bound;
pub mod edit;
#[cfg(test)]
mod figures;
mod joint_roles;
pub mod merge;
mod names;
pub mod retarget;
#[cfg(test)]
#[path = "../../armature/src/testing/mod.rs"]
mod testing;

pub use joint_roles::JointRoles;
pub use names::Side;
