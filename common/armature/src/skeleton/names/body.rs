//! The joints of a figure, as far as it takes to tell which is what in a body.

use super::{
    Joint,
    called::{Called, Common},
    local_name,
};
use glam::Vec3;
use std::collections::HashSet;

/// A role, the number of its [`Side`], and its index among joints of the same role.
pub(crate) type Role = (&'static str, u8, usize);

/// See the [module](self).
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Which nodes the file calls joints; may be empty.
    pub(crate) is_joint: &'a [bool],
    /// Joints that the file itself says are parts of a body, and by VRM's name which.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Where they are in the neutral pose, in a world in which y is up; may be empty, then names alone count.
    pub(crate) places: &'a [Vec3],
}

impl Body<'_> {
    /// Nodes that are no joints (a mesh called `Head`) are none where some are.
    pub(super) fn counts(&self, joint: usize) -> bool {
        self.is_joint.get(joint) == Some(&true) || !self.is_joint.contains(&true)
    }

    /// What joints are called, without what all names begin and end with.
    pub(super) fn called(&self) -> Vec<Called> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let counting: Vec<&str> =
            (0..names.len()).filter(|joint| self.counts(*joint)).map(|joint| names[joint]).collect();
        let common = Common::of(&counting);
        let mut called: Vec<Called> = names.iter().map(|name| Called::new(common.cut(name))).collect();
        for (joint, name) in self.humanoid {
            called[*joint] = Called::new(name);
        }
        called
    }

    /// The joints above one, the nearest first.
    pub(super) fn above(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.joints[joint].parent, |joint| self.joints[*joint].parent)
    }

    /// The lowest joint above both.
    pub(super) fn common_ancestor(&self, pair: [Option<usize>; 2]) -> Option<usize> {
        let others: HashSet<usize> = self.above(pair[0]?).collect();
        self.above(pair[1]?).find(|joint| others.contains(joint))
    }
}

/// The joint of a role.
pub(super) fn with(roles: &[Option<Role>], role: Role) -> Option<usize> {
    roles.iter().position(|of| *of == Some(role))
}
