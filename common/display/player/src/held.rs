//! Joints and weights that a user holds, whatever clip plays.

use crate::Pin;
use armature::math::Transform;
use armature::model::{Model, ModelInstance};
use armature::skeleton::Pose;
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

    /// Moves the held joints of a pose to their held transforms.
    pub(super) fn set_joints(&self, model: &Model, pose: &mut Pose) {
        for (joint, local) in &self.locals {
            pose.locals[*joint] = *local;
        }
        for pin in &self.pins {
            pin.solve(model, pose);
        }
    }

    /// Sets the weights that are held.
    pub(super) fn set_weights(&self, instance: &mut ModelInstance) {
        for &(set, target, weight) in &self.weights {
            instance.weights[set][target] = weight;
        }
    }
}
