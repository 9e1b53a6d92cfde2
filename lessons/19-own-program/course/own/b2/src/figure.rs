use crate::lessons::{Influence, Joint};
use crate::picture::Picture;
use glam::{Mat4, Vec2, Vec3};

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
}

/// A vertex, where it was modelled.
pub struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    pub texcoord: Vec2,
    /// One to four, whose weights sum to 1.
    pub influences: Vec<Influence>,
}
