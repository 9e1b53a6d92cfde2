//! Names of joints: which mean the same joint in two skeletons, and which are across from each other.

mod body;
mod called;
#[cfg(test)]
mod families;
mod place;
mod roles;
mod sides;
mod table;

use armature::mesh::Bounds;
use armature::skeleton::{Joint, without_prefix};
pub(crate) use body::{Body, Role};
use glam::Vec3;
pub(crate) use roles::{covered, is_limb};
pub use sides::Side;
pub(crate) use sides::partners;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The joints of a figure that are the same in another one.
pub(crate) struct Matching {
    /// For each joint here the one there.
    pub(crate) found: Vec<Option<usize>>,
    /// Of the joints here.
    pub(crate) roles: Vec<Option<Role>>,
    /// Of the joints there.
    pub(crate) their_roles: Vec<Option<Role>>,
    /// For each joint here the one of its name and in its place that moves it: clothes may have a skeleton of their own.
    pub(crate) twins: Vec<Option<usize>>,
}

/// For each joint of `here` the one of `there` that is the same: by `pairs` (there, here), by its name, or else by its
/// role. Of chains of different lengths the ends match, and those between by their place along the chain: then several
/// joints have one counterpart.
///
/// Both joints of a pair have one role: that of the one there, if it has one.
pub(crate) fn matching(here: &Body<'_>, there: &Body<'_>, pairs: &[(usize, usize)]) -> Matching {
    let kind = |role: Option<Role>| role.map(|role| (role.0, role.1));
    let [mut ours, mut theirs] = [here, there].map(Body::roles);
    if !pairs.is_empty() {
        let is_other = |(from, to): &&(usize, usize)| kind(theirs[*from]) != kind(ours[*to]);
        let unlike: Vec<(usize, usize)> = pairs.iter().filter(is_other).copied().collect();
        let given = |(from, to): &(usize, usize)| Some((*to, theirs[*from]?));
        let given_here: Vec<(usize, Role)> = unlike.iter().filter_map(given).collect();
        let given = |(from, to): &(usize, usize)| Some((*from, ours[*to].filter(|_| theirs[*from].is_none())?));
        let given_there: Vec<(usize, Role)> = unlike.iter().filter_map(given).collect();
        (ours, theirs) = (here.roles_with(&given_here), there.roles_with(&given_there));
    }
    let mut found = by_name(here.joints, there.joints, there.is_joint);
    // One name for two parts of a body: `L_Foot` is the foot, or, below an ankle, the toes. Where joints are numbered, the
    // number counts and not the name: `Spine` may be the lowest or the highest.
    for (found, ours) in found.iter_mut().zip(&ours) {
        let is_same = |from: &usize| match (ours, theirs[*from]) {
            (Some(ours), Some(theirs)) => *ours == theirs && !table::chains().any(|chain| chain == ours.0),
            _ => true,
        };
        *found = found.filter(is_same);
    }
    // A mesh that is called `Head`, beside a joint that is.
    let is_joint = |joint: &usize| here.is_joint.get(*joint) == Some(&true);
    let taken: HashSet<Option<usize>> = (0..found.len()).filter(is_joint).map(|joint| found[joint]).collect();
    for joint in (0..found.len()).filter(|joint| !is_joint(joint)) {
        found[joint] = found[joint].filter(|from| !taken.contains(&Some(*from)));
    }
    let with_role: HashMap<Role, usize> =
        (theirs.iter().enumerate()).filter_map(|(joint, role)| Some(((*role)?, joint))).collect();
    let last = |roles: &[Option<Role>], wanted: &str| {
        let numbers = roles.iter().flatten().filter(|role| role.0 == wanted);
        numbers.map(|role| role.2).max().unwrap_or(0)
    };
    let chains = table::chains().map(|name| (name, last(&ours, name), last(&theirs, name)));
    let chains: Vec<(&str, usize, usize)> = chains.collect();
    for (found, role) in found.iter_mut().zip(&ours) {
        let (Some((name, side, number)), None) = (*role, *found) else { continue };
        let along = |(_, ours, theirs): &(&str, usize, usize)| {
            // A single one is where the chain ends: in the chest, which carries the arms.
            (number * theirs + ours / 2).checked_div(*ours).unwrap_or(*theirs)
        };
        let wanted = chains.iter().find(|chain| chain.0 == name).map_or(number, along);
        *found = with_role.get(&(name, side, wanted)).copied();
    }
    set_pairs(&mut found, pairs.iter().copied());
    let paired: HashSet<usize> = pairs.iter().map(|(_, to)| *to).collect();
    let mut twins = vec![None; found.len()];
    for Namesakes { joints, is_twin } in namesakes(here.joints, here.places) {
        let Some(leader) = joints.iter().position(|joint| found[*joint].is_some()) else { continue };
        for (at, joint) in joints.iter().copied().enumerate() {
            if at == leader || paired.contains(&joint) {
                continue;
            }
            let is_twin = is_twin[at] && is_twin[leader];
            // Of two figures of the same names the first moves.
            if is_twin || found[joint] == found[joints[leader]] {
                found[joint] = None;
            }
            twins[joint] = is_twin.then_some(joints[leader]);
        }
    }
    Matching { found, roles: ours, their_roles: theirs, twins }
}

/// Joints of one name.
pub(crate) struct Namesakes {
    pub(crate) joints: Vec<usize>,
    /// For each whether it is where the first is, within a hundredth of the figure's size, as far as places are known.
    pub(crate) is_twin: Vec<bool>,
}

/// Joints that have a name in common with others.
pub(crate) fn namesakes(joints: &[Joint], places: &[Vec3]) -> Vec<Namesakes> {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (joint, of) in joints.iter().enumerate().filter(|(_, of)| !of.name.is_empty()) {
        named.entry(&of.name).or_default().push(joint);
    }
    let size = Bounds::from_points(places.iter().copied()).map_or(0.0, |bounds| bounds.size().max_element());
    let mut all = Vec::new();
    for joints in named.into_values().filter(|joints| joints.len() > 1) {
        let place = |joint: usize| places.get(joint).copied().unwrap_or(Vec3::NAN);
        let is_twin = joints.iter().map(|joint| place(*joint).distance(place(joints[0])) < 0.01 * size).collect();
        all.push(Namesakes { joints, is_twin });
    }
    all
}

/// Pairs (there, here) before all else: what is there in a pair is nothing else's counterpart.
pub(crate) fn set_pairs(found: &mut [Option<usize>], pairs: impl Iterator<Item = (usize, usize)> + Clone) {
    let paired: HashSet<usize> = pairs.clone().map(|(from, _)| from).collect();
    for found in found.iter_mut() {
        *found = found.filter(|from| !paired.contains(from));
    }
    for (from, to) in pairs {
        found[to] = Some(from);
    }
}

/// For each joint of `here` the one of `there` of its name, as [`Lookup`] finds it; of several the one whose parent is that
/// of its parent.
pub(crate) fn by_name(here: &[Joint], there: &[Joint], is_joint: &[bool]) -> Vec<Option<usize>> {
    let lookup = Lookup::new(there, is_joint);
    let mut children = HashMap::new();
    for (index, joint) in there.iter().enumerate() {
        children.entry((joint.parent, joint.name.as_str())).or_insert(index);
    }
    let mut found: Vec<Option<usize>> = Vec::with_capacity(here.len());
    for joint in here {
        let first = lookup.find(&joint.name);
        let parent = joint.parent.and_then(|parent| found[parent]);
        let child = first.zip(parent).and_then(|(first, parent)| children.get(&(Some(parent), &*there[first].name)));
        found.push(child.copied().or(first));
    }
    found
}

/// Finds joints by name; where there is none of a name, without a prefix and without regard to case.
pub(crate) struct Lookup<'a> {
    exact: HashMap<&'a str, usize>,
    plain: HashMap<String, usize>,
}

impl<'a> Lookup<'a> {
    /// Of several joints of one name the one that `is_joint` counts, then the first.
    pub(crate) fn new(joints: &'a [Joint], is_joint: &[bool]) -> Self {
        let (mut exact, mut plain) = (HashMap::new(), HashMap::new());
        let mut order: Vec<usize> = (0..joints.len()).collect();
        order.sort_by_key(|joint| is_joint.get(*joint) != Some(&true));
        for joint in order {
            let name = joints[joint].name.as_str();
            if !name.is_empty() {
                exact.entry(name).or_insert(joint);
                plain.entry(without_prefix(name)).or_insert(joint);
            }
        }
        Self { exact, plain }
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.exact.get(name).or_else(|| self.plain.get(&without_prefix(name))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::math::Transform;

    /// By names alone.
    fn body(joints: &[Joint]) -> Body<'_> {
        Body { joints, ..Body::default() }
    }

    /// The same 15 joints as eight tools and figures call them.
    #[test]
    fn roles_in_a_body() {
        let all = [
            "Hips Spine Spine1 Neck Head LeftShoulder LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot LeftToeBase LeftHandThumb2 LeftHandIndex1",
            "mixamorig1Hips mixamorig1Spine mixamorig1Spine2 mixamorig1Neck mixamorig1Head mixamorig1LeftShoulder mixamorig1LeftArm mixamorig1LeftForeArm mixamorig1LeftHand mixamorig1LeftUpLeg mixamorig1LeftLeg mixamorig1LeftFoot mixamorig1LeftToeBase mixamorig1LeftHandThumb2 mixamorig1LeftHandIndex1",
            "pelvis spine_01 spine_02 neck_01 head clavicle_l upperarm_l lowerarm_l hand_l thigh_l calf_l foot_l ball_l thumb_02_l index_01_l",
            "Bip01,Pelvis Bip01,Spine Bip01,Spine1 Bip01,Neck Bip01,Head Bip01,L,Clavicle Bip01,L,UpperArm Bip01,L,Forearm Bip01,L,Hand Bip01,L,Thigh Bip01,L,Calf Bip01,L,Foot Bip01,L,Toe0 lThumb2 lIndex1",
            "hip abdomen chest neck head lCollar lShldr lForeArm lHand lThigh lShin lFoot lToe lThumb2 lIndex1",
            "DEF-hips DEF-spine DEF-chest DEF-neck DEF-head DEF-shoulder.L DEF-upper_arm.L DEF-forearm.L DEF-hand.L DEF-thigh.L DEF-shin.L DEF-foot.L DEF-toe.L DEF-thumb.02.L DEF-f_index.01.L",
            "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_Neck J_Bip_C_Head J_Bip_L_Shoulder J_Bip_L_UpperArm J_Bip_L_LowerArm J_Bip_L_Hand J_Bip_L_UpperLeg J_Bip_L_LowerLeg J_Bip_L_Foot J_Bip_L_ToeBase J_Bip_L_Thumb2 J_Bip_L_Index1",
            "hips spine chest neck head shoulder_l upper_arm_l forearm_l hand_l thigh_l shin_l foot_l toes_l thumb_02_l index_1_l",
        ];
        let joints = |names: &str| -> Vec<Joint> {
            let named = names.split(' ').map(|name| Joint {
                name: name.replace(',', " "),
                parent: None,
                bind_local: Transform::IDENTITY,
            });
            named.collect()
        };
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let found = matching(&body(&joints(a)), &body(&joints(b)), &[]).found;
            let want: Vec<Option<usize>> = (0..15).map(Some).collect();
            assert_eq!(found, want, "{a} | {b}");
        }
        // A spine of three on one of two and of one; shoulder, elbow and wrist; a mesh that is called Head; twist bones.
        let here = joints("hips spine_01 spine_02 spine_03 l_shoulder l_elbow l_wrist head upperarm_twist_01_l");
        let there = joints("Head Hips Spine Chest L_UpperArm L_ForeArm L_Hand Head");
        let is_joint = [false, true, true, true, true, true, true, true];
        let found = matching(&body(&here), &Body { is_joint: &is_joint, ..body(&there) }, &[]).found;
        assert_eq!(found, [1, 2, 3, 3, 4, 5, 6, 7, 99].map(|at| Some(at).filter(|at| *at < 99)));
        let one = matching(&body(&joints("spine")), &body(&joints("abdomen waist chest")), &[]).found;
        assert_eq!(one, [Some(2)]);
    }

    /// A pair decides over names, and gives its joints a role: what was called so before has none, and no counterpart.
    #[test]
    fn pairs_before_names() {
        let joints = |names: &str| -> Vec<Joint> {
            let named =
                names.split(' ').map(|name| Joint { name: name.into(), parent: None, bind_local: Transform::IDENTITY });
            named.collect()
        };
        let (here, there) = (joints("hips spine chest bone_7 thigh_l x"), joints("hips spine chest thigh_l y foot_l"));
        let of = matching(&body(&here), &body(&there), &[(0, 3), (1, 5), (4, 4)]);
        assert_eq!(of.found, [None, None, Some(2), Some(0), Some(4), Some(1)]);
        let thigh = Some(("thigh", 1, 0));
        let spine = |number| Some(("spine", 0, number));
        assert_eq!(of.roles, [None, spine(0), spine(1), Some(("hips", 0, 0)), thigh, spine(2)]);
        assert_eq!(of.their_roles[3..], [None, thigh, Some(("foot", 1, 0))]);
    }

    /// A numbered leg, hips that have no name of their own, a neck that ends in a head.
    #[test]
    fn roles_that_no_name_says() {
        let names = [
            ("torso_1", None),
            ("torso_2", Some(0)),
            ("neck_1", Some(1)),
            ("neck_2", Some(2)),
            ("leg_L_1", Some(0)),
            ("leg_L_2", Some(4)),
            ("leg_L_3", Some(5)),
            ("leg_L_5", Some(6)),
            ("leg_R_1", Some(0)),
            ("arm_L_4", Some(1)),
            ("arm_L_3", Some(9)),
            ("arm_L_2", Some(10)),
            ("arm_R_1", Some(1)),
            ("cuff_R", Some(12)),
            ("watch_R", Some(12)),
        ];
        let joint = |(name, parent): &(&str, Option<usize>)| Joint {
            name: (*name).into(),
            parent: *parent,
            bind_local: Transform::IDENTITY,
        };
        let joints: Vec<Joint> = names.iter().map(joint).collect();
        let roles: Vec<Role> = body(&joints).roles().into_iter().map(|role| role.unwrap_or(("", 0, 0))).collect();
        let [left, right] = [1, 2];
        let want = [
            ("hips", 0, 0),
            ("spine", 0, 0),
            ("neck", 0, 0),
            ("head", 0, 0),
            ("thigh", left, 0),
            ("shin", left, 0),
            ("foot", left, 0),
            ("toes", left, 0),
            ("thigh", right, 0),
            ("upper arm", left, 0),
            ("forearm", left, 0),
            ("hand", left, 0),
            ("upper arm", right, 0),
            ("", 0, 0),
            ("", 0, 0),
        ];
        assert_eq!(roles, want);
    }
}
