//! The creature of the scene, her joints sorted by name, and where the answers put them.

use crate::given::reordered;
use crate::{Answers, Joint};
use common::app::GuardedAnswers;
use common::cast::creature::Family;
use common::collada::counted;
use common::math::Transform;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::sync::Arc;

/// Of her body, her legs and her feelers; sRGB.
pub(crate) const COLORS: [Vec4; 3] =
    [Vec4::new(0.20, 0.42, 0.52, 1.0), Vec4::new(0.93, 0.58, 0.22, 1.0), Vec4::new(0.93, 0.88, 0.66, 1.0)];

/// The creature, and her joints as this lesson lists them.
pub struct Creature {
    /// How she looks and moves. Its skeleton has parents first, as every skeleton of `common`.
    pub family: Family,
    /// The same joints in alphabetical order.
    pub joints: Vec<Joint>,
    /// Index in the skeleton of each of `joints`.
    in_skeleton: Vec<usize>,
}

/// What the answers give for one frame.
pub struct Frame {
    /// 02.1's order, without indices that are no joint's.
    pub order: Vec<usize>,
    /// 02.2's matrices, one for each joint of the scene, whatever came back.
    pub model_from_joint: Vec<Mat4>,
    /// 02.3's tips of [`Creature::limbs`].
    pub tips: Vec<Vec3>,
}

impl Creature {
    #[allow(clippy::new_without_default)] // nothing about her is a default
    /// The creature, her joints sorted by name: her left foot comes before its parent, the knee.
    pub fn new() -> Self {
        let mut family = Family::mother();
        for (material, color) in family.model.materials.iter_mut().zip(COLORS) {
            material.diffuse = color;
        }
        let skeleton = family.model.skeleton.joints();
        let mut in_skeleton: Vec<usize> = (0..skeleton.len()).collect();
        in_skeleton.sort_by_key(|&joint| &skeleton[joint].name);
        let joints = reordered(skeleton, &in_skeleton);
        Creature { family, joints, in_skeleton }
    }

    /// `parent_from_joint` of every joint, `time` seconds after she set out.
    pub fn locals(&self, time: f32) -> Vec<Mat4> {
        let pose = self.family.pose(time);
        let local = |&joint: &usize| Transform::to_mat4(&pose.locals[joint]);
        self.in_skeleton.iter().map(local).collect()
    }

    /// The joints whose tips are marked: the first of each leg, each feeler and the tail.
    pub fn limbs(&self) -> Vec<usize> {
        let begins = |joint: &usize| {
            let parent = self.joints[*joint].parent;
            parent.is_some_and(|parent| self.part(parent) != self.part(*joint)) || self.joints[*joint].name == "tail"
        };
        (0..self.joints.len()).filter(begins).collect()
    }

    /// Calls all three answers, `time` seconds after she set out.
    pub fn evaluate(&self, answers: &mut GuardedAnswers<'_, Answers>, time: f32) -> Frame {
        let joints = Arc::new(self.joints.clone());
        let mut order = answers.call("02.1", joints.clone(), |a, joints| (a.depth_first_order)(joints));
        // 02.2 is not to be blamed for them.
        let before = order.len();
        order.retain(|&joint| joint < joints.len());
        let beyond = before - order.len();
        if beyond > 0 {
            let beyond = counted(beyond, "number", "numbers");
            answers.report("02.1", format!("{beyond} without a joint"));
        }
        let inputs = (joints.clone(), order.clone(), self.locals(time), self.family.model_from_root(time));
        let mut model_from_joint = answers
            .call("02.2", inputs, |a, (joints, order, locals, root)| (a.model_poses)(joints, order, locals, *root));
        let count = joints.len();
        let say = |n| format!("{} for {count} joints", counted(n, "matrix", "matrices"));
        answers.resize("02.2", [&mut model_from_joint], (count, Mat4::IDENTITY), say);
        let inputs = (joints, model_from_joint.clone(), self.limbs());
        let tips = answers.call("02.3", inputs, |a, (joints, poses, limbs)| {
            limbs.iter().map(|&limb| (a.tip)(joints, poses, limb)).collect()
        });
        Frame { order, model_from_joint, tips }
    }

    /// The same matrices in the skeleton's order, for the renderer.
    pub(crate) fn for_skeleton(&self, model_from_joint: &[Mat4]) -> Vec<Affine3A> {
        let mut sorted = vec![Affine3A::IDENTITY; self.joints.len()];
        for (&index, matrix) in self.in_skeleton.iter().zip(model_from_joint) {
            sorted[index] = Affine3A::from_mat4(*matrix);
        }
        sorted
    }

    /// Index in `Family::PARTS`, and in [`COLORS`], of the part that a joint moves.
    pub(crate) fn part(&self, joint: usize) -> usize {
        self.family.part_of(self.in_skeleton[joint])
    }
}
