//! The knight: `assets/knight.dae`, his limbs as an animation has them, and the ground that he stands on.

use crate::Face;
use crate::{Bend, Ground, Hit, Leg, Limb, Planted};
use armature::math::Transform;
use armature::skeleton::Skeleton;
use glam::{Affine3A, Mat4, Quat, Vec3};
use lesson_12::character::file::CharacterFile;

/// Distance of the knee's pole in front of the knee, in metres.
const POLE: f32 = 1.5;
/// Height and depth of a step of the stairs, in metres.
pub(crate) const STEP: f32 = 0.22;
pub(crate) const TREAD: f32 = 0.30;
/// Steps up to the one at whose edge he stands, and all of them.
pub(crate) const BELOW: usize = 2;
pub(crate) const STEPS: usize = 3;

/// The knight at the origin, facing +z; which joints his limbs are.
pub struct ReachingKnight {
    pub file: CharacterFile,
    pub idle: usize,
    hips: usize,
    /// Thigh, shin and foot, on the left and on the right; and the toes.
    legs: [[usize; 3]; 2],
    toes: [usize; 2],
    ankle_height: [f32; 2],
    /// Upper arm, forearm and hand, on the right and on the left.
    arms: [[usize; 3]; 2],
}

/// A pose of the knight: each joint's local and model transform, in the file's axes.
pub struct Pose {
    pub locals: Vec<Transform>,
    pub models: Vec<Mat4>,
}

impl ReachingKnight {
    /// Finds the limbs of the knight; `None` if one of them is missing.
    pub fn new(file: CharacterFile) -> Option<Self> {
        let skeleton = &file.model.skeleton;
        let legs = [
            find_joints(skeleton, ["thigh_l", "shin_l", "foot_l"])?,
            find_joints(skeleton, ["thigh_r", "shin_r", "foot_r"])?,
        ];
        let right = find_joints(skeleton, ["upper_arm_r", "forearm_r", "hand_r"])?;
        let left = find_joints(skeleton, ["upper_arm_l", "forearm_l", "hand_l"])?;
        let arms = [right, left];
        let [hips] = find_joints(skeleton, ["hips"])?;
        let toes = find_joints(skeleton, ["toes_l", "toes_r"])?;
        let idle = file.model.clip_index("idle")?;
        let at_rest = armature::model::ModelInstance::new(&file.model);
        let ankle_height = legs.map(|[_, _, foot]| {
            let ours_from_foot = file.model.world_from_model * at_rest.model_from_joint()[foot];
            ours_from_foot.translation.y
        });
        Some(ReachingKnight { file, idle, hips, legs, toes, ankle_height, arms })
    }

    /// Returns a joint's transform in his own space: y is up, and he faces +z.
    fn place(&self, models: &[Mat4], joint: usize) -> Affine3A {
        self.file.model.world_from_model * Affine3A::from_mat4(models[joint])
    }

    /// Returns a joint's position in his own space.
    fn position(&self, models: &[Mat4], joint: usize) -> Vec3 {
        self.place(models, joint).translation.into()
    }

    /// Returns the transform of a joint's parent in his own space.
    fn parent_transform(&self, pose: &Pose, joint: usize) -> Affine3A {
        let parent = self.file.joints[joint].parent;
        parent.map_or(self.file.model.world_from_model, |at| self.place(&pose.models, at))
    }

    /// Returns the limb of these joints, in his own space.
    fn limb(&self, pose: &Pose, [upper, lower, tip]: [usize; 3]) -> Limb {
        Limb {
            model_from_parent: self.parent_transform(pose, upper).to_scale_rotation_translation().1,
            root: self.position(&pose.models, upper),
            shoulder: pose.locals[upper].rotation,
            elbow: pose.locals[lower].rotation,
            upper: pose.locals[lower].translation,
            lower: pose.locals[tip].translation,
        }
    }

    /// Returns both legs of a pose, their poles in front of the knees.
    pub fn legs(&self, pose: &Pose) -> Vec<Leg> {
        let mut legs = Vec::new();
        for side in 0..2 {
            let limb = self.legs[side];
            let [shin, foot, toes] =
                [limb[1], limb[2], self.toes[side]].map(|joint| self.position(&pose.models, joint));
            let ahead = (toes - foot).with_y(0.0);
            legs.push(Leg {
                limb: self.limb(pose, limb),
                pole: shin + POLE * ahead.normalize_or(Vec3::Z),
                foot: pose.locals[limb[2]].rotation,
                ankle_height: self.ankle_height[side],
            });
        }
        legs
    }

    /// Returns his right arm (side 0) or his left one (1) in a pose, with his hips lowered by `lowered`.
    pub fn arm(&self, pose: &Pose, side: usize, lowered: f32) -> Limb {
        self.limb(pose, self.arms[side]).moved(Vec3::NEG_Y * lowered)
    }

    /// Returns the local transforms of `pose`, with the hips and legs of `planted` and the rotations of one arm.
    pub fn stand(&self, pose: &Pose, planted: &Planted, side: usize, arm: &Bend) -> Vec<Transform> {
        let mut locals = pose.locals.clone();
        let parent = self.parent_transform(pose, self.hips);
        let down = parent.inverse().transform_vector3(Vec3::NEG_Y * planted.lowered);
        locals[self.hips].translation += down;
        for ([thigh, shin, foot], stance) in self.legs.into_iter().zip(&planted.stances) {
            locals[thigh].rotation = stance.bend.shoulder;
            locals[shin].rotation = stance.bend.elbow;
            locals[foot].rotation = stance.foot;
        }
        let [upper, lower, _] = self.arms[side];
        locals[upper].rotation = arm.shoulder;
        locals[lower].rotation = arm.elbow;
        locals
    }

    /// Returns the joints that the answers move.
    pub fn moved_joints(&self) -> impl Iterator<Item = usize> {
        self.legs.iter().chain(&self.arms).flat_map(|limb| &limb[1..]).chain(&self.toes).copied()
    }

    /// Returns the positions of those joints, in his own space.
    pub fn points(&self, models: &[Mat4]) -> Vec<Vec3> {
        self.moved_joints().map(|joint| self.position(models, joint)).collect()
    }
}

/// Returns the joints of these names.
fn find_joints<const N: usize>(skeleton: &Skeleton, names: [&str; N]) -> Option<[usize; N]> {
    let mut joints = [0; N];
    for (joint, name) in joints.iter_mut().zip(names) {
        *joint = skeleton.find(name)?;
    }
    Some(joints)
}

/// Returns stairs that rise in the horizontal direction `along`. He stands at height 0, at the edge of a step.
pub fn stairs(along: Vec3) -> Ground {
    Ground {
        faces: (0..=STEPS)
            .rev()
            .map(|number| Face {
                on: Hit { point: Vec3::Y * STEP * (number as f32 - BELOW as f32), normal: Vec3::Y },
                edge: along,
                begins: TREAD * (number as f32 - BELOW as f32),
            })
            .collect(),
    }
}

/// Returns a plane that rises by `angle`, in radians, in the direction `along`.
pub fn slope(along: Vec3, angle: f32) -> Ground {
    Ground::plane(Vec3::ZERO, Quat::from_axis_angle(along.cross(Vec3::Y), angle) * Vec3::Y)
}
