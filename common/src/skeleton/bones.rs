//! Bones as the index buffer of a line list.

use super::{Joint, depth_first_order};

/// Two indices for each joint that has a parent: the parent's, then its own, bones in depth-first
/// order. With one root and n joints that is 2 (n - 1) indices; vertex number i is joint number i.
///
/// # Panics
/// If there are more joints than a `u16` counts.
pub fn bone_index_pairs(joints: &[Joint]) -> Vec<u16> {
    let index = |joint: usize| u16::try_from(joint).expect("a skeleton of at most 65,536 joints");
    let mut indices = Vec::new();
    for joint in depth_first_order(joints) {
        if let Some(parent) = joints[joint].parent {
            indices.push(index(parent));
            indices.push(index(joint));
        }
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;

    #[test]
    fn two_for_each_bone() {
        let joint = |parent| Joint { name: String::new(), parent, bind_local: Transform::IDENTITY };
        let tree = [joint(None), joint(Some(0)), joint(Some(0)), joint(Some(1)), joint(None)];
        assert_eq!(bone_index_pairs(&tree), [0, 1, 1, 3, 0, 2]);
    }
}
