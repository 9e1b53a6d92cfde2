#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod edit;
#[cfg(test)]
mod figures;
pub mod merge;
mod names;
pub mod retarget;
#[cfg(test)]
#[path = "../../armature/src/testing/mod.rs"]
mod testing;

pub use names::Side;
