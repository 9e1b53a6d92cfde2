//! Bone lines: index pairs from parent to child for a line list, chain after chain.

use super::{Joint, depth_first_order};

/// Returns the index of the parent and the index of the joint for each joint that has a parent, in depth-first order.
/// One root and n joints have 2 (n - 1) indices.
///
/// # Panics
/// If there are more than 65,536 joints.
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

/// Returns the start of each chain, a root and its descendants, in [`bone_index_pairs`], in the order of the roots. In
/// depth-first order a chain's bones are beside each other, so that one call can draw them.
///
/// # Panics
/// If a parent index is not a joint's ([`Skeleton::new`](super::Skeleton::new) rejects such lists).
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
    fn pairs_are_in_depth_first_order() {
        let tree = joints([None, Some(0), Some(0), Some(1), None]);
        assert_eq!(bone_index_pairs(&tree), [0, 1, 1, 3, 0, 2]);
        assert_eq!(chain_starts(&tree), [0, 6]);
    }

    #[test]
    fn chains_are_unbroken_whatever_the_order_of_joints() {
        //  0    1    2
        //  |         |
        //  3         4 - 5
        let tree = joints([None, None, None, Some(0), Some(2), Some(4)]);
        assert_eq!(bone_index_pairs(&tree), [0, 3, 2, 4, 4, 5]);
        assert_eq!(chain_starts(&tree), [0, 2, 2], "a joint alone has a chain without bones");
    }
}
