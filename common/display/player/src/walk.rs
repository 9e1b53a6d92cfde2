//! A figure that walks on by its clips' root motion.

use armature::animation::{Clip, LoopMode, Playback, RootDelta, RootMotion};
use armature::model::Model;
use glam::{Affine3A, Vec3};
use graphics::{
    debug_draw::Shapes,
    root_path::{clip_motion, path_shapes, world_in_cycle},
};
use std::cell::OnceCell;

/// Each clip's root motion, and the start of the clip that plays.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// `None` for a clip without root motion.
    motions: Vec<OnceCell<Option<RootMotion>>>,
    /// The model's, while the figure does not walk.
    world_from_model: Affine3A,
    /// The start of the clip that plays, in model space, while the figure walks.
    pub(super) begun: Option<RootDelta>,
}

impl Walk {
    pub(super) fn new(model: &Model) -> Self {
        let motions = vec![OnceCell::new(); model.clips.len()];
        Walk { motions, world_from_model: model.world_from_model, begun: None }
    }

    /// Forgets the motions of clips that were replaced.
    pub(super) fn set_clips(&mut self, clips: usize) {
        self.motions = vec![OnceCell::new(); clips];
    }

    pub(super) fn motion(&self, model: &Model, clip: Option<usize>) -> Option<&RootMotion> {
        let index = clip?;
        self.motions.get(index)?.get_or_init(|| clip_motion(model, &model.clips[index])).as_ref()
    }

    /// Begins to walk from where the file has the figure, or stops.
    pub(super) fn set(&mut self, on: bool, model: &Model, clip: Option<usize>, player: &Playback) {
        self.begun = on.then(|| {
            self.motion(model, clip).map_or(RootDelta::IDENTITY, |motion| {
                let back = motion.cycle().repeat(player.cycles().saturating_neg());
                motion.origin().compose(&back)
            })
        });
    }

    /// Position and heading that the figure has walked to, in model space.
    pub(super) fn delta(&self, model: &Model, clip: Option<usize>, player: &Playback) -> RootDelta {
        let begun = self.begun.unwrap_or_default();
        let motion = self.motion(model, clip);
        motion.map_or(begun, |motion| begun.compose(&motion.after(player.cycles(), player.time())))
    }

    /// Position that the figure has walked to, in world space, while it walks.
    pub(super) fn position(&self, model: &Model, clip: Option<usize>, player: &Playback) -> Option<Vec3> {
        self.begun?;
        let position = self.delta(model, clip, player).translation.as_vec3();
        Some(self.world_from_model.transform_point3(position))
    }

    /// The model's `world_from_model` while it does not walk.
    pub(super) fn at_rest(&self) -> Affine3A {
        self.world_from_model
    }

    /// The model's `world_from_model` of a figure that does not move by its clip.
    pub(super) fn world_at(&self, delta: &RootDelta) -> Affine3A {
        self.world_from_model * delta.to_affine()
    }

    /// The model's `world_from_model` in a cycle of the clip: the clip's own poses walk on from where the cycle begins.
    pub(super) fn world_in_cycle(&self, model: &Model, clip: Option<usize>, cycle: i32) -> Affine3A {
        let begun = self.begun.unwrap_or_default();
        match self.motion(model, clip) {
            Some(motion) if self.begun.is_some() => world_in_cycle(self.world_from_model, &begun, motion, cycle),
            _ => self.world_at(&begun),
        }
    }

    /// Returns the shapes of the path on the ground, in the current loop of the clip and in the loops before and after
    /// it.
    pub(super) fn path(
        &self,
        motion: &RootMotion,
        clip: &Clip,
        player: &Playback,
        ground: f32,
        radius: f32,
    ) -> Option<Shapes> {
        let begun = self.begun?;
        let cycle = player.cycles();
        let cycles = if player.loop_mode() == LoopMode::Loop { cycle - 1..=cycle + 1 } else { cycle..=cycle };
        Some(path_shapes(motion, clip, self.world_from_model, &begun, cycles, ground, radius))
    }
}
