//! Roles by names, and by the roles of other joints in the tree.

use super::body::{Body, Role, find_part};
use super::table::{Count, FINGERS, LIMBS, PARTS, is_line};
use super::{Side, facing::Facing, joint_name::JointName};
use armature::skeleton::Joint;
use glam::Vec3;
use std::collections::BTreeSet;

/// The roles of a figure's joints, and the direction that it faces, if it is an upright body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) roles: Vec<Option<Role>>,
    pub(crate) facing: Option<Facing>,
    /// A joint in the middle of another pair of limbs, which may be the arms as well, since no name tells.
    pub(crate) other_arm: Option<usize>,
}

impl Found {
    /// Returns doubts: the beginning and the end of sentences that have the figure's name between them.
    pub(crate) fn doubts(&self, joints: &[Joint]) -> Vec<(&'static str, String)> {
        let front = self.facing.as_ref().and_then(Facing::doubt).map(|doubt| ("The front of", format!("is {doubt}")));
        let arms = self.other_arm.map(|joint| {
            let other = &joints[joint].name;
            (
                "The arms of",
                format!("are assumed where it reaches farthest: the limbs with \"{other}\" may be arms, too"),
            )
        });
        front.into_iter().chain(arms).collect()
    }
}

impl Body<'_> {
    /// Returns the role of each joint that has one.
    pub(crate) fn roles(&self) -> Vec<Option<Role>> {
        self.find_roles(&[]).roles
    }

    /// Returns the role of each joint that has one; `given` are the roles of some. If the joints are not a whole body,
    /// all nodes can have roles, provided that this gives more roles.
    pub(crate) fn find_roles(&self, given: &[(usize, Role)]) -> Found {
        let is_joint = self.connected_joints();
        let body = Body { is_joint: &is_joint, ..*self };
        let found = Search::find_roles(body, given);
        let is_whole = Side::BOTH.into_iter().all(|side| {
            find_part(&found.roles, "thigh", side).and(find_part(&found.roles, "upper arm", side)).is_some()
        });
        let counts_all = self.counts_all || !is_joint.contains(&false) && !self.is_control.contains(&true);
        if counts_all || is_whole {
            return found;
        }
        let all = Search::find_roles(Body { counts_all: true, ..body }, given);
        if all.roles.iter().flatten().count() > found.roles.iter().flatten().count() { all } else { found }
    }
}

/// A search for the roles of a body's joints.
pub(super) struct Search<'a> {
    pub(super) body: Body<'a>,
    pub(super) names: Vec<JointName>,
    given: &'a [(usize, Role)],
    pub(super) roles: Vec<Option<Role>>,
    /// Direction from the figure's right to its left, if it is known.
    pub(super) left: Option<Vec3>,
    /// As [`Found::other_arm`].
    pub(super) other_arm: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(body: Body<'a>, given: &'a [(usize, Role)]) -> Self {
        Self {
            names: body.parse_names(),
            roles: vec![None; body.joints.len()],
            body,
            given,
            left: None,
            other_arm: None,
        }
    }

    /// Returns the role of each joint that has one. If the figure does not face where the sides of these roles say, the
    /// search is repeated with other sides.
    fn find_roles(body: Body<'a>, given: &'a [(usize, Role)]) -> Found {
        let mut search = Self::new(body, given);
        search.search();
        let facing = Facing::find(&body, &search.names, &search.roles);
        if let Some(facing) = facing.as_ref().filter(|facing| facing.is_exchanged.contains(&true)) {
            facing.correct_names(&body, &search.roles, &mut search.names);
            search.left = Some(facing.left);
            search.roles.fill(None);
            search.search();
        }
        search.remove_heels(facing.as_ref());
        Found { roles: search.roles, facing, other_arm: search.other_arm }
    }

    /// Finds roles first by names, then by positions, then by the roles of other joints.
    fn search(&mut self) {
        self.other_arm = None;
        for (joint, role) in self.given {
            self.add(*joint, *role);
        }
        self.add_by_names();
        self.prefer_ankles();
        self.prefer_chains();
        self.add_by_positions();
        self.add_by_neighbours();
        self.number_lines();
    }

    /// Removes the role of toes from joints without such a name that are behind the foot.
    fn remove_heels(&mut self, facing: Option<&Facing>) {
        let Some(facing) = facing else { return };
        for side in Side::BOTH {
            let (Some(foot), Some(toes)) = (self.find("foot", side), self.find("toes", side)) else { continue };
            let step = self.body.positions[toes] - self.body.positions[foot];
            if step.dot(facing.forward) < 0.0 && !self.names[toes].is_part("toes") && !self.is_given(toes) {
                self.roles[toes] = None;
            }
        }
    }

    pub(super) fn is_given(&self, joint: usize) -> bool {
        self.given.iter().any(|given| given.0 == joint)
    }

    pub(super) fn find(&self, part: &str, side: Side) -> Option<usize> {
        find_part(&self.roles, part, side)
    }

    /// Gives a role to a joint without one, unless another joint has the role already. Joints of a line are numbered
    /// later.
    pub(super) fn add(&mut self, joint: usize, role: Role) {
        if self.roles[joint].is_none() && (is_line(role.part) || self.find(role.part, role.side).is_none()) {
            self.roles[joint] = Some(role);
        }
    }

    /// Adds the roles of all joints whose names are in the table of parts.
    fn add_by_names(&mut self) {
        let mut order: Vec<usize> = (0..self.names.len()).filter(|joint| self.body.counts(*joint)).collect();
        // Joints come before nodes: a mesh may be called `Head`. Joints with vertices come before those without.
        let has_vertices = |joint: usize| self.body.vertices.get(joint).is_some_and(Option::is_some);
        order.sort_by_key(|joint| (self.body.is_joint.get(*joint) != Some(&true), !has_vertices(*joint)));
        for (part, count, words) in PARTS {
            for (side, word) in count.sides().iter().flat_map(|side| words.split(' ').map(|word| (*side, word))) {
                for &joint in &order {
                    let name = &self.names[joint];
                    if name.side == side && name.is(word) {
                        // Figures without single fingers have two joints for all fingers.
                        let finger = name.number.max(1) + usize::from(name.is("fingertips"));
                        self.add(joint, Role::new(part, side, if count == Count::Finger { finger } else { 0 }));
                    }
                }
            }
        }
    }

    /// Gives an ankle the role of the foot, and the foot below the ankle that of the toes. Gives a wrist the role of
    /// the hand, if the hand below the wrist has no children.
    fn prefer_ankles(&mut self) {
        for (part, nearer) in [("foot", "ankle"), ("hand", "wrist")] {
            for side in Side::BOTH {
                let Some(end) = self.find(part, side).filter(|end| !self.is_given(*end)) else { continue };
                let parent = self.body.path_to_root(end).skip(1).find(|joint| self.body.counts(*joint));
                let Some(near) = parent.filter(|near| self.roles[*near].is_none()) else { continue };
                let name = &self.names[near];
                let has_children = self.body.joints.iter().any(|joint| joint.parent == Some(end));
                if name.side != side || !name.is(nearer) || part == "hand" && has_children {
                    continue;
                }
                self.roles[near] = self.roles[end].take();
                if part == "foot" {
                    if let Some(toes) = self.find("toes", side) {
                        self.roles[toes] = None;
                    }
                    self.roles[end] = Some(Role::new("toes", side, 0));
                }
            }
        }
    }

    /// If the forearm is not above the hand, gives its role to a joint above the hand with a forearm's name: an `elbow`
    /// beside the arm is a target of inverse kinematics. Likewise for the shin.
    fn prefer_chains(&mut self) {
        for (limb, side) in LIMBS.into_iter().flat_map(|limb| Side::BOTH.map(|side| (limb, side))) {
            let Some(end) = self.find(limb[2], side) else { continue };
            let Some(middle) = self.find(limb[1], side).filter(|middle| !self.is_given(*middle)) else { continue };
            let words = PARTS.iter().find(|row| row.0 == limb[1]).map_or("", |row| row.2);
            let mut above = self.body.path_to_root(end).skip(1);
            if above.any(|joint| joint == middle) {
                continue;
            }
            let other = self.body.path_to_root(end).skip(1).find(|joint| {
                let name = &self.names[*joint];
                self.roles[*joint].is_none() && name.side == side && words.split(' ').any(|word| name.is(word))
            });
            if let Some(other) = other {
                self.roles[other] = self.roles[middle].take();
            }
        }
    }

    /// Adds roles that follow from those of other joints: the hips above both thighs, the head at the end of a neck,
    /// and the only child of a part of a limb as the next part.
    fn add_by_neighbours(&mut self) {
        if self.find("hips", Side::Middle).is_none() {
            let thighs = Side::BOTH.map(|side| self.find("thigh", side));
            if let Some(joint) = self.body.common_ancestor(thighs).filter(|joint| self.body.counts(*joint)) {
                self.roles[joint] = Some(Role::new("hips", Side::Middle, 0));
            }
        }
        let necks = self.roles.iter().enumerate().filter(|(_, role)| role.is_some_and(|role| role.part == "neck"));
        let necks: Vec<usize> = necks.map(|(joint, _)| joint).collect();
        if self.find("head", Side::Middle).is_none() && necks.len() > 1 {
            self.roles[necks[necks.len() - 1]] = Some(Role::new("head", Side::Middle, 0));
        }
        for (limb, side) in LIMBS.into_iter().flat_map(|limb| Side::BOTH.map(|side| (limb, side))) {
            for parts in limb.windows(2) {
                let Some(above) = self.find(parts[0], side) else { continue };
                let mut children = (0..self.roles.len())
                    .filter(|joint| self.body.joints[*joint].parent == Some(above) && self.body.counts(*joint));
                if let (Some(only), None) = (children.next(), children.next()) {
                    self.add(only, Role::new(parts[1], side, 0));
                }
            }
        }
    }

    /// Numbers the joints of a spine, a neck or a finger in their order from the hips on, whatever their names are, and
    /// removes the roles of joints beside the line.
    fn number_lines(&mut self) {
        let lines = self.roles.iter().flatten().filter(|role| is_line(role.part));
        let lines: BTreeSet<Role> = lines.map(|role| Role { number: 0, ..*role }).collect();
        for role in lines {
            let line = self.find_line(role);
            let hints: Vec<usize> = line.iter().map(|joint| self.roles[*joint].map_or(0, |role| role.number)).collect();
            for other in &mut self.roles {
                *other = other.filter(|other| !other.has_same_part(role));
            }
            let is_finger = FINGERS.contains(&role.part);
            let mut next = usize::from(is_finger);
            for (joint, hint) in line.into_iter().zip(&hints) {
                // The first joints of a finger may be missing.
                let number = if is_finger && hints.is_sorted() { next.max(*hint) } else { next };
                self.roles[joint] = Some(Role { number, ..role });
                next = number + 1;
            }
        }
    }

    /// Returns the joints of a part that are in a line from the hips on, or all joints of the part if they have no
    /// parents or some of their roles are given.
    fn find_line(&self, role: Role) -> Vec<usize> {
        let is_member: Vec<bool> =
            self.roles.iter().map(|own| own.is_some_and(|own| own.has_same_part(role))).collect();
        let members: Vec<usize> = (0..is_member.len()).filter(|joint| is_member[*joint]).collect();
        let is_tree = members.iter().any(|joint| self.body.joints[*joint].parent.is_some());
        if !is_tree || members.iter().any(|joint| self.is_given(*joint)) {
            return members;
        }
        let ends: &[(&str, Side)] = match role.part {
            "spine" => {
                &[("neck", Side::Middle), ("head", Side::Middle), ("upper arm", Side::Left), ("upper arm", Side::Right)]
            }
            "neck" => &[("head", Side::Middle)],
            _ => &[],
        };
        // If no part comes after the line, it ends at the joint with the most members above.
        let mut above: Vec<usize> = Vec::with_capacity(is_member.len());
        for (index, joint) in self.body.joints.iter().enumerate() {
            above.push(usize::from(is_member[index]) + joint.parent.map_or(0, |parent| above[parent]));
        }
        let deepest = members.iter().copied().rev().max_by_key(|joint| above[*joint]);
        let hips = self.find("hips", Side::Middle);
        for end in ends.iter().find_map(|(part, side)| self.find(part, *side)).into_iter().chain(deepest) {
            let mut line = hips.map(|hips| self.body.route(hips, end)).unwrap_or_default();
            if line.is_empty() {
                line.extend(self.body.path_to_root(end));
                line.reverse();
            }
            line.retain(|joint| is_member[*joint]);
            if !line.is_empty() {
                return line;
            }
        }
        members
    }
}
