//! The knight's sword. It hangs on a joint that no channel moves, so it shows where 12.3 has that joint.

use crate::character::file::CharacterFile;
use common::player::Actor;
use common::prelude::*;
use glam::{Mat4, Vec4};
use models::posed_model::{PosedModel, WorldPose};

const SOCKET: &str = "sword_socket";

/// A sword, and the joint that it hangs on.
pub struct Sword {
    socket: usize,
    held: Mat4,
    figure: PosedModel,
    at_rest: Vec<Mat4>,
}

impl Sword {
    /// Returns the sword of a figure; `None` if the figure has no socket for it.
    ///
    /// # Errors
    /// If the sword cannot be read or drawn.
    pub fn for_figure(gl: &Gl, file: &CharacterFile) -> Result<Option<Self>> {
        let Some(socket) = file.joints.iter().position(|joint| joint.name == SOCKET) else { return Ok(None) };
        let model = armature_formats::collada::load(common::assets().join("sword.dae"))?.model;
        let held = Mat4::from(model.world_from_model);
        let figure = PosedModel::new(gl, Actor::new(model))?;
        let at_rest = figure.actor.instance.model_from_joint().iter().map(|joint| Mat4::from(*joint)).collect();
        Ok(Some(Sword { socket, held, figure, at_rest }))
    }

    fn pose(&self, by: &WorldPose) -> WorldPose {
        let world_from_socket = by.world_from_model * by.model_from_joint[self.socket];
        WorldPose { world_from_model: world_from_socket * self.held, model_from_joint: self.at_rest.clone() }
    }

    /// Draws the sword in the hand of this pose.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, by: &WorldPose) -> Result<()> {
        let pose = self.pose(by);
        self.figure.pose(&pose);
        Ok(self.figure.renderer.draw_surface(target, &self.figure.actor, view)?)
    }

    /// Draws the sword of a ghost, translucent.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(&mut self, target: &mut Target<'_>, view: &View, by: &WorldPose, color: Vec4) -> Result<()> {
        let pose = self.pose(by);
        self.figure.draw_ghost(target, view, &pose, color)
    }
}
