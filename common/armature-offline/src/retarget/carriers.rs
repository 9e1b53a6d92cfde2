//! A body's own tree, whatever the trees of the files are: the hips carry the thigh, the shin carries the foot.

use super::is_hips;
use crate::names::{ARM, FINGERS, HEAD, LEG, Role, Side};
use armature::skeleton::Skeleton;
use std::collections::HashMap;

/// The joints of the target that have a counterpart, as they move one another.
pub(super) struct Carriers {
    /// The carrier of each joint. `None`: the joint has no counterpart, or nothing carries it.
    pub(super) parent: Vec<Option<usize>>,
    /// The joints that have a counterpart, each after its carrier.
    pub(super) order: Vec<usize>,
}

/// The joints of both figures, for the search for carriers.
struct Joints<'a> {
    source: &'a Skeleton,
    roles: &'a [Option<Role>],
    counterparts: &'a [Option<usize>],
    /// The nearest matched ancestor of each joint of the target.
    matched_parent: Vec<Option<usize>>,
    /// A joint of the target for each of the source.
    target_of: Vec<Option<usize>>,
    with_role: HashMap<Role, usize>,
    /// The last joint of each part on each side.
    last: HashMap<(&'static str, Side), usize>,
}

impl Carriers {
    /// Finds the carrier of each joint of `target`: the nearest matched ancestor, where a body has them in that order.
    ///
    /// Many rigs have not: thighs beside the hips, so that these can turn alone, and feet outside the legs, which reach
    /// for them. There what comes before the joint in a body carries it; where the joint has no role, what carries its
    /// counterpart. The hips carry the whole body: a torso that is the root of a file does not carry them.
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

    /// Returns for each joint the one that it carries, if there is one only.
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

    /// Returns the joint, what carries it, and so on.
    pub(super) fn path(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.parent[*joint])
    }
}

impl Joints<'_> {
    fn ancestors(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.matched_parent[joint], |joint| self.matched_parent[*joint])
    }

    fn find_carrier(&self, joint: usize, source: usize) -> Option<usize> {
        if let Some(inner) = self.roles[joint].and_then(|role| self.find_inner(role)) {
            let is_ancestor = self.ancestors(joint).any(|above| {
                let roles = self.roles[above].zip(self.roles[inner]);
                roles.is_some_and(|(above, inner)| above.is_kin(inner))
            });
            return if is_ancestor { self.matched_parent[joint] } else { Some(inner) };
        }
        let mut above = self.source.path_to_root(source).skip(1);
        let source_carrier = above.find(|above| self.target_of[*above].is_some_and(|at| self.can_carry(at, joint)));
        let carrier = self.ancestors(joint).find(|above| self.can_carry(*above, joint));
        // An ancestor here may be above what carries the joint there.
        let mut higher = self.source.path_to_root(source_carrier.unwrap_or(source)).skip(1);
        let is_higher = carrier.is_some_and(|carrier| higher.any(|above| Some(above) == self.counterparts[carrier]));
        let by_source = source_carrier.and_then(|above| self.target_of[above]);
        if is_higher { by_source.or(carrier) } else { carrier.or(by_source) }
    }

    fn can_carry(&self, above: usize, joint: usize) -> bool {
        !is_hips(self.roles[joint]) || self.roles[above].is_none()
    }

    /// Returns the joint before one of a role in a body; of several in a row the last.
    fn find_inner(&self, role: Role) -> Option<usize> {
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

/// Returns all joints that have a counterpart, carriers first. Where joints carry one another in a circle, one of them is
/// let go.
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
