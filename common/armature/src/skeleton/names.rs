//! Names of joints: which mean the same joint in two skeletons, and which are across from each other.

use super::Joint;
use std::collections::{HashMap, HashSet};

/// What a joint is in a body, whatever a tool calls it. How many there are: `o`ne, one on each `s`ide, several in
/// a `c`hain, numbered `f`ingers on each side. Then names without side, number, capitals and signs, the likelier
/// first: a joint has one role, and the earlier line takes it. So `shoulder` is the collarbone where there is an
/// `arm`, and the upper arm where there is none.
const ROLES: [(&str, char, &str); 17] = [
    ("hips", 'o', "hips pelvis hip"),
    ("spine", 'c', "spine chest upperchest lowerback abdomen torso waist stomach ribcage"),
    ("neck", 'c', "neck"),
    ("head", 'o', "head skull"),
    ("thigh", 's', "thigh upleg upperleg femur hip leg"),
    ("shin", 's', "shin calf lowerleg lowleg knee tibia leg"),
    ("foot", 's', "foot ankle"),
    ("toes", 's', "toe toes toebase ball toeball"),
    ("upper arm", 's', "upperarm uparm humerus shldr arm shoulder bicep"),
    ("forearm", 's', "elbow forearm lowerarm lowarm ulna"),
    ("hand", 's', "hand wrist palm"),
    ("collarbone", 's', "clavicle collarbone collar shoulder"),
    ("thumb", 'f', "thumb handthumb"),
    ("index", 'f', "index handindex findex indexfinger"),
    ("middle", 'f', "middle handmiddle fmiddle middlefinger mid fingers fingertips"),
    ("ring", 'f', "ring handring fring ringfinger"),
    ("pinky", 'f', "pinky handpinky fpinky pinkyfinger little littlefinger"),
];

/// Words in names that say nothing about the joint.
const NOISE: &str = "armature b base bip bone c cc character def j jnt joint org rig skeleton";

/// Longer names, in bytes, have neither side nor role: one of a megabyte of "Left" says its side so often that what
/// the other side may be called fills the memory.
const MAX_NAME: usize = 256;

/// A side of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Neither.
    Middle,
    /// `hand_l`, `Hand.L`, `left_hand`, `LeftHand`, `Bip01 L Hand`.
    Left,
    /// `hand_r`, `Hand.R`, `right_hand`, `RightHand`, `Bip01 R Hand`.
    Right,
}

impl Side {
    /// The side of a joint, as far as its name says it.
    pub fn from_name(joint: &str) -> Self {
        side_of(&swaps(local_name(joint)))
    }
}

/// A role, the number of its [`Side`], and its index among joints of the same role.
pub(crate) type Role = (&'static str, u8, usize);

/// The joints of a figure that are the same in another one.
pub(crate) struct Matching {
    /// For each joint here the one there.
    pub(crate) found: Vec<Option<usize>>,
    /// Of the joints here.
    pub(crate) roles: Vec<Option<Role>>,
    /// Of the joints there.
    pub(crate) their_roles: Vec<Option<Role>>,
}

/// For each joint of `here` the one of `there` that is the same: by `pairs` (there, here), by its name, or else by its
/// role. Of chains of different lengths the ends match, and those between by their place along the chain: then several
/// joints have one counterpart. `is_joint` says which nodes the file calls joints; it may be empty.
///
/// Both joints of a pair have one role: that of the one there, if it has one.
pub(crate) fn matching(here: (&[Joint], &[bool]), there: (&[Joint], &[bool]), pairs: &[(usize, usize)]) -> Matching {
    let mut found = by_name(here.0, there.0, there.1);
    // A mesh that is called `Head`, beside a joint that is.
    let is_joint = |joint: &usize| here.1.get(*joint) == Some(&true);
    let taken: HashSet<Option<usize>> = (0..found.len()).filter(is_joint).map(|joint| found[joint]).collect();
    for joint in (0..found.len()).filter(|joint| !is_joint(joint)) {
        found[joint] = found[joint].filter(|from| !taken.contains(&Some(*from)));
    }
    let [mut ours, mut theirs] = [here, there].map(roles);
    if !pairs.is_empty() {
        let kind = |role: Option<Role>| role.map(|role| (role.0, role.1));
        let is_other = |(from, to): &&(usize, usize)| kind(theirs[*from]) != kind(ours[*to]);
        let unlike: Vec<(usize, usize)> = pairs.iter().filter(is_other).copied().collect();
        let given = |(from, to): &(usize, usize)| Some((*to, theirs[*from]?));
        let given_here: Vec<(usize, Role)> = unlike.iter().filter_map(given).collect();
        let given = |(from, to): &(usize, usize)| Some((*from, ours[*to].filter(|_| theirs[*from].is_none())?));
        let given_there: Vec<(usize, Role)> = unlike.iter().filter_map(given).collect();
        (ours, theirs) = (roles_with(here, &given_here), roles_with(there, &given_there));
    }
    let with_role: HashMap<Role, usize> =
        (theirs.iter().enumerate()).filter_map(|(joint, role)| Some(((*role)?, joint))).collect();
    let last = |roles: &[Option<Role>], wanted: &str| {
        let numbers = roles.iter().flatten().filter(|role| role.0 == wanted);
        numbers.map(|role| role.2).max().unwrap_or(0)
    };
    let chains = ROLES.iter().filter(|(_, many, _)| *many == 'c');
    let chains: Vec<(&str, usize, usize)> =
        chains.map(|(name, ..)| (*name, last(&ours, name), last(&theirs, name))).collect();
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
    Matching { found, roles: ours, their_roles: theirs }
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

/// For each joint of `here` the one of `there` of its name, as [`Lookup`] finds it.
pub(crate) fn by_name(here: &[Joint], there: &[Joint], is_joint: &[bool]) -> Vec<Option<usize>> {
    let there = Lookup::new(there, is_joint);
    here.iter().map(|joint| there.find(&joint.name)).collect()
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

/// `mixamorig:Hips` is `hips`, and so are `mixamorig_Hips`, as Mixamo's own Collada files have it, and
/// `mixamorig1Hips`, as some programs make of it.
pub(crate) fn without_prefix(name: &str) -> String {
    local_name(name).to_lowercase()
}

fn local_name(name: &str) -> &str {
    const MIXAMO: &str = "mixamorig";
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    if name.get(..MIXAMO.len()).is_some_and(|start| start.eq_ignore_ascii_case(MIXAMO)) {
        let rest = name[MIXAMO.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.strip_prefix('_').unwrap_or(rest);
    }
    name
}

/// The role of each joint that has one. Nodes that are no joints (a mesh called `Head`) have none where some are.
pub(crate) fn roles(joints: (&[Joint], &[bool])) -> Vec<Option<Role>> {
    roles_with(joints, &[])
}

/// The same where the roles of some joints are known, whatever their names are. Those in a chain are numbered anew.
fn roles_with((joints, is_joint): (&[Joint], &[bool]), given: &[(usize, Role)]) -> Vec<Option<Role>> {
    let called: Vec<(u8, String, usize)> = joints.iter().map(|joint| parts(&joint.name)).collect();
    let all_count = !is_joint.contains(&true);
    let counts = |joint: usize| all_count || is_joint.get(joint) == Some(&true);
    let mut roles: Vec<Option<Role>> = vec![None; joints.len()];
    let mut taken = HashSet::new();
    let in_chain = |name: &str| ROLES.iter().any(|role| (role.0, role.1) == (name, 'c'));
    for (joint, role) in given.iter().copied() {
        if in_chain(role.0) || taken.insert(role) {
            roles[joint] = Some(role);
        }
    }
    for (role, many, names) in ROLES {
        for side in if matches!(many, 'o' | 'c') { 0..=0 } else { 1..=2 } {
            let is_called = |joint: usize, name: &str| called[joint].0 == side && called[joint].1 == name;
            let free = |joint: &usize| counts(*joint) && roles[*joint].is_none();
            let named =
                names.split(' ').flat_map(|name| (0..joints.len()).filter(move |joint| is_called(*joint, name)));
            let mut named: Vec<usize> = named.filter(free).collect();
            match many {
                'c' => {
                    named.extend((0..joints.len()).filter(|joint| roles[*joint].is_some_and(|of| of.0 == role)));
                    named.sort_unstable();
                }
                'f' => {}
                _ => named.truncate(1),
            }
            for (nth, joint) in named.into_iter().enumerate() {
                // Figures whose hands have no single fingers have two joints for all.
                let finger = called[joint].2.max(1) + usize::from(called[joint].1 == "fingertips");
                let role = (role, side, if many == 'f' { finger } else { nth });
                if taken.insert(role) {
                    roles[joint] = Some(role);
                }
            }
        }
    }
    complete(joints, counts, &mut roles);
    roles
}

/// Limbs from the trunk outwards.
const LIMBS: [&[&str]; 2] = [&["thigh", "shin", "foot", "toes"], &["upper arm", "forearm", "hand"]];

/// Adds roles that no name says, where those of other joints leave no doubt: `leg_1`, `leg_2`, `leg_3` of one leg.
fn complete(joints: &[Joint], counts: impl Fn(usize) -> bool, roles: &mut [Option<Role>]) {
    let with = |roles: &[Option<Role>], role: Role| roles.iter().position(|of| *of == Some(role));
    if with(roles, ("hips", 0, 0)).is_none() {
        let thighs = [1, 2].map(|side| with(roles, ("thigh", side, 0)));
        if let Some(joint) = common_ancestor(joints, thighs).filter(|joint| counts(*joint)) {
            let was = roles[joint].replace(("hips", 0, 0));
            // The lowest of a spine: those above it move up.
            for role in roles.iter_mut().flatten().filter(|role| was.is_some_and(|was| role.0 == was.0)) {
                role.2 = role.2.saturating_sub(1);
            }
        }
    }
    let necks = roles.iter().flatten().filter(|role| role.0 == "neck").count();
    let last = necks.checked_sub(1).filter(|last| *last > 0).and_then(|last| with(roles, ("neck", 0, last)));
    if let (None, Some(last)) = (with(roles, ("head", 0, 0)), last) {
        roles[last] = Some(("head", 0, 0));
    }
    for (limb, side) in LIMBS.iter().flat_map(|limb| [(limb, 1), (limb, 2)]) {
        for names in limb.windows(2) {
            let [above, below] = [names[0], names[1]].map(|name| with(roles, (name, side, 0)));
            let (Some(above), None) = (above, below) else { continue };
            let below = |joint: &usize| joints[*joint].parent == Some(above) && counts(*joint);
            let mut children = (0..joints.len()).filter(below);
            if let (Some(only), None) = (children.next(), children.next()) {
                roles[only] = roles[only].or(Some((names[1], side, 0)));
            }
        }
    }
}

/// The lowest joint above both.
fn common_ancestor(joints: &[Joint], pair: [Option<usize>; 2]) -> Option<usize> {
    let above = |joint: usize| std::iter::successors(joints[joint].parent, |joint| joints[*joint].parent);
    let others: HashSet<usize> = above(pair[0]?).collect();
    above(pair[1]?).find(|joint| others.contains(joint))
}

/// Side, name without it, and the last number of a joint's name (0 without); nothing of one over [`MAX_NAME`].
fn parts(name: &str) -> (u8, String, usize) {
    if name.len() > MAX_NAME {
        return (0, String::new(), 0);
    }
    let name = local_name(name);
    let swaps = swaps(name);
    let side = side_of(&swaps) as u8;
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let is_side = swaps.iter().any(|swap| (swap.from..swap.from + swap.length).contains(&at));
        let c = if is_side || !c.is_alphanumeric() { ' ' } else { c };
        let kind = |c: char| (c == ' ', c.is_ascii_digit());
        if kind(before) != kind(c) || before.is_lowercase() && c.is_uppercase() {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), c != ' ') {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    let number = words.iter().rev().find_map(|word| word.parse().ok()).unwrap_or(0);
    let is_name =
        |word: &&String| !word.starts_with(|c: char| c.is_ascii_digit()) && !NOISE.split(' ').any(|it| it == *word);
    (side, words.iter().filter(is_name).map(String::as_str).collect(), number)
}

/// For each joint the one on the other side; itself where there is none.
///
/// The name of the other is the same but for its side: `LeftArm` and `RightArm`, `front_left_thigh`, `thigh.L`,
/// `hand_l`, `L_forearm`, `Bip01 L Thigh`, `lThigh`, `Igor_LArm1`. Numbers stay. Of several joints of that name the
/// one counts whose parent is across from this one's.
pub(crate) fn partners(joints: &[Joint]) -> Vec<usize> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, joint) in joints.iter().enumerate() {
        named.entry(&joint.name).or_default().push(index);
    }
    let mut partners: Vec<usize> = (0..joints.len()).collect();
    for (index, joint) in joints.iter().enumerate() {
        if partners[index] != index {
            continue;
        }
        let is_free = |other: &usize| partners[*other] == *other && *other != index;
        let across = joint.parent.map(|parent| partners[parent]);
        let other = mirrored(&joint.name).into_iter().find_map(|name| {
            let same = named.get(name.as_str())?;
            let free = || same.iter().copied().filter(is_free);
            free().find(|&other| joints[other].parent == across).or_else(|| free().next())
        });
        if let Some(other) = other {
            partners[index] = other;
            partners[other] = index;
        }
    }
    partners
}

/// What the same joint on the other side may be called, the likeliest first. Not all of these names make sense: `bleft`
/// for `bright`. They count where a joint is called so. None for a name over [`MAX_NAME`].
fn mirrored(name: &str) -> Vec<String> {
    let all = swaps(name);
    let mut names: Vec<String> = all.iter().map(|swap| swapped(name, &[*swap])).collect();
    if all.len() > 1 {
        names.push(swapped(name, &all));
    }
    names
}

/// Bytes of a name that say its side, and what the other side says there.
#[derive(Clone, Copy)]
struct Swap {
    from: usize,
    length: usize,
    other: &'static str,
}

fn swapped(name: &str, swaps: &[Swap]) -> String {
    let mut swaps = swaps.to_vec();
    swaps.sort_unstable_by_key(|swap| swap.from);
    let (mut text, mut at) = (String::new(), 0);
    for swap in swaps {
        text += &name[at..swap.from];
        let side = &name[swap.from..swap.from + swap.length];
        let is_upper = |at: usize| side.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase);
        for (at, letter) in swap.other.chars().enumerate() {
            let upper = if at == 0 { is_upper(0) } else { is_upper(1) };
            text.push(if upper { letter.to_ascii_uppercase() } else { letter });
        }
        at = swap.from + swap.length;
    }
    text + &name[at..]
}

/// Where a name says its side: by a word, then by a letter. Nowhere in one over [`MAX_NAME`].
fn swaps(name: &str) -> Vec<Swap> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    [places(name, "left", "right"), letters(name)].concat()
}

fn side_of(swaps: &[Swap]) -> Side {
    swaps.first().map_or(Side::Middle, |swap| if swap.other.starts_with('r') { Side::Left } else { Side::Right })
}

/// Where one of the two words stands, in capitals or not.
fn places(name: &str, left: &'static str, right: &'static str) -> Vec<Swap> {
    let lower = name.to_ascii_lowercase(); // as many bytes
    let found = |word: &'static str, other| {
        let swap = move |(from, _)| Swap { from, length: word.len(), other };
        lower.match_indices(word).map(swap).collect::<Vec<_>>()
    };
    [found(left, right), found(right, left)].concat()
}

/// Where an L or R stands by itself: between what is no letter, or at a change from small letters to capitals.
fn letters(name: &str) -> Vec<Swap> {
    let bytes = name.as_bytes();
    let stands_alone = |swap: &Swap| {
        let letter = bytes[swap.from];
        let before = swap.from.checked_sub(1).map(|at| bytes[at]);
        let after = bytes.get(swap.from + 1);
        let begins = before.is_none_or(|before| {
            !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && letter.is_ascii_uppercase()
        });
        let capital = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
        // LArm and lArm, but not LEFT.
        let ends = after.is_none_or(|after| !after.is_ascii_alphabetic())
            || capital(swap.from + 1) && !(capital(swap.from) && capital(swap.from + 2));
        begins && ends
    };
    places(name, "l", "r").into_iter().filter(stands_alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;

    /// Names as the tools give them: Mixamo, motion capture files, 3ds Max (Biped, CAT), Maya, Blender, Unreal, DAZ, and
    /// those of our own figures.
    #[test]
    fn across() {
        for (left, right) in [
            ("mixamorig:LeftHandThumb1", "mixamorig:RightHandThumb1"),
            ("LHipJoint", "RHipJoint"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("Bip001_L_Finger01", "Bip001_R_Finger01"),
            ("Upper.Leg.L", "Upper.Leg.R"),
            ("thigh.L.001", "thigh.R.001"),
            ("Lower_Arm_L", "Lower_Arm_R"),
            ("L_forearm", "R_forearm"),
            ("l_upperarm", "r_upperarm"),
            ("upperarm_l", "upperarm_r"),
            ("lShldr", "rShldr"),
            ("ArmL", "ArmR"),
            ("Igor_LArmFinger12", "Igor_RArmFinger12"),
            ("shoulderleft", "shoulderright"),
            ("LEFT_KNEE", "RIGHT_KNEE"),
            ("hand_l_left", "hand_r_right"),
            ("feeler_left_2", "feeler_right_2"),
        ] {
            assert!(mirrored(left).contains(&right.to_string()), "{left}: {:?}", mirrored(left));
            assert!(mirrored(right).contains(&left.to_string()), "{right}: {:?}", mirrored(right));
        }
        for single in ["head", "Hips", "tail_1", "skull", "Zunge", "größe", ""] {
            assert!(mirrored(single).is_empty(), "{single}: {:?}", mirrored(single));
        }
    }

    /// A name may be as long as its file.
    #[test]
    fn sides_by_name() {
        for name in
            ["hand_l", "Hand.L", "left_foot", "LeftFoot", "mixamorig:LeftFoot", "lThigh", "Bip01 L Hand", "toe_l_2"]
        {
            assert_eq!(Side::from_name(name), Side::Left, "{name}");
            for right in mirrored(name) {
                assert_eq!(Side::from_name(&right), Side::Right, "{right}");
            }
        }
        for name in ["tail", "pearl", "neck", "spine_01", "upper"] {
            assert_eq!(Side::from_name(name), Side::Middle, "{name}");
        }
    }

    #[test]
    fn long_names_have_no_side() {
        let [fits, long] = [252, 256].map(|many| "a".repeat(many) + "Left");
        assert_eq!((mirrored(&fits).len(), parts(&fits).0), (1, 1));
        assert!(mirrored(&long).is_empty() && parts(&long) == (0, String::new(), 0));
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
            let found = matching((&joints(a), &[]), (&joints(b), &[]), &[]).found;
            let want: Vec<Option<usize>> = (0..15).map(Some).collect();
            assert_eq!(found, want, "{a} | {b}");
        }
        // A spine of three on one of two and of one; shoulder, elbow and wrist; a mesh that is called Head; twist bones.
        let here = joints("hips spine_01 spine_02 spine_03 l_shoulder l_elbow l_wrist head upperarm_twist_01_l");
        let there = joints("Head Hips Spine Chest L_UpperArm L_ForeArm L_Hand Head");
        let is_joint = [false, true, true, true, true, true, true, true];
        let found = matching((&here, &[]), (&there, &is_joint), &[]).found;
        assert_eq!(found, [1, 2, 3, 3, 4, 5, 6, 7, 99].map(|at| Some(at).filter(|at| *at < 99)));
        let one = matching((&joints("spine"), &[]), (&joints("abdomen waist chest"), &[]), &[]).found;
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
        let of = matching((&here, &[]), (&there, &[]), &[(0, 3), (1, 5), (4, 4)]);
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
        let roles: Vec<Role> = roles((&joints, &[])).into_iter().map(|role| role.unwrap_or(("", 0, 0))).collect();
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

    #[test]
    fn each_has_one_partner() {
        let joint = |(name, parent): &(&str, Option<usize>)| Joint {
            name: (*name).into(),
            parent: *parent,
            bind_local: Transform::IDENTITY,
        };
        let find = |joints: &[(&str, Option<usize>)]| partners(&joints.iter().map(joint).collect::<Vec<_>>());
        let body = [("hips", None), ("leg_l", Some(0)), ("leg_r", Some(0)), ("upright", Some(0))];
        assert_eq!(find(&body), [0, 2, 1, 3]);
        // Two figures in one file, with the same names, one behind the other and then mixed.
        let two = [
            ("a", None),
            ("b", None),
            ("leg_l", Some(0)),
            ("leg_l", Some(1)),
            ("leg_r", Some(1)),
            ("leg_r", Some(0)),
            ("leg_r", Some(0)),
        ];
        assert_eq!(find(&two), [0, 1, 5, 4, 3, 2, 6]);
    }
}
