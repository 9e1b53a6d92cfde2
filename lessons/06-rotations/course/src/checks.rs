//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Transform;
use crate::figures::{BEGIN, PAPER_AT, quaternion};
use crate::probes::{self, Pair, Whole};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    rotations: Rotations,
}

pub(crate) const CHECKS: &[AnyCheck] = &[
    // One of two sets of numbers: nothing is computed.
    AnyCheck::asked(1e-5, shortest, SHORTEST),
    // A few roundings of 6e-8.
    AnyCheck::asked(2e-5, nlerp, NLERP),
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    AnyCheck::asked(2e-5, slerp, SLERP),
    // Numbers up to 20, a square root and a division each.
    AnyCheck::asked(1e-4, decompose, DECOMPOSE),
];

const SHORTEST: &[AskedCase] = &[
    case!("from (0, 0, 0, 1), no rotation, to (0, 0, 0, 1)", shortest_case([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0])),
    case!("from (0, 0, 0, 1) to (0, 0, 0, -1)", shortest_case([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, -1.0])),
    case!("from (0, 0, 0.8, 0.6) to (0, 0, -0.6, -0.8)", shortest_case([0.0, 0.0, 0.8, 0.6], [0.0, 0.0, -0.6, -0.8])),
    case!("from (0, 0, 0.8, -0.6) to (0, 0, 0.6, -0.8)", shortest_case([0.0, 0.0, 0.8, -0.6], [0.0, 0.0, 0.6, -0.8])),
    case!("from (0.6, 0, 0, 0.8) to (-0.8, 0, 0, 0.6)", shortest_case([0.6, 0.0, 0.0, 0.8], [-0.8, 0.0, 0.0, 0.6])),
    case!("from (0.8, 0, 0, 0.6) to (-0.8, 0, 0, 0.6)", shortest_case([0.8, 0.0, 0.0, 0.6], [-0.8, 0.0, 0.0, 0.6])),
];

fn shortest_case(q: &mut Ask, answer: &mut Answer, from: [f32; 4], to: [f32; 4]) -> Result<(), AnswerError> {
    let nearer = q.ask("", |course| course.rotations.shortest(Quat::from_array(from), Quat::from_array(to)))?;
    answer.compare("the result", nearer);
    Ok(())
}

pub(crate) fn shortest(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for pair in probes::signs(&mut q.random, q.probe.is_last()) {
        let about = words!("two", note = pair.note());
        let nearer = q.ask(about, |course| course.rotations.shortest(pair.from, pair.to))?;
        answer.compare(format!("two {}", pair.note()), nearer).group(pair.name);
    }
    answer.notes.push(words!("order"));
    Ok(())
}

const NLERP: &[AskedCase] = &[
    case!("from no rotation to 120° about z, u = 0", blend_case(nlerp_of, 120.0, 0.0)),
    case!("from no rotation to 120° about z, u = 1", blend_case(nlerp_of, 120.0, 1.0)),
    case!("from no rotation to 120° about z, u = 0.5", blend_case(nlerp_of, 120.0, 0.5)),
    case!(
        "from no rotation to 120° about z, u = 0.25; the straight line gives (0, 0, 0.217, 0.875)",
        blend_case(nlerp_of, 120.0, 0.25)
    ),
];

fn nlerp_of(course: &Course, a: Quat, b: Quat, u: f32) -> Result<Quat, CallError> {
    course.rotations.nlerp(a, b, u)
}

fn slerp_of(course: &Course, a: Quat, b: Quat, u: f32) -> Result<Quat, CallError> {
    course.rotations.slerp(a, b, u)
}

/// Compares a blend between no rotation and a turn about z: its length, its angle to a tenth of a degree, and its numbers.
fn blend_case(
    q: &mut Ask,
    answer: &mut Answer,
    blend: fn(&Course, Quat, Quat, f32) -> Result<Quat, CallError>,
    degrees: f32,
    u: f32,
) -> Result<(), AnswerError> {
    let end = Quat::from_rotation_z(degrees.to_radians());
    let blended = q.ask("", |course| blend(course, Quat::IDENTITY, end, u))?;
    let blended = if blended.w < 0.0 { -blended } else { blended };
    let tenths = (20.0 * blended.z.atan2(blended.w).to_degrees()).round() + 0.0; // no -0
    answer.compare("the length of the result", finite(blended.length()));
    answer.compare("the angle of the result in degrees", format!("{:.1}", tenths / 10.0));
    answer.compare("the result", finite(blended));
    Ok(())
}

pub(crate) fn nlerp(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let ways = probes::blends(&mut q.random, q.probe.is_last());
    compare_blends(q, answer, &ways, |course, pair, u| course.rotations.nlerp(pair.from, pair.to, u))
}

const SLERP: &[AskedCase] = &[
    case!("from no rotation to 120° about z, u = 0", blend_case(slerp_of, 120.0, 0.0)),
    case!("from no rotation to 120° about z, u = 1", blend_case(slerp_of, 120.0, 1.0)),
    case!("from no rotation to 120° about z, u = 0.5", blend_case(slerp_of, 120.0, 0.5)),
    case!("from no rotation to 120° about z, u = 0.25", blend_case(slerp_of, 120.0, 0.25)),
    case!("from no rotation to no rotation, u = 0.5", blend_case(slerp_of, 0.0, 0.5)),
    AskedCase {
        input: "from the key a of figure 06.3 to itself, u = 0.5, where a · a rounds to 1.0000001",
        ask: |q, answer| {
            let key = quaternion(BEGIN);
            let blended = q.ask("", |course| course.rotations.slerp(key, key, 0.5))?;
            answer.compare("the result", finite(if blended.w < 0.0 { -blended } else { blended }));
            Ok(())
        },
    },
    case!("from no rotation to 60° about z, u = 0.25", blend_case(slerp_of, 60.0, 0.25)),
    case!("from no rotation to 40° about z, u = 0.25", blend_case(slerp_of, 40.0, 0.25)),
    case!("from no rotation to 1° about z, u = 0.5", blend_case(slerp_of, 1.0, 0.5)),
    case!("from no rotation to 0.01° about z, u = 0.5", blend_case(slerp_of, 0.01, 0.5)),
];

pub(crate) fn slerp(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let mut ways = probes::blends(random, q.probe.is_last());
    ways.extend(probes::small_but_not_nothing(random));
    let no_arc = probes::next_to_nothing(random).map(|pair| (pair, random.between(0.3, 0.8)));
    ways.extend(no_arc);
    compare_blends(q, answer, &ways, |course, pair, u| course.rotations.slerp(pair.from, pair.to, u))
}

/// Compares blends of pairs of rotations. q and -q are one rotation, so either is right.
fn compare_blends(
    q: &mut Ask,
    answer: &mut Answer,
    ways: &[(Pair, f32)],
    blend: fn(&Course, &Pair, f32) -> Result<Quat, CallError>,
) -> Result<(), AnswerError> {
    for (pair, u) in ways {
        let blended = q.ask(words!("way", note = pair.note(), u), |course| blend(course, pair, *u))?;
        let blended = if blended.dot(pair.from) < 0.0 { -blended } else { blended };
        answer.compare(format!("two that are {}, u = {u:.2}", pair.note()), blended);
    }
    answer.notes.push(words!("order"));
    Ok(())
}

const DECOMPOSE: &[AskedCase] = &[
    case!("a move by (2.7, 1.1, 0)", paper_case(0.0, 1.0, 1.0)),
    case!("the scales 0.5, 1.25 and 1, then a move by (2.7, 1.1, 0)", paper_case(0.0, 0.5, 1.25)),
    case!("a turn by 90° about z, then a move by (2.7, 1.1, 0)", paper_case(FRAC_PI_2, 1.0, 1.0)),
    case!(
        "the scales 0.5, 1.25 and 1, then a turn by 90° about z, then a move by (2.7, 1.1, 0)",
        paper_case(FRAC_PI_2, 0.5, 1.25)
    ),
    case!("the scales -0.5, 1 and 1, which mirror x, then a move by (2.7, 1.1, 0)", paper_case(0.0, -0.5, 1.0)),
    AskedCase {
        input: "the scales 2, 3 and 4, then a turn by 90° about z",
        ask: |q, answer| {
            let scale = Mat4::from_scale(Vec3::new(2.0, 3.0, 4.0));
            decompose_case(q, answer, Mat4::from_rotation_z(FRAC_PI_2) * scale)
        },
    },
    case!(
        "a matrix with 1, -2 and 1 on its diagonal, which mirrors y",
        decompose_case(Mat4::from_scale(Vec3::new(1.0, -2.0, 1.0)))
    ),
];

/// Compares the parts of a matrix as figure 06.4 has it: it scales x and y, turns about z, and moves.
fn paper_case(q: &mut Ask, answer: &mut Answer, turn: f32, s1: f32, s2: f32) -> Result<(), AnswerError> {
    let rotation = Quat::from_rotation_z(turn);
    decompose_case(q, answer, Mat4::from_scale_rotation_translation(Vec3::new(s1, s2, 1.0), rotation, PAPER_AT))
}

fn decompose_case(q: &mut Ask, answer: &mut Answer, matrix: Mat4) -> Result<(), AnswerError> {
    let Transform { translation, rotation, scale } = q.ask("", |course| course.rotations.decompose(matrix))?;
    answer.compare("the translation", translation);
    answer.compare("the scale", finite(scale));
    answer.compare("where the rotation takes (1, 0, 0)", finite(rotation * Vec3::X));
    answer.compare("where the rotation takes (0, 1, 0)", finite(rotation * Vec3::Y));
    Ok(())
}

/// Compares the three parts of matrices. Either quaternion of a rotation is right.
pub(crate) fn decompose(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Whole { name, matrix, rotation: right } in probes::wholes(&mut q.random, q.probe.is_last()) {
        let Transform { translation, rotation, scale } = q.ask("", |course| course.rotations.decompose(matrix))?;
        let rotation = if rotation.dot(right) < 0.0 { -rotation } else { rotation };
        answer.compare(format!("a {name} matrix, translation"), translation).group(name);
        answer.compare(format!("a {name} matrix, scale"), scale).group(name);
        answer.compare(format!("a {name} matrix, rotation as (x, y, z, w)"), rotation).group(name);
    }
    Ok(())
}
