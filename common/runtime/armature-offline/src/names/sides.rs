//! Sides in the names of joints, and the names of the joints on the other side.

use armature::skeleton::{Joint, local_name};
use std::collections::HashMap;
use std::fmt;

/// Length in bytes above which a name has neither side nor role: the search for words takes the square of it.
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
    let mut keys = Vec::with_capacity(joints.len());
    let mut named: HashMap<(String, Side), Vec<usize>> = HashMap::new();
    for (index, joint) in joints.iter().enumerate() {
        let sides = find_sides(&joint.name);
        let key = (without_sides(&joint.name, &sides), side_of(&sides));
        named.entry(key.clone()).or_default().push(index);
        keys.push(key);
    }
    let mut partners: Vec<usize> = (0..joints.len()).collect();
    // Joints whose parents are no partners only get what the others leave.
    for has_partners_child in [true, false] {
        for (index, joint) in joints.iter().enumerate() {
            let (rest, side) = &keys[index];
            let other_side = match side {
                Side::Left => Side::Right,
                Side::Right => Side::Left,
                Side::Middle => continue,
            };
            if partners[index] != index {
                continue;
            }
            let mut free = named.get(&(rest.clone(), other_side)).cloned().unwrap_or_default();
            free.retain(|other| partners[*other] == *other);
            let parent_partner = joint.parent.map(|parent| partners[parent]);
            let child = free.iter().find(|other| joints[**other].parent == parent_partner);
            if let Some(&other) = child.or(free.first().filter(|_| !has_partners_child)) {
                partners[index] = other;
                partners[other] = index;
            }
        }
    }
    partners
}

/// A word or letter for a side in a name.
#[derive(Clone, Copy)]
pub(super) struct SideWord {
    /// Index of the first byte.
    from: usize,
    /// Length in bytes.
    length: usize,
    side: Side,
}

/// Returns the name with a blank in place of each of the words.
pub(super) fn without_sides(name: &str, sides: &[SideWord]) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        match sides.iter().find(|side| (side.from..side.from + side.length).contains(&index)) {
            Some(side) if side.from == index => text.push(' '),
            Some(_) => {}
            None => text.push(letter),
        }
    }
    text
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
    words.first().map_or(Side::Middle, |word| word.side)
}

/// Returns all occurrences of two words in a name, regardless of case.
fn find_words(name: &str, left: &str, right: &str) -> Vec<SideWord> {
    let lower = name.to_ascii_lowercase(); // as many bytes
    let mut words = Vec::new();
    for (word, side) in [(left, Side::Left), (right, Side::Right)] {
        words.extend(lower.match_indices(word).map(|(from, _)| SideWord { from, length: word.len(), side }));
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
            assert_eq!(partners(&[joint(left, None), joint(right, None)]), [1, 0], "{left} {right}");
            assert_eq!([left, right].map(Side::from_name), Side::BOTH, "{left} {right}");
        }
        let long = "a".repeat(256) + "Left";
        for single in ["head", "Hips", "tail_1", "skull", "Zunge", "größe", "pearl", "upper", "", long.as_str()] {
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
