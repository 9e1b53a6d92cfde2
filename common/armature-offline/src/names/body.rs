//! The joints of a figure, and their roles: places in the tree of a body.

use super::{
    Side,
    called::{Called, read_names},
    table::{Count, FINGERS, LIMBS, PARTS},
};
use armature::skeleton::{Joint, local_name};
use glam::Vec3;
use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

/// The place of a joint in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Role {
    /// A name of the table of parts.
    pub(crate) part: &'static str,
    pub(crate) side: Side,
    /// The place in a spine, a neck or a finger, counted from the hips outwards; 0 for other parts.
    pub(crate) number: usize,
}

impl Role {
    pub(crate) const fn new(part: &'static str, side: Side, number: usize) -> Self {
        Self { part, side, number }
    }

    /// Returns whether this is a foot, or toes.
    pub(crate) fn is_foot(self) -> bool {
        ["foot", "toes"].contains(&self.part)
    }

    /// Returns whether two joints are in the same part, on the same side.
    pub(crate) fn is_kin(self, other: Self) -> bool {
        (self.part, self.side) == (other.part, other.side)
    }
}

/// Returns the first joint of a part on a side.
pub(crate) fn find_part(roles: &[Option<Role>], part: &str, side: Side) -> Option<usize> {
    roles.iter().position(|role| role.is_some_and(|role| (role.part, role.side) == (part, side)))
}

/// Returns the joint of each role.
pub(crate) fn by_role(roles: &[Option<Role>]) -> HashMap<Role, usize> {
    roles.iter().enumerate().filter_map(|(joint, role)| Some(((*role)?, joint))).collect()
}

/// Returns the sum of the lines from the joints of the right side to those of the left. Limbs may be named crosswise: feet
/// point ahead.
pub(crate) fn find_left(roles: &[Option<Role>], position: impl Fn(usize) -> Option<Vec3>) -> Vec3 {
    let with_role = by_role(roles);
    let mut ahead = Vec3::ZERO;
    for side in Side::BOTH {
        let [toes, foot] = ["toes", "foot"].map(|part| with_role.get(&Role::new(part, side, 0)));
        if let (Some(toes), Some(foot)) = (toes.and_then(|toes| position(*toes)), foot.and_then(|foot| position(*foot)))
        {
            ahead += toes - foot;
        }
    }
    let mut left = Vec3::ZERO;
    for (joint, role) in roles.iter().enumerate().filter(|(_, role)| role.is_some_and(|role| role.side == Side::Left)) {
        let other = role.and_then(|role| with_role.get(&Role { side: Side::Right, ..role }));
        if let (Some(own), Some(other)) = (position(joint), other.and_then(|other| position(*other))) {
            let line = own - other;
            left += if line.cross(Vec3::Y).dot(ahead) < 0.0 { -line } else { line };
        }
    }
    left
}

/// The joints of a figure, as far as their roles depend on them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Flags of the nodes that the file calls joints; may be empty.
    pub(crate) is_joint: &'a [bool],
    /// Whether all nodes count: a skin may cover a part of the body.
    pub(crate) counts_all: bool,
    /// Parts that the file itself names, as VRM does.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Positions in the neutral pose, in a world in which y is up; without any, names alone decide.
    pub(crate) positions: &'a [Vec3],
}

impl Body<'_> {
    /// Returns whether a node can be a part of the body: a mesh called `Head` is not, where the file has joints.
    pub(super) fn counts(&self, joint: usize) -> bool {
        self.counts_all || self.is_joint.get(joint) == Some(&true) || !self.is_joint.contains(&true)
    }

    /// Reads the names of all joints, on the sides of their limbs.
    pub(super) fn read_names(&self) -> Vec<Called> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let counts: Vec<bool> = (0..names.len()).map(|joint| self.counts(joint)).collect();
        let mut called = read_names(&names, &counts);
        for (joint, name) in self.humanoid {
            called[*joint] = Called::new(name);
        }
        self.take_sides_of_limbs(&mut called);
        called
    }

    /// Puts each limb on the side that most of its joints name, or else the first; fingers have no vote.
    fn take_sides_of_limbs(&self, called: &mut [Called]) {
        let is_limb: Vec<bool> = called.iter().map(is_in_limb).collect();
        let mut first: Vec<Option<usize>> = Vec::with_capacity(called.len());
        let mut votes = vec![[0, 0]; called.len()];
        for (joint, called) in called.iter().enumerate() {
            let above = self.joints[joint].parent.and_then(|parent| first[parent]);
            first.push(above.or((is_limb[joint] && called.side != Side::Middle).then_some(joint)));
            if let (Some(first), true) = (first[joint], is_limb[joint]) {
                votes[first][0] += usize::from(called.side == Side::Left);
                votes[first][1] += usize::from(called.side == Side::Right);
            }
        }
        for joint in 0..called.len() {
            let Some(first) = first[joint] else { continue };
            if called[joint].side != Side::Middle || is_limb[joint] {
                called[joint].side = match votes[first][0].cmp(&votes[first][1]) {
                    Ordering::Greater => Side::Left,
                    Ordering::Less => Side::Right,
                    Ordering::Equal => called[first].side,
                };
            }
        }
    }

    /// Returns a joint, its parent, and so on up to its root.
    pub(super) fn path(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.joints[*joint].parent)
    }

    /// Returns the joints from one to another, through their lowest common ancestor; none if they have none.
    pub(super) fn route(&self, from: usize, to: usize) -> Vec<usize> {
        let mut route: Vec<usize> = self.path(from).collect();
        let down: Vec<usize> = self.path(to).collect();
        let Some(fork) = down.iter().position(|joint| route.contains(joint)) else { return Vec::new() };
        route.truncate(route.iter().position(|joint| *joint == down[fork]).unwrap_or(0));
        route.extend(down[..=fork].iter().rev());
        route
    }

    /// Returns the lowest joint above both.
    pub(super) fn common_ancestor(&self, pair: [Option<usize>; 2]) -> Option<usize> {
        let others: HashSet<usize> = self.path(pair[0]?).skip(1).collect();
        self.path(pair[1]?).skip(1).find(|joint| others.contains(joint))
    }
}

/// Returns whether a name is that of a part of a limb, except for fingers.
fn is_in_limb(called: &Called) -> bool {
    PARTS.iter().any(|(_, count, words)| *count == Count::Sided && words.split(' ').any(|word| called.is(word)))
}

/// Returns the limb of a role, and its place in it; fingers are carried by the hand.
fn find_in_limb(role: Role) -> Option<(usize, usize)> {
    if FINGERS.contains(&role.part) {
        return Some((1, LIMBS[1].len()));
    }
    let places = LIMBS.iter().map(|limb| limb.iter().position(|part| *part == role.part));
    places.enumerate().find_map(|(limb, place)| Some((limb, place?)))
}

/// Returns whether a joint of this role is in a leg or an arm.
pub(crate) fn is_limb(role: Role) -> bool {
    LIMBS.iter().any(|limb| limb.contains(&role.part))
}

/// Marks the joints that are matched, and those between them whose motion the matched ones have: a twist joint between
/// elbow and wrist, but not an arm of which the hand alone is matched.
pub(crate) fn mark_covered(joints: &[Joint], roles: &[Option<Role>], is_matched: &[bool]) -> Vec<bool> {
    let body = Body { joints, ..Body::default() };
    let mut is_covered = is_matched.to_vec();
    for joint in (0..joints.len()).filter(|joint| is_matched[*joint]) {
        let nearest = body.path(joint).skip(1).find(|above| is_matched[*above]);
        let own = roles[joint].and_then(find_in_limb);
        let same_side = nearest
            .and_then(|above| roles[above])
            .filter(|above| Some(above.side) == roles[joint].map(|role| role.side));
        let above = same_side.and_then(find_in_limb).filter(|above| own.is_some_and(|own| own.0 == above.0));
        // Between a matched hand and the trunk is an arm that is not; joints above one of the trunk are not parts of it.
        let mut is_in_arm = own.is_some_and(|own| own.1 > above.map_or(0, |above| above.1 + 1));
        for between in body.path(joint).skip(1).take_while(|between| Some(*between) != nearest) {
            let is_in_trunk = roles[between].is_some_and(is_trunk);
            is_in_arm &= !is_in_trunk;
            is_covered[between] |= !is_in_arm && (is_in_trunk || roles[between].is_none());
        }
    }
    is_covered
}

fn is_trunk(role: Role) -> bool {
    find_in_limb(role).is_none()
}
