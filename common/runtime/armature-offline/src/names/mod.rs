//! Names and roles of joints, by which joints of two skeletons are matched, and joints on the left with joints on the
//! right. A role is a part of a body and a side.

#[cfg(test)]
mod families;
mod joint_name;
mod roles;
mod sides;
mod table;
mod tree;

use armature::skeleton::{Joint, without_prefix};
pub(crate) use roles::{Body, Role, Roles, find_part};
pub use sides::Side;
pub(crate) use sides::partners;
use std::collections::{HashMap, HashSet};
use table::CHAINS;
pub(crate) use table::{ARM, FINGERS, HEAD, LEG, LIMBS, is_part};

/// The joints of a source that move those of a target.
#[derive(Clone, Debug)]
pub(crate) struct JointMap {
    /// The counterpart in the source of each joint of the target.
    pub(crate) counterparts: Vec<Option<usize>>,
    pub(crate) source_roles: Roles,
    pub(crate) target_roles: Roles,
}

/// Matches joints by `pairs` (source, target), by their roles, or else by their names. In chains of different lengths,
/// the ends match, and joints in between by their fraction of the chain, so that several may have the same counterpart.
/// So do joints of one name: body and clothes may have a skeleton each.
///
/// Both joints of a pair get the role of the source's joint, or that of the target's if it has none.
pub(crate) fn match_joints(source: &Body<'_>, target: &Body<'_>, pairs: &[(usize, usize)]) -> JointMap {
    let mut source_roles = source.find_roles(&[]);
    let mut target_roles = target.find_roles(&[]);
    if !pairs.is_empty() {
        let mut given_source = Vec::new();
        let mut given_target = Vec::new();
        for &(from, to) in pairs {
            match (source_roles.of_joints[from], target_roles.of_joints[to]) {
                (Some(role), _) => given_target.push((to, role)),
                (None, Some(role)) => given_source.push((from, role)),
                (None, None) => {}
            }
        }
        source_roles = source.find_roles(&given_source);
        target_roles = target.find_roles(&given_target);
    }
    let from = &source_roles.of_joints;
    let mut source_joints = HashMap::new();
    for (joint, role) in from.iter().enumerate() {
        source_joints.extend(role.map(|role| (role, joint)));
    }
    let mut counterparts = match_names(target.joints, source.joints, source.is_used);
    for (counterpart, role) in counterparts.iter_mut().zip(&target_roles.of_joints) {
        let named = counterpart.filter(|joint| from[*joint].is_none());
        *counterpart = named;
        let Some(mut role) = *role else { continue };
        if CHAINS.contains(&role.part) {
            let last_of_source = last_number(from, role.part);
            let last = last_number(&target_roles.of_joints, role.part);
            // A chain of one joint matches the end of the other: the chest, which carries the arms.
            role.number = (role.number * last_of_source + last / 2).checked_div(last).unwrap_or(last_of_source);
        }
        *counterpart = source_joints.get(&role).copied().or(named);
    }
    set_pairs(&mut counterparts, pairs);
    copy_to_namesakes(&mut counterparts, target, pairs);
    JointMap { counterparts, source_roles, target_roles }
}

fn last_number(roles: &[Option<Role>], part: &str) -> usize {
    roles.iter().flatten().filter(|role| role.part == part).map(|role| role.number).max().unwrap_or(0)
}

/// Gives joints without a counterpart that of a joint with the same name.
fn copy_to_namesakes(counterparts: &mut [Option<usize>], target: &Body<'_>, pairs: &[(usize, usize)]) {
    let mut by_name = HashMap::new();
    for (joint, counterpart) in target.joints.iter().zip(counterparts.iter()) {
        if let Some(counterpart) = *counterpart {
            by_name.entry(joint.name.as_str()).or_insert(counterpart);
        }
    }
    let paired: HashSet<usize> = pairs.iter().map(|(source, _)| *source).collect();
    by_name.retain(|_, counterpart| !paired.contains(counterpart));
    for (index, joint) in target.joints.iter().enumerate() {
        if counterparts[index].is_none() && target.is_used(index) && !joint.name.is_empty() {
            counterparts[index] = by_name.get(joint.name.as_str()).copied();
        }
    }
}

/// Sets the counterparts of pairs (source, target), and removes the source's joints in pairs from all other joints.
pub(crate) fn set_pairs(counterparts: &mut [Option<usize>], pairs: &[(usize, usize)]) {
    let paired: HashSet<usize> = pairs.iter().map(|(source, _)| *source).collect();
    for counterpart in counterparts.iter_mut() {
        *counterpart = counterpart.filter(|source| !paired.contains(source));
    }
    for (source, target) in pairs {
        counterparts[*target] = Some(*source);
    }
}

/// Returns, for each of `joints`, the joint of `others` with its name, by [`Lookup`]; if several have it, the joint
/// whose parent matches the joint's parent.
pub(crate) fn match_names(joints: &[Joint], others: &[Joint], is_used: &[bool]) -> Vec<Option<usize>> {
    let lookup = Lookup::new(others, is_used);
    let mut children = HashMap::new();
    for (index, joint) in others.iter().enumerate() {
        children.entry((joint.parent, joint.name.as_str())).or_insert(index);
    }
    let mut matches: Vec<Option<usize>> = Vec::with_capacity(joints.len());
    for joint in joints {
        let first = lookup.find(&joint.name);
        let parent = joint.parent.and_then(|parent| matches[parent]);
        let child = first.zip(parent).and_then(|(first, parent)| children.get(&(Some(parent), &*others[first].name)));
        matches.push(child.copied().or(first));
    }
    matches
}

/// A table of joints by name: by the exact name, or else without a prefix and regardless of case.
pub(crate) struct Lookup<'a> {
    exact: HashMap<&'a str, usize>,
    without_prefix: HashMap<String, usize>,
}

impl<'a> Lookup<'a> {
    /// Makes the table. Of several joints with the same name, it has the first that is used, or else the first.
    pub(crate) fn new(joints: &'a [Joint], is_used: &[bool]) -> Self {
        let mut lookup = Self { exact: HashMap::new(), without_prefix: HashMap::new() };
        let mut order: Vec<usize> = (0..joints.len()).filter(|joint| !joints[*joint].name.is_empty()).collect();
        order.sort_by_key(|joint| is_used.get(*joint) == Some(&false));
        for joint in order {
            let name = joints[joint].name.as_str();
            lookup.exact.entry(name).or_insert(joint);
            lookup.without_prefix.entry(without_prefix(name)).or_insert(joint);
        }
        lookup
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.exact.get(name).or_else(|| self.without_prefix.get(&without_prefix(name))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::math::Transform;

    pub(super) fn joint(name: &str, parent: Option<usize>) -> Joint {
        Joint { name: name.into(), parent, bind_local: Transform::IDENTITY }
    }

    /// Makes joints without parents.
    fn joints(names: &str) -> Vec<Joint> {
        names.split(' ').map(|name| joint(name, None)).collect()
    }

    /// Makes a body without positions.
    fn body(joints: &[Joint]) -> Body<'_> {
        Body { joints, ..Body::default() }
    }

    /// Spines of different lengths, a shoulder that is an upper arm, a mesh called Head, a twist bone, fingers of four
    /// tools.
    #[test]
    fn joints_are_matched_by_names_and_roles() {
        let target = joints("hips spine_01 spine_02 spine_03 l_shoulder l_elbow l_wrist head upperarm_twist_01_l");
        let source = joints("Head Hips Spine Chest L_UpperArm L_ForeArm L_Hand Head");
        let is_used = [false, true, true, true, true, true, true, true];
        let counterparts = match_joints(&Body { is_used: &is_used, ..body(&source) }, &body(&target), &[]).counterparts;
        assert_eq!(counterparts[..8], [1, 2, 3, 3, 4, 5, 6, 7].map(Some));
        assert_eq!(counterparts[8], None);
        let single = match_joints(&body(&joints("abdomen waist chest")), &body(&joints("spine")), &[]).counterparts;
        assert_eq!(single, [Some(2)]);
        let tools = ["LeftHandThumb2 LeftHandIndex1", "thumb_02_l index_01_l", "lThumb2 lIndex1"];
        for (a, b) in tools.iter().zip(["DEF-thumb.02.L DEF-f_index.01.L", "J_Bip_L_Thumb2 J_Bip_L_Index1", tools[0]]) {
            let counterparts = match_joints(&body(&joints(a)), &body(&joints(b)), &[]).counterparts;
            assert_eq!(counterparts, [Some(0), Some(1)], "{a} | {b}");
        }
    }

    /// Joints that have a role of a pair by their names lose that role and their counterpart.
    #[test]
    fn pairs_come_before_names() {
        let target = joints("hips spine chest bone_7 thigh_l x");
        let source = joints("hips spine chest thigh_l y foot_l");
        let map = match_joints(&body(&source), &body(&target), &[(0, 3), (1, 5), (4, 4)]);
        assert_eq!(map.counterparts, [None, None, Some(2), Some(0), Some(4), Some(1)]);
        let thigh = Some(Role::new("thigh", Side::Left, 0));
        let spine = [0, 1, 2].map(|number| Some(Role::new("spine", Side::Middle, number)));
        let hips = Some(Role::new("hips", Side::Middle, 0));
        assert_eq!(map.target_roles.of_joints, [None, spine[0], spine[1], hips, thigh, spine[2]]);
        assert_eq!(map.source_roles.of_joints[3..], [None, thigh, Some(Role::new("foot", Side::Left, 0))]);
    }

    /// Numbered limbs, hips without a name of their own, a neck that ends in a head.
    #[test]
    fn roles_by_the_roles_of_other_joints() {
        let [left, middle, right] = [Side::Left, Side::Middle, Side::Right];
        let body_parts = [
            ("torso_1", None, Role::new("hips", middle, 0)),
            ("torso_2", Some(0), Role::new("spine", middle, 0)),
            ("neck_1", Some(1), Role::new("neck", middle, 0)),
            ("neck_2", Some(2), Role::new("head", middle, 0)),
            ("leg_L_1", Some(0), Role::new("thigh", left, 0)),
            ("leg_L_2", Some(4), Role::new("shin", left, 0)),
            ("leg_L_3", Some(5), Role::new("foot", left, 0)),
            ("leg_L_5", Some(6), Role::new("toes", left, 0)),
            ("leg_R_1", Some(0), Role::new("thigh", right, 0)),
            ("arm_L_4", Some(1), Role::new("upper arm", left, 0)),
            ("arm_L_3", Some(9), Role::new("forearm", left, 0)),
            ("arm_L_2", Some(10), Role::new("hand", left, 0)),
            ("arm_R_1", Some(1), Role::new("upper arm", right, 0)),
            ("cuff_R", Some(12), Role::default()),
            ("watch_R", Some(12), Role::default()),
        ];
        let joints = body_parts.map(|(name, parent, _)| joint(name, parent));
        let roles = body(&joints).find_roles(&[]).of_joints;
        let roles: Vec<Role> = roles.into_iter().map(Option::unwrap_or_default).collect();
        assert_eq!(roles, body_parts.map(|(_, _, role)| role));
    }
}
