//! The chain of lesson 04, and the numbers that move it: a dance, as the knight's file has it.

use crate::{Joint, Keys};
use anyhow::{Context, Result, ensure};
use armature::animation::keyframes::NUMBERS;
use armature::model::Model;
use armature_formats::collada;
use glam::Mat4;
use std::path::{Path, PathBuf};

pub const CLIP: &str = "dance";

/// Returns the indices of the keys that the lesson keeps, where the motion turns, as an animator would set them. The file has a
/// key every 24th of a second; `(0..48).collect()` keeps the first 48.
pub fn kept() -> Vec<usize> {
    vec![0, 4, 9, 13, 20, 24, 32, 36, 40]
}

/// A figure, its joints, and the keys of one clip.
pub struct Chain {
    /// The file as `common` reads it.
    pub model: Model,
    /// Every node of the file, parents first: those that are no joints can be ancestors of joints.
    pub joints: Vec<Joint>,
    pub keys: Keys,
    /// Each joint's keys as the numbers stand in the file, row by row, 16 for each key; empty where nothing moves the
    /// joint.
    pub floats: Vec<Vec<f32>>,
}

impl Chain {
    /// Returns the path of the lesson's figure.
    pub fn knight() -> PathBuf {
        common::assets().join("knight.dae")
    }

    /// Reads the clip [`CLIP`] of a Collada file whose joints are moved by whole matrices, as the knight's are.
    ///
    /// # Errors
    /// If the file cannot be read, has no such clip, or that has ended before the last key that is kept.
    pub fn read(file: &Path) -> Result<Self> {
        let document = collada::read(file)?;
        let scene = collada::Scene::new(&document)?;
        let model = collada::model(&document, &scene, file)?.model;
        let clip = model.clip(CLIP).with_context(|| format!("no clip \"{CLIP}\""))?;
        let mut joints = Vec::new();
        for joint in model.skeleton.joints() {
            let parent_from_joint = Mat4::from(joint.bind_local.to_affine());
            joints.push(Joint { name: joint.name.clone(), parent: joint.parent, parent_from_joint });
        }

        let kept = kept();
        let mut keys = Keys { times: Vec::new(), closes_at: clip.duration() };
        let mut floats = vec![Vec::new(); joints.len()];
        for driven in &scene.driven {
            let channel = &document.channels[driven.channel];
            let curve = &document.curves[channel.curve];
            let joint = scene.nodes.iter().position(|node| node.node == driven.node);
            let joint = joint.with_context(|| format!("{} is in no scene", channel.target))?;
            let first = curve.times.partition_point(|&time| time < clip.start);
            let count = curve.times.partition_point(|&time| time < clip.end) - first;
            let late = kept.iter().find(|&&key| key >= count);
            ensure!(late.is_none(), "{CLIP} has ended before its key {}", late.unwrap_or(&0));
            let matrices = curve.values.as_chunks::<NUMBERS>().0;
            keys.times = kept.iter().map(|key| curve.times[first + key] - clip.start).collect();
            floats[joint] = kept.iter().flat_map(|key| matrices[first + key]).collect();
        }
        ensure!(!keys.times.is_empty(), "nothing moves");
        Ok(Chain { model, joints, keys, floats })
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}
