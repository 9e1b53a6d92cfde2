//! A figure, as its file has it.

use crate::collada;
use crate::lessons::Joint;
use glam::Mat4;
use std::error::Error;

pub struct Figure {
    pub joints: Vec<Joint>,
    /// From the file's axes and unit to ours: y up, metres.
    pub world_from_file: Mat4,
}

/// How a figure stands.
pub struct Pose {
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    /// From the figure's own space to the world.
    pub world_from_model: Mat4,
}

impl Figure {
    /// Reads a file. An error names it.
    pub fn read(path: &str) -> Result<Figure, Box<dyn Error>> {
        collada::read(path).map_err(|error| format!("{path}: {error}").into())
    }

    /// Returns the pose at a time, in seconds: each joint turns a little, back and forth, from where it rests.
    pub fn pose(&self, seconds: f32) -> Pose {
        let turn = Mat4::from_rotation_x(0.08 * (2.0 * seconds).sin());
        let locals = self.joints.iter().map(|joint| joint.parent_from_joint * turn).collect();
        Pose { locals, world_from_model: self.world_from_file }
    }
}
