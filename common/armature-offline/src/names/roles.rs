//! What joints are in a body, by their names.

use super::{
    Joint,
    body::{Body, Role, with},
    called::Called,
    place,
    table::{FINGERS, ROLES, is_line},
};
use std::collections::{BTreeSet, HashSet};

impl Body<'_> {
    /// The role of each joint that has one.
    pub(crate) fn roles(&self) -> Vec<Option<Role>> {
        self.roles_with(&[])
    }

    /// The same where the roles of some joints are known, whatever their names are. Where the joints are no whole body,
    /// the other nodes are asked, too.
    pub(super) fn roles_with(&self, given: &[(usize, Role)]) -> Vec<Option<Role>> {
        let roles = self.find_roles(given);
        let has_both = |name: &'static str| [1, 2].into_iter().all(|side| with(&roles, (name, side, 0)).is_some());
        if self.counts_all || !self.is_joint.contains(&false) || has_both("thigh") && has_both("upper arm") {
            return roles;
        }
        let all = Self { counts_all: true, ..*self }.find_roles(given);
        let count = |roles: &[Option<Role>]| roles.iter().flatten().count();
        if count(&all) > count(&roles) { all } else { roles }
    }

    fn find_roles(&self, given: &[(usize, Role)]) -> Vec<Option<Role>> {
        let called = self.called();
        let is_below = self.below_joints();
        let mut roles: Vec<Option<Role>> = vec![None; self.joints.len()];
        let mut taken = HashSet::new();
        for (joint, role) in given.iter().copied() {
            if is_line(role.0) || taken.insert(role) {
                roles[joint] = Some(role);
            }
        }
        // Joints before nodes: a mesh may be called `Head`.
        let mut order: Vec<usize> =
            (0..self.joints.len()).filter(|joint| self.counts(*joint) || is_below[*joint]).collect();
        order.sort_by_key(|joint| self.is_joint.get(*joint) != Some(&true));
        for (role, many, names) in ROLES {
            let is_middle = matches!(many, 'o' | 'c');
            for side in if is_middle { 0..=0 } else { 1..=2 } {
                let mut named = Vec::new();
                for name in names.split(' ') {
                    for joint in order.iter().copied().filter(|joint| self.counts(*joint) || !is_middle) {
                        if roles[joint].is_none() && called[joint].side == side && called[joint].is(name) {
                            named.push(joint);
                        }
                    }
                }
                named.truncate(if is_line(role) { usize::MAX } else { 1 });
                for joint in named {
                    // Figures whose hands have no single fingers have two joints for all.
                    let finger = called[joint].number.max(1) + usize::from(called[joint].is("fingertips"));
                    let role = (role, side, if many == 'f' { finger } else { 0 });
                    if is_line(role.0) || taken.insert(role) {
                        roles[joint] = Some(role);
                    }
                }
            }
        }
        let is_given = |joint: usize| given.iter().any(|(of, _)| *of == joint);
        self.prefer_ankles(&called, is_given, &mut roles);
        place::complete(self, &called, is_given, &mut roles);
        self.complete(&mut roles);
        self.number_lines(is_given, &mut roles);
        roles
    }

    /// Numbers the joints of a spine, a neck or a finger in their order from the hips on, whatever their names say. What
    /// is beside the line has no role.
    fn number_lines(&self, is_given: impl Fn(usize) -> bool, roles: &mut [Option<Role>]) {
        let kinds: BTreeSet<(&str, u8)> = roles.iter().flatten().map(|role| (role.0, role.1)).collect();
        for kind in kinds.into_iter().filter(|kind| is_line(kind.0)) {
            let is_member: Vec<bool> =
                roles.iter().map(|role| role.is_some_and(|role| (role.0, role.1) == kind)).collect();
            let line = self.line(kind.0, &is_member, &is_given, roles);
            let hints: Vec<usize> = line.iter().map(|joint| roles[*joint].map_or(0, |role| role.2)).collect();
            (0..roles.len()).filter(|joint| is_member[*joint]).for_each(|joint| roles[joint] = None);
            let is_finger = FINGERS.contains(&kind.0);
            let mut next = usize::from(is_finger);
            for (joint, hint) in line.into_iter().zip(&hints) {
                // The first joints of a finger may be missing.
                let number = if is_finger && hints.is_sorted() { next.max(*hint) } else { next };
                roles[joint] = Some((kind.0, kind.1, number));
                next = number + 1;
            }
        }
    }

    /// The joints of a spine, a neck or a finger that are in a line from the hips on; all where no joint is in a tree, or
    /// where some are given.
    fn line(
        &self,
        name: &str,
        is_member: &[bool],
        is_given: &impl Fn(usize) -> bool,
        roles: &[Option<Role>],
    ) -> Vec<usize> {
        let members = || (0..is_member.len()).filter(|joint| is_member[*joint]);
        if members().any(is_given) || members().all(|joint| self.joints[joint].parent.is_none()) {
            return members().collect();
        }
        let ends: &[(&str, u8)] = match name {
            "spine" => &[("neck", 0), ("head", 0), ("upper arm", 1), ("upper arm", 2)],
            "neck" => &[("head", 0)],
            _ => &[],
        };
        let find = |end: &(&str, u8)| roles.iter().position(|role| role.is_some_and(|role| (role.0, role.1) == *end));
        // Without what comes after it: the joint with the most members above it.
        let mut above: Vec<usize> = Vec::with_capacity(is_member.len());
        for (joint, of) in self.joints.iter().enumerate() {
            above.push(usize::from(is_member[joint]) + of.parent.map_or(0, |parent| above[parent]));
        }
        let deepest = members().rev().max_by_key(|joint| above[*joint]);
        let hips = with(roles, ("hips", 0, 0));
        for end in ends.iter().find_map(find).into_iter().chain(deepest) {
            let mut line = hips.map(|hips| self.route(hips, end)).unwrap_or_default();
            if line.is_empty() {
                line.extend(std::iter::once(end).chain(self.above(end)));
                line.reverse();
            }
            line.retain(|joint| is_member[*joint]);
            if !line.is_empty() {
                return line;
            }
        }
        members().collect()
    }

    /// Where a foot is below an ankle, the ankle is the foot and the foot its toes; a hand at whose end nothing is,
    /// below a wrist, is where the fingers begin.
    fn prefer_ankles(&self, called: &[Called], is_given: impl Fn(usize) -> bool, roles: &mut [Option<Role>]) {
        for (joint, nearer, further) in [("foot", "ankle", Some("toes")), ("hand", "wrist", None)] {
            for side in 1..=2 {
                let Some(end) = with(roles, (joint, side, 0)).filter(|end| !is_given(*end)) else { continue };
                let parent = self.above(end).find(|joint| self.counts(*joint));
                let Some(near) = parent.filter(|at| called[*at].side == side && called[*at].is(nearer)) else {
                    continue;
                };
                let is_leaf = !self.joints.iter().any(|joint| joint.parent == Some(end));
                if roles[near].is_some() || further.is_none() && !is_leaf {
                    continue;
                }
                roles[near] = roles[end].take();
                if let Some(further) = further {
                    if let Some(toes) = with(roles, (further, side, 0)) {
                        roles[toes] = None;
                    }
                    roles[end] = Some((further, side, 0));
                }
            }
        }
    }

    /// Adds roles that no name says, where those of other joints leave no doubt: `leg_1`, `leg_2`, `leg_3` of one leg.
    fn complete(&self, roles: &mut [Option<Role>]) {
        if with(roles, ("hips", 0, 0)).is_none() {
            let thighs = [1, 2].map(|side| with(roles, ("thigh", side, 0)));
            if let Some(joint) = self.common_ancestor(thighs).filter(|joint| self.counts(*joint)) {
                roles[joint] = Some(("hips", 0, 0));
            }
        }
        let is_neck = |role: &Option<Role>| role.is_some_and(|role| role.0 == "neck");
        let necks = roles.iter().filter(|role| is_neck(role)).count();
        if with(roles, ("head", 0, 0)).is_none() && necks > 1 {
            let last = roles.iter().rposition(is_neck);
            if let Some(last) = last {
                roles[last] = Some(("head", 0, 0));
            }
        }
        for (limb, side) in LIMBS.iter().flat_map(|limb| [(limb, 1), (limb, 2)]) {
            for names in limb.windows(2) {
                let [above, below] = [names[0], names[1]].map(|name| with(roles, (name, side, 0)));
                let (Some(above), None) = (above, below) else { continue };
                let below = |joint: &usize| self.joints[*joint].parent == Some(above) && self.counts(*joint);
                let mut children = (0..self.joints.len()).filter(below);
                if let (Some(only), None) = (children.next(), children.next()) {
                    roles[only] = roles[only].or(Some((names[1], side, 0)));
                }
            }
        }
    }
}

/// Limbs from the trunk outwards.
const LIMBS: [&[&str]; 2] = [&["thigh", "shin", "foot", "toes"], &["upper arm", "forearm", "hand"]];

/// Which limb a role is in, its leg or arm and side, and how far out.
fn in_limb(role: Role) -> Option<(usize, u8, usize)> {
    let finger = FINGERS.contains(&role.0).then_some((1, role.1, LIMBS[1].len()));
    let place = |limb: &[&str]| limb.iter().position(|name| *name == role.0);
    finger.or_else(|| LIMBS.iter().enumerate().find_map(|(limb, of)| Some((limb, role.1, place(of)?))))
}

/// Whether a joint of this role is in a leg or an arm.
pub(crate) fn is_limb(role: Option<Role>) -> bool {
    role.and_then(in_limb).is_some_and(|(limb, _, at)| at < LIMBS[limb].len())
}

/// The joints that have a counterpart, and those above them whose motion is in theirs: a twist joint between elbow and
/// wrist, but nothing of an arm of which the hand alone has one.
pub(crate) fn covered(joints: &[Joint], roles: &[Option<Role>], is_matched: &[bool]) -> Vec<bool> {
    let limb = |joint: usize| roles[joint].and_then(in_limb);
    let mut covered = is_matched.to_vec();
    for joint in (0..joints.len()).filter(|joint| is_matched[*joint]) {
        let path: Vec<usize> = std::iter::successors(joints[joint].parent, |joint| joints[*joint].parent).collect();
        let nearest = path.iter().position(|above| is_matched[*above]);
        let between = &path[..nearest.unwrap_or(path.len())];
        let inner = nearest.and_then(|at| limb(path[at]));
        let is_whole = limb(joint).is_none_or(|(of, side, at)| {
            let before = inner.filter(|inner| (inner.0, inner.1) == (of, side)).map_or(0, |inner| inner.2 + 1);
            at <= before
        });
        // Joints above the trunk's are not parts of a limb.
        let is_trunk = |joint: &usize| roles[*joint].is_some_and(|role| in_limb(role).is_none());
        let hidden = if is_whole { 0 } else { between.iter().position(is_trunk).unwrap_or(between.len()) };
        for above in between[hidden..].iter().filter(|above| limb(**above).is_none()) {
            covered[*above] = true;
        }
    }
    covered
}
