//! The joints of a figure, and their roles in the tree of a body.

use super::Side;
use super::joint_name::{JointName, parse_names};
use super::table::{Count, FINGERS, LIMBS, PARTS};
use armature::mesh::Bounds;
use armature::skeleton::{Joint, local_name};
use glam::Vec3;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Part of a body that a joint is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Role {
    /// Name of the part, as in the table of parts.
    pub(crate) part: &'static str,
    pub(crate) side: Side,
    /// Number of the joint in a spine, a neck or a finger, counted from the hips outwards; 0 for other parts.
    pub(crate) number: usize,
}

impl Role {
    pub(crate) const fn new(part: &'static str, side: Side, number: usize) -> Self {
        Self { part, side, number }
    }

    pub(crate) fn is_foot_or_toes(self) -> bool {
        ["foot", "toes"].contains(&self.part)
    }

    /// Returns whether two roles are in the same part, on the same side.
    pub(crate) fn has_same_part(self, other: Self) -> bool {
        (self.part, self.side) == (other.part, other.side)
    }
}

/// Returns the first joint of a part on a side.
pub(crate) fn find_part(roles: &[Option<Role>], part: &str, side: Side) -> Option<usize> {
    roles.iter().position(|role| role.is_some_and(|role| (role.part, role.side) == (part, side)))
}

/// Returns the joint of each role.
pub(crate) fn joints_by_role(roles: &[Option<Role>]) -> HashMap<Role, usize> {
    roles.iter().enumerate().filter_map(|(joint, role)| Some(((*role)?, joint))).collect()
}

/// Returns a vector to the figure's left: the sum of the vectors from joints on the right side to their partners on the
/// left.
pub(crate) fn find_left(roles: &[Option<Role>], position: impl Fn(usize) -> Option<Vec3>) -> Vec3 {
    let joints = joints_by_role(roles);
    let mut left = Vec3::ZERO;
    for (joint, role) in roles.iter().enumerate() {
        let Some(role) = role.filter(|role| role.side == Side::Left) else { continue };
        let partner = joints.get(&Role { side: Side::Right, ..role });
        if let (Some(own), Some(other)) = (position(joint), partner.and_then(|partner| position(*partner))) {
            left += own - other;
        }
    }
    left
}

/// The joints of a figure, with all that their roles depend on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Whether the file calls each node a joint; may be empty.
    pub(crate) is_joint: &'a [bool],
    /// Whether each node belongs to a control rig, which neither vertices nor keys need; may be empty.
    pub(crate) is_control: &'a [bool],
    /// Whether all nodes can have a role, because a skin covers only a part of the body.
    pub(crate) counts_all: bool,
    /// Joints with the parts that the file itself gives them, as VRM does.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Positions in the neutral pose, in a world in which y is up. If empty, roles depend on names alone.
    pub(crate) positions: &'a [Vec3],
    /// Box around the vertices that follow each joint more than any other joint; may be empty.
    pub(crate) vertices: &'a [Option<Bounds>],
}

impl Body<'_> {
    /// Returns whether a node can have a role: in a file with joints, a mesh called `Head` cannot.
    pub(super) fn counts(&self, joint: usize) -> bool {
        let is_joint = self.is_joint.get(joint) == Some(&true) || !self.is_joint.contains(&true);
        self.counts_all || is_joint && self.is_control.get(joint) != Some(&true)
    }

    /// Returns the joints and the nodes that connect them: a skin may leave out hips, a chest or a neck without vertices.
    pub(super) fn connected_joints(&self) -> Vec<bool> {
        let all = self.is_joint.iter().filter(|is_joint| **is_joint).count();
        let mut count: Vec<usize> = self.is_joint.iter().map(|is_joint| usize::from(*is_joint)).collect();
        for index in (0..count.len()).rev() {
            if let Some(parent) = self.joints[index].parent {
                count[parent] += count[index];
            }
        }
        // Every node above the lowest that has all joints is outside.
        let fork = count.iter().rposition(|own| *own == all);
        (0..count.len()).map(|joint| count[joint] > 0 && (count[joint] < all || Some(joint) == fork)).collect()
    }

    /// Parses the names of all joints, and gives the joints of a limb the same side.
    pub(super) fn parse_names(&self) -> Vec<JointName> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let counts: Vec<bool> = (0..names.len()).map(|joint| self.counts(joint)).collect();
        let mut names = parse_names(&names, &counts);
        for (joint, name) in self.humanoid {
            names[*joint] = JointName::parse(name);
        }
        self.correct_sides(&mut names);
        names
    }

    /// Gives the joints of each limb the side that most of their names have, or else that of the first joint. The names
    /// of fingers do not count.
    fn correct_sides(&self, names: &mut [JointName]) {
        let is_limb: Vec<bool> = names.iter().map(is_limb_name).collect();
        // The first joint of the limb that each joint is in.
        let mut first: Vec<Option<usize>> = Vec::with_capacity(names.len());
        let mut votes = vec![[0, 0]; names.len()];
        for (joint, name) in names.iter().enumerate() {
            let parent_first = self.joints[joint].parent.and_then(|parent| first[parent]);
            first.push(parent_first.or((is_limb[joint] && name.side != Side::Middle).then_some(joint)));
            if let (Some(first), true) = (first[joint], is_limb[joint]) {
                votes[first][0] += usize::from(name.side == Side::Left);
                votes[first][1] += usize::from(name.side == Side::Right);
            }
        }
        for joint in 0..names.len() {
            let Some(first) = first[joint] else { continue };
            if names[joint].side != Side::Middle || is_limb[joint] {
                names[joint].side = match votes[first][0].cmp(&votes[first][1]) {
                    Ordering::Greater => Side::Left,
                    Ordering::Less => Side::Right,
                    Ordering::Equal => names[first].side,
                };
            }
        }
    }

    /// Returns a joint, its parent, and so on up to its root.
    pub(super) fn path_to_root(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.joints[*joint].parent)
    }

    /// Returns the joints on the way `from` a joint up to its lowest common ancestor with another joint and down `to`
    /// that joint; none if there is no common ancestor.
    pub(super) fn route(&self, from: usize, to: usize) -> Vec<usize> {
        let mut route: Vec<usize> = self.path_to_root(from).collect();
        let down: Vec<usize> = self.path_to_root(to).collect();
        let Some(fork) = down.iter().position(|joint| route.contains(joint)) else { return Vec::new() };
        route.truncate(route.iter().position(|joint| *joint == down[fork]).unwrap_or(0));
        route.extend(down[..=fork].iter().rev());
        route
    }

    /// Returns the lowest common ancestor of two joints.
    pub(super) fn common_ancestor(&self, joints: [Option<usize>; 2]) -> Option<usize> {
        let ancestors: HashSet<usize> = self.path_to_root(joints[0]?).skip(1).collect();
        self.path_to_root(joints[1]?).skip(1).find(|joint| ancestors.contains(joint))
    }
}

/// Returns whether a joint's name has a side and a part of a limb, except for fingers.
pub(crate) fn has_limb_name(joint: &str) -> bool {
    let name = JointName::parse(local_name(joint));
    name.side != Side::Middle && is_limb_name(&name)
}

/// Returns whether a name is that of a part of a limb, except for fingers.
fn is_limb_name(name: &JointName) -> bool {
    PARTS.iter().any(|(_, count, words)| *count == Count::Sided && words.split(' ').any(|word| name.is(word)))
}

/// Returns the index of a role's limb in [`LIMBS`], and the index of its part in the limb; fingers come after the hand.
fn limb_and_part(role: Role) -> Option<(usize, usize)> {
    if FINGERS.contains(&role.part) {
        return Some((1, LIMBS[1].len()));
    }
    let parts = LIMBS.iter().map(|limb| limb.iter().position(|part| *part == role.part));
    parts.enumerate().find_map(|(limb, part)| Some((limb, part?)))
}

/// Returns whether a joint of this role is in a leg or an arm.
pub(crate) fn is_limb(role: Role) -> bool {
    LIMBS.iter().any(|limb| limb.contains(&role.part))
}

/// Returns whether a joint of this role is in an arm, or in its hand.
pub(super) fn is_arm(role: Role) -> bool {
    LIMBS[1].contains(&role.part) || FINGERS.contains(&role.part)
}

/// Returns whether each joint is matched, or lies between matched joints that have its motion, too, as a twist joint
/// between elbow and wrist. If of an arm only the hand is matched, the other joints of the arm are not covered.
pub(crate) fn mark_covered(joints: &[Joint], roles: &[Option<Role>], is_matched: &[bool]) -> Vec<bool> {
    let body = Body { joints, ..Body::default() };
    let mut is_covered = is_matched.to_vec();
    for joint in (0..joints.len()).filter(|joint| is_matched[*joint]) {
        let nearest = body.path_to_root(joint).skip(1).find(|above| is_matched[*above]);
        let own = roles[joint].and_then(limb_and_part);
        let same_side = nearest
            .and_then(|above| roles[above])
            .filter(|above| Some(above.side) == roles[joint].map(|role| role.side));
        let above = same_side.and_then(limb_and_part).filter(|above| own.is_some_and(|own| own.0 == above.0));
        // Parts of the limb are missing between the joint and its nearest matched ancestor, up to the trunk.
        let mut is_in_arm = own.is_some_and(|own| own.1 > above.map_or(0, |above| above.1 + 1));
        for between in body.path_to_root(joint).skip(1).take_while(|between| Some(*between) != nearest) {
            let is_in_trunk = roles[between].is_some_and(is_trunk);
            is_in_arm &= !is_in_trunk;
            is_covered[between] |= !is_in_arm && (is_in_trunk || roles[between].is_none());
        }
    }
    is_covered
}

fn is_trunk(role: Role) -> bool {
    limb_and_part(role).is_none()
}
