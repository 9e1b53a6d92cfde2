//! The joint that the scene shows, and its rotation from the pose in the file.

use glam::{Quat, Vec3};

/// The joint of a figure that is shown, and the angle of its bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPose {
    /// Index in the skeleton.
    pub joint: usize,
    /// The axis, one of the joint's own.
    pub axis: Axis,
    /// Angle from the pose in the file.
    pub degrees: f32,
}

/// One of a joint's own axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Axis {
    /// The first.
    X,
    /// The second: in many files along the bone.
    Y,
    /// The third.
    Z,
}

impl JointPose {
    /// About the axis, by the angle.
    pub fn rotation(self) -> Quat {
        Quat::from_axis_angle(Vec3::AXES[self.axis as usize], self.degrees.to_radians())
    }
}
