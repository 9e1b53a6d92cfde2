//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Transform;
use crate::figures::{self};
use crate::probes::{self, Pair, Whole};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, finite, vector, words};
use given::Course;
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    rotations: Rotations,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Shortest>(), check::of::<Nlerp>(), check::of::<Slerp>(), check::of::<Decompose>()];

/// Dot products of unit quaternions below this are zero, up to a few roundings of 6e-8.
const TIE: f32 = 1e-6;

/// 06.1: a rotation, and another as either of its quaternions.
struct Shortest;

impl Shortest {
    fn cases(pairs: Vec<Pair>) -> Vec<Case<Pair>> {
        pairs.into_iter().map(|pair| Case::new(pair.note(), pair)).collect()
    }
}

impl Check for Shortest {
    type Input = Pair;
    type Output = Quat;
    const TOLERANCE: f32 = 1e-5; // One of two sets of numbers: nothing is computed.

    fn by_hand() -> Vec<Case<Pair>> {
        let mut cases = Vec::new();
        for [from, to] in [
            [0.0, 210.0],
            [0.0, 570.0],
            [0.0, 0.0],
            [0.0, 360.0],
            [100.0, 440.0],
            [260.0, 280.0],
            [80.0, 620.0],
            [100.0, 620.0],
        ] {
            let turns = figures::two_turns([from, to]);
            let pair = Pair::new("", turns[0], turns[1]);
            let [a, b] = turns.map(|q| vector(&q.to_array(), 2));
            cases.push(
                Case::new(format!("from {a} to {b}, turns by {from}° and {to}° about z"), pair).shown([from, to]),
            );
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Pair>> {
        Shortest::cases(probes::signs(&mut probe.random(), false))
    }

    fn corners(probe: &Probe) -> Vec<Case<Pair>> {
        Shortest::cases(probes::signs(&mut probe.random(), true))
    }

    fn call(course: &Course, pair: &Pair) -> Result<Quat, AnswerError> {
        Ok(course.rotations.shortest(pair.from, pair.to)?)
    }

    fn compare(pair: &Pair, nearer: Quat, answer: &mut Answer) {
        // At a right angle neither of the two is nearer, and rounding decides which of them an answer returns.
        let is_tie = pair.from.dot(pair.to).abs() < TIE;
        let nearer = if is_tie && nearer.dot(pair.to) < 0.0 { -nearer } else { nearer };
        answer.compare("the result", nearer).group(pair.name.clone());
        note_order(answer);
    }
}

/// 06.2: two rotations, and the fraction of the way between them.
struct Nlerp;

impl Nlerp {
    fn cases(blends: Vec<(Pair, f32)>) -> Vec<Case<(Pair, f32)>> {
        blends.into_iter().map(|(pair, u)| Case::new(format!("{}, u = {u:.2}", pair.note()), (pair, u))).collect()
    }

    /// Returns the case that figures 06.2 and 06.3 show in a state: u, half the turn, and the first key's turn, in degrees.
    fn shown(words: &str, [u, theta, first]: [f32; 3]) -> Case<(Pair, f32)> {
        let [from, to] = figures::arc_ends(theta, first);
        Case::new(format!("{words}, u = {u}"), (Pair::new("", from, to), u))
    }
}

impl Check for Nlerp {
    type Input = (Pair, f32);
    type Output = Quat;
    const TOLERANCE: f32 = 2e-5; // A few roundings of 6e-8.

    fn by_hand() -> Vec<Case<(Pair, f32)>> {
        let mut cases = Vec::new();
        for u in [0.25, 0.0, 1.0, 0.5] {
            cases.push(Nlerp::shown("from no rotation to 150° about z", [u, 75.0, 0.0]).shown([u, 75.0]));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<(Pair, f32)>> {
        Nlerp::cases(probes::blends(&mut probe.random(), false))
    }

    fn corners(probe: &Probe) -> Vec<Case<(Pair, f32)>> {
        Nlerp::cases(probes::blends(&mut probe.random(), true))
    }

    fn call(course: &Course, (pair, u): &(Pair, f32)) -> Result<Quat, AnswerError> {
        Ok(course.rotations.nlerp(pair.from, pair.to, *u)?)
    }

    fn compare((pair, _): &(Pair, f32), blend: Quat, answer: &mut Answer) {
        compare_blend(pair, blend, answer);
    }
}

/// 06.3: as 06.2.
struct Slerp;

impl Check for Slerp {
    type Input = (Pair, f32);
    type Output = Quat;
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    const TOLERANCE: f32 = 2e-5;

    fn by_hand() -> Vec<Case<(Pair, f32)>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("from no rotation to 150° about z", [0.25, 75.0, 0.0]),
            ("from no rotation to 150° about z", [0.0, 75.0, 0.0]),
            ("from no rotation to 150° about z", [1.0, 75.0, 0.0]),
            ("from no rotation to 150° about z", [0.5, 75.0, 0.0]),
            ("from no rotation to no rotation", [0.5, 0.0, 0.0]),
            ("from a turn by 76° about z to itself, where a · a rounds to 1.0000001", [0.5, 0.0, 76.0]),
            ("from no rotation to 60° about z", [0.25, 30.0, 0.0]),
            ("from no rotation to 40° about z", [0.25, 20.0, 0.0]),
            ("from no rotation to 14° about z", [0.25, 7.0, 0.0]),
            ("from no rotation to 1° about z", [0.5, 0.5, 0.0]),
            ("from no rotation to 0.01° about z", [0.5, 0.005, 0.0]),
        ] {
            cases.push(Nlerp::shown(words, state).shown(state));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<(Pair, f32)>> {
        Nlerp::cases(probes::arcs(&mut probe.random(), false))
    }

    fn corners(probe: &Probe) -> Vec<Case<(Pair, f32)>> {
        Nlerp::cases(probes::arcs(&mut probe.random(), true))
    }

    fn call(course: &Course, (pair, u): &(Pair, f32)) -> Result<Quat, AnswerError> {
        Ok(course.rotations.slerp(pair.from, pair.to, *u)?)
    }

    fn compare((pair, _): &(Pair, f32), blend: Quat, answer: &mut Answer) {
        compare_blend(pair, blend, answer);
    }
}

/// Compares a blend. q and -q are one rotation, so either is right.
fn compare_blend(pair: &Pair, blend: Quat, answer: &mut Answer) {
    answer.compare("the length of the result", finite(blend.length()));
    answer.compare("the result", finite(if blend.dot(pair.from) < 0.0 { -blend } else { blend }));
    note_order(answer);
}

fn note_order(answer: &mut Answer) {
    let order = words!("order");
    if !answer.notes.contains(&order) {
        answer.notes.push(order);
    }
}

/// 06.4: a matrix T R S.
struct Decompose;

impl Decompose {
    fn cases(wholes: Vec<Whole>) -> Vec<Case<Whole>> {
        let mut cases = Vec::new();
        for whole in wholes {
            let details = format!("Its columns: {}.", columns(&whole.matrix));
            cases.push(Case::new(format!("a {} matrix", whole.name), whole).details(details));
        }
        cases
    }
}

impl Check for Decompose {
    type Input = Whole;
    type Output = Transform;
    const TOLERANCE: f32 = 1e-4; // Numbers up to 20, a square root and a division each.

    fn by_hand() -> Vec<Case<Whole>> {
        let mut cases = Vec::new();
        for (parts, state) in [
            ("the scales 0.5, 1.2 and 1, then a turn by 90° about z, then a move by (3, 1, 0)", [90.0, 0.5, 1.2]),
            ("the scales -0.5, 1.2 and 1, then a turn by 90° about z, then a move by (3, 1, 0)", [90.0, -0.5, 1.2]),
            ("a move by (3, 1, 0)", [0.0, 1.0, 1.0]),
            ("the scales 0.5, 1.2 and 1, then a move by (3, 1, 0)", [0.0, 0.5, 1.2]),
            ("a turn by 90° about z, then a move by (3, 1, 0)", [90.0, 1.0, 1.0]),
        ] {
            cases.push(Case::new(parts, Whole { name: "", matrix: figures::placed(state) }).shown(state));
        }
        let scale = Mat4::from_scale(Vec3::new(2.0, 3.0, 4.0));
        let stretched = Whole { name: "", matrix: Mat4::from_rotation_z(FRAC_PI_2) * scale };
        cases.push(Case::new("the scales 2, 3 and 4, then a turn by 90° about z", stretched));
        let mirrored = Whole { name: "", matrix: Mat4::from_scale(Vec3::new(1.0, -2.0, 1.0)) };
        cases.push(Case::new("a matrix with 1, -2 and 1 on its diagonal, which mirrors y", mirrored));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Whole>> {
        Decompose::cases(probes::wholes(&mut probe.random(), false))
    }

    fn corners(probe: &Probe) -> Vec<Case<Whole>> {
        Decompose::cases(probes::wholes(&mut probe.random(), true))
    }

    fn call(course: &Course, whole: &Whole) -> Result<Transform, AnswerError> {
        Ok(course.rotations.decompose(whole.matrix)?)
    }

    fn compare(whole: &Whole, Transform { translation, rotation, scale }: Transform, answer: &mut Answer) {
        answer.compare("the translation", translation).group(whole.name);
        answer.compare("the scale", finite(scale)).group(whole.name);
        answer.compare("(1, 0, 0) turned by the rotation", finite(rotation * Vec3::X)).group(whole.name);
        answer.compare("(0, 1, 0) turned by the rotation", finite(rotation * Vec3::Y)).group(whole.name);
    }
}

fn columns(matrix: &Mat4) -> String {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis];
    columns.map(|column| vector(&column.truncate().to_array(), 3)).join("   ")
}
