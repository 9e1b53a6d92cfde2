//! The chain of lesson 04, and the numbers that move it: a dance, as the knight's file has it.

use crate::Joint;
use anyhow::{Context, Result, ensure};
use common::collada::{self, document::TransformKind, scene::Component};
use common::model::Model;
use glam::Mat4;
use std::path::{Path, PathBuf};

/// What he does.
pub const CLIP: &str = "dance";

/// The keys of the clip that are kept, by their index in it. The file has one every 24th of a second,
/// as a program writes them; an animator sets one where the motion turns. For the first 48, without a gap:
/// `&first::<48>()`.
pub const KEPT: &[usize] = &[0, 4, 9, 13, 20, 24, 32, 36, 40];

/// 0, 1, 2, ... so many.
pub const fn first<const COUNT: usize>() -> [usize; COUNT] {
    let mut keys = [0; COUNT];
    let mut key = 0;
    while key < COUNT {
        keys[key] = key;
        key += 1;
    }
    keys
}

/// Numbers of a key: a matrix.
const NUMBERS: usize = 16;

/// Times of a clip's keys, and when it closes in a loop.
pub(crate) type Keys = (Vec<f32>, f32);

/// A figure, its joints, and the keys of one clip.
pub struct Chain {
    /// As `common` reads it.
    pub model: Model,
    /// Every node of the file, parents first: those that are no joints can be ancestors of joints.
    pub joints: Vec<Joint>,
    /// When the keys are, in seconds since the clip's start.
    pub times: Vec<f32>,
    /// When the clip ends, on the same clock: there the first key comes again.
    pub closes_at: f32,
    /// For each joint the numbers of its keys as they stand in the file, row by row, 16 for each of
    /// `times`; none where nothing moves it.
    pub floats: Vec<Vec<f32>>,
}

impl Chain {
    /// The figure that the lesson is about.
    pub fn knight() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/knight.dae")
    }

    /// Reads the clip [`CLIP`] of a Collada file whose joints are moved by whole matrices.
    ///
    /// # Errors
    /// If the file cannot be read, has no such clip, or moves its joints in another way.
    pub fn read(file: &Path) -> Result<Self> {
        let document = collada::read(file)?;
        let scene = collada::Scene::new(&document)?;
        let model = collada::model(&document, &scene, file)?.model;
        let joints: Vec<Joint> = model.skeleton.joints().iter().map(joint).collect();
        let clip = model.clip(CLIP).with_context(|| format!("no clip \"{CLIP}\""))?;

        let mut times = Vec::new();
        let mut floats = vec![Vec::new(); joints.len()];
        for driven in &scene.driven {
            let channel = &document.channels[driven.channel];
            let curve = &document.curves[channel.curve];
            let kind = document.nodes[driven.node].transforms[driven.transform].kind;
            ensure!(
                driven.component == Component::Whole && kind == TransformKind::Matrix,
                "{} moves a part of a joint: this lesson reads whole matrices",
                channel.target
            );
            let first = curve.times.iter().position(|&time| time >= clip.start);
            let first = first.with_context(|| format!("{} ends before {CLIP}", channel.target))?;
            let joint = scene.nodes.iter().position(|node| node.node == driven.node);
            let joint = joint.with_context(|| format!("{} is in no scene", channel.target))?;
            let key = |kept: &usize| first + kept;
            let late = KEPT
                .iter()
                .find(|kept| curve.times.get(key(kept)).is_none_or(|&time| time >= clip.end));
            ensure!(late.is_none(), "{CLIP} has ended before its key {}", late.unwrap_or(&0));
            times = KEPT.iter().map(|kept| curve.times[key(kept)] - clip.start).collect();
            floats[joint] = KEPT
                .iter()
                .flat_map(|kept| &curve.values[NUMBERS * key(kept)..NUMBERS * (key(kept) + 1)])
                .copied()
                .collect();
        }
        ensure!(!times.is_empty(), "nothing moves");
        let closes_at = clip.duration();
        Ok(Chain { model, joints, times, closes_at, floats })
    }

    /// What a clip is made of.
    pub(crate) fn keys(&self) -> Keys {
        (self.times.clone(), self.closes_at)
    }

    /// The joint of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}

fn joint(joint: &common::skeleton::Joint) -> Joint {
    Joint {
        name: joint.name.clone(),
        parent: joint.parent,
        parent_from_joint: Mat4::from(joint.bind_local.to_affine()),
    }
}
