//! Names and roles of joints, by which joints of two skeletons are matched, and joints on the left with joints on the
//! right.
//!
//! A role is a part of a body and a side. A joint's limb decides its side, the order along the limb its part, and its
//! name is a hint.

mod body;
mod facing;
#[cfg(test)]
mod families;
mod joint_name;
mod place;
mod roles;
mod sides;
mod table;

use armature::mesh::Bounds;
use armature::skeleton::{Joint, without_prefix};
pub(crate) use body::{Body, Role, find_left, find_part, has_limb_name, is_limb, joints_by_role, mark_covered};
use glam::Vec3;
pub(crate) use roles::Found;
pub use sides::Side;
pub(crate) use sides::partners;
use std::collections::{HashMap, HashSet};
use table::CHAINS;
pub(crate) use table::{ARM, FINGERS, HEAD, LEG, is_part};

/// Matches of a target's joints with those of a source.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    /// The counterpart in the source of each joint of the target.
    pub(crate) counterparts: Vec<Option<usize>>,
    pub(crate) target_roles: Vec<Option<Role>>,
    pub(crate) source_roles: Vec<Option<Role>>,
    /// Doubts about the source and about the target, as [`Found::doubts`].
    pub(crate) doubts: [Vec<(&'static str, String)>; 2],
    /// For each joint of the target, another joint of the target that moves it: of the same name and place, since clothes
    /// may have a skeleton of their own, or at its place without vertices.
    pub(crate) leaders: Vec<Option<usize>>,
}

/// Matches joints by `pairs` (source, target), by their roles, or else by their names. In chains of different lengths,
/// the ends match, and joints in between by their fraction of the chain, so that several may have the same counterpart.
///
/// Both joints of a pair get the role of the source's joint, or that of the target's if it has none.
pub(crate) fn match_joints(source: &Body<'_>, target: &Body<'_>, pairs: &[(usize, usize)]) -> Matching {
    let mut found = [source, target].map(|body| body.find_roles(&[]));
    let [source_roles, target_roles] = [&found[0].roles, &found[1].roles];
    let mut given_source = Vec::new();
    let mut given_target = Vec::new();
    for &(from, to) in pairs {
        match (source_roles[from], target_roles[to]) {
            (Some(role), other) if other.is_none_or(|other| !other.has_same_part(role)) => {
                given_target.push((to, role));
            }
            (None, Some(role)) => given_source.push((from, role)),
            _ => {}
        }
    }
    if !pairs.is_empty() {
        found = [source.find_roles(&given_source), target.find_roles(&given_target)];
    }
    let doubts = [found[0].doubts(source.joints), found[1].doubts(target.joints)];
    let [source_roles, target_roles] = found.map(|found| found.roles);
    let source_joints = joints_by_role(&source_roles);
    let last_numbers = CHAINS.map(|part| [&source_roles, &target_roles].map(|roles| last_number(roles, part)));
    let mut counterparts = match_names(target.joints, source.joints, source.is_joint);
    for (counterpart, role) in counterparts.iter_mut().zip(&target_roles) {
        let Some(mut role) = *role else { continue };
        if let Some(chain) = CHAINS.iter().position(|part| *part == role.part) {
            let [source, target] = last_numbers[chain];
            // A chain of one joint matches the end of the other: the chest, which carries the arms.
            role.number = (role.number * source + target / 2).checked_div(target).unwrap_or(source);
        }
        let named = counterpart.filter(|joint| source_roles[*joint].is_none());
        let in_body = named.filter(|joint| source.is_control.get(*joint) != Some(&true));
        *counterpart = in_body.or(source_joints.get(&role).copied()).or(named);
    }
    remove_from_nodes(&mut counterparts, target);
    set_pairs(&mut counterparts, pairs);
    let mut leaders = find_leaders(&mut counterparts, target, pairs);
    add_leaders_in_place(&mut leaders, &counterparts, target);
    Matching { counterparts, target_roles, source_roles, doubts, leaders }
}

fn last_number(roles: &[Option<Role>], part: &str) -> usize {
    roles.iter().flatten().filter(|role| role.part == part).map(|role| role.number).max().unwrap_or(0)
}

/// Removes the counterpart of a node that is not a joint, or belongs to a control rig, if another joint has the same one:
/// that of a mesh called `Head`, beside a joint of that name.
fn remove_from_nodes(counterparts: &mut [Option<usize>], target: &Body<'_>) {
    let is_joint =
        |joint: usize| target.is_joint.get(joint) != Some(&false) && target.is_control.get(joint) != Some(&true);
    let joints = (0..counterparts.len()).filter(|joint| is_joint(*joint));
    let taken: HashSet<usize> = joints.filter_map(|joint| counterparts[joint]).collect();
    for (joint, counterpart) in counterparts.iter_mut().enumerate() {
        if !is_joint(joint) {
            *counterpart = counterpart.filter(|source| !taken.contains(source));
        }
    }
}

/// Returns the leader of each joint, the first joint of the same name and position, and removes the counterparts of all
/// joints of a name but the first: a second figure of the same names, elsewhere, does not move.
fn find_leaders(counterparts: &mut [Option<usize>], target: &Body<'_>, pairs: &[(usize, usize)]) -> Vec<Option<usize>> {
    let mut leaders = vec![None; counterparts.len()];
    for (joint, namesake) in namesakes(target.joints, target.positions).into_iter().enumerate() {
        let Some(Namesake { first, is_twin }) = namesake else { continue };
        if counterparts[first].is_none() || pairs.iter().any(|pair| pair.1 == joint) {
            continue;
        }
        if is_twin || counterparts[joint] == counterparts[first] {
            counterparts[joint] = None;
        }
        leaders[joint] = is_twin.then_some(first);
    }
    leaders
}

/// Adds the leaders of joints that are where a matched joint is and carry its vertices, as the D bones of MMD do.
fn add_leaders_in_place(leaders: &mut [Option<usize>], counterparts: &[Option<usize>], target: &Body<'_>) {
    let size = size_of(target.positions);
    let has_vertices: Vec<bool> = target.vertices.iter().map(Option::is_some).collect();
    let stiff = (0..has_vertices.len()).filter(|joint| counterparts[*joint].is_some() && !has_vertices[*joint]);
    let stiff: Vec<usize> = stiff.collect();
    for joint in (0..has_vertices.len()).filter(|joint| has_vertices[*joint] && counterparts[*joint].is_none()) {
        let position = target.positions[joint];
        let mut near = stiff.iter().filter(|other| position.distance(target.positions[**other]) < SAME_PLACE * size);
        let leader = near.find(|other| !target.path_to_root(joint).any(|above| above == **other));
        leaders[joint] = leaders[joint].or(leader.copied());
    }
}

/// The first joint with the name of another joint.
#[derive(Clone, Copy)]
pub(crate) struct Namesake {
    pub(crate) first: usize,
    /// Whether both joints have the same position, within a hundredth of the figure's size.
    pub(crate) is_twin: bool,
}

/// Distance up to which two joints are at the same place, as a fraction of the figure's size.
const SAME_PLACE: f32 = 0.01;

/// Returns the longest side of the box around some points.
fn size_of(positions: &[Vec3]) -> f32 {
    Bounds::from_points(positions.iter().copied()).map_or(0.0, |bounds| bounds.size().max_element())
}

/// Returns, for each joint, the first joint with its name, if that is another joint.
pub(crate) fn namesakes(joints: &[Joint], positions: &[Vec3]) -> Vec<Option<Namesake>> {
    let size = size_of(positions);
    let mut firsts: HashMap<&str, usize> = HashMap::new();
    let mut namesakes = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        let first = *firsts.entry(&joint.name).or_insert(index);
        let ends = positions.get(index).zip(positions.get(first));
        let is_twin = ends.is_some_and(|(a, b)| a.distance(*b) < SAME_PLACE * size);
        let is_other = first != index && !joint.name.is_empty();
        namesakes.push(is_other.then_some(Namesake { first, is_twin }));
    }
    namesakes
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
pub(crate) fn match_names(joints: &[Joint], others: &[Joint], is_joint: &[bool]) -> Vec<Option<usize>> {
    let lookup = Lookup::new(others, is_joint);
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
    /// Makes the table. Of several joints with the same name, it has the first that `is_joint` marks, or else the
    /// first.
    pub(crate) fn new(joints: &'a [Joint], is_joint: &[bool]) -> Self {
        let mut lookup = Self { exact: HashMap::new(), without_prefix: HashMap::new() };
        let mut order: Vec<usize> = (0..joints.len()).filter(|joint| !joints[*joint].name.is_empty()).collect();
        order.sort_by_key(|joint| is_joint.get(*joint) != Some(&true));
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
        let is_joint = [false, true, true, true, true, true, true, true];
        let counterparts =
            match_joints(&Body { is_joint: &is_joint, ..body(&source) }, &body(&target), &[]).counterparts;
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
        let matching = match_joints(&body(&source), &body(&target), &[(0, 3), (1, 5), (4, 4)]);
        assert_eq!(matching.counterparts, [None, None, Some(2), Some(0), Some(4), Some(1)]);
        let thigh = Some(Role::new("thigh", Side::Left, 0));
        let spine = [0, 1, 2].map(|number| Some(Role::new("spine", Side::Middle, number)));
        let hips = Some(Role::new("hips", Side::Middle, 0));
        assert_eq!(matching.target_roles, [None, spine[0], spine[1], hips, thigh, spine[2]]);
        assert_eq!(matching.source_roles[3..], [None, thigh, Some(Role::new("foot", Side::Left, 0))]);
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
        let roles: Vec<Role> = body(&joints).roles().into_iter().map(Option::unwrap_or_default).collect();
        assert_eq!(roles, body_parts.map(|(_, _, role)| role));
    }
}
