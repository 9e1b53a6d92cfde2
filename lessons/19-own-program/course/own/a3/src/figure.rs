//! A stick figure, which waves.

use crate::lessons::Joint;
use glam::{Mat4, Vec3};

pub struct Figure {
    pub joints: Vec<Joint>,
}

/// How a figure stands.
pub struct Pose {
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    /// From the figure's own space to the world.
    pub world_from_model: Mat4,
}

/// The name of each joint, its parent, and its place in the parent's space, in metres.
const JOINTS: [(&str, Option<usize>, Vec3); 12] = [
    ("hips", None, Vec3::new(0.0, 0.9, 0.0)),
    ("neck", Some(0), Vec3::new(0.0, 0.55, 0.0)),
    ("head", Some(1), Vec3::new(0.0, 0.3, 0.0)),
    ("left elbow", Some(1), Vec3::new(0.2, -0.3, 0.0)),
    ("left hand", Some(3), Vec3::new(0.05, -0.3, 0.05)),
    ("right shoulder", Some(1), Vec3::new(-0.15, -0.05, 0.0)),
    ("right elbow", Some(5), Vec3::new(-0.1, -0.27, 0.0)),
    ("right hand", Some(6), Vec3::new(-0.05, -0.3, 0.05)),
    ("left knee", Some(0), Vec3::new(0.14, -0.45, 0.04)),
    ("left foot", Some(8), Vec3::new(0.04, -0.45, -0.04)),
    ("right knee", Some(0), Vec3::new(-0.14, -0.45, 0.04)),
    ("right foot", Some(10), Vec3::new(-0.04, -0.45, -0.04)),
];
const RIGHT_SHOULDER: usize = 5;
const RIGHT_ELBOW: usize = 6;

impl Figure {
    pub fn new() -> Figure {
        let mut joints = Vec::new();
        for (name, parent, place) in JOINTS {
            joints.push(Joint::new(name.to_owned(), parent, Mat4::from_translation(place)));
        }
        Figure { joints }
    }

    /// Returns the pose at a time, in seconds.
    pub fn pose(&self, seconds: f32) -> Pose {
        let mut locals: Vec<Mat4> = self.joints.iter().map(|joint| joint.parent_from_joint).collect();
        locals[RIGHT_SHOULDER] *= Mat4::from_rotation_z(-1.9);
        locals[RIGHT_ELBOW] *= Mat4::from_rotation_z(-0.5 + 0.6 * (6.0 * seconds).sin());
        Pose { locals, world_from_model: Mat4::IDENTITY }
    }
}
