//! Depth-first order of joints: a joint, then its first child with all descendants, then the next.

use super::Joint;

/// Joint indices in depth-first order; siblings (and roots) in array order.
///
/// A parent comes before its descendants, even where the array has it later: this is how joints
/// in any order become ones that [`Skeleton::new`](super::Skeleton::new) takes. Joints that
/// are no root's descendants, since their parents form a cycle, are left out.
///
/// An explicit stack, so that a chain of any length is walked without running out of call stack.
///
/// # Panics
/// If a parent index is no joint's.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); joints.len()];
    let mut stack = Vec::new();
    for (index, joint) in joints.iter().enumerate().rev() {
        match joint.parent {
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

/// The last of the first descendants of `joint`: its first child's first child, and so on, in array
/// order; `joint` itself if it has no child. A foot for a leg, a finger's end for an arm.
///
/// # Panics
/// If parents form a cycle ([`Skeleton::new`](super::Skeleton::new) refuses such lists).
pub fn tip(joints: &[Joint], joint: usize) -> usize {
    let mut at = joint;
    for _ in 0..=joints.len() {
        match joints.iter().position(|other| other.parent == Some(at)) {
            Some(first_child) => at = first_child,
            None => return at,
        }
    }
    panic!("joint {at} is its own ancestor")
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
    fn a_ring_has_no_root() {
        let ring = joints(&[Some(1), Some(0), None]);
        assert_eq!(depth_first_order(&ring), [2]);
    }

    #[test]
    fn a_chain_of_a_million_does_not_overflow() {
        let chain: Vec<_> = (0..1_000_000usize).map(|i| i.checked_sub(1)).collect();
        assert_eq!(depth_first_order(&joints(&chain)).len(), 1_000_000);
    }

    proptest! {
        /// Every joint once, each subtree in one unbroken run that its root begins.
        #[test]
        fn subtrees_are_unbroken(s in skeleton(20)) {
            let order = depth_first_order(s.joints());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..s.len()).collect::<Vec<_>>());
            for (place, &top) in order.iter().enumerate() {
                let subtree: Vec<usize> = (0..s.len()).filter(|&joint| s.path_to_root(joint).any(|above| above == top)).collect();
                let mut run = order[place..place + subtree.len()].to_vec();
                run.sort_unstable();
                prop_assert_eq!(run, subtree);
            }
        }
    }
}
