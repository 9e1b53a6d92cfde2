//! The joints of a figure, as far as it takes to tell which is what in a body.

use super::{
    Joint,
    called::{Called, Common},
    table::ROLES,
};
use armature::skeleton::local_name;
use glam::Vec3;
use std::{cmp::Ordering, collections::HashSet};

/// A role, the number of its [`Side`], and its index among joints of the same role.
pub(crate) type Role = (&'static str, u8, usize);

/// Returns whether a name is that of a joint of a limb, but for its fingers.
fn is_of_limb(called: &Called) -> bool {
    ROLES.iter().filter(|role| role.1 == 's').any(|role| role.2.split(' ').any(|name| called.is(name)))
}

/// See the [module](self).
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Which nodes the file calls joints; may be empty.
    pub(crate) is_joint: &'a [bool],
    /// Whether all nodes count: a skin may cover a part of the body.
    pub(crate) counts_all: bool,
    /// Joints that the file itself says are parts of a body, and by VRM's name which.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Where they are in the neutral pose, in a world in which y is up; may be empty, then names alone count.
    pub(crate) places: &'a [Vec3],
}

impl Body<'_> {
    /// Nodes that are no joints (a mesh called `Head`) are none where some are.
    pub(super) fn counts(&self, joint: usize) -> bool {
        self.counts_all || self.is_joint.get(joint) == Some(&true) || !self.is_joint.contains(&true)
    }

    /// For each node, whether it is below one that counts.
    pub(super) fn below_joints(&self) -> Vec<bool> {
        let mut is_below = Vec::with_capacity(self.joints.len());
        for joint in self.joints {
            is_below.push(joint.parent.is_some_and(|parent| is_below[parent] || self.counts(parent)));
        }
        is_below
    }

    /// What joints are called, without what all names begin and end with, on the side of the limb that they are in.
    pub(super) fn called(&self) -> Vec<Called> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let counting: Vec<&str> =
            (0..names.len()).filter(|joint| self.counts(*joint)).map(|joint| names[joint]).collect();
        let common = Common::of(&counting);
        let mut called: Vec<Called> = names.iter().map(|name| Called::new(common.cut(name))).collect();
        for (joint, name) in self.humanoid {
            called[*joint] = Called::new(name);
        }
        self.take_sides_of_limbs(&mut called);
        called
    }

    /// A limb is on the side that most of its joints say, or the first where as many say either. Its fingers have no say.
    fn take_sides_of_limbs(&self, called: &mut [Called]) {
        let mut first: Vec<Option<usize>> = Vec::with_capacity(called.len());
        let mut sayings = vec![[0; 3]; called.len()];
        for (joint, called) in called.iter().enumerate() {
            let above = self.joints[joint].parent.and_then(|parent| first[parent]);
            let is_limb = is_of_limb(called);
            first.push(above.or((is_limb && called.side != 0).then_some(joint)));
            if let Some(first) = first[joint].filter(|_| is_limb) {
                sayings[first][usize::from(called.side)] += 1;
            }
        }
        for joint in 0..called.len() {
            let Some(first) = first[joint] else { continue };
            if called[joint].side != 0 || is_of_limb(&called[joint]) {
                let [_, left, right] = sayings[first];
                called[joint].side = match left.cmp(&right) {
                    Ordering::Greater => 1,
                    Ordering::Less => 2,
                    Ordering::Equal => called[first].side,
                };
            }
        }
    }

    /// The joints from one to another, over the lowest that is above both; none where there is none.
    pub(super) fn route(&self, from: usize, to: usize) -> Vec<usize> {
        let up: Vec<usize> = std::iter::once(from).chain(self.above(from)).collect();
        let down: Vec<usize> = std::iter::once(to).chain(self.above(to)).collect();
        let Some(fork) = down.iter().position(|joint| up.contains(joint)) else { return Vec::new() };
        let up = up.iter().copied().take_while(|joint| *joint != down[fork]);
        up.chain(down[..=fork].iter().rev().copied()).collect()
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
