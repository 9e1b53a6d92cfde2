//! The creature of the scene, her joints sorted by name, and where the answers put them.

use crate::Joint;
use armature::math::Transform;
use armature::skeleton;
use drawing::cast::creature::Family;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::rc::Rc;

/// Colours of her body, her legs and her feelers; sRGB.
pub(crate) const COLORS: [Vec4; 3] =
    [Vec4::new(0.20, 0.42, 0.52, 1.0), Vec4::new(0.93, 0.58, 0.22, 1.0), Vec4::new(0.93, 0.88, 0.66, 1.0)];

/// The creature, and her joints as this lesson lists them.
pub struct Creature {
    /// Her body and its motion. The skeleton has parents first, as every skeleton of `common`.
    pub family: Family,
    /// Her joints, sorted by their names without left and right.
    pub joints: Vec<Joint>,
    pub(crate) names: Vec<Rc<str>>,
    pub(crate) root: usize,
    /// Index in the skeleton of each of `joints`.
    in_skeleton: Vec<usize>,
}

impl Creature {
    /// Creates the creature with her joints sorted by their names without left and right. Her feet then come before their
    /// parents, the knees, and left and right legs alternate.
    #[allow(clippy::new_without_default)] // nothing about her is a default
    pub fn new() -> Self {
        let mut family = Family::mother();
        for (material, color) in family.model.materials.iter_mut().zip(COLORS) {
            material.diffuse = color;
        }
        let skeleton = family.model.skeleton.joints();
        let mut in_skeleton: Vec<usize> = (0..skeleton.len()).collect();
        in_skeleton.sort_by_key(|&joint| {
            let name = skeleton[joint].name.as_str();
            name.strip_prefix("left ").or(name.strip_prefix("right ")).unwrap_or(name)
        });
        let joints = reordered(skeleton, &in_skeleton);
        let names = joints.iter().map(|joint| joint.name.as_str().into()).collect();
        let root = joints.iter().position(|joint| joint.parent.is_none()).unwrap_or_default();
        Creature { family, joints, names, root, in_skeleton }
    }

    /// Returns `parent_from_joint` of every joint, `time` seconds after she set out.
    pub fn locals(&self, time: f32) -> Vec<Mat4> {
        let pose = self.family.pose(time);
        self.in_skeleton.iter().map(|&joint| Transform::to_mat4(&pose.locals[joint])).collect()
    }

    /// Returns the joints whose tips are marked, with the tips' names: the first of each leg, each feeler and the tail, and the
    /// belly, which has several children.
    pub fn limbs(&self) -> Vec<(usize, Rc<str>)> {
        let mut limbs = Vec::new();
        for (joint, Joint { name, parent }) in self.joints.iter().enumerate() {
            if parent.is_some_and(|parent| self.part(parent) != self.part(joint)) || name == "tail" || name == "belly" {
                limbs.push((joint, format!("tip of {name}").into()));
            }
        }
        limbs
    }

    /// Returns the right position of her root, `time` seconds after she set out.
    pub(crate) fn root_at(&self, time: f32) -> Vec3 {
        (self.family.model_from_root(time) * self.locals(time)[self.root]).w_axis.truncate()
    }

    /// Returns the matrices in the skeleton's order, for the renderer.
    pub(crate) fn for_skeleton(&self, model_from_joint: &[Mat4]) -> Vec<Affine3A> {
        let mut sorted = vec![Affine3A::IDENTITY; self.joints.len()];
        for (&index, matrix) in self.in_skeleton.iter().zip(model_from_joint) {
            sorted[index] = Affine3A::from_mat4(*matrix);
        }
        sorted
    }

    /// Returns the index in `Family::PARTS`, and in [`COLORS`], of the part that a joint moves.
    pub(crate) fn part(&self, joint: usize) -> usize {
        self.family.part_of(self.in_skeleton[joint])
    }
}

/// Returns the joints in another order: joint i of the new array is joint `order[i]` of the old one, and parents have
/// their new indices. `order` holds every joint once.
pub(crate) fn reordered(joints: &[skeleton::Joint], order: &[usize]) -> Vec<Joint> {
    let mut new_index = vec![0; joints.len()];
    for (new, &old) in order.iter().enumerate() {
        new_index[old] = new;
    }
    order
        .iter()
        .map(|&old| Joint {
            name: joints[old].name.clone(),
            parent: joints[old].parent.map(|parent| new_index[parent]),
        })
        .collect()
}
