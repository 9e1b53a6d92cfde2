//! Skeletons, poses and forward kinematics: joints in an array, parents before children.

mod local_to_model;
mod names;
mod order;
mod pose;
#[allow(clippy::module_inception)] // the folder is the idea, the file its main type
mod skeleton;

pub use local_to_model::local_to_model;
pub use names::{local_name, without_prefix};
pub use order::{depth_first_order, tip};
pub use pose::Pose;
pub use skeleton::{Joint, Skeleton, SkeletonError};

/// Panics with a sentence about a joint that a list of `count` joints does not have.
#[cold]
#[track_caller]
pub(crate) fn no_joint(joint: usize, count: usize) -> ! {
    panic!("there is no joint {joint}: there are {count} joints, counted from 0")
}
