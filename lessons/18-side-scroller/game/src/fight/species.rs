//! Properties that all creatures share: the figure, its clips, its collider and its spheres.

use crate::attached::Attached;
use anyhow::{Context, Result};
use armature::model::Model;
use armature::skeleton::Pose;
use glam::DVec2;
use std::path::Path;

/// Scale of the figure in its file.
pub(super) const SIZE: f32 = 1.25;

pub struct Species {
    pub model: Model,
    pub attached: Attached,
    pub(super) bind: Pose,
    pub(super) idle: usize,
    pub(super) walk: usize,
    pub(super) startle: usize,
}

impl Species {
    /// Loads the figure, with what was saved for it in the folder `saves`.
    pub fn load(saves: &Path) -> Result<Self> {
        let path = common::assets().join("creature.dae");
        let model = armature_formats::collada::load(&path)?.model;
        let mut clips = [0; 3];
        for (index, name) in ["idle", "walk", "startle"].into_iter().enumerate() {
            clips[index] = model.clip_index(name).with_context(|| format!("the creature has no clip {name}"))?;
        }
        let [idle, walk, startle] = clips;
        let attached = Attached::read(saves, "creature", &model.skeleton, None)?;
        let bind = model.skeleton.bind_pose();
        Ok(Species { model, attached, bind, idle, walk, startle })
    }

    /// Returns the outline of a creature's body without feelers and tail, with the origin between the feet. Its lower
    /// end is pointed, as the knight's is.
    pub fn collider() -> Vec<DVec2> {
        let half = [(0.0, 0.0), (0.22, 0.1), (0.46, 0.24), (0.42, 0.38), (0.15, 0.45)];
        let right = half.iter().map(|&(x, y)| DVec2::new(x, y));
        let left = half.iter().skip(1).rev().map(|&(x, y)| DVec2::new(-x, y));
        right.chain(left).collect()
    }
}
