//! Joints and weights that a user holds, whatever clip plays.

use crate::Pin;
use armature::math::Transform;
use armature::model::{Model, ModelInstance};
use glam::Vec3;

/// The joints and weights that are held.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// Joints that are turned or moved by hand, with their `parent_from_joint`.
    pub locals: Vec<(usize, Transform)>,
    /// Weights of morph targets: set, target, weight.
    pub weights: Vec<(usize, usize, f32)>,
    /// Joints that are held where they were dragged to, parents before children.
    pub pins: Vec<Pin>,
}

impl Held {
    /// Holds a joint at a position in world space; nothing for a joint that is at the end of [no limb](Pin::new).
    pub(super) fn pin(&mut self, model: &Model, joint: usize, position: Vec3) {
        match self.pins.iter_mut().find(|pin| pin.joint == joint) {
            Some(pin) => pin.at = position,
            None => self.pins.extend(Pin::new(model, joint, position)),
        }
        self.pins.sort_by_key(|pin| pin.joint);
    }

    /// Holds the weight of a morph target.
    pub(super) fn weight(&mut self, set: usize, target: usize, weight: f32) {
        self.weights.retain(|(a, b, _)| (*a, *b) != (set, target));
        self.weights.push((set, target, weight));
    }

    /// Whether any joint is held.
    pub(super) fn has_joints(&self) -> bool {
        !self.locals.is_empty() || !self.pins.is_empty()
    }

    /// Moves the held joints of the instance's pose to their held transforms. The instance must be updated afterwards.
    pub(super) fn set_joints(&self, model: &Model, instance: &mut ModelInstance) {
        for (joint, local) in &self.locals {
            instance.pose.locals[*joint] = *local;
        }
        for pin in &self.pins {
            pin.solve(model, &mut instance.pose);
        }
    }

    /// Sets the weights that are held.
    pub(super) fn set_weights(&self, instance: &mut ModelInstance) {
        for &(set, target, weight) in &self.weights {
            instance.weights[set][target] = weight;
        }
    }
}
