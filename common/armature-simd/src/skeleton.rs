//! A skeleton in breadth-first order and blocks of eight, as the kernels need it.

use super::pose::{LANES, TransformBlock};
use armature::skeleton::{Pose, Skeleton};

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
/// slot                      0 hips  1 spine  2 leg   3 head 4 arm   5 foot 6 hand    7 (padding)
/// depth                    0       1        1       2      2       2      3
///                          '------------------ one block of eight lanes -------------------'
/// ```
///
/// A *slot* is a joint's index in this order. Sorting costs once, at load; kernels need no list of
/// levels, since parents still come before their children.
#[derive(Clone, Debug, Default)]
pub struct FastSkeleton {
    joint_of: Vec<usize>,
    slot_of: Vec<usize>,
    /// The parent's slot + 1 for each slot, padding included; 0 for a root. Model matrices are kept one place up,
    /// behind `model_from_root`, so that a root needs no branch.
    parents: Vec<u32>,
    rest: Vec<TransformBlock>,
}

impl FastSkeleton {
    /// Sorts the joints of a skeleton.
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
        let mut rest = vec![TransformBlock::REST; blocks];
        for (slot, &joint) in joint_of.iter().enumerate() {
            rest[slot / LANES].set(slot % LANES, &joints[joint].bind_local);
        }
        Self { joint_of, slot_of, parents, rest }
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.joint_of.len()
    }

    /// True if there is no joint at all.
    pub fn is_empty(&self) -> bool {
        self.joint_of.is_empty()
    }

    /// Returns the number of blocks that hold them.
    pub fn blocks(&self) -> usize {
        self.rest.len()
    }

    /// The joint of the skeleton at each slot.
    pub fn joints(&self) -> &[usize] {
        &self.joint_of
    }

    /// Returns the slot of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub(super) fn slot(&self, joint: usize) -> usize {
        self.slot_of[joint]
    }

    /// The bind pose.
    pub fn rest(&self) -> &[TransformBlock] {
        &self.rest
    }

    /// Returns the parent's slot + 1 for each slot, padding included; 0 for a root.
    pub(super) fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// Blocks as a plain pose, one transform for each joint. Keeps its memory.
    ///
    /// # Panics
    /// If `blocks` is shorter.
    pub fn write_pose(&self, blocks: &[TransformBlock], pose: &mut Pose) {
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
    use crate::testing::skeletons::skeleton;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_joint_once_parents_first_breadth_first(s in skeleton(40)) {
            let fast = FastSkeleton::new(&s);
            let mut joints = fast.joints().to_vec();
            prop_assert!(joints.iter().map(|&j| s.depth(j)).is_sorted());
            for (slot, &joint) in joints.iter().enumerate() {
                prop_assert_eq!(fast.slot(joint), slot);
                let parent = s.joints()[joint].parent.map_or(0, |p| fast.slot(p) + 1);
                prop_assert_eq!(fast.parents()[slot] as usize, parent);
                prop_assert!(parent <= slot);
            }
            joints.sort_unstable();
            prop_assert_eq!(joints, (0..s.len()).collect::<Vec<_>>());
            prop_assert_eq!(fast.blocks() * LANES, fast.parents().len());
        }

        #[test]
        fn a_pose_there_and_back(s in skeleton(20)) {
            let fast = FastSkeleton::new(&s);
            let mut pose = Pose::default();
            fast.write_pose(fast.rest(), &mut pose);
            prop_assert_eq!(pose, s.bind_pose());
        }
    }
}
