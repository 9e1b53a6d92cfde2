//! Rigid transforms, and the dimensions of a robot's arm.

use glam::{Mat3, Mat4, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct RobotArm {
        "01.1" matrix: fn(parent_from_child: &Rigid) -> Mat4,
        "01.2" compose: fn(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid,
        "01.3" inverse: fn(parent_from_child: &Rigid) -> Rigid,
        "01.4" place: fn(arm: &Arm, a: f32, b: f32) -> Placed,
    }
}

/// A rigid transform: rotates, then translates. `parent_from_child` takes a point expressed in the child's space to the same
/// point expressed in the parent's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// Its columns are the child's x, y and z axis, in the parent's space.
    pub rotation: Mat3,
    /// The child's origin in the parent's space, in metres.
    pub translation: Vec3,
}

impl Rigid {
    /// The transform that neither rotates nor translates.
    pub const IDENTITY: Rigid = Rigid { rotation: Mat3::IDENTITY, translation: Vec3::ZERO };

    /// Returns the point expressed in the parent's space: R p + t.
    pub fn apply(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }
}

/// The fixed dimensions of an arm. Each point is expressed in the space of the part that it is screwed to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// The base's transform in the world.
    pub world_from_base: Rigid,
    /// Joint A in the base's space. The upper arm turns there, about the base's y axis.
    pub shoulder: Vec3,
    /// Joint B in the upper arm's space. The forearm bends there, about the upper arm's z axis.
    pub elbow: Vec3,
    /// The point between the claw's fingers, in the forearm's space.
    pub claw: Vec3,
}

/// Transforms of the arm's parts for one position of the two sliders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The upper arm's transform in the world.
    pub world_from_upper: Rigid,
    /// The forearm's transform in the world.
    pub world_from_forearm: Rigid,
    /// The claw's point, expressed in the upper arm's space.
    pub claw_in_upper: Vec3,
    /// The claw's point, expressed in the base's space.
    pub claw_in_base: Vec3,
    /// The claw's point, expressed in world space.
    pub claw_in_world: Vec3,
}
