//! Sides in the names of joints, and the names of the joints on the other side.

use armature::skeleton::{Joint, local_name};
use std::collections::HashMap;
use std::fmt;

/// Length in bytes above which a name has neither side nor role: a megabyte of "Left" would have so many possible names
/// of the other side that they fill the memory.
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

    /// Returns the side in the name of a joint.
    pub fn from_name(joint: &str) -> Self {
        side_of(&find_sides(local_name(joint)))
    }
}

/// Writes `left`, `right` or `middle`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Middle => "middle",
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// Returns, for each joint, its partner on the other side, or the joint itself if it has none.
///
/// The names of partners differ in their side only: `LeftArm` and `RightArm`, `front_left_thigh`, `thigh.L`, `hand_l`,
/// `L_forearm`, `Bip01 L Thigh`, `lThigh`, `Igor_LArm1`. Of several joints with the name, the partner is the joint
/// whose parent is the partner of the joint's parent.
pub(crate) fn partners(joints: &[Joint]) -> Vec<usize> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, joint) in joints.iter().enumerate() {
        named.entry(&joint.name).or_default().push(index);
    }
    let mut partners: Vec<usize> = (0..joints.len()).collect();
    // Joints whose parents are no partners only get what the others leave.
    for has_partners_child in [true, false] {
        for (index, joint) in joints.iter().enumerate() {
            if partners[index] != index {
                continue;
            }
            let parent_partner = joint.parent.map(|parent| partners[parent]);
            let other = mirrored_names(&joint.name).into_iter().find_map(|name| {
                let mut free = named.get(name.as_str())?.clone();
                free.retain(|other| partners[*other] == *other && *other != index);
                let child = free.iter().find(|other| joints[**other].parent == parent_partner);
                child.or(free.first().filter(|_| !has_partners_child)).copied()
            });
            if let Some(other) = other {
                partners[index] = other;
                partners[other] = index;
            }
        }
    }
    partners
}

/// Returns the possible names of the joint on the other side, the likeliest first; none for a name over [`MAX_NAME`].
/// Not all make sense, such as `bleft` for `bright`, and then no joint has that name.
fn mirrored_names(name: &str) -> Vec<String> {
    let sides = find_sides(name);
    let mut names: Vec<String> = sides.iter().map(|side| replace_sides(name, &[*side])).collect();
    if sides.len() > 1 {
        names.push(replace_sides(name, &sides));
    }
    names
}

/// A word or letter for a side in a name.
#[derive(Clone, Copy)]
pub(super) struct SideWord {
    /// Index of the first byte.
    pub(super) from: usize,
    /// Length in bytes.
    pub(super) length: usize,
    /// Word for the other side.
    other: &'static str,
}

/// Returns the name with the words for the other side instead of `sides`, with their capitals.
fn replace_sides(name: &str, sides: &[SideWord]) -> String {
    let mut sides = sides.to_vec();
    sides.sort_unstable_by_key(|side| side.from);
    let mut text = String::new();
    let mut end = 0;
    for side in sides {
        text += &name[end..side.from];
        end = side.from + side.length;
        let word = &name.as_bytes()[side.from..end];
        for (index, letter) in side.other.chars().enumerate() {
            let is_upper = word.get(index.min(1)).is_some_and(u8::is_ascii_uppercase);
            text.push(if is_upper { letter.to_ascii_uppercase() } else { letter });
        }
    }
    text + &name[end..]
}

/// Returns the words for a side in a name, and then the letters; none for a name over [`MAX_NAME`].
pub(super) fn find_sides(name: &str) -> Vec<SideWord> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let mut letters = find_words(name, "l", "r");
    letters.retain(|letter| stands_alone(name.as_bytes(), letter.from));
    [find_words(name, "left", "right"), find_words(name, "左", "右"), letters].concat()
}

/// Returns the side of the first of some words.
pub(super) fn side_of(words: &[SideWord]) -> Side {
    match words.first() {
        Some(word) if word.other.starts_with(['r', '右']) => Side::Left,
        Some(_) => Side::Right,
        None => Side::Middle,
    }
}

/// Returns all occurrences of two words in a name, regardless of case.
fn find_words(name: &str, left: &'static str, right: &'static str) -> Vec<SideWord> {
    let lower = name.to_ascii_lowercase(); // as many bytes
    let mut words = Vec::new();
    for (word, other) in [(left, right), (right, left)] {
        words.extend(lower.match_indices(word).map(|(from, _)| SideWord { from, length: word.len(), other }));
    }
    words
}

/// Returns whether the L or R at an index is between characters that are not letters, or between small letters and
/// capitals.
fn stands_alone(name: &[u8], index: usize) -> bool {
    let before = if index > 0 { name[index - 1] } else { b' ' };
    let [letter, after, next] = [0, 1, 2].map(|offset| name.get(index + offset).copied().unwrap_or(b' '));
    let begins = !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && letter.is_ascii_uppercase();
    // LArm and lArm, but not LEFT.
    let is_all_capitals = letter.is_ascii_uppercase() && next.is_ascii_uppercase();
    begins && (!after.is_ascii_alphabetic() || after.is_ascii_uppercase() && !is_all_capitals)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::joint, *};

    /// Names by Mixamo, motion capture files, 3ds Max (Biped, CAT), Maya, Blender, Unreal, DAZ, and of our own figures.
    #[test]
    fn names_of_the_other_side() {
        for (left, right) in [
            ("mixamorig:LeftHandThumb1", "mixamorig:RightHandThumb1"),
            ("LHipJoint", "RHipJoint"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("Upper.Leg.L", "Upper.Leg.R"),
            ("thigh.L.001", "thigh.R.001"),
            ("l_upperarm", "r_upperarm"),
            ("lShldr", "rShldr"),
            ("ArmL", "ArmR"),
            ("Igor_LArmFinger12", "Igor_RArmFinger12"),
            ("shoulderleft", "shoulderright"),
            ("LEFT_KNEE", "RIGHT_KNEE"),
            ("hand_l_left", "hand_r_right"),
            ("左足", "右足"),
        ] {
            for (name, other, side) in [(left, right, Side::Left), (right, left, Side::Right)] {
                assert!(mirrored_names(name).contains(&other.to_string()), "{name}: {:?}", mirrored_names(name));
                assert_eq!(Side::from_name(name), side, "{name}");
            }
        }
        let long = "a".repeat(256) + "Left";
        for single in ["head", "Hips", "tail_1", "skull", "Zunge", "größe", "pearl", "upper", "", long.as_str()] {
            assert!(mirrored_names(single).is_empty(), "{single}: {:?}", mirrored_names(single));
            assert_eq!(Side::from_name(single), Side::Middle, "{single}");
        }
    }

    #[test]
    fn joints_have_one_partner_each() {
        let partners_of = |body: &[(&str, Option<usize>)]| {
            partners(&body.iter().map(|(name, parent)| joint(name, *parent)).collect::<Vec<_>>())
        };
        assert_eq!(
            partners_of(&[("hips", None), ("leg_l", Some(0)), ("leg_r", Some(0)), ("up", Some(0))]),
            [0, 2, 1, 3]
        );
        // Two figures in one file, with the same names, their joints mixed.
        let legs = [("leg_l", Some(0)), ("leg_l", Some(1)), ("leg_r", Some(1)), ("leg_r", Some(0)), ("leg_r", Some(0))];
        assert_eq!(partners_of(&[&[("a", None), ("b", None)][..], &legs].concat()), [0, 1, 5, 4, 3, 2, 6]);
        // Fingers of one name, of which the first has nothing on the other side.
        let fingers = [("a_l", None), ("L__3_", Some(0)), ("b_l", None), ("L__3_", Some(2))];
        let others = [("a_r", None), ("b_r", None), ("R__3_", Some(5))];
        assert_eq!(partners_of(&[&fingers[..], &others].concat()), [4, 1, 5, 6, 0, 2, 3]);
    }
}
