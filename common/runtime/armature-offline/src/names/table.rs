//! Parts of a body, and the names that tools give to their joints.

use super::Side;

/// Number of joints of one part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    One,
    /// One on each side.
    Sided,
    /// Several in a row.
    Chain,
    /// Several in a row, on each side.
    Finger,
}

impl Count {
    pub(super) fn sides(self) -> &'static [Side] {
        match self {
            Self::One | Self::Chain => &[Side::Middle],
            Self::Sided | Self::Finger => &Side::BOTH,
        }
    }
}

/// A part, its number of joints, and its names.
pub(super) type Row = (&'static str, Count, &'static str);

/// Parts with their names, without side, number, capitals and signs, the likelier first. A name in two rows belongs to
/// the part of the earlier row, unless another joint has that: `shoulder` is the collarbone beside an `arm`, and
/// otherwise the upper arm.
pub(super) const PARTS: [Row; 17] = [
    ("hips", Count::One, "hips pelvis hip hipcenter spinebase lowertorso 腰 センター 下半身"),
    (
        "spine",
        Count::Chain,
        "spine chest upperchest lowerback abdomen torso waist stomach ribcage spinemid spineshoulder shouldercenter \
         uppertorso abdomenlower abdomenupper chestlower chestupper 上半身",
    ),
    ("neck", Count::Chain, "neck necklower neckupper necktwist 首"),
    ("head", Count::One, "head skull 頭"),
    ("thigh", Count::Sided, "thigh upleg upperleg femur hip leg 足d 足"),
    ("shin", Count::Sided, "shin calf lowerleg lowleg knee tibia leg ひざd ひざ"),
    ("foot", Count::Sided, "ankle foot 足首d 足首"),
    ("toes", Count::Sided, "toe toes toebase ball toeball foot 足先ex つま先"),
    ("upper arm", Count::Sided, "upperarm uparm humerus shldr arm shoulder bicep 腕"),
    ("forearm", Count::Sided, "forearm lowerarm lowarm elbow ulna ひじ"),
    ("hand", Count::Sided, "hand wrist palm fist 手首"),
    ("collarbone", Count::Sided, "clavicle collarbone collar scapula shoulder 肩"),
    ("thumb", Count::Finger, "thumb handthumb thumbfinger 親指"),
    ("index", Count::Finger, "index handindex findex indexfinger 人指 人差指"),
    ("middle", Count::Finger, "middle handmiddle fmiddle middlefinger mid fingers fingertips 中指"),
    ("ring", Count::Finger, "ring handring fring ringfinger 薬指"),
    ("pinky", Count::Finger, "pinky handpinky fpinky pinkyfinger little littlefinger 小指"),
];

/// Words in names that have no meaning for the part.
pub(super) const NOISE: &str =
    "armature b base bend bind bip bone c cc character def j jnt joint m org rig skeleton skin stretch x";

/// Parts from the hips outwards, each carried by the one before it.
pub(crate) const LEG: &[&str] = &["hips", "thigh", "shin", "foot", "toes"];
pub(crate) const HEAD: &[&str] = &["hips", "spine", "neck", "head"];
pub(crate) const ARM: &[&str] = &["hips", "spine", "collarbone", "upper arm", "forearm", "hand"];
/// The parts of a leg and of an arm that bend, from the trunk outwards.
pub(crate) const LIMBS: [[&str; 3]; 2] = [["thigh", "shin", "foot"], ["upper arm", "forearm", "hand"]];
/// Parts carried by a hand, from the thumb on.
pub(crate) const FINGERS: [&str; 5] = ["thumb", "index", "middle", "ring", "pinky"];
/// Parts with several joints in a row in the middle.
pub(super) const CHAINS: [&str; 2] = ["spine", "neck"];

pub(crate) fn is_part(part: &str) -> bool {
    PARTS.iter().any(|(name, ..)| *name == part)
}

/// Returns whether the joints of a part are numbered along a line.
pub(super) fn is_line(part: &str) -> bool {
    CHAINS.contains(&part) || FINGERS.contains(&part)
}
