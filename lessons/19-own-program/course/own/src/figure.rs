//! A figure, as its file has it.

use crate::lessons::{Clip, Influence, Joint, State, Track};
use crate::picture::Picture;
use crate::{collada, files, gltf};
use glam::{Mat4, Vec2, Vec3};
use std::error::Error;
use std::ops::Range;

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
    pub parts: Vec<Part>,
    /// The keys of each joint, in three lists.
    pub tracks: Vec<Option<Track>>,
    /// At least one.
    pub clips: Vec<Clip>,
}

/// A part of a figure, which has a picture of its own.
pub struct Part {
    /// Where its triangles are in the figure's `indices`.
    pub indices: Range<usize>,
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

/// How a figure stands.
pub struct Pose {
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    /// From the figure's own space to the world.
    pub world_from_model: Mat4,
}

impl Figure {
    /// Reads a file: a .dae with what I wrote, a .glb or .gltf with the course's loader. An error names it.
    pub fn read(name: &str) -> Result<Figure, Box<dyn Error>> {
        let path = files::find(name).display().to_string();
        let figure = if name.ends_with(".dae") { collada::read(&path) } else { gltf::read(&path) };
        figure.map_err(|error| format!("{path}: {error}").into())
    }

    /// Returns the index of the clip whose name has the state's in it, or of the first clip if there is none.
    pub fn clip_of(&self, state: State) -> usize {
        let clip = self.clips.iter().position(|clip| clip.name.to_lowercase().contains(state.name()));
        clip.unwrap_or(0)
    }
}
