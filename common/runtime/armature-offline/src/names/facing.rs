//! The direction that an upright body faces, by the majority of several clues.
//!
//! Names have a known fault: some tools exchange left and right. A joint below a foot may be a heel. So no clue is
//! trusted alone, and a clue that contradicts the others is reported.

use super::body::{Body, Role, is_arm, is_limb};
use super::{Side, joint_name::JointName, table::LIMBS};
use armature::mesh::Bounds;
use glam::Vec3;
use std::fmt;

/// Something that shows where a body faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clue {
    /// Toes in front of the ankles.
    Toes,
    /// Sides in the joints' names.
    Names,
    /// Vertices of the feet, most of which are in front of the ankles.
    FeetMesh,
    /// Knees, which bend forward.
    Knees,
    /// Eyes in front of the head's joint.
    Eyes,
    /// Unnamed joints without children below the feet, which may be the ends of toes or heels. They count if there is
    /// no other clue.
    Ends,
}

impl Clue {
    /// Returns the smallest distance forward that counts, as a fraction of the body's height: 3 cm, or 7 mm for knees.
    fn threshold(self) -> f32 {
        if self == Self::Knees { 0.004 } else { 0.018 }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "the sides in its joints' names",
            Self::FeetMesh => "the mesh of its feet",
            Self::Toes => "its toes",
            Self::Knees => "the bend of its knees",
            Self::Eyes => "its eyes",
            Self::Ends => "the ends of its feet",
        })
    }
}

/// The direction that a body faces, and the clues.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facing {
    /// Direction from the body's right to its left.
    pub(super) left: Vec3,
    pub(crate) forward: Vec3,
    /// Whether the roles of legs, and those of arms, have the wrong side.
    pub(super) is_exchanged: [bool; 2],
    /// Whether the names of legs, and those of arms, have the wrong side.
    is_misnamed: [bool; 2],
    agreeing: Vec<Clue>,
    disagreeing: Vec<Clue>,
    /// Whether as many clues agree as disagree.
    is_tie: bool,
}

impl Facing {
    /// Returns how the front was found if clues contradict each other or are missing, to complete the sentence "The
    /// front is ...".
    pub(crate) fn doubt(&self) -> Option<String> {
        let [agreeing, disagreeing] = [&self.agreeing, &self.disagreeing]
            .map(|clues| clues.iter().map(Clue::to_string).collect::<Vec<_>>().join(" and "));
        let exchanged = if self.disagreeing.contains(&Clue::Names) { ", so left and right are exchanged" } else { "" };
        match (agreeing.as_str(), disagreeing.as_str()) {
            ("", "") => Some("assumed, since neither names nor feet show it".into()),
            (_, "") if self.agreeing == [Clue::Ends] => {
                Some("assumed where the ends of its feet are, since nothing else shows it".into())
            }
            (_, "") => None,
            ("", _) => Some(format!("assumed, against {disagreeing}{exchanged}")),
            _ if self.is_tie => Some(format!(
                "undecided between {agreeing} and, the other way round, {disagreeing}: the former counts{exchanged}"
            )),
            _ => Some(format!("found by {agreeing}, against {disagreeing}{exchanged}")),
        }
    }

    /// Finds where a body with these roles faces, or returns `None` if it does not stand on two legs.
    pub(super) fn find(body: &Body<'_>, names: &[JointName], roles: &[Option<Role>]) -> Option<Self> {
        let parts = Parts { body, roles };
        let lines = LIMBS.map(|limb| limb.iter().find_map(|part| parts.pair_line(part)));
        let up = parts.up()?;
        let legs = lines[0]?.reject_from_normalized(up).try_normalize()?;
        let arms = lines[1].unwrap_or(legs);
        let signs = [1.0, if arms.dot(legs) < 0.0 { -1.0 } else { 1.0 }];
        // As if the legs had the right side.
        let across = (legs + signs[1] * arms.reject_from_normalized(up)).try_normalize().unwrap_or(legs);
        let ahead = across.cross(up);
        let size = parts.extent(up)?;

        // Signs of the directions by the names of legs and of arms, which may contradict each other.
        let by_names = [0, 1].map(|limb| parts.sign_of_names(names, limb) * signs[limb]);
        let mut votes = Vec::new();
        for (clue, offset) in [
            (Clue::Toes, mean(|side| parts.toes(names, side).filter(|_| parts.shin_stands(up, side)))),
            (Clue::Names, Some((by_names[0] + by_names[1]) * size * ahead)),
            (Clue::FeetMesh, mean(|side| parts.foot_mesh(side).filter(|_| parts.shin_stands(up, side)))),
            (Clue::Knees, mean(|side| parts.knee(side))),
            (Clue::Eyes, parts.eyes(names)),
        ] {
            let offset = offset.map_or(0.0, |offset| offset.dot(ahead));
            if offset.abs() > clue.threshold() * size {
                votes.push((clue, offset.signum()));
            }
        }
        if votes.is_empty() {
            let offset = mean(|side| parts.offset("foot", "toes", side)).map_or(0.0, |offset| offset.dot(ahead));
            if offset.abs() > Clue::Ends.threshold() * size {
                votes.push((Clue::Ends, offset.signum()));
            }
        }
        // In a draw, the first clue counts.
        let sum: f32 = votes.iter().map(|vote| vote.1).sum();
        let sign = if sum == 0.0 { votes.first().map_or(1.0, |vote| vote.1) } else { sum.signum() };
        let mut facing = Self {
            left: sign * across,
            forward: sign * ahead,
            is_exchanged: signs.map(|own| own != sign),
            is_misnamed: by_names.map(|own| own == -sign),
            agreeing: Vec::new(),
            disagreeing: Vec::new(),
            is_tie: sum == 0.0 && !votes.is_empty(),
        };
        for (clue, vote) in &votes {
            if *vote == sign { &mut facing.agreeing } else { &mut facing.disagreeing }.push(*clue);
        }
        if facing.is_misnamed.contains(&true) && !facing.disagreeing.contains(&Clue::Names) {
            facing.disagreeing.insert(0, Clue::Names);
        }
        Some(facing)
    }

    /// Exchanges the sides in the names of joints in limbs that have the wrong side, and below.
    pub(super) fn correct_names(&self, body: &Body<'_>, roles: &[Option<Role>], names: &mut [JointName]) {
        for (joint, name) in names.iter_mut().enumerate() {
            let mut limbs = body.path_to_root(joint).filter_map(|above| roles[above].filter(|role| is_limb(*role)));
            let limb = limbs.next().map(|role| usize::from(is_arm(role)));
            if limb.map_or(self.is_misnamed[0] && self.is_misnamed[1], |limb| self.is_misnamed[limb]) {
                name.side = name.side.other();
            }
        }
    }
}

/// The parts of a body, with their positions.
struct Parts<'a> {
    body: &'a Body<'a>,
    roles: &'a [Option<Role>],
}

impl Parts<'_> {
    fn find(&self, part: &str, side: Side) -> Option<usize> {
        super::body::find_part(self.roles, part, side)
    }

    fn position_of(&self, joint: usize) -> Option<Vec3> {
        self.body.positions.get(joint).copied().filter(|position| position.is_finite())
    }

    fn position(&self, part: &str, side: Side) -> Option<Vec3> {
        self.position_of(self.find(part, side)?)
    }

    fn offset(&self, from: &str, to: &str, side: Side) -> Option<Vec3> {
        Some(self.position(to, side)? - self.position(from, side)?)
    }

    /// Returns the vector from a part on the right to the same part on the left.
    fn pair_line(&self, part: &str) -> Option<Vec3> {
        let line = self.position(part, Side::Left)? - self.position(part, Side::Right)?;
        (line.length_squared() > 0.0).then_some(line)
    }

    /// Returns the direction from the legs up to the arms, or else up the legs; `None` if a leg does not have it too.
    fn up(&self) -> Option<Vec3> {
        const MIN_UPRIGHT: f32 = 0.7;
        let legs = mean(|side| Some(-self.offset("thigh", "foot", side)?))?.try_normalize()?;
        let [thighs, arms] = ["thigh", "upper arm"].map(|part| mean(|side| self.position(part, side)));
        let up = arms.zip(thighs).map_or(Some(legs), |(arms, thighs)| (arms - thighs).try_normalize())?;
        (up.dot(legs) > MIN_UPRIGHT).then_some(up)
    }

    /// Returns the distance from the lowest to the highest joint with a role.
    fn extent(&self, up: Vec3) -> Option<f32> {
        let mut ends = [f32::INFINITY, f32::NEG_INFINITY];
        for joint in (0..self.roles.len()).filter(|joint| self.roles[*joint].is_some()) {
            let height = self.position_of(joint)?.dot(up);
            ends = [ends[0].min(height), ends[1].max(height)];
        }
        Some(ends[1] - ends[0]).filter(|size| *size > 0.0)
    }

    /// Returns 1 if the names of a limb's joints have the sides of their roles, which may be those of their positions,
    /// -1 if they have the other sides, and 0 if they have none.
    fn sign_of_names(&self, names: &[JointName], limb: usize) -> f32 {
        let mut sum: f32 = 0.0;
        for (part, side) in LIMBS[limb].iter().flat_map(|part| Side::BOTH.map(|side| (part, side))) {
            match self.find(part, side).map(|joint| names[joint].side) {
                Some(named) if named == side => sum += 1.0,
                Some(named) if named == side.other() => sum -= 1.0,
                _ => {}
            }
        }
        if sum == 0.0 { 0.0 } else { sum.signum() }
    }

    /// Returns the offset from the ankle to the middle of the vertices of the foot, doubled: how much farther they
    /// reach forward than back.
    fn foot_mesh(&self, side: Side) -> Option<Vec3> {
        let foot = self.find("foot", side)?;
        let mut bounds: Option<Bounds> = None;
        for (joint, own) in self.body.vertices.iter().enumerate() {
            if let Some(own) = own.filter(|_| self.body.path_to_root(joint).any(|above| above == foot)) {
                bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
            }
        }
        Some(2.0 * (bounds?.center() - self.position_of(foot)?))
    }

    /// Returns whether a shin is upright: the toes of one that kneels point back.
    fn shin_stands(&self, up: Vec3, side: Side) -> bool {
        const MIN_UPRIGHT: f32 = 0.5;
        let shin = self.offset("foot", "shin", side).and_then(Vec3::try_normalize);
        shin.is_none_or(|shin| shin.dot(up) > MIN_UPRIGHT)
    }

    /// Returns the offset from the ankle to the toes, unless these may be a heel.
    fn toes(&self, names: &[JointName], side: Side) -> Option<Vec3> {
        let toes = self.find("toes", side)?;
        let is_leaf = !self.body.joints.iter().any(|joint| joint.parent == Some(toes));
        let is_toes = names[toes].is_part("toes") || !is_leaf && !names[toes].is("heel");
        if is_toes { self.offset("foot", "toes", side) } else { None }
    }

    /// Returns the offset of a knee from the line between thigh and ankle.
    fn knee(&self, side: Side) -> Option<Vec3> {
        let thigh = self.position("thigh", side)?;
        let line = (self.position("foot", side)? - thigh).try_normalize()?;
        Some((self.position("shin", side)? - thigh).reject_from_normalized(line))
    }

    /// Returns the mean offset of joints that are called eyes from the head's joint.
    fn eyes(&self, names: &[JointName]) -> Option<Vec3> {
        let head = self.find("head", Side::Middle)?;
        let mut positions = Vec::new();
        for (joint, name) in names.iter().enumerate() {
            // A node with a mesh of eyes is anywhere.
            if self.body.counts(joint) && ["eye", "faceeye", "eyeball"].iter().any(|word| name.is(word)) {
                positions.extend(self.position_of(joint));
            }
        }
        let middle = positions.iter().sum::<Vec3>() / positions.len() as f32;
        Some(middle - self.position_of(head)?).filter(|offset| offset.is_finite())
    }
}

/// Returns the mean of the vectors on both sides, or the one that is known.
fn mean(vector: impl Fn(Side) -> Option<Vec3>) -> Option<Vec3> {
    match Side::BOTH.map(vector) {
        [Some(a), Some(b)] => Some(0.5 * (a + b)),
        [a, b] => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{BODY, Names, SIDED, UNREAL, body, rows_and_sides};
    use crate::names::roles::Found;
    use armature::math::Transform;
    use armature::skeleton::Joint;
    use glam::Quat;
    use std::f32::consts::FRAC_PI_2;

    /// Names of the joints of [`BODY`].
    const NAMES: [(&str, Names); 4] = [
        ("numbers", ("1 2 3 4 5 6 7 8 9 10 11 12 13", ["", ""])),
        ("sides", ("a,1 a,2 a,3 a,4 a,5 a,6,@ a,7,@ a,8,@ a,9,@ a,10,@ a,11,@ a,12,@ a,13,@", ["l", "r"])),
        ("names", UNREAL),
        ("mirrored names", (UNREAL.0, ["r", "l"])),
    ];
    /// Joints below the feet: their distance in front of the ankle, and whether they have the name of toes.
    const TOES: [(&str, Option<f32>, bool); 4] = [
        ("toes", Some(0.15), true),
        ("leaves in front", Some(0.15), false),
        ("heels", Some(-0.06), false),
        ("no toes", None, false),
    ];

    /// Makes the body of [`BODY`], turned by quarters about the vertical, and returns its facing, and whether its joints
    /// have the right sides.
    fn find(
        names: Names,
        (toes, is_named): (Option<f32>, bool),
        has_mesh: bool,
        knee: f32,
        quarters: u8,
    ) -> (Facing, bool) {
        let (mut joints, mut positions) = body(names, |row, position| match BODY[row].0 {
            "shin" => position.with_z(knee),
            "toes" => position.with_z(toes.unwrap_or_default()),
            _ => position,
        });
        let mut sides: Vec<Side> = rows_and_sides().into_iter().map(|(_, side)| side).collect();
        for last in [joints.len() - 1, SIDED + 7] {
            if !is_named {
                joints[last].name = joints[last].name.replace("ball", "end");
            }
            if toes.is_none() {
                joints.remove(last);
                positions.remove(last);
                sides.remove(last);
            }
        }
        for joint in joints.iter_mut().skip(SIDED + 7) {
            let is_moved = toes.is_none() && joint.parent.is_some_and(|parent| parent > SIDED + 7);
            joint.parent = joint.parent.map(|parent| parent - usize::from(is_moved));
        }
        let turn = Quat::from_rotation_y(f32::from(quarters) * FRAC_PI_2);
        let mut vertices = vec![None; joints.len()];
        for (joint, position) in positions.iter_mut().enumerate() {
            let sole = [-0.07, 0.18].map(|z| turn * position.with_z(z));
            vertices[joint] = Bounds::from_points(sole).filter(|_| has_mesh && (0.07..0.09).contains(&position.y));
            *position = turn * *position;
        }
        let body = Body { joints: &joints, positions: &positions, vertices: &vertices, ..Body::default() };
        let Found { roles, facing, .. } = body.find_roles(&[]);
        let is_right = roles.iter().zip(&sides).all(|(role, side)| role.is_none_or(|role| role.side == *side));
        (facing.expect("it stands"), is_right)
    }

    /// Figures turned by 0, 90, 180 and 270 degrees, with each kind of names, toes, feet and knees. Prints a table of the
    /// messages.
    #[test]
    fn fronts_of_figures() {
        for (name, names) in NAMES {
            for (toes_name, toes, is_named) in TOES {
                for (has_mesh, knee) in [(true, 0.02), (false, 0.02), (true, 0.0), (false, 0.0)] {
                    let has_toes = is_named && name.ends_with("names");
                    let clues = usize::from(has_toes) + usize::from(has_mesh) + usize::from(knee > 0.0);
                    let mut results = Vec::new();
                    for quarters in 0..4 {
                        let (facing, is_right) = find(names, (toes, is_named), has_mesh, knee, quarters);
                        results.push((is_right, facing.doubt()));
                    }
                    let row = format!("{name}, {toes_name}, feet {has_mesh}, knees {knee}");
                    println!("{row}: {results:?}");
                    let ends = toes.filter(|_| clues == 0).map(|z| z > 0.0);
                    for (quarters, (is_right, doubt)) in results.iter().enumerate() {
                        let (want_right, want_doubt) = match name {
                            "names" | "sides" => (true, false),
                            "mirrored names" => (has_toes || clues > 1, clues > 0),
                            // Without any clue, it faces z, or x if its arms are spread along z.
                            _ => (if clues > 0 { true } else { ends.unwrap_or(quarters < 2) }, clues == 0),
                        };
                        assert_eq!((*is_right, doubt.is_some()), (want_right, want_doubt), "{row}, {quarters}");
                    }
                }
            }
        }
        let facing = find(NAMES[3].1, (Some(0.15), true), true, 0.02, 0).0;
        let want = "found by its toes and the mesh of its feet and the bend of its knees, against the sides in its \
                    joints' names, so left and right are exchanged";
        assert_eq!(facing.doubt().as_deref(), Some(want));
    }

    /// Messages about a front that nothing shows, and one that only names or the ends of feet show.
    #[test]
    fn fronts_that_are_assumed() {
        for (names, toes, knee, want) in [
            (0, None, 0.0, "assumed, since neither names nor feet show it"),
            (0, Some(0.15), 0.0, "assumed where the ends of its feet are, since nothing else shows it"),
        ] {
            let facing = find(NAMES[names].1, (toes, false), false, knee, 0).0;
            assert_eq!(facing.doubt().as_deref(), Some(want));
        }
    }

    /// A message about a tie names the clues of both sides.
    #[test]
    fn a_tie_is_said() {
        let facing = find(NAMES[3].1, (None, false), false, 0.02, 0).0;
        let want = "undecided between the sides in its joints' names and, the other way round, the bend of its knees: \
                    the former counts";
        assert_eq!(facing.doubt().as_deref(), Some(want));
    }

    /// Neither a node of eyes behind the head nor the toes of kneeling legs show a front.
    #[test]
    fn what_shows_nothing() {
        let (mut joints, mut positions) = body(UNREAL, |row, position| match BODY[row].0 {
            "foot" => position.with_y(0.45).with_z(-0.4),
            "toes" => position.with_y(0.45).with_z(-0.55),
            _ => position,
        });
        joints.push(Joint { name: "EyeLeft".into(), parent: None, bind_local: Transform::IDENTITY });
        positions.push(Vec3::new(0.0, 1.6, -1.0));
        let is_joint: Vec<bool> = joints.iter().map(|joint| joint.name != "EyeLeft").collect();
        let body = Body { joints: &joints, positions: &positions, is_joint: &is_joint, ..Body::default() };
        let facing = body.find_roles(&[]).facing.expect("upright");
        assert_eq!((facing.doubt(), facing.forward.z > 0.99), (None, true));
        // A joint of that name is an eye.
        let body = Body { joints: &joints, positions: &positions, ..Body::default() };
        let want = "found by the sides in its joints' names and the bend of its knees, against its eyes";
        assert_eq!(body.find_roles(&[]).facing.and_then(|facing| facing.doubt()).as_deref(), Some(want));
    }

    /// Wings, and arms with and without names.
    #[test]
    fn wings_may_be_arms() {
        for (names, is_named) in [(NAMES[0].1, false), (UNREAL, true)] {
            let (mut joints, mut positions) = body(names, |_, position| position);
            assert_eq!(
                Body { joints: &joints, positions: &positions, ..Body::default() }.find_roles(&[]).other_arm,
                None
            );
            for sign in [1.0, -1.0] {
                for (number, x) in [0.1, 0.4, 0.6].into_iter().enumerate() {
                    let parent = Some(if number == 0 { 2 } else { joints.len() - 1 });
                    joints.push(Joint { name: format!("wing {number}"), parent, bind_local: Transform::IDENTITY });
                    positions.push(Vec3::new(sign * x, 1.4, -0.3));
                }
            }
            let found = Body { joints: &joints, positions: &positions, ..Body::default() }.find_roles(&[]);
            let words = "The arms of are assumed where it reaches farthest: the limbs with \"wing 1\" may be arms, too";
            let doubts = found.doubts(&joints).into_iter().map(|(beginning, end)| format!("{beginning} {end}"));
            assert_eq!(doubts.collect::<Vec<_>>(), if is_named { vec![] } else { vec![words] });
        }
    }

    /// The legs have exchanged names, the arms do not.
    #[test]
    fn legs_named_crosswise() {
        let (mut joints, positions) = body(UNREAL, |_, position| position);
        let [mut left, mut right] = [vec![], vec![]];
        for (index, joint) in joints.iter().enumerate() {
            if ["thigh", "calf", "foot", "ball"].iter().any(|part| joint.name.starts_with(part)) {
                if joint.name.ends_with('l') { &mut left } else { &mut right }.push(index);
            }
        }
        for (left, right) in left.into_iter().zip(right) {
            let name = joints[left].name.clone();
            joints[left].name = std::mem::replace(&mut joints[right].name, name);
        }
        let found = Body { joints: &joints, positions: &positions, ..Body::default() }.find_roles(&[]);
        for (role, (_, side)) in found.roles.iter().zip(rows_and_sides()) {
            assert_eq!(role.map(|role| role.side), Some(side));
        }
        let [(beginning, end)] = &found.doubts(&joints)[..] else { panic!("one doubt") };
        let want = "The front of is found by its toes and the bend of its knees, against the sides in its joints' names, so left and right are exchanged";
        assert_eq!(format!("{beginning} {end}"), want);

        // Leaves below the feet, without the name of toes.
        for (z, want) in [
            (
                0.15,
                "found by the ends of its feet, against the sides in its joints' names, so left and right are exchanged",
            ),
            (0.0, "assumed, against the sides in its joints' names, so left and right are exchanged"),
        ] {
            let mut positions = positions.clone();
            for (joint, position) in joints.iter_mut().zip(&mut positions) {
                joint.name = joint.name.replace("ball", "end");
                position.z = if joint.name.starts_with("end") { z } else { 0.0 };
            }
            let body = Body { joints: &joints, positions: &positions, ..Body::default() };
            assert_eq!(body.find_roles(&[]).facing.and_then(|facing| facing.doubt()).as_deref(), Some(want));
        }
    }
}
