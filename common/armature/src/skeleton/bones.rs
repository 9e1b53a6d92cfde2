//! Bone lines: index pairs from parent to child for a line list, chain after chain.

use super::{Joint, depth_first_order};

/// Two indices for each joint that has a parent: the parent's, then its own, bones in depth-first
/// order. With one root and n joints that is 2 (n - 1) indices; vertex number i is joint number i.
///
/// # Panics
/// If there are more joints than a `u16` counts.
pub fn bone_index_pairs(joints: &[Joint]) -> Vec<u16> {
    let mut indices = Vec::new();
    for joint in depth_first_order(joints) {
        if let Some(parent) = joints[joint].parent {
            for end in [parent, joint] {
                indices.push(u16::try_from(end).expect("a skeleton of at most 65,536 joints"));
            }
        }
    }
    indices
}

/// Returns each chain's start in [`bone_index_pairs`]: for every root, in index order, the number of indices
/// before its own.
///
/// A chain is a root and its descendants. Because the walk is depth first, a chain's bones lie in
/// one run, and one call draws them: from its start to the next one's.
///
/// # Panics
/// If a parent index is no joint's ([`Skeleton::new`](super::Skeleton::new) refuses such lists).
pub fn chain_starts(joints: &[Joint]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut indices = 0;
    for joint in depth_first_order(joints) {
        match joints[joint].parent {
            None => starts.push(indices),
            Some(_) => indices += 2,
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;

    fn joints<const COUNT: usize>(parents: [Option<usize>; COUNT]) -> [Joint; COUNT] {
        parents.map(|parent| Joint { name: String::new(), parent, bind_local: Transform::IDENTITY })
    }

    #[test]
    fn two_for_each_bone() {
        let tree = joints([None, Some(0), Some(0), Some(1), None]);
        assert_eq!(bone_index_pairs(&tree), [0, 1, 1, 3, 0, 2]);
        assert_eq!(chain_starts(&tree), [0, 6]);
    }

    #[test]
    fn a_chain_is_a_run_wherever_its_joints_stand() {
        //  0    1    2
        //  |         |
        //  3         4 - 5
        let tree = joints([None, None, None, Some(0), Some(2), Some(4)]);
        assert_eq!(bone_index_pairs(&tree), [0, 3, 2, 4, 4, 5]);
        assert_eq!(chain_starts(&tree), [0, 2, 2], "a joint alone has a chain without bones");
    }
}
