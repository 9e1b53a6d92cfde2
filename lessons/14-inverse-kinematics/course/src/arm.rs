//! Lesson 01's robot, with a motor in its shoulder: it reaches in an upright plane.

use armature::mesh::{Mesh, StaticVertex};
use glam::{Affine3A, Mat4, Vec2, Vec3};
use lesson_01::robot::{self, ArmPart, Link};
use std::f32::consts::PI;

const SIZE: f32 = 0.72;
const PLACE: Vec3 = Vec3::new(-2.10, 0.0, 0.0);
/// Height of the motor above the base's joint.
const MOTOR: f32 = 0.17;

/// The robot, measured in metres of the stage.
pub struct RobotArm {
    /// Meshes of the robot, each with the link that it follows and its colour. Only the base stays where it is.
    pub parts: Vec<(Link, Mesh<StaticVertex>, Vec3)>,
    /// Vector from the motor to the elbow as modelled.
    upper: Vec2,
    /// Distance from the elbow to the claw's point.
    lower: f32,
    /// The motor, in its plane: x and y of the stage.
    pub shoulder: Vec2,
}

/// Angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArmPose {
    /// Angle from the x axis to the upper arm, counter-clockwise.
    pub shoulder: f32,
    /// Angle between the two bones: 14.1.
    pub elbow: f32,
}

impl RobotArm {
    /// Makes the robot of lesson 01 with a motor in its shoulder.
    pub fn with_motor() -> Self {
        let arm = robot::arm();
        let motor = arm.shoulder + Vec3::Y * MOTOR;
        let mut parts = Vec::new();
        for ArmPart { link, link_from_part: at, mesh, color, .. } in robot::parts() {
            let carries_motor = at.translation.x == 0.0 && at.translation.y < MOTOR;
            let (link, from) = match link {
                Link::Upper if carries_motor => (Link::Base, arm.shoulder),
                Link::Upper => (link, Vec3::NEG_Y * MOTOR),
                Link::Base | Link::Forearm => (link, Vec3::ZERO),
            };
            let place = Affine3A::from_mat3_translation(at.rotation, from + at.translation);
            parts.push((link, mesh.transformed(&place), color));
        }
        RobotArm {
            parts,
            upper: (arm.elbow - Vec3::Y * MOTOR).truncate() * SIZE,
            lower: arm.claw.x * SIZE,
            shoulder: (PLACE + motor * SIZE).truncate(),
        }
    }

    pub fn bones(&self) -> [f32; 2] {
        [self.upper.length(), self.lower]
    }

    /// Returns the pose with this angle at the elbow, which is bent upwards, and the shoulder turned until the claw is
    /// in the target's direction.
    pub fn aim(&self, elbow: f32, target: Vec2) -> ArmPose {
        let claw = self.points(ArmPose { shoulder: 0.0, elbow })[2] - self.shoulder;
        let shoulder = (target - self.shoulder).to_angle() - claw.to_angle();
        ArmPose { shoulder, elbow }
    }

    /// Returns the positions of shoulder, elbow and claw.
    pub fn points(&self, pose: ArmPose) -> [Vec2; 3] {
        let elbow = self.shoulder + self.upper.length() * Vec2::from_angle(pose.shoulder);
        let forearm = pose.shoulder - (PI - pose.elbow);
        [self.shoulder, elbow, elbow + self.lower * Vec2::from_angle(forearm)]
    }

    /// Returns the transforms of base, upper arm and forearm from modelled space to the world.
    pub fn world_from_links(&self, pose: ArmPose) -> [Mat4; 3] {
        let [shoulder, elbow, _] = self.points(pose);
        let size = Mat4::from_scale(Vec3::splat(SIZE));
        let [upper, forearm] =
            [(shoulder, pose.shoulder - self.upper.to_angle()), (elbow, pose.shoulder - (PI - pose.elbow))]
                .map(|(at, angle)| Mat4::from_translation(at.extend(PLACE.z)) * Mat4::from_rotation_z(angle) * size);
        [Mat4::from_translation(PLACE) * size, upper, forearm]
    }
}
