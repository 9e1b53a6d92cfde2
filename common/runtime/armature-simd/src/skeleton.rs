//! Skeletons in blocks of eight joints, as the kernels need them.

use super::pose::{LANES, TransformBlock};
use armature::skeleton::Skeleton;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A skeleton's joints in blocks of eight.
#[derive(Clone, Debug, Default)]
pub struct SimdSkeleton {
    joints: usize,
    /// For each joint, padding included, the parent's index + 1, or 0 for a root: the index of the parent's matrix behind
    /// the identity, so that a root needs no branch.
    pub(super) parents: Vec<u32>,
    /// The bind pose.
    pub(super) rest: Vec<TransformBlock>,
    /// A number that equal names and parents have in common, to tell clips and skins of another skeleton.
    pub(super) id: u64,
}

impl SimdSkeleton {
    /// Makes the skeleton.
    pub fn new(skeleton: &Skeleton) -> Self {
        let blocks = skeleton.len().div_ceil(LANES);
        let mut parents = vec![0; blocks * LANES];
        let mut rest = vec![TransformBlock::REST; blocks];
        let mut hasher = DefaultHasher::new();
        for (index, joint) in skeleton.joints().iter().enumerate() {
            parents[index] = joint.parent.map_or(0, |parent| parent as u32 + 1);
            rest[index / LANES].set(index % LANES, &joint.bind_local);
            (&joint.name, joint.parent).hash(&mut hasher);
        }
        Self { joints: skeleton.len(), parents, rest, id: hasher.finish() }
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.joints
    }

    /// Returns whether there is no joint.
    pub fn is_empty(&self) -> bool {
        self.joints == 0
    }
}
