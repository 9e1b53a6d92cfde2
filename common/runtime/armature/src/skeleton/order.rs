//! Depth-first order of joints: a joint, then its first child with all descendants, then the next.

use super::{Joint, no_joint};

/// Returns the joints' indices in depth-first order, siblings and roots in array order.
///
/// A parent comes before its descendants, as [`Skeleton::new`](super::Skeleton::new) needs it, even if the array has
/// the parent later. Joints whose ancestors form a cycle are left out.
///
/// # Panics
/// If a parent index is not a joint's.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); joints.len()];
    let mut stack = Vec::new(); // instead of recursion: a chain may be long
    for (index, joint) in joints.iter().enumerate().rev() {
        match joint.parent {
            Some(parent) if parent >= joints.len() => no_joint(parent, joints.len()),
            Some(parent) => children[parent].push(index), // last child first, as a stack wants it
            None => stack.push(index),
        }
    }
    let mut order = Vec::with_capacity(joints.len());
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.append(&mut children[joint]);
    }
    order
}

/// Returns the tip of the chain that begins at `joint` and goes on with each joint's first child, in array order: a
/// foot for a leg, a finger's end for an arm. The tip of a joint without children is the joint itself.
///
/// # Panics
/// If parents form a cycle ([`Skeleton::new`](super::Skeleton::new) rejects such lists).
pub fn tip(joints: &[Joint], joint: usize) -> usize {
    let mut tip = joint;
    for _ in 0..=joints.len() {
        match joints.iter().position(|joint| joint.parent == Some(tip)) {
            Some(first_child) => tip = first_child,
            None => return tip,
        }
    }
    panic!("joint {tip} is its own ancestor")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::Transform, testing::skeletons::skeleton};
    use proptest::prelude::*;

    fn joints(parents: &[Option<usize>]) -> Vec<Joint> {
        parents.iter().map(|&parent| Joint { name: String::new(), parent, bind_local: Transform::IDENTITY }).collect()
    }

    #[test]
    fn a_tree_by_hand() {
        //      0          5
        //     / \        /
        //    1   2      6
        //   /   / \
        //  4   3   7
        let tree = joints(&[None, Some(0), Some(0), Some(2), Some(1), None, Some(5), Some(2)]);
        assert_eq!(depth_first_order(&tree), [0, 1, 4, 2, 3, 7, 5, 6]);
        assert_eq!(depth_first_order(&[]), [0usize; 0]);
    }

    #[test]
    fn children_may_stand_before_their_parents() {
        //    2      4
        //   / \
        //  1   3
        //  |
        //  0
        let tree = joints(&[Some(1), Some(2), None, Some(2), None]);
        assert_eq!(depth_first_order(&tree), [2, 1, 0, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|joint| tip(&tree, joint)), [0, 0, 0, 3, 4]);
    }

    #[test]
    fn a_cycle_is_left_out() {
        let ring = joints(&[Some(1), Some(0), None]);
        assert_eq!(depth_first_order(&ring), [2]);
    }

    #[test]
    fn a_chain_of_a_million_does_not_overflow() {
        let chain: Vec<_> = (0..1_000_000usize).map(|i| i.checked_sub(1)).collect();
        assert_eq!(depth_first_order(&joints(&chain)).len(), 1_000_000);
    }

    proptest! {
        #[test]
        fn subtrees_are_unbroken(s in skeleton(20)) {
            let order = depth_first_order(s.joints());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..s.len()).collect::<Vec<_>>());
            for (start, &top) in order.iter().enumerate() {
                let subtree: Vec<usize> = (0..s.len()).filter(|&joint| s.path_to_root(joint).any(|above| above == top)).collect();
                let mut range = order[start..start + subtree.len()].to_vec();
                range.sort_unstable();
                prop_assert_eq!(range, subtree);
            }
        }
    }
}
