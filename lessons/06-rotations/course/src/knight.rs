//! The knight who swings the arms: `assets/knight.dae`, where his joints are, and the two keys.

use crate::arms::KeyedArm;
use crate::stage::KEYS;
use anyhow::{Context, Result};
use armature::model::{Model, ModelInstance};
use armature_formats::collada;
use glam::{Affine3A, Mat4, Quat, Vec3};

/// Half the size of the shield, mirrored; and its rotation about z, whose quaternion has a product of 1 with itself.
const SHIELD: Vec3 = Vec3::new(-0.27, 0.19, 0.2);
const SHIELD_TURN: f32 = 1.2;
/// Distance from the wrist to the arrow's tip, in metres.
pub const REACH: f32 = 0.85;

fn find_joint(model: &Model, name: &str) -> Result<usize> {
    model.skeleton.find(name).with_context(|| format!("the knight has no joint {name}"))
}

pub struct ArrowKnight {
    /// The file as it was read. In world space the knight faces +z.
    pub model: Model,
    pub figure: ModelInstance,
    arm_joint: usize,
    hand: usize,
    /// `parent_from_arm` at the two keys, and the arrow's tip.
    pub arm: KeyedArm,
    pub world_from_parent: Affine3A,
}

impl ArrowKnight {
    /// # Errors
    /// If the file cannot be read, or has no right arm.
    pub fn load() -> Result<Self> {
        let file = common::assets().join("knight.dae");
        let model = collada::load(&file)?.model;
        let joints = model.skeleton.joints();
        let arm_joint = find_joint(&model, "upper_arm_r")?;
        let forearm = find_joint(&model, "forearm_r")?;
        let hand = find_joint(&model, "hand_r")?;
        let parent = joints[arm_joint].parent.context("the knight's arm has no parent")?;
        let idle = model.clip("idle").context("the knight has no clip idle")?;

        let mut figure = ModelInstance::new(&model);
        let mut change = figure.change(&model);
        change.sample(idle, idle.start);
        for joint in [forearm, hand] {
            change.pose_mut().locals[joint] = joints[joint].bind_local;
        }
        drop(change);

        let places = figure.model_from_joint();
        let arm_from_hand = places[arm_joint].inverse() * places[hand];
        let tip = arm_from_hand.transform_point3(Vec3::Y * REACH);
        let world_from_parent = model.world_from_model * places[parent];
        let shoulder = figure.pose().locals[arm_joint].translation;
        let keys = KEYS.map(|world_from_arm| {
            let mut parent_from_arm = Mat4::from(world_from_parent.inverse()) * Mat4::from_quat(world_from_arm);
            parent_from_arm.w_axis = shoulder.extend(1.0);
            parent_from_arm
        });
        let fist = model.world_from_model * places[find_joint(&model, "hand_l")?];
        let grip = Vec3::from(fist.translation) + Vec3::new(0.0, 0.0, 0.12);
        let shield = Mat4::from_scale_rotation_translation(SHIELD, Quat::from_rotation_z(SHIELD_TURN), grip);
        let arm = KeyedArm { keys, tip, shield };
        Ok(ArrowKnight { model, figure, arm_joint, hand, arm, world_from_parent })
    }

    /// Poses a figure with the arm at this matrix, which may be of any kind: forearm and hand inherit it.
    pub fn pose_with_arm(&self, figure: &mut ModelInstance, parent_from_arm: Affine3A) {
        let joints = self.model.skeleton.joints();
        let pose = self.figure.pose();
        let mut places: Vec<Affine3A> = Vec::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            let local = if index == self.arm_joint { parent_from_arm } else { pose.local(index) };
            let above = joint.parent.map_or(Affine3A::IDENTITY, |parent| places[parent]);
            places.push(above * local);
        }
        figure.set_model_from_joint(&self.model, &places);
    }

    /// Returns `world_from_hand` of a knight who stands at the origin.
    pub fn world_from_hand(&self, figure: &ModelInstance) -> Affine3A {
        self.model.world_from_model * figure.model_from_joint()[self.hand]
    }
}
