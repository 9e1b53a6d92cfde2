//! The names that tools give to the joints of a body.

/// What a joint is in a body, whatever a tool calls it. How many there are: `o`ne, one on each `s`ide, several in
/// a `c`hain, numbered `f`ingers on each side. Then names without side, number, capitals and signs, the likelier
/// first: a joint has one role, and the earlier line takes it. So `shoulder` is the collarbone where there is an
/// `arm`, and the upper arm where there is none.
pub(super) const ROLES: [(&str, char, &str); 17] = [
    ("hips", 'o', "hips pelvis hip hipcenter spinebase lowertorso 腰 センター 下半身"),
    (
        "spine",
        'c',
        "spine chest upperchest lowerback abdomen torso waist stomach ribcage spinemid spineshoulder shouldercenter \
         uppertorso abdomenlower abdomenupper chestlower chestupper 上半身",
    ),
    ("neck", 'c', "neck necklower neckupper necktwist 首"),
    ("head", 'o', "head skull 頭"),
    ("thigh", 's', "thigh upleg upperleg femur hip leg 足"),
    ("shin", 's', "shin calf lowerleg lowleg knee tibia leg ひざ"),
    ("foot", 's', "foot ankle 足首"),
    ("toes", 's', "toe toes toebase ball toeball つま先"),
    ("upper arm", 's', "upperarm uparm humerus shldr arm shoulder bicep 腕"),
    ("forearm", 's', "elbow forearm lowerarm lowarm ulna ひじ"),
    ("hand", 's', "hand wrist palm fist 手首"),
    ("collarbone", 's', "clavicle collarbone collar scapula shoulder 肩"),
    ("thumb", 'f', "thumb handthumb thumbfinger 親指"),
    ("index", 'f', "index handindex findex indexfinger 人指 人差指"),
    ("middle", 'f', "middle handmiddle fmiddle middlefinger mid fingers fingertips 中指"),
    ("ring", 'f', "ring handring fring ringfinger 薬指"),
    ("pinky", 'f', "pinky handpinky fpinky pinkyfinger little littlefinger 小指"),
];

/// Words in names that say nothing about the joint.
pub(super) const NOISE: &str =
    "armature b base bend bind bip bone c cc character def j jnt joint m org rig skeleton skin stretch x";

/// The roles of which there are several in a row.
pub(super) fn chains() -> impl Iterator<Item = &'static str> {
    ROLES.iter().filter(|role| role.1 == 'c').map(|role| role.0)
}

/// Whether joints of this role are numbered along a line.
pub(super) fn is_line(role: &str) -> bool {
    chains().any(|chain| chain == role) || FINGERS.contains(&role)
}

/// From the thumb on.
pub(super) const FINGERS: [&str; 5] = ["thumb", "index", "middle", "ring", "pinky"];
