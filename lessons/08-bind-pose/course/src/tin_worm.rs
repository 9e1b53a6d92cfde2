//! The worm: three tins with a bone in each, and how it dances.

use crate::{Joint, model_poses};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Length of a tin, in metres.
pub const LENGTH: f32 = 0.8;
/// Offset of the dancing worm from the modelled one, in metres: beside the model seen from the front, and from the side
/// as well.
pub const STAGE: Vec3 = Vec3::new(-2.2, 0.0, 1.2);

pub struct TinWorm {
    /// Parents first; each lies at the lower end of its tin, with its x axis along it.
    pub joints: Vec<Joint>,
    /// `parent_from_joint` of each joint in the bind pose.
    pub bind_locals: Vec<Mat4>,
}

impl TinWorm {
    #[allow(clippy::new_without_default)] // nothing about a worm is a default
    pub fn new() -> Self {
        let joints = ["tail", "middle", "head"]
            .into_iter()
            .enumerate()
            .map(|(index, name)| Joint { name: name.into(), parent: index.checked_sub(1) })
            .collect();
        let next = Mat4::from_translation(Vec3::X * LENGTH);
        let bind_locals = vec![Mat4::from_rotation_z(FRAC_PI_2), next, next];
        TinWorm { joints, bind_locals }
    }

    /// Returns `parent_from_joint` of each joint after `seconds` of the dance: the bind pose at `amount` 0, the dance on its stage
    /// at 1.
    pub fn locals(&self, seconds: f32, amount: f32) -> Vec<Mat4> {
        let beat = 1.7 * seconds;
        let tilt = [0.16 * (beat + 0.5).sin(), 0.62 * (beat + 0.2).sin(), 0.70 * (beat - 0.4).sin()];
        let roll = [0.0, 0.25 * (0.5 * beat).sin(), -0.55 * (0.5 * beat + 0.4).sin()];
        let mut locals = self.bind_locals.clone();
        for (joint, local) in locals.iter_mut().enumerate() {
            *local *= Mat4::from_rotation_z(amount * tilt[joint]) * Mat4::from_rotation_x(amount * roll[joint]);
        }
        let hop = Vec3::Y * 0.10 * (1.0 - (2.0 * beat).cos());
        locals[0] = Mat4::from_translation(amount * (STAGE + hop)) * locals[0];
        locals
    }

    /// Returns `model_from_joint` of each joint, by [`model_poses`]. The tail's local includes where the worm stands.
    pub fn model_from_joint(&self, locals: &[Mat4]) -> Vec<Mat4> {
        model_poses(&self.joints, locals, Mat4::IDENTITY)
    }
}
