//! Roles by names, and by the roles of other joints in the tree.

use super::{
    Side,
    body::{Body, Role, find_part},
    called::Called,
    table::{Count, FINGERS, LIMBS, PARTS, is_line},
};
use std::collections::BTreeSet;

impl Body<'_> {
    /// Returns the role of each joint that has one.
    pub(crate) fn roles(&self) -> Vec<Option<Role>> {
        self.roles_with(&[])
    }

    /// Returns the roles, where those of some joints are given. If the joints are not a whole body, other nodes count
    /// too, provided that more roles are found then.
    pub(super) fn roles_with(&self, given: &[(usize, Role)]) -> Vec<Option<Role>> {
        let roles = Search::new(*self, given).run();
        let is_whole = Side::BOTH
            .into_iter()
            .all(|side| find_part(&roles, "thigh", side).and(find_part(&roles, "upper arm", side)).is_some());
        if self.counts_all || !self.is_joint.contains(&false) || is_whole {
            return roles;
        }
        let all = Search::new(Self { counts_all: true, ..*self }, given).run();
        if all.iter().flatten().count() > roles.iter().flatten().count() { all } else { roles }
    }
}

/// A search for the roles of a body's joints.
pub(super) struct Search<'a> {
    pub(super) body: Body<'a>,
    pub(super) called: Vec<Called>,
    given: &'a [(usize, Role)],
    pub(super) roles: Vec<Option<Role>>,
}

impl<'a> Search<'a> {
    fn new(body: Body<'a>, given: &'a [(usize, Role)]) -> Self {
        Self { called: body.read_names(), roles: vec![None; body.joints.len()], body, given }
    }

    fn run(mut self) -> Vec<Option<Role>> {
        for (joint, role) in self.given {
            self.add(*joint, *role);
        }
        self.add_named();
        self.prefer_ankles();
        self.prefer_chains();
        self.add_placed();
        self.add_between();
        self.number_lines();
        self.roles
    }

    pub(super) fn is_given(&self, joint: usize) -> bool {
        self.given.iter().any(|given| given.0 == joint)
    }

    pub(super) fn find(&self, part: &str, side: Side) -> Option<usize> {
        find_part(&self.roles, part, side)
    }

    /// Gives a role to a joint without one, unless another joint has it; the joints of a line are numbered later.
    pub(super) fn add(&mut self, joint: usize, role: Role) {
        if self.roles[joint].is_none() && (is_line(role.part) || self.find(role.part, role.side).is_none()) {
            self.roles[joint] = Some(role);
        }
    }

    fn add_named(&mut self) {
        let mut is_below = Vec::with_capacity(self.body.joints.len());
        for joint in self.body.joints {
            is_below.push(joint.parent.is_some_and(|parent| is_below[parent] || self.body.counts(parent)));
        }
        let counts: Vec<bool> = (0..is_below.len()).map(|joint| self.body.counts(joint)).collect();
        let mut order: Vec<usize> = (0..is_below.len()).filter(|joint| counts[*joint] || is_below[*joint]).collect();
        // Joints before nodes: a mesh may be called `Head`.
        order.sort_by_key(|joint| self.body.is_joint.get(*joint) != Some(&true));
        for (part, count, words) in PARTS {
            for (side, word) in count.sides().iter().flat_map(|side| words.split(' ').map(|word| (*side, word))) {
                for &joint in &order {
                    let called = &self.called[joint];
                    if called.side == side && called.is(word) && (side != Side::Middle || counts[joint]) {
                        // Figures whose hands have no single fingers have two joints for all.
                        let finger = called.number.max(1) + usize::from(called.is("fingertips"));
                        self.add(joint, Role::new(part, side, if count == Count::Finger { finger } else { 0 }));
                    }
                }
            }
        }
    }

    /// Makes an ankle the foot, and a foot below it the toes; and a wrist the hand, if the hand below it has no children.
    fn prefer_ankles(&mut self) {
        for (part, nearer) in [("foot", "ankle"), ("hand", "wrist")] {
            for side in Side::BOTH {
                let Some(end) = self.find(part, side).filter(|end| !self.is_given(*end)) else { continue };
                let parent = self.body.path(end).skip(1).find(|joint| self.body.counts(*joint));
                let Some(near) = parent.filter(|near| self.roles[*near].is_none()) else { continue };
                let called = &self.called[near];
                let has_children = self.body.joints.iter().any(|joint| joint.parent == Some(end));
                if called.side != side || !called.is(nearer) || part == "hand" && has_children {
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

    /// Makes a joint above the hand the forearm, if it is called so too: `elbow` beside the arm is what the arm points at.
    /// Likewise the shin.
    fn prefer_chains(&mut self) {
        for (limb, side) in LIMBS.into_iter().flat_map(|limb| Side::BOTH.map(|side| (limb, side))) {
            let Some(end) = self.find(limb[2], side) else { continue };
            let Some(middle) = self.find(limb[1], side).filter(|middle| !self.is_given(*middle)) else { continue };
            let words = PARTS.iter().find(|row| row.0 == limb[1]).map_or("", |row| row.2);
            let mut above = self.body.path(end).skip(1);
            if above.any(|joint| joint == middle) {
                continue;
            }
            let other = self.body.path(end).skip(1).find(|joint| {
                let called = &self.called[*joint];
                self.roles[*joint].is_none() && called.side == side && words.split(' ').any(|word| called.is(word))
            });
            if let Some(other) = other {
                self.roles[other] = self.roles[middle].take();
            }
        }
    }

    /// Adds the roles that those of other joints leave no doubt about: `leg_1`, `leg_2`, `leg_3` of one leg.
    fn add_between(&mut self) {
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

    /// Numbers the joints of a spine, a neck or a finger in their order from the hips on, whatever their names say. A
    /// joint beside the line has no role.
    fn number_lines(&mut self) {
        let lines = self.roles.iter().flatten().filter(|role| is_line(role.part));
        let lines: BTreeSet<Role> = lines.map(|role| Role { number: 0, ..*role }).collect();
        for role in lines {
            let line = self.find_line(role);
            let hints: Vec<usize> = line.iter().map(|joint| self.roles[*joint].map_or(0, |role| role.number)).collect();
            for other in &mut self.roles {
                *other = other.filter(|other| !other.is_kin(role));
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

    /// Returns the joints of a part that are in a line from the hips on; all of them where there is no tree, or where
    /// some are given.
    fn find_line(&self, role: Role) -> Vec<usize> {
        let is_member: Vec<bool> = self.roles.iter().map(|own| own.is_some_and(|own| own.is_kin(role))).collect();
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
        // Where nothing comes after the line, it ends at the joint with the most members above it.
        let mut above: Vec<usize> = Vec::with_capacity(is_member.len());
        for (joint, of) in self.body.joints.iter().enumerate() {
            above.push(usize::from(is_member[joint]) + of.parent.map_or(0, |parent| above[parent]));
        }
        let deepest = members.iter().copied().rev().max_by_key(|joint| above[*joint]);
        let hips = self.find("hips", Side::Middle);
        for end in ends.iter().find_map(|(part, side)| self.find(part, *side)).into_iter().chain(deepest) {
            let mut line = hips.map(|hips| self.body.route(hips, end)).unwrap_or_default();
            if line.is_empty() {
                line.extend(self.body.path(end));
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
