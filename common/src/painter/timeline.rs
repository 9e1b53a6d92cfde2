//! The figure that the timeline plays.

use anyhow::Result;
use armature::animation::{Clip, wrap_time};
use armature::model::Model;
use drawing::{Draw, Played, WorldPose};
use glam::Affine3A;
use graphics::{Gl, Target, renderer::Decode};
use player::{Actor, ActorRenderer};
use ui::{DisplayOptions, View};

pub(super) struct PlayedFigure {
    pub(super) actor: Actor,
    renderer: ActorRenderer,
    /// The time of the last frame, in seconds of playing, and the clip that played.
    now: f32,
    clip: Option<usize>,
    /// The pose that was drawn last.
    shown: Option<WorldPose>,
}

impl PlayedFigure {
    /// Returns a figure that has played for so many seconds, and what it has played.
    pub(super) fn new(
        gl: &Gl,
        (model, clip): (Model, Option<usize>),
        seconds: f32,
        decode: Decode,
    ) -> Result<(Self, Played)> {
        let mut actor = Actor::new(model);
        if let Some(clip) = clip {
            actor.select_clip(clip);
        }
        let renderer = ActorRenderer::new(gl, &actor, decode)?;
        actor.advance(seconds);
        let played = Played { clip: actor.active_clip(), mode: actor.player.loop_mode(), before: 0.0, dt: seconds };
        let now = actor.player.elapsed();
        Ok((PlayedFigure { renderer, now, clip: actor.clip, shown: None, actor }, played))
    }

    pub(super) fn warnings(&self) -> &[String] {
        self.renderer.warnings()
    }

    /// Returns the player's movement in the last `seconds`, played or dragged, as one step. The actor is brought into the pose that
    /// was drawn last, for names and clicks: its own player has moved it by the finished functions.
    pub(super) fn update(&mut self, seconds: f32) -> Played {
        let player = &self.actor.player;
        let duration = self.actor.clip().map_or(0.0, Clip::duration);
        if self.actor.clip != self.clip {
            self.clip = self.actor.clip;
            self.now = 0.0;
        }
        let now = player.elapsed();
        let before = std::mem::replace(&mut self.now, now);
        let played = if player.is_playing() { seconds * player.speed() } else { 0.0 };
        let [expected, found] = [before + played, now].map(|elapsed| wrap_time(elapsed, duration, player.loop_mode()));
        let is_played = (expected - found).abs() < 1e-4;
        let dt = if is_played { played } else { now - before };
        let played = Played { clip: self.actor.active_clip(), mode: player.loop_mode(), before, dt };
        self.pose();
        played
    }

    /// Returns the draws of a frame without those that the figure's own renderer draws, or that the display hides.
    pub(super) fn shown(&self, draws: &[Draw], options: &DisplayOptions) -> Vec<Draw> {
        let is_own = |draw: &Draw| draw.mesh < self.actor.model.parts.len();
        let is_shown = |draw: &&Draw| draw.ghost.is_some() || is_plain(options) || !is_own(draw);
        draws.iter().filter(is_shown).cloned().collect()
    }

    /// Draws the figure if the frame's meshes cannot be drawn with these options, and the marks that are switched on.
    pub(super) fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: Option<&WorldPose>) -> Result<()> {
        self.shown = pose.cloned();
        self.pose();
        if !is_plain(&view.options) {
            self.renderer.draw_surface(target, &self.actor, view)?;
        }
        Ok(self.renderer.draw_marks(target, &self.actor, view)?)
    }

    fn pose(&mut self) {
        let Some(pose) = &self.shown else { return };
        self.actor.model.world_from_model = Affine3A::from_mat4(pose.world_from_model);
        self.actor.instance.set_model_from_joint(&self.actor.model, &pose.joints());
    }
}

fn is_plain(options: &DisplayOptions) -> bool {
    options.skinning && !options.wireframe && !options.heat_map
}
