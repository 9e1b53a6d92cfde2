//! The state that an actor keeps when another replaces it: a newer version of its model, or the same in another program.

use crate::{Actor, clock::ClockState};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Clip, time, selection and pins. Clips and joints are named: in a newer model they may have other indices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActorState {
    clip: Option<String>,
    clock: ClockState,
    bind_pose: bool,
    fade_seconds: f32,
    selected: Option<String>,
    /// World space, metres.
    pins: Vec<(String, Vec3)>,
}

impl ActorState {
    /// Returns the state of an actor, with clips and joints by their names.
    pub fn of(actor: &Actor) -> Self {
        let joints = actor.model.skeleton.joints();
        ActorState {
            clip: actor.clip().map(|clip| clip.name.clone()),
            clock: ClockState::new(&actor.player),
            bind_pose: actor.bind_pose,
            fade_seconds: actor.fade.seconds,
            selected: actor.selection.first().map(|joint| joints[joint].name.clone()),
            pins: actor.held.pins.iter().map(|pin| (joints[pin.joint].name.clone(), pin.at)).collect(),
        }
    }

    /// Restores an actor's state, as far as the actor has clips and joints of these names.
    pub fn restore(&self, actor: &mut Actor) {
        actor.bind_pose = self.bind_pose;
        actor.fade.seconds = 0.0; // it has shown nothing else before
        if let Some(index) = self.clip.as_ref().and_then(|name| actor.model.clip_index(name)) {
            actor.select_clip(index);
        }
        actor.fade.seconds = self.fade_seconds;
        self.clock.restore(&mut actor.player);
        let selected = self.selected.as_ref().and_then(|name| actor.model.skeleton.find(name));
        actor.selection.set(selected.or(actor.selection.first()));
        for (name, position) in &self.pins {
            if let Some(joint) = actor.model.skeleton.find(name) {
                actor.pin(joint, *position);
            }
        }
    }
}
