//! The chain of lesson 05, and the numbers that move it: a dance, as the knight's file has it.

use crate::{Joint, Keys};
use armature::model::{Model, ModelInstance};

pub const CLIP: &str = "dance";
/// Times of the keys that the lesson keeps, where the motion turns, as an animator would set them, in 24ths of a second. The file
/// has a key at each of these.
pub const KEYS: [f32; 9] = [0.0, 4.0, 9.0, 13.0, 20.0, 24.0, 32.0, 36.0, 40.0];

/// A figure, its joints, and the keys of one clip.
pub struct Chain {
    pub model: Model,
    /// Every node of the file, parents first: those that are no joints can be ancestors of joints.
    pub joints: Vec<Joint>,
    pub keys: Keys,
    /// Each joint's keys as the numbers stand in the file, row by row, 16 for each key; empty where nothing moves the
    /// joint.
    pub floats: Vec<Vec<f32>>,
}

/// Reads `assets/knight.dae`.
///
/// # Errors
/// If it cannot be read.
#[cfg(feature = "graphics")]
pub fn read() -> anyhow::Result<Model> {
    Ok(armature_formats::collada::load(common::assets().join("knight.dae"))?.model)
}

impl Chain {
    /// Takes the keys of the clip [`CLIP`]. Returns `None` if there is no such clip.
    pub fn new(model: Model) -> Option<Self> {
        let clip = model.clip(CLIP)?;
        let keys = Keys { times: KEYS.map(|key| key / 24.0).to_vec(), closes_at: clip.duration() };
        let mut joints = Vec::new();
        for joint in model.skeleton.joints() {
            let parent_from_joint = joint.bind_local.to_mat4();
            joints.push(Joint { name: joint.name.clone(), parent: joint.parent, parent_from_joint });
        }
        let mut floats = vec![Vec::new(); joints.len()];
        let mut figure = ModelInstance::new(&model);
        for time in &keys.times {
            figure.sample(&model, clip, clip.start + time);
            for track in &clip.tracks {
                floats[track.joint].extend(figure.pose().locals[track.joint].to_mat4().transpose().to_cols_array());
            }
        }
        Some(Chain { model, joints, keys, floats })
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}
