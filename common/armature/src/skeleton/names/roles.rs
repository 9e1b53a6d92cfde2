//! What joints are in a body, by their names.

use super::{
    Joint, local_name, place,
    sides::{MAX_NAME, side_of, swaps},
};
use glam::Vec3;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// What a joint is in a body, whatever a tool calls it. How many there are: `o`ne, one on each `s`ide, several in
/// a `c`hain, numbered `f`ingers on each side. Then names without side, number, capitals and signs, the likelier
/// first: a joint has one role, and the earlier line takes it. So `shoulder` is the collarbone where there is an
/// `arm`, and the upper arm where there is none.
const ROLES: [(&str, char, &str); 17] = [
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
    ("hand", 's', "hand wrist palm 手首"),
    ("collarbone", 's', "clavicle collarbone collar scapula shoulder 肩"),
    ("thumb", 'f', "thumb handthumb thumbfinger 親指"),
    ("index", 'f', "index handindex findex indexfinger 人指 人差指"),
    ("middle", 'f', "middle handmiddle fmiddle middlefinger mid fingers fingertips 中指"),
    ("ring", 'f', "ring handring fring ringfinger 薬指"),
    ("pinky", 'f', "pinky handpinky fpinky pinkyfinger little littlefinger 小指"),
];

/// Words in names that say nothing about the joint.
const NOISE: &str =
    "armature b base bend bind bip bone c cc character def j jnt joint m org rig skeleton skin stretch x";

/// A role, the number of its [`Side`], and its index among joints of the same role.
pub(crate) type Role = (&'static str, u8, usize);

/// The joints of a figure, as far as it takes to tell which is what in a body.
#[derive(Clone, Copy, Default)]
pub(crate) struct Body<'a> {
    pub(crate) joints: &'a [Joint],
    /// Which nodes the file calls joints; may be empty.
    pub(crate) is_joint: &'a [bool],
    /// Joints that the file itself says are parts of a body, and by VRM's name which.
    pub(crate) humanoid: &'a [(usize, String)],
    /// Where they are in the neutral pose, in a world in which y is up; may be empty, then names alone count.
    pub(crate) places: &'a [Vec3],
}

impl Body<'_> {
    /// Nodes that are no joints (a mesh called `Head`) are none where some are.
    pub(super) fn counts(&self, joint: usize) -> bool {
        self.is_joint.get(joint) == Some(&true) || !self.is_joint.contains(&true)
    }

    /// The role of each joint that has one.
    pub(crate) fn roles(&self) -> Vec<Option<Role>> {
        self.roles_with(&[])
    }

    /// The same where the roles of some joints are known, whatever their names are.
    pub(super) fn roles_with(&self, given: &[(usize, Role)]) -> Vec<Option<Role>> {
        let called = self.called();
        let mut roles: Vec<Option<Role>> = vec![None; self.joints.len()];
        let mut taken = HashSet::new();
        for (joint, role) in given.iter().copied() {
            if is_chain(role.0) || taken.insert(role) {
                roles[joint] = Some(role);
            }
        }
        for (role, many, names) in ROLES {
            for side in if matches!(many, 'o' | 'c') { 0..=0 } else { 1..=2 } {
                let is_called = |joint: &usize, name: &str| called[*joint].side == side && called[*joint].is(name);
                let free = |joint: &usize| self.counts(*joint) && roles[*joint].is_none();
                let joints = || (0..self.joints.len()).filter(free);
                let named = names.split(' ').flat_map(|name| joints().filter(move |joint| is_called(joint, name)));
                let most = if matches!(many, 'o' | 's') { 1 } else { usize::MAX };
                let named: Vec<usize> = named.take(most).collect();
                for joint in named {
                    // Figures whose hands have no single fingers have two joints for all.
                    let finger = called[joint].number.max(1) + usize::from(called[joint].is("fingertips"));
                    let role = (role, side, if many == 'f' { finger } else { 0 });
                    if is_chain(role.0) || taken.insert(role) {
                        roles[joint] = Some(role);
                    }
                }
            }
        }
        let is_given = |joint: usize| given.iter().any(|(of, _)| *of == joint);
        self.prefer_ankles(&called, is_given, &mut roles);
        place::complete(self, &called, is_given, &mut roles);
        self.complete(&mut roles);
        number_chains(&mut roles);
        roles
    }

    /// What joints are called, without what all names begin and end with.
    fn called(&self) -> Vec<Called> {
        let names: Vec<&str> = self.joints.iter().map(|joint| local_name(&joint.name)).collect();
        let counting: Vec<&str> =
            (0..names.len()).filter(|joint| self.counts(*joint)).map(|joint| names[joint]).collect();
        let common = Common::of(&counting);
        let mut called: Vec<Called> = names.iter().map(|name| Called::new(common.cut(name))).collect();
        for (joint, name) in self.humanoid {
            called[*joint] = Called::new(name);
        }
        called
    }

    /// Where a foot is below an ankle, the ankle is the foot and the foot its toes; a hand at whose end nothing is,
    /// below a wrist, is where the fingers begin.
    fn prefer_ankles(&self, called: &[Called], is_given: impl Fn(usize) -> bool, roles: &mut [Option<Role>]) {
        for (joint, nearer, further) in [("foot", "ankle", Some("toes")), ("hand", "wrist", None)] {
            for side in 1..=2 {
                let Some(end) = with(roles, (joint, side, 0)).filter(|end| !is_given(*end)) else { continue };
                let parent = self.above(end).find(|joint| self.counts(*joint));
                let Some(near) = parent.filter(|at| called[*at].side == side && called[*at].is(nearer)) else {
                    continue;
                };
                let is_leaf = !self.joints.iter().any(|joint| joint.parent == Some(end));
                if roles[near].is_some() || further.is_none() && !is_leaf {
                    continue;
                }
                roles[near] = roles[end].take();
                if let Some(further) = further {
                    if let Some(toes) = with(roles, (further, side, 0)) {
                        roles[toes] = None;
                    }
                    roles[end] = Some((further, side, 0));
                }
            }
        }
    }

    /// The joints above one, the nearest first.
    pub(super) fn above(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.joints[joint].parent, |joint| self.joints[*joint].parent)
    }

    /// The lowest joint above both.
    pub(super) fn common_ancestor(&self, pair: [Option<usize>; 2]) -> Option<usize> {
        let others: HashSet<usize> = self.above(pair[0]?).collect();
        self.above(pair[1]?).find(|joint| others.contains(joint))
    }

    /// Adds roles that no name says, where those of other joints leave no doubt: `leg_1`, `leg_2`, `leg_3` of one leg.
    fn complete(&self, roles: &mut [Option<Role>]) {
        if with(roles, ("hips", 0, 0)).is_none() {
            let thighs = [1, 2].map(|side| with(roles, ("thigh", side, 0)));
            if let Some(joint) = self.common_ancestor(thighs).filter(|joint| self.counts(*joint)) {
                roles[joint] = Some(("hips", 0, 0));
            }
        }
        let is_neck = |role: &Option<Role>| role.is_some_and(|role| role.0 == "neck");
        let necks = roles.iter().filter(|role| is_neck(role)).count();
        if with(roles, ("head", 0, 0)).is_none() && necks > 1 {
            let last = roles.iter().rposition(is_neck);
            if let Some(last) = last {
                roles[last] = Some(("head", 0, 0));
            }
        }
        for (limb, side) in LIMBS.iter().flat_map(|limb| [(limb, 1), (limb, 2)]) {
            for names in limb.windows(2) {
                let [above, below] = [names[0], names[1]].map(|name| with(roles, (name, side, 0)));
                let (Some(above), None) = (above, below) else { continue };
                let below = |joint: &usize| self.joints[*joint].parent == Some(above) && self.counts(*joint);
                let mut children = (0..self.joints.len()).filter(below);
                if let (Some(only), None) = (children.next(), children.next()) {
                    roles[only] = roles[only].or(Some((names[1], side, 0)));
                }
            }
        }
    }
}

/// The joint of a role.
pub(super) fn with(roles: &[Option<Role>], role: Role) -> Option<usize> {
    roles.iter().position(|of| *of == Some(role))
}

/// The roles of which there are several in a row.
pub(super) fn chains() -> impl Iterator<Item = &'static str> {
    ROLES.iter().filter(|role| role.1 == 'c').map(|role| role.0)
}

fn is_chain(role: &str) -> bool {
    chains().any(|chain| chain == role)
}

/// Joints in a chain are numbered in their order.
fn number_chains(roles: &mut [Option<Role>]) {
    for chain in chains() {
        let of_chain = roles.iter_mut().flatten().filter(|role| role.0 == chain);
        of_chain.enumerate().for_each(|(number, role)| role.2 = number);
    }
}

/// Limbs from the trunk outwards.
const LIMBS: [&[&str]; 2] = [&["thigh", "shin", "foot", "toes"], &["upper arm", "forearm", "hand"]];
const FINGERS: [&str; 5] = ["thumb", "index", "middle", "ring", "pinky"];

/// Which limb a role is in, its leg or arm and side, and how far out.
fn in_limb(role: Role) -> Option<(usize, u8, usize)> {
    let finger = FINGERS.contains(&role.0).then_some((1, role.1, LIMBS[1].len()));
    let place = |limb: &[&str]| limb.iter().position(|name| *name == role.0);
    finger.or_else(|| LIMBS.iter().enumerate().find_map(|(limb, of)| Some((limb, role.1, place(of)?))))
}

/// Whether a joint of this role is in a leg or an arm.
pub(crate) fn is_limb(role: Option<Role>) -> bool {
    role.and_then(in_limb).is_some_and(|(limb, _, at)| at < LIMBS[limb].len())
}

/// The joints that have a counterpart, and those above them whose motion is in theirs: a twist joint between elbow and
/// wrist, but nothing of an arm of which the hand alone has one.
pub(crate) fn covered(joints: &[Joint], roles: &[Option<Role>], is_matched: &[bool]) -> Vec<bool> {
    let limb = |joint: usize| roles[joint].and_then(in_limb);
    let mut covered = is_matched.to_vec();
    for joint in (0..joints.len()).filter(|joint| is_matched[*joint]) {
        let path: Vec<usize> = std::iter::successors(joints[joint].parent, |joint| joints[*joint].parent).collect();
        let nearest = path.iter().position(|above| is_matched[*above]);
        let between = &path[..nearest.unwrap_or(path.len())];
        let inner = nearest.and_then(|at| limb(path[at]));
        let is_whole = limb(joint).is_none_or(|(of, side, at)| {
            let before = inner.filter(|inner| (inner.0, inner.1) == (of, side)).map_or(0, |inner| inner.2 + 1);
            at <= before
        });
        // Above the trunk's joints there is no limb.
        let is_trunk = |joint: &usize| roles[*joint].is_some_and(|role| in_limb(role).is_none());
        let hidden = if is_whole { 0 } else { between.iter().position(is_trunk).unwrap_or(between.len()) };
        for above in between[hidden..].iter().filter(|above| limb(**above).is_none()) {
            covered[*above] = true;
        }
    }
    covered
}

/// What the name of a joint says.
pub(super) struct Called {
    /// The number of its side.
    pub(super) side: u8,
    /// Without side, number and noise: as it stands, and the other way round where it is of two words.
    names: [String; 2],
    /// The last in it; 0 without.
    number: usize,
}

impl Called {
    /// Nothing of a name over [`MAX_NAME`].
    fn new(name: &str) -> Self {
        if name.len() > MAX_NAME {
            return Self { side: 0, names: Default::default(), number: 0 };
        }
        let swaps = swaps(name);
        let is_side = |at: &usize| swaps.iter().any(|swap| (swap.from..swap.from + swap.length).contains(at));
        let without_side: String =
            name.char_indices().map(|(at, c)| if is_side(&at) { ' ' } else { narrow(c) }).collect();
        let words: Vec<String> = words(&without_side).into_iter().map(|at| without_side[at].to_lowercase()).collect();
        let number = words.iter().rev().find_map(|word| word.parse().ok()).unwrap_or(0);
        let is_name =
            |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit()) && !NOISE.split(' ').any(|it| it == *word);
        let words: Vec<&str> = words.iter().map(String::as_str).filter(is_name).collect();
        let turned = if let [a, b] = words[..] { format!("{b}{a}") } else { String::new() };
        Self { side: side_of(&swaps) as u8, names: [words.concat(), turned], number }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }
}

/// A letter or digit in the width of ASCII: Japanese names have wider ones.
fn narrow(c: char) -> char {
    let code = u32::from(c);
    if (0xFF01..=0xFF5E).contains(&code) { char::from_u32(code - 0xFEE0).unwrap_or(c) } else { c }
}

/// Where the words of a name are: what is no letter, a capital after a small letter and a digit end one.
fn words(name: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let c = if c.is_alphanumeric() { c } else { ' ' };
        let kind = |c: char| (c == ' ', c.is_ascii_digit());
        if c != ' ' && (kind(before) != kind(c) || before.is_lowercase() && c.is_uppercase()) {
            words.push(at..at);
        }
        if let (Some(word), true) = (words.last_mut(), c != ' ') {
            word.end = at + c.len_utf8();
        }
        before = c;
    }
    words
}

/// The words that nearly all names of a figure begin with, and those that they end with: `Hero_`, `_bind`.
#[derive(Default)]
struct Common {
    first: Vec<String>,
    last: Vec<String>,
}

/// Most words that are cut at either end.
const MAX_COMMON: usize = 4;

impl Common {
    fn of(names: &[&str]) -> Self {
        let mut common = Self::default();
        let first = |common: &Self| frequent(names, |name| words(common.cut(name)).first().cloned(), common);
        while let Some(word) = first(&common).filter(|_| common.first.len() < MAX_COMMON) {
            common.first.push(word);
        }
        let last = |common: &Self| frequent(names, |name| words(common.cut(name)).last().cloned(), common);
        while let Some(word) = last(&common).filter(|_| common.last.len() < MAX_COMMON) {
            common.last.push(word);
        }
        common
    }

    /// A name without them, as far as it has them.
    fn cut<'a>(&self, name: &'a str) -> &'a str {
        let all = words(name);
        let mut words = &all[..];
        let is = |at: &Range<usize>, word: &String| name[at.clone()] == **word;
        for word in &self.first {
            words = words.split_first().filter(|(at, _)| is(at, word)).map_or(words, |(_, rest)| rest);
        }
        for word in &self.last {
            words = words.split_last().filter(|(at, _)| is(at, word)).map_or(words, |(_, rest)| rest);
        }
        words.first().zip(words.last()).map_or("", |(first, last)| &name[first.start..last.end])
    }
}

/// The word that three quarters of the names have there, unless it could say what a joint is.
fn frequent(names: &[&str], at: impl Fn(&str) -> Option<Range<usize>>, common: &Common) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names.iter().filter(|name| name.len() <= MAX_NAME) {
        if let Some(at) = at(name) {
            *counts.entry(&common.cut(name)[at]).or_default() += 1;
        }
    }
    let (word, count) = counts.into_iter().max_by_key(|(word, count)| (*count, *word))?;
    let lower = word.to_lowercase();
    let mut says = ROLES.iter().flat_map(|role| role.2.split(' ')).chain(["left", "right", "左", "右"]);
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let is_common = count > 1 && 4 * count >= 3 * names.len() && !is_number;
    (is_common && !says.any(|name| name.starts_with(&lower))).then(|| word.to_owned())
}
