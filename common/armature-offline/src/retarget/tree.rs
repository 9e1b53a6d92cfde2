//! A body's own tree, whatever the trees of the files are: the thigh is below the hips, the foot below the shin.

use crate::names::Role;
use armature::skeleton::Skeleton;
use std::collections::HashMap;

/// Roles from the hips outwards.
const CHAINS: [&[&str]; 3] = [
    &["hips", "thigh", "shin", "foot", "toes"],
    &["hips", "spine", "neck", "head"],
    &["hips", "spine", "collarbone", "upper arm", "forearm", "hand"],
];
const FINGERS: [&str; 5] = ["thumb", "index", "middle", "ring", "pinky"];

/// The joints of the target that have a counterpart, as they move one another.
pub(super) struct Tree {
    /// For each joint the one that carries it. `None`: it has no counterpart, or nothing carries it.
    pub(super) parent: Vec<Option<usize>>,
    /// Those that have a counterpart, each after its parent.
    pub(super) order: Vec<usize>,
}

impl Tree {
    /// `found`: for each joint of `to` its counterpart in `from`; `roles` those of `to`.
    ///
    /// The nearest matched ancestor carries a joint where a body has them in that order. Many rigs have not: thighs
    /// beside the hips, so that these can turn alone, and feet outside the legs, which reach for them. There what
    /// comes before the joint in a body carries it; where the joint has no role, what carries its counterpart. The hips
    /// carry the whole body: a torso that is the root of a file does not carry them.
    pub(super) fn new(from: &Skeleton, to: &Skeleton, roles: &[Option<Role>], found: &[Option<usize>]) -> Self {
        let mut above: Vec<Option<usize>> = Vec::with_capacity(found.len());
        for joint in to.joints() {
            above.push(joint.parent.and_then(|parent| found[parent].map(|_| parent).or(above[parent])));
        }
        let mut here_of = vec![None; from.len()];
        for (joint, from) in found.iter().enumerate() {
            if let Some(from) = *from {
                here_of[from] = Some(joint);
            }
        }
        let ancestors = |joint: usize| std::iter::successors(above[joint], |joint| above[*joint]);
        let (mut with_role, mut last) = (HashMap::new(), HashMap::new());
        for (joint, role) in roles.iter().enumerate() {
            if let (Some(role), Some(_)) = (*role, found[joint]) {
                with_role.insert(role, joint);
                let last = last.entry((role.0, role.1)).or_insert(role.2);
                *last = role.2.max(*last);
            }
        }
        let carrier = |joint: usize| {
            let inner = roles[joint].map(|role| before(role, &last)).unwrap_or_default();
            if let Some((nearest, carrier)) = inner.iter().find_map(|role| Some((role, *with_role.get(role)?))) {
                let is_nearest = |above: usize| roles[above].is_some_and(|of| (of.0, of.1) == (nearest.0, nearest.1));
                return if ancestors(joint).any(is_nearest) { above[joint] } else { Some(carrier) };
            }
            let source = found[joint]?;
            let is_hips = roles[joint].is_some_and(|role| role.0 == "hips");
            let can_carry = |above: &usize| !is_hips || roles[*above].is_none();
            let there = from.path_to_root(source).skip(1).find(|joint| here_of[*joint].as_ref().is_some_and(can_carry));
            let is_higher = |above: usize| {
                let path = || from.path_to_root(there.unwrap_or(source)).skip(1);
                path().any(|joint| Some(joint) == found[above])
            };
            match (ancestors(joint).find(can_carry), there) {
                (Some(above), _) if !is_higher(above) => Some(above),
                (above, there) => there.and_then(|joint| here_of[joint]).or(above),
            }
        };
        let mut parent: Vec<Option<usize>> =
            (0..found.len()).map(|joint| found[joint].and_then(|_| carrier(joint))).collect();
        let order = order(&mut parent, found);
        Self { parent, order }
    }

    /// For each joint the one that it carries, if there is one only.
    pub(super) fn only_below(&self) -> Vec<Option<usize>> {
        let mut below = vec![(None, 0); self.parent.len()];
        for (joint, parent) in self.parent.iter().enumerate().filter_map(|(joint, at)| Some((joint, (*at)?))) {
            below[parent] = (Some(joint), below[parent].1 + 1);
        }
        below.into_iter().map(|(joint, count)| joint.filter(|_| count == 1)).collect()
    }

    /// The joint, what carries it, and so on.
    pub(super) fn path(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |joint| self.parent[*joint])
    }
}

/// Where a role is in a body.
fn chain_of(name: &str) -> Option<(&'static [&'static str], usize)> {
    let hand = CHAINS[2];
    let in_chain = CHAINS.iter().find_map(|chain| Some((*chain, chain.iter().position(|it| *it == name)?)));
    in_chain.or_else(|| FINGERS.contains(&name).then_some((hand, hand.len())))
}

/// The roles before one, the nearest first; of several joints in a row the last.
fn before(role: Role, last: &HashMap<(&str, u8), usize>) -> Vec<Role> {
    let Some((chain, at)) = chain_of(role.0) else { return Vec::new() };
    let same = role.2.checked_sub(1).map(|number| (role.0, role.1, number));
    let inner = chain[..at].iter().rev().flat_map(|name| [(*name, role.1), (*name, 0)]);
    let inner = inner.filter_map(|(name, side)| Some((name, side, *last.get(&(name, side))?)));
    same.into_iter().chain(inner).collect()
}

/// All that have a counterpart, parents first. Where joints carry one another in a circle, one of them is let go.
fn order(parent: &mut [Option<usize>], found: &[Option<usize>]) -> Vec<usize> {
    let (mut order, mut is_done, mut is_on_path) = (Vec::new(), vec![false; found.len()], vec![false; found.len()]);
    for start in (0..found.len()).filter(|joint| found[*joint].is_some()) {
        let (mut path, mut at) = (Vec::new(), Some(start));
        while let Some(joint) = at.filter(|joint| !is_done[*joint]) {
            if is_on_path[joint] {
                let last: usize = path[path.len() - 1];
                parent[last] = None;
                break;
            }
            is_on_path[joint] = true;
            path.push(joint);
            at = parent[joint];
        }
        for joint in path.into_iter().rev() {
            is_done[joint] = true;
            order.push(joint);
        }
    }
    order
}
