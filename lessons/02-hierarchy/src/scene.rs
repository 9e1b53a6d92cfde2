//! The scene: one creature, her joints listed by name, and where somebody's answers put them.

use crate::checks::REFERENCE;
use crate::given::reordered;
use crate::{Answers, Joint, Tip};
use common::app::Watchdog;
use common::cast::creature::Family;
use common::math::Transform;
use glam::{Affine3A, Mat4, Vec3, Vec4};

/// Of her body, her legs and her feelers; sRGB.
pub(crate) const COLORS: [Vec4; 3] = [
    Vec4::new(0.20, 0.42, 0.52, 1.0),
    Vec4::new(0.93, 0.58, 0.22, 1.0),
    Vec4::new(0.93, 0.88, 0.66, 1.0),
];

/// The creature, and her joints as this lesson lists them.
pub struct Scene {
    /// How she looks and moves. Its skeleton has parents first, as every skeleton of `common`.
    pub family: Family,
    /// The same joints in alphabetical order.
    pub joints: Vec<Joint>,
    /// Where number i of `joints` stands in the skeleton.
    in_skeleton: Vec<usize>,
}

/// What somebody's answers say of one moment.
pub struct Moment {
    /// 02.1's walk, without numbers that are no joint's.
    pub order: Vec<usize>,
    /// 02.2's matrices, one for each joint of the scene, whatever came back.
    pub model_from_joint: Vec<Mat4>,
    /// 02.3's tips of [`Scene::limbs`].
    pub tips: Vec<Vec3>,
}

impl Scene {
    /// The creature, her joints sorted by name: her left foot comes before the knee that it hangs on.
    pub fn new() -> Self {
        let mut family = Family::mother();
        for (material, color) in family.model.materials.iter_mut().zip(COLORS) {
            material.diffuse = color;
        }
        let skeleton = family.model.skeleton.joints();
        let mut in_skeleton: Vec<usize> = (0..skeleton.len()).collect();
        in_skeleton.sort_by_key(|&joint| &skeleton[joint].name);
        let joints = reordered(skeleton, &in_skeleton);
        Scene { family, joints, in_skeleton }
    }

    /// `parent_from_joint` of every joint, `time` seconds after she set out.
    pub fn locals(&self, time: f32) -> Vec<Mat4> {
        let pose = self.family.pose(time);
        let local = |&joint: &usize| Transform::to_mat4(&pose.locals[joint]);
        self.in_skeleton.iter().map(local).collect()
    }

    /// The joints whose tips are marked: where each leg, each feeler and the tail begin.
    pub fn limbs(&self) -> Vec<usize> {
        let begins = |joint: &usize| {
            let parent = self.joints[*joint].parent;
            parent.is_some_and(|parent| self.part(parent) != self.part(*joint))
                || self.joints[*joint].name == "tail"
        };
        (0..self.joints.len()).filter(begins).collect()
    }

    /// Asks all three. Where an answer panics or does not come back, the finished one is used.
    pub fn ask(&self, watchdog: &mut Watchdog, answers: &Answers, time: f32) -> Moment {
        let (joints, locals) = (&self.joints, &self.locals(time));
        let root = self.family.model_from_root(time);

        let (mine, j) = (answers.depth_first_order, joints.clone());
        let mut order = watchdog.call(
            "02.1 depth_first_order",
            move || mine(&j),
            || (REFERENCE.depth_first_order)(joints),
        );
        // 02.2 is not to be blamed for them.
        let before = order.len();
        order.retain(|&joint| joint < joints.len());
        if order.len() < before {
            let beyond = before - order.len();
            watchdog.report(format!(
                "02.1 depth_first_order: {beyond} numbers of joints that do not exist"
            ));
        }
        let (mine, j, o, l) = (answers.model_poses, joints.clone(), order.clone(), locals.clone());
        let mut model_from_joint = watchdog.call(
            "02.2 model_poses",
            move || mine(&j, &o, &l, root),
            || (REFERENCE.model_poses)(joints, &order, locals, root),
        );
        if model_from_joint.len() != joints.len() {
            let (got, count) = (model_from_joint.len(), joints.len());
            watchdog.report(format!("02.2 model_poses: {got} matrices for {count} joints"));
            model_from_joint.resize(count, Mat4::IDENTITY);
        }
        let limbs = self.limbs();
        let (mine, j, m, l) =
            (answers.tip, joints.clone(), model_from_joint.clone(), limbs.clone());
        let marked = watchdog.call(
            "02.3 tip",
            move || tips(mine, &j, &m, &l),
            || tips(REFERENCE.tip, joints, &model_from_joint, &limbs),
        );
        Moment { order, model_from_joint, tips: marked }
    }

    /// The same matrices in the skeleton's order, for the renderer.
    pub(crate) fn for_skeleton(&self, model_from_joint: &[Mat4]) -> Vec<Affine3A> {
        let mut sorted = vec![Affine3A::IDENTITY; self.joints.len()];
        for (&place, matrix) in self.in_skeleton.iter().zip(model_from_joint) {
            sorted[place] = Affine3A::from_mat4(*matrix);
        }
        sorted
    }

    /// The place in `Family::PARTS`, and in [`COLORS`], of a joint's own body.
    pub(crate) fn part(&self, joint: usize) -> usize {
        self.family.part_of(self.in_skeleton[joint])
    }

    /// How many joints are above `joint`.
    pub(crate) fn depth(&self, joint: usize) -> usize {
        std::iter::successors(self.joints[joint].parent, |&parent| self.joints[parent].parent)
            .count()
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self::new()
    }
}

fn tips(tip: Tip, joints: &[Joint], poses: &[Mat4], limbs: &[usize]) -> Vec<Vec3> {
    limbs.iter().map(|&limb| tip(joints, poses, limb)).collect()
}
