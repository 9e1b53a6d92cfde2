//! The knight who swings the arms, where his joints are, and the two keys.

use crate::arms::KeyedArm;
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Mat4, Quat, Vec3};

/// Half the size of the shield, mirrored; and its rotation about z, whose quaternion has a product of 1 with itself.
const SHIELD: Vec3 = Vec3::new(-0.27, 0.19, 0.2);
const SHIELD_TURN: f32 = 1.2;
/// Distance from the wrist to the arrow's tip, in metres.
pub const REACH: f32 = 0.85;

/// `world_from_arm` at the two keys: from his hip up over his head, to his right, by 150 degrees about an
/// oblique axis, unlike the axes of files. The two quaternions are on different sides.
const KEYS: [Quat; 2] = [
    Quat::from_xyzw(0.911_142_35, -0.212_957_59, -0.314_987_9, 0.158_907_53),
    Quat::from_xyzw(0.099_337_22, -0.985_711_04, 0.135_834_81, 0.007_428_735_5),
];

/// Reads `assets/knight.dae`.
///
/// # Errors
/// If it cannot be read.
#[cfg(feature = "graphics")]
pub fn read() -> anyhow::Result<Model> {
    Ok(armature_formats::collada::load(common::assets().join("knight.dae"))?.model)
}

pub struct ArrowKnight {
    /// In world space the knight faces +z.
    pub model: Model,
    figure: ModelInstance,
    arm_joint: usize,
    hand: usize,
    /// `parent_from_arm` at the two keys, and the arrow's tip.
    pub arm: KeyedArm,
    pub world_from_parent: Affine3A,
}

impl ArrowKnight {
    /// Returns `None` if the model is not the knight's.
    pub fn new(model: Model) -> Option<Self> {
        let joints = model.skeleton.joints();
        let [arm_joint, forearm, hand, fist] =
            ["upper_arm_r", "forearm_r", "hand_r", "hand_l"].map(|name| model.skeleton.find(name));
        let [arm_joint, forearm, hand, fist] = [arm_joint?, forearm?, hand?, fist?];
        let parent = joints[arm_joint].parent?;
        let idle = model.clip("idle")?;

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
        let fist = model.world_from_model * places[fist];
        let grip = Vec3::from(fist.translation) + Vec3::new(0.0, 0.0, 0.12);
        let shield = Mat4::from_scale_rotation_translation(SHIELD, Quat::from_rotation_z(SHIELD_TURN), grip);
        let arm = KeyedArm { keys, tip, shield };
        Some(ArrowKnight { model, figure, arm_joint, hand, arm, world_from_parent })
    }

    /// Returns `model_from_joint` of each joint with the arm at this matrix, which may be of any kind: forearm and hand inherit it.
    pub fn places(&self, parent_from_arm: Affine3A) -> Vec<Affine3A> {
        let joints = self.model.skeleton.joints();
        let pose = self.figure.pose();
        let mut places: Vec<Affine3A> = Vec::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            let local = if index == self.arm_joint { parent_from_arm } else { pose.local(index) };
            let above = joint.parent.map_or(Affine3A::IDENTITY, |parent| places[parent]);
            places.push(above * local);
        }
        places
    }

    /// Returns `world_from_hand` of a knight who stands at the origin.
    pub fn world_from_hand(&self, model_from_joint: &[Affine3A]) -> Affine3A {
        self.model.world_from_model * model_from_joint[self.hand]
    }
}
