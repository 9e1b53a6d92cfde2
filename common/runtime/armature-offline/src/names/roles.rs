//! Parts of a body that joints are: by the words in their names first, and by the tree of joints where names say nothing.

use super::Side;
use super::joint_name::{JointName, parse_names};
use super::table::{Count, FINGERS, LIMBS, PARTS, Row, is_line};
use armature::skeleton::{Joint, local_name};
use std::collections::{BTreeSet, HashMap};

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

/// The joints of a figure, with all that their roles depend on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Whether vertices follow each joint, or in a file without meshes whether a clip moves it; if empty, all count.
    pub(crate) is_used: &'a [bool],
    /// Joints with the parts that the file itself gives them, as VRM does.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Positions at rest, in a world in which y is up. If empty, roles depend on names alone.
    pub(crate) positions: &'a [glam::Vec3],
}

/// The roles of a figure's joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roles {
    pub(crate) of_joints: Vec<Option<Role>>,
    /// Limbs whose joints were found by the tree: `left leg`.
    pub(crate) by_tree: Vec<String>,
}

impl Body<'_> {
    /// Returns the role of each joint that has one; `given` are the roles of some.
    pub(crate) fn find_roles(&self, given: &[(usize, Role)]) -> Roles {
        let mut search = Search {
            body: self,
            names: self.parse_names(),
            is_connected: self.connected(),
            given,
            roles: vec![None; self.joints.len()],
            by_tree: Vec::new(),
        };
        for (joint, role) in given {
            search.add(*joint, *role);
        }
        let used: Vec<usize> = (0..self.joints.len()).filter(|joint| self.is_used(*joint)).collect();
        let all: Vec<usize> = (0..self.joints.len()).collect();
        let connected: Vec<usize> = (0..self.joints.len()).filter(|joint| search.is_connected[*joint]).collect();
        // Joints with vertices come before those of a control rig. Limbs may consist of both.
        search.add_by_names(&used, |_| true);
        search.add_by_names(&connected, |row| row.1 == Count::Sided);
        for (limb, parts) in LIMBS.iter().enumerate() {
            // A limb that no clip moves is as far away from the used joints as controls are, but whole.
            let before = search.roles.clone();
            search.add_by_names(&all, |row| parts.contains(&row.0));
            if !Side::BOTH.iter().all(|side| search.has_limb(limb, *side)) {
                search.roles = before;
            }
        }
        search.remove_crossed_limbs();
        search.add_by_tree();
        search.add_by_names(&all, |_| true);
        search.add_by_neighbours();
        search.number_lines();
        Roles { of_joints: search.roles, by_tree: search.by_tree }
    }

    pub(super) fn is_used(&self, joint: usize) -> bool {
        self.is_used.get(joint) != Some(&false)
    }

    /// Returns whether each joint is used, or an ancestor or a descendant of one that is. The others are controls.
    fn connected(&self) -> Vec<bool> {
        let mut is_above: Vec<bool> = (0..self.joints.len()).map(|joint| self.is_used(joint)).collect();
        let mut is_below = is_above.clone();
        for (index, joint) in self.joints.iter().enumerate() {
            is_below[index] |= joint.parent.is_some_and(|parent| is_below[parent]);
        }
        for (index, joint) in self.joints.iter().enumerate().rev() {
            if let (true, Some(parent)) = (is_above[index], joint.parent) {
                is_above[parent] = true;
            }
        }
        is_above.iter().zip(is_below).map(|(is_above, is_below)| *is_above || is_below).collect()
    }

    fn parse_names(&self) -> Vec<JointName> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let is_used: Vec<bool> = (0..names.len()).map(|joint| self.is_used(joint)).collect();
        let mut names = parse_names(&names, &is_used);
        for (joint, name) in self.humanoid {
            names[*joint] = JointName::parse(name);
        }
        names
    }

    /// Returns a joint, its parent, and so on up to its root.
    pub(super) fn path_to_root(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.joints[*joint].parent)
    }

    /// Returns the lowest common ancestor of two joints, which is neither of them.
    pub(super) fn common_ancestor(&self, joints: [Option<usize>; 2]) -> Option<usize> {
        let ancestors: BTreeSet<usize> = self.path_to_root(joints[0]?).skip(1).collect();
        self.path_to_root(joints[1]?).skip(1).find(|joint| ancestors.contains(joint))
    }
}

/// A search for the roles of a body's joints.
pub(super) struct Search<'a> {
    pub(super) body: &'a Body<'a>,
    pub(super) names: Vec<JointName>,
    pub(super) is_connected: Vec<bool>,
    given: &'a [(usize, Role)],
    pub(super) roles: Vec<Option<Role>>,
    pub(super) by_tree: Vec<String>,
}

impl Search<'_> {
    pub(super) fn find(&self, part: &str, side: Side) -> Option<usize> {
        find_part(&self.roles, part, side)
    }

    pub(super) fn is_given(&self, joint: usize) -> bool {
        self.given.iter().any(|given| given.0 == joint)
    }

    /// Gives a role to a joint without one, unless another joint has the role already. Joints of a line are numbered
    /// later.
    pub(super) fn add(&mut self, joint: usize, role: Role) {
        if self.roles[joint].is_none() && (is_line(role.part) || self.find(role.part, role.side).is_none()) {
            self.roles[joint] = Some(role);
        }
    }

    /// Adds the roles of `joints` whose names are in the rows of the table that `has_row` chooses. Fingers have the side
    /// of the hand above them.
    fn add_by_names(&mut self, joints: &[usize], has_row: impl Fn(&Row) -> bool) {
        for (part, count, words) in PARTS.into_iter().filter(has_row) {
            for (side, word) in count.sides().iter().flat_map(|side| words.split(' ').map(|word| (*side, word))) {
                for &joint in joints {
                    let name = &self.names[joint];
                    if !name.is(word) {
                        continue;
                    }
                    if count != Count::Finger {
                        if name.side == side {
                            self.add(joint, Role::new(part, side, 0));
                        }
                        continue;
                    }
                    // Figures without single fingers have two joints for all fingers.
                    let number = name.number.max(1) + usize::from(name.is("fingertips"));
                    if self.hand_side(joint).unwrap_or(name.side) == side {
                        self.add(joint, Role::new(part, side, number));
                    }
                }
            }
        }
    }

    /// Returns the side of the hand above a joint.
    fn hand_side(&self, joint: usize) -> Option<Side> {
        let mut above = self.body.path_to_root(joint).skip(1).filter_map(|above| self.roles[above]);
        above.find(|role| role.part == "hand").map(|hand| hand.side)
    }

    /// Removes the roles of both legs, or of both arms, if a joint of one is below a joint of the other: names of some
    /// joints have the wrong side.
    fn remove_crossed_limbs(&mut self) {
        for parts in [&["thigh", "shin", "foot", "toes"][..], &["collarbone", "upper arm", "forearm", "hand"]] {
            let is_in_limb = |role: &Role| parts.contains(&role.part);
            let is_crossed = (0..self.roles.len()).any(|joint| {
                let role = self.roles[joint].filter(is_in_limb);
                let mut above = self.body.path_to_root(joint).filter_map(|above| self.roles[above].filter(is_in_limb));
                role.is_some_and(|role| above.any(|above| above.side != role.side))
            });
            for joint in (0..self.roles.len()).filter(|_| is_crossed) {
                let is_kept = self.is_given(joint);
                self.roles[joint] = self.roles[joint].filter(|role| is_kept || !is_in_limb(role));
            }
        }
    }

    /// Adds roles that follow from those of other joints: the hips above both thighs, the head at the end of a neck,
    /// and the only child of a part of a limb as the next part.
    fn add_by_neighbours(&mut self) {
        if self.find("hips", Side::Middle).is_none() {
            let thighs = Side::BOTH.map(|side| self.find("thigh", side));
            if let Some(joint) = self.body.common_ancestor(thighs) {
                self.roles[joint] = Some(Role::new("hips", Side::Middle, 0));
            }
        }
        let is_neck = |joint: &usize| self.roles[*joint].is_some_and(|role| role.part == "neck");
        let necks: Vec<usize> = (0..self.roles.len()).filter(is_neck).collect();
        if self.find("head", Side::Middle).is_none() && necks.len() > 1 {
            self.roles[necks[necks.len() - 1]] = Some(Role::new("head", Side::Middle, 0));
        }
        let mut children = HashMap::<usize, Vec<usize>>::new();
        for (index, joint) in self.body.joints.iter().enumerate().filter(|(joint, _)| self.is_connected[*joint]) {
            if let Some(parent) = joint.parent {
                children.entry(parent).or_default().push(index);
            }
        }
        for side in Side::BOTH {
            let leg = [("thigh", "shin"), ("shin", "foot"), ("foot", "toes")];
            for (part, next) in leg.into_iter().chain([("upper arm", "forearm"), ("forearm", "hand")]) {
                let below = self.find(part, side).and_then(|joint| children.get(&joint));
                if let Some([only]) = below.map(Vec::as_slice)
                    && !self.names[*only].is("heel")
                {
                    self.add(*only, Role::new(next, side, 0));
                }
            }
        }
    }

    /// Numbers the joints of a spine, a neck or a finger in their order from the hips on, whatever their names are, and
    /// removes the roles of joints beside the line.
    fn number_lines(&mut self) {
        let lines = self.roles.iter().flatten().filter(|role| is_line(role.part));
        let lines: BTreeSet<Role> = lines.map(|role| Role { number: 0, ..*role }).collect();
        for line in lines {
            let is_member = |role: &Option<Role>| role.is_some_and(|role| role.has_same_part(line));
            let members: Vec<usize> = (0..self.roles.len()).filter(|joint| is_member(&self.roles[*joint])).collect();
            let kept = self.find_line(&members, line);
            let hints: Vec<usize> = kept.iter().map(|joint| self.roles[*joint].map_or(0, |role| role.number)).collect();
            for joint in &members {
                self.roles[*joint] = None;
            }
            let is_finger = FINGERS.contains(&line.part);
            let mut next = usize::from(is_finger);
            for (joint, hint) in kept.into_iter().zip(&hints) {
                // The first joints of a finger may be missing.
                let number = if is_finger && hints.is_sorted() { next.max(*hint) } else { next };
                self.roles[joint] = Some(Role { number, ..line });
                next = number + 1;
            }
        }
    }

    /// Returns those of a line's joints that are above its end: above the part that follows in a body, or else the most.
    /// Returns all of them without parents, or if a map gives the role of one.
    fn find_line(&self, members: &[usize], line: Role) -> Vec<usize> {
        let is_tree = members.iter().any(|joint| self.body.joints[*joint].parent.is_some());
        if !is_tree || members.iter().any(|joint| self.is_given(*joint)) {
            return members.to_vec();
        }
        let after = match line.part {
            "spine" => self.find("neck", Side::Middle).or(self.find("upper arm", Side::Left)),
            "neck" => self.find("head", Side::Middle),
            _ => None,
        };
        // Without a part that follows, the line ends at the joint with the most members above.
        let mut above: Vec<usize> = Vec::with_capacity(self.roles.len());
        let mut is_member = vec![false; self.roles.len()];
        for joint in members {
            is_member[*joint] = true;
        }
        for (index, joint) in self.body.joints.iter().enumerate() {
            above.push(usize::from(is_member[index]) + joint.parent.map_or(0, |parent| above[parent]));
        }
        let deepest = members.iter().copied().rev().max_by_key(|joint| above[*joint]);
        for end in after.into_iter().chain(deepest) {
            let mut path: Vec<usize> = self.body.path_to_root(end).filter(|joint| is_member[*joint]).collect();
            path.reverse();
            if !path.is_empty() {
                return path;
            }
        }
        members.to_vec()
    }

    /// Returns whether all three parts of a limb have a joint.
    pub(super) fn has_limb(&self, limb: usize, side: Side) -> bool {
        LIMBS[limb].iter().all(|part| self.find(part, side).is_some())
    }
}
