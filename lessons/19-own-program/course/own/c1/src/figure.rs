//! A figure, as its file has it.

use crate::collada;
use crate::lessons::{Clip, Influence, Joint, Track};
use crate::picture::Picture;
use glam::{Mat4, Vec2, Vec3};
use std::error::Error;

/// Files count in seconds, and the lessons in ticks.
pub const TICKS_PER_SECOND: f32 = 24.0;

pub struct Figure {
    pub joints: Vec<Joint>,
    /// From the file's axes and unit to ours: y up, metres.
    pub world_from_file: Mat4,
    pub vertices: Vec<Vertex>,
    /// Three for each triangle.
    pub indices: Vec<u16>,
    /// The index in `joints` of each joint of the skin.
    pub skin_joints: Vec<usize>,
    /// For each joint of the skin, and one more for vertices that follow none.
    pub joint_from_mesh: Vec<Mat4>,
    pub picture: Picture,
    /// The keys of each joint, in three lists.
    pub tracks: Vec<Option<Track>>,
    /// At least one.
    pub clips: Vec<Clip>,
}

/// A vertex, where it was modelled.
pub struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    pub texcoord: Vec2,
    /// One to four, whose weights sum to 1.
    pub influences: Vec<Influence>,
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
}
