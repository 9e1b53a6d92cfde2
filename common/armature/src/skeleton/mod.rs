//! Joints in an array, parents before children; poses; local to model in one pass.

mod bones;
mod order;
mod pose;
#[allow(clippy::module_inception)] // the folder is the idea, the file its main type
mod skeleton;
#[cfg(test)]
pub(crate) mod testing;

pub use bones::{bone_index_pairs, chain_starts};
pub use order::{depth_first_order, tip};
pub use pose::{Pose, local_to_model};
pub use skeleton::{Joint, Skeleton, SkeletonError};
