//! A skeleton in the order and the layout that the kernels want.

use super::{
    Lean,
    pose::{Block, LANES},
};
use crate::skeleton::{Pose, Skeleton};

/// A skeleton's joints, breadth first and in blocks of eight.
///
/// # Why breadth first
/// `model_from_joint` needs its parent's, so a chain of joints is a chain of waiting: a product's
/// result is ready some 20 cycles after its operands, while a processor could start two
/// multiply-adds in every one of them. Depth-first order, which files and recursion yield, puts each
/// joint right behind the one it waits for. Breadth first, the neighbours in the array are
/// siblings and cousins that wait for nothing but joints long done.
///
/// ```text
/// joint of the skeleton    0 hips  1 spine  2 head  3 arm  4 hand  5 leg  6 foot
/// parent                   -       0        1       1      3       0      5
///
/// slot of the rig          0 hips  1 spine  2 leg   3 head 4 arm   5 foot 6 hand    7 (padding)
/// depth                    0       1        1       2      2       2      3
///                          '------------------ one block of eight lanes -------------------'
/// ```
///
/// Shear ([`Pose::shears`]) has no place in a block: a figure that [leans](Skeleton::is_sheared) has a
/// [`Lean`] beside each.
///
/// A *slot* is a joint's place in this order. Sorting costs once, at load; kernels need no list of
/// levels, since parents still come before their children.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    joint_of: Vec<usize>,
    slot_of: Vec<usize>,
    /// For each slot, padding included: 1 + the parent's slot, 0 for a root. Model matrices are kept
    /// one place up, behind `model_from_root`, so that a root needs no branch.
    parents: Vec<u32>,
    rest: Vec<Block>,
    /// One for each block, or none.
    rest_leans: Vec<Lean>,
}

impl Rig {
    /// The rig of a skeleton.
    pub fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        let mut depths: Vec<u32> = Vec::with_capacity(joints.len());
        for joint in joints {
            depths.push(joint.parent.map_or(0, |parent| depths[parent] + 1));
        }
        let mut joint_of: Vec<usize> = (0..joints.len()).collect();
        joint_of.sort_by_key(|&joint| depths[joint]); // stable
        let mut slot_of = vec![0; joints.len()];
        for (slot, &joint) in joint_of.iter().enumerate() {
            slot_of[joint] = slot;
        }
        let blocks = joints.len().div_ceil(LANES);
        let mut parents = vec![0; blocks * LANES];
        for (slot, &joint) in joint_of.iter().enumerate() {
            parents[slot] = joints[joint].parent.map_or(0, |parent| slot_of[parent] as u32 + 1);
        }
        let (rest, rest_leans) = (Vec::new(), Vec::new());
        let mut rig = Self { joint_of, slot_of, parents, rest, rest_leans };
        let mut rest = vec![Block::REST; blocks];
        let bind = skeleton.bind_pose();
        rig.write_blocks(&bind, &mut rest);
        rig.rest = rest;
        let mut leans = Vec::new();
        rig.write_leans(&bind, &mut leans);
        rig.rest_leans = leans;
        rig
    }

    /// How many joints there are.
    pub fn len(&self) -> usize {
        self.joint_of.len()
    }

    /// True if there is no joint at all.
    pub fn is_empty(&self) -> bool {
        self.joint_of.is_empty()
    }

    /// How many blocks hold them.
    pub fn blocks(&self) -> usize {
        self.rest.len()
    }

    /// The joint of the skeleton at each slot.
    pub fn joints(&self) -> &[usize] {
        &self.joint_of
    }

    /// Where a joint of the skeleton is.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn slot(&self, joint: usize) -> usize {
        self.slot_of[joint]
    }

    /// Every joint where it rests.
    pub fn rest(&self) -> &[Block] {
        &self.rest
    }

    /// How far joints lean where they rest: one for each block, or none for a figure without shear.
    pub fn rest_leans(&self) -> &[Lean] {
        &self.rest_leans
    }

    /// See the field.
    pub(super) fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// A plain pose in blocks: what carries a blended or hand-made pose on to the kernels.
    ///
    /// # Panics
    /// If either is shorter than the rig.
    pub fn write_blocks(&self, pose: &Pose, blocks: &mut [Block]) {
        for (slot, &joint) in self.joint_of.iter().enumerate() {
            blocks[slot / LANES].set(slot % LANES, &pose.locals[joint]);
        }
    }

    /// A plain pose's shear, for each block; none if it has none. Keeps its memory.
    ///
    /// # Panics
    /// If the pose has shears, but fewer than the rig has joints.
    pub fn write_leans(&self, pose: &Pose, leans: &mut Vec<Lean>) {
        leans.clear();
        if !pose.shears.is_empty() {
            leans.resize(self.joint_of.len().div_ceil(LANES), Lean::NONE);
            for (slot, &joint) in self.joint_of.iter().enumerate() {
                leans[slot / LANES].set(slot % LANES, pose.shears[joint]);
            }
        }
    }

    /// Blocks as a plain pose, whose length becomes the rig's. Keeps its memory.
    ///
    /// # Panics
    /// If `blocks` is shorter than the rig.
    pub fn write_pose(&self, blocks: &[Block], pose: &mut Pose) {
        pose.locals.clear();
        for &slot in &self.slot_of {
            pose.locals.push(blocks[slot / LANES].get(slot % LANES));
        }
        pose.shears.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::testing::skeleton;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_joint_once_parents_first_breadth_first(s in skeleton(40)) {
            let rig = Rig::new(&s);
            let mut joints = rig.joints().to_vec();
            prop_assert!(joints.iter().map(|&j| s.depth(j)).is_sorted());
            for (slot, &joint) in joints.iter().enumerate() {
                prop_assert_eq!(rig.slot(joint), slot);
                let parent = s.joints()[joint].parent.map_or(0, |p| rig.slot(p) + 1);
                prop_assert_eq!(rig.parents()[slot] as usize, parent);
                prop_assert!(parent <= slot);
            }
            joints.sort_unstable();
            prop_assert_eq!(joints, (0..s.len()).collect::<Vec<_>>());
            prop_assert_eq!(rig.blocks() * LANES, rig.parents().len());
        }

        #[test]
        fn a_pose_there_and_back(s in skeleton(20)) {
            let rig = Rig::new(&s);
            let mut pose = Pose::default();
            rig.write_pose(rig.rest(), &mut pose);
            prop_assert_eq!(pose, s.bind_pose());
        }
    }
}
