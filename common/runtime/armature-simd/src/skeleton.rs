//! Skeletons in breadth-first order and blocks of eight, as the kernels need them.

use super::pose::{LANES, TransformBlock};
use armature::skeleton::{Pose, Skeleton};

/// A skeleton's joints in breadth-first order and blocks of eight.
///
/// # Why breadth first
/// `model_from_joint` depends on the parent's. The result of a product is ready some 20 cycles after its operands,
/// while a processor could start two multiply-adds in each of them. In depth-first order, as files and recursion have
/// it, each joint comes just after the one that it waits for. In breadth-first order, neighbours are siblings and
/// cousins, whose parents were finished long before.
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
/// A *slot* is a joint's index in this order. Joints are sorted once, at load; parents still come before their
/// children.
///
/// ```
/// use armature::skeleton::Pose;
/// use armature_simd::SimdSkeleton;
/// # let model = armature::model::Model::default();
///
/// let skeleton = SimdSkeleton::new(&model.skeleton);
/// let mut pose = Pose::default(); // one transform for each joint, for what has no SIMD: masks, inverse kinematics
/// skeleton.write_pose(skeleton.rest(), &mut pose);
/// assert_eq!(pose, model.skeleton.bind_pose());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SimdSkeleton {
    joint_of: Vec<usize>,
    slot_of: Vec<usize>,
    /// For each slot, padding included, the parent's slot + 1, or 0 for a root: the index of the parent's matrix behind
    /// `model_from_root`, so that a root needs no branch.
    parents: Vec<u32>,
    rest: Vec<TransformBlock>,
    id: u64,
}

impl SimdSkeleton {
    /// Makes the skeleton, and sorts its joints.
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
        Self { joint_of, slot_of, parents, rest, id: id_of(skeleton) }
    }

    /// Returns a number that equal joints have in common, to tell clips and skins of another skeleton.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.joint_of.len()
    }

    /// Returns whether there is no joint.
    pub fn is_empty(&self) -> bool {
        self.joint_of.is_empty()
    }

    /// Returns the number of blocks of eight joints.
    pub fn blocks(&self) -> usize {
        self.rest.len()
    }

    /// Returns the joint of the skeleton at each slot.
    pub fn joints(&self) -> &[usize] {
        &self.joint_of
    }

    /// Returns the slot of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub(super) fn slot(&self, joint: usize) -> usize {
        assert!(joint < self.len(), "joint {joint} of a skeleton that has {}", self.len());
        self.slot_of[joint]
    }

    /// Returns the bind pose.
    pub fn rest(&self) -> &[TransformBlock] {
        &self.rest
    }

    /// Returns, for each slot, padding included, the parent's slot + 1, or 0 for a root.
    pub(super) fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// Writes blocks into a plain pose, one transform for each joint. Allocates nothing once `pose` has grown to size.
    ///
    /// # Panics
    /// If `blocks` is shorter than the skeleton.
    pub fn write_pose(&self, blocks: &[TransformBlock], pose: &mut Pose) {
        assert!(blocks.len() >= self.blocks(), "a pose of {} blocks for a skeleton of {}", blocks.len(), self.blocks());
        pose.locals.clear();
        for &slot in &self.slot_of {
            pose.locals.push(blocks[slot / LANES].get(slot % LANES));
        }
        pose.shears.clear();
    }
}

/// Returns a number of a skeleton's names and parents, the same in every build since it is in files: FNV-1a, of 64 bits.
/// Source: Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
fn id_of(skeleton: &Skeleton) -> u64 {
    hash(skeleton.joints().iter().flat_map(|joint| {
        let parent = joint.parent.map_or(u64::MAX, |parent| parent as u64);
        joint.name.bytes().chain([0xff]).chain(parent.to_le_bytes())
    }))
}

/// Returns the FNV-1a hash of some bytes, which changes with any one of them.
pub(crate) fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::skeletons::skeleton;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn joints_are_in_breadth_first_order(s in skeleton(40)) {
            let fast = SimdSkeleton::new(&s);
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
        fn blocks_are_written_back_to_a_pose(s in skeleton(20)) {
            let fast = SimdSkeleton::new(&s);
            let mut pose = Pose::default();
            fast.write_pose(fast.rest(), &mut pose);
            prop_assert_eq!(pose, s.bind_pose());
        }
    }
}
