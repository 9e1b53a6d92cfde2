//! Clips of another file in a model: copied where the figures are the same, retargeted where they differ.

mod adopt;
mod adopted;
mod change;
mod rest;

pub use adopt::{MergeOptions, merge_clips};
pub use adopted::Adopted;
pub use rest::RestPose;
