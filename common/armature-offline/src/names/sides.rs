//! Names of joints: which side they say, and what the joint on the other side is called.

use armature::skeleton::{Joint, local_name};
use std::collections::HashMap;

/// Longer names, in bytes, have neither side nor role: one of a megabyte of "Left" says its side so often that what
/// the other side may be called fills the memory.
pub(super) const MAX_NAME: usize = 256;

/// A side of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Neither side.
    #[default]
    Middle,
    /// `hand_l`, `Hand.L`, `left_hand`, `LeftHand`, `Bip01 L Hand`.
    Left,
    /// `hand_r`, `Hand.R`, `right_hand`, `RightHand`, `Bip01 R Hand`.
    Right,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the side that the name of a joint says.
    pub fn from_name(joint: &str) -> Self {
        side_of(&swaps(local_name(joint)))
    }
}

/// Returns for each joint the one on the other side; itself where there is none.
///
/// The name of the other is the same but for its side: `LeftArm` and `RightArm`, `front_left_thigh`, `thigh.L`,
/// `hand_l`, `L_forearm`, `Bip01 L Thigh`, `lThigh`, `Igor_LArm1`. Numbers stay. Among several joints of that name, the
/// one is taken whose parent is across from this one's.
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
        let across = joint.parent.map(|parent| partners[parent]);
        let other = mirrored(&joint.name).into_iter().find_map(|name| {
            let mut free = named.get(name.as_str())?.clone();
            free.retain(|other| partners[*other] == *other && *other != index);
            free.iter().copied().find(|other| joints[*other].parent == across).or(free.first().copied())
        });
        if let Some(other) = other {
            partners[index] = other;
            partners[other] = index;
        }
    }
    partners
}

/// Returns what the same joint on the other side may be called, the likeliest first; nothing for a name over [`MAX_NAME`].
/// Not all of these names make sense: `bleft` for `bright`. They count where a joint is called so.
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
pub(super) struct Swap {
    pub(super) from: usize,
    pub(super) length: usize,
    other: &'static str,
}

fn swapped(name: &str, swaps: &[Swap]) -> String {
    let mut swaps = swaps.to_vec();
    swaps.sort_unstable_by_key(|swap| swap.from);
    let mut text = String::new();
    let mut end = 0;
    for swap in swaps {
        text += &name[end..swap.from];
        end = swap.from + swap.length;
        let side = &name.as_bytes()[swap.from..end];
        for (at, letter) in swap.other.chars().enumerate() {
            let is_upper = side.get(at.min(1)).is_some_and(u8::is_ascii_uppercase);
            text.push(if is_upper { letter.to_ascii_uppercase() } else { letter });
        }
    }
    text + &name[end..]
}

/// Finds where a name says its side: by a word, then by a letter; nowhere in one over [`MAX_NAME`].
pub(super) fn swaps(name: &str) -> Vec<Swap> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let mut letters = find_words(name, "l", "r");
    letters.retain(|swap| stands_alone(name.as_bytes(), swap.from));
    [find_words(name, "left", "right"), find_words(name, "左", "右"), letters].concat()
}

pub(super) fn side_of(swaps: &[Swap]) -> Side {
    match swaps.first() {
        Some(swap) if swap.other.starts_with(['r', '右']) => Side::Left,
        Some(_) => Side::Right,
        None => Side::Middle,
    }
}

/// Finds one of two words, in capitals or not.
fn find_words(name: &str, left: &'static str, right: &'static str) -> Vec<Swap> {
    let lower = name.to_ascii_lowercase(); // as many bytes
    let mut swaps = Vec::new();
    for (word, other) in [(left, right), (right, left)] {
        swaps.extend(lower.match_indices(word).map(|(from, _)| Swap { from, length: word.len(), other }));
    }
    swaps
}

/// Returns whether an L or R is between characters that are not letters, or where small letters change to capitals.
fn stands_alone(name: &[u8], at: usize) -> bool {
    let before = if at > 0 { name[at - 1] } else { b' ' };
    let [letter, after, next] = [at, at + 1, at + 2].map(|at| name.get(at).copied().unwrap_or(b' '));
    let begins = !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && letter.is_ascii_uppercase();
    // LArm and lArm, but not LEFT.
    let is_all_capitals = letter.is_ascii_uppercase() && next.is_ascii_uppercase();
    begins && (!after.is_ascii_alphabetic() || after.is_ascii_uppercase() && !is_all_capitals)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::joint, *};

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
        assert_eq!((mirrored(&fits).len(), Side::from_name(&fits)), (1, Side::Left));
        assert_eq!((mirrored(&long).len(), Side::from_name(&long)), (0, Side::Middle));
    }

    #[test]
    fn each_has_one_partner() {
        let find = |joints: &[(&str, Option<usize>)]| {
            partners(&joints.iter().map(|(name, parent)| joint(name, *parent)).collect::<Vec<_>>())
        };
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
