//! A figure drawn in poses that answers return: solid, and as a translucent ghost.

use crate::ActorRenderer;
use anyhow::Result;
use armature::model::ModelInstance;
pub use drawing::WorldPose;
use glam::{Affine3A, Vec4};
use graphics::{Gl, Target};
use player::Actor;
use ui::View;

/// A figure, what draws it, and a second instance for ghosts.
pub struct PosedModel {
    /// The figure, for panels and clicks; its model stands where the last pose placed it.
    pub actor: Actor,
    /// Draws it, and background and ground.
    pub renderer: ActorRenderer,
    ghost: ModelInstance,
}

impl PosedModel {
    /// # Errors
    /// If a shader of `shaders/common` does not compile, or the graphics card has no room.
    pub fn new(gl: &Gl, actor: Actor) -> Result<Self> {
        Ok(PosedModel { renderer: ActorRenderer::new(gl, &actor)?, ghost: ModelInstance::new(&actor.model), actor })
    }

    /// Brings the actor into a pose.
    pub fn pose(&mut self, pose: &WorldPose) {
        self.actor.model.world_from_model = Affine3A::from_mat4(pose.world_from_model);
        self.actor.instance.set_model_from_joint(&self.actor.model, &pose.joints());
    }

    /// Draws the figure in a pose, with what the display options add.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: &WorldPose) -> Result<()> {
        self.pose(pose);
        self.renderer.draw_surface(target, &self.actor, view)?;
        self.renderer.draw_marks(target, &self.actor, view)?;
        Ok(())
    }

    /// Draws the figure in a pose as a translucent ghost of one colour (sRGB with opacity). Sets the model's
    /// `world_from_model` to that of the pose.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(&mut self, target: &mut Target<'_>, view: &View, pose: &WorldPose, color: Vec4) -> Result<()> {
        let model = &mut self.actor.model;
        model.world_from_model = Affine3A::from_mat4(pose.world_from_model);
        self.ghost.set_model_from_joint(model, &pose.joints());
        self.renderer.draw_ghost(target, model, &self.ghost, view, color)?;
        Ok(())
    }
}
