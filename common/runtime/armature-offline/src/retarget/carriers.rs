//! The tree of a body, in which the hips carry the thigh and the shin carries the foot, whatever the trees of the files
//! are.

use super::is_hips;
use crate::names::{ARM, FINGERS, HEAD, LEG, Role, Side};
use armature::skeleton::Skeleton;
use std::collections::HashMap;

/// The tree of the target's joints that have a counterpart.
pub(super) struct Carriers {
    /// Carrier of each joint; `None` for a joint without counterpart or without carrier.
    pub(super) parent: Vec<Option<usize>>,
    /// Joints with a counterpart, each after its carrier.
    pub(super) order: Vec<usize>,
}

/// The joints of both figures, for the search for carriers.
struct Joints<'a> {
    source: &'a Skeleton,
    roles: &'a [Option<Role>],
    counterparts: &'a [Option<usize>],
    /// Nearest matched ancestor of each joint of the target.
    matched_parent: Vec<Option<usize>>,
    /// A joint of the target, for each joint of the source that is its counterpart.
    target_of: Vec<Option<usize>>,
    with_role: HashMap<Role, usize>,
    /// Last joint of each part on each side.
    last: HashMap<(&'static str, Side), usize>,
}

impl Carriers {
    /// Finds the carrier of each joint of `target`: the nearest matched ancestor, if a body has the two in that order.
    ///
    /// Many rigs have another order: thighs beside the hips, so that these can turn alone, and feet outside the legs,
    /// which reach for them. Then the carrier is the joint before in a body or, for a joint without role, the carrier
    /// of the counterpart. The hips carry the whole body, even if the torso is the root of a file.
    pub(super) fn new(
        source: &Skeleton,
        target: &Skeleton,
        roles: &[Option<Role>],
        counterparts: &[Option<usize>],
    ) -> Self {
        let mut matched_parent: Vec<Option<usize>> = Vec::with_capacity(target.len());
        let mut target_of = vec![None; source.len()];
        let mut with_role = HashMap::new();
        let mut last = HashMap::new();
        for (index, joint) in target.joints().iter().enumerate() {
            matched_parent.push(joint.parent.and_then(|it| counterparts[it].map(|_| it).or(matched_parent[it])));
            let Some(counterpart) = counterparts[index] else { continue };
            target_of[counterpart] = Some(index);
            if let Some(role) = roles[index] {
                with_role.insert(role, index);
                let last = last.entry((role.part, role.side)).or_insert(index);
                if roles[*last] <= Some(role) {
                    *last = index;
                }
            }
        }
        let joints = Joints { source, roles, counterparts, matched_parent, target_of, with_role, last };
        let mut parent = vec![None; target.len()];
        for (joint, counterpart) in counterparts.iter().enumerate() {
            parent[joint] = counterpart.and_then(|source| joints.find_carrier(joint, source));
        }
        let order = put_in_order(&mut parent, counterparts);
        Self { parent, order }
    }

    /// Returns, for each joint, the joint that it carries, if it carries only one.
    pub(super) fn only_children(&self) -> Vec<Option<usize>> {
        let mut count = vec![0; self.parent.len()];
        let mut child = vec![None; self.parent.len()];
        for (joint, parent) in self.parent.iter().enumerate() {
            if let Some(parent) = *parent {
                count[parent] += 1;
                child[parent] = Some(joint).filter(|_| count[parent] == 1);
            }
        }
        child
    }

    /// Returns a joint, its carrier, the carrier's carrier, and so on.
    pub(super) fn path(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.parent[*joint])
    }
}

impl Joints<'_> {
    fn matched_ancestors(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.matched_parent[joint], |joint| self.matched_parent[*joint])
    }

    /// Returns the carrier of a joint of the target whose counterpart is `source`.
    fn find_carrier(&self, joint: usize, source: usize) -> Option<usize> {
        if let Some(before) = self.roles[joint].and_then(|role| self.find_joint_before(role)) {
            let is_ancestor = self.matched_ancestors(joint).any(|above| {
                let roles = self.roles[above].zip(self.roles[before]);
                roles.is_some_and(|(above, before)| above.has_same_part(before))
            });
            return if is_ancestor { self.matched_parent[joint] } else { Some(before) };
        }
        let mut above = self.source.path_to_root(source).skip(1);
        let source_carrier =
            above.find(|above| self.target_of[*above].is_some_and(|target| self.can_carry(target, joint)));
        let carrier = self.matched_ancestors(joint).find(|above| self.can_carry(*above, joint));
        // The source's carrier is preferred if the target's is above it.
        let mut higher = self.source.path_to_root(source_carrier.unwrap_or(source)).skip(1);
        let is_higher = carrier.is_some_and(|carrier| higher.any(|above| Some(above) == self.counterparts[carrier]));
        let by_source = source_carrier.and_then(|above| self.target_of[above]);
        if is_higher { by_source.or(carrier) } else { carrier.or(by_source) }
    }

    /// Returns whether a joint can carry another: the hips are carried only by joints without role.
    fn can_carry(&self, carrier: usize, joint: usize) -> bool {
        !is_hips(self.roles[joint]) || self.roles[carrier].is_none()
    }

    /// Returns the joint with the role before a role, counted from the hips outwards; the last joint of a chain.
    fn find_joint_before(&self, role: Role) -> Option<usize> {
        let before = role.number.checked_sub(1).and_then(|number| self.with_role.get(&Role { number, ..role }));
        let chain = match [LEG, HEAD, ARM].into_iter().find(|chain| chain.contains(&role.part)) {
            None if FINGERS.contains(&role.part) => ARM,
            chain => chain.unwrap_or_default(),
        };
        let end = chain.iter().position(|part| *part == role.part).unwrap_or(chain.len());
        let mut keys = chain[..end].iter().rev().flat_map(|part| [(*part, role.side), (*part, Side::Middle)]);
        before.or_else(|| keys.find_map(|key| self.last.get(&key))).copied()
    }
}

/// Returns all joints with a counterpart, each after its carrier. In a cycle of carriers, one of the joints loses its
/// carrier.
fn put_in_order(parent: &mut [Option<usize>], counterparts: &[Option<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_done = vec![false; parent.len()];
    let mut is_on_path = vec![false; parent.len()];
    for start in (0..parent.len()).filter(|joint| counterparts[*joint].is_some()) {
        let mut path: Vec<usize> = Vec::new();
        let mut next = Some(start);
        while let Some(joint) = next.filter(|joint| !is_done[*joint]) {
            if is_on_path[joint] {
                parent[path[path.len() - 1]] = None;
                break;
            }
            is_on_path[joint] = true;
            path.push(joint);
            next = parent[joint];
        }
        for joint in path.into_iter().rev() {
            is_done[joint] = true;
            order.push(joint);
        }
    }
    order
}
