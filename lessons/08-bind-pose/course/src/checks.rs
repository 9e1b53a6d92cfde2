//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Joint;
use crate::figures::WORM;
use crate::probes::{self, Rig};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use common::scenes::skinning_probe::SkinningProbe;
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    bind_pose: BindPose,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the worm's joints",
        }
    }
}

pub(crate) const CHECKS: &[AnyCheck] = &[
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    AnyCheck::asked(0.002, inverse_binds, INVERSE_BINDS),
    // As above, and a product.
    AnyCheck::asked(0.002, skinning_matrices, SKINNING_MATRICES),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    AnyCheck::asked(1e-3, vertex, VERTEX),
];

const INVERSE_BINDS: &[AskedCase] = &[
    case!("the worm's joint 0 at the origin, its x axis up, the point (0, 2.1, 0)", worm_case(0, 0.0)),
    case!("the worm's joint 1 at (0, 0.8, 0), its x axis up, the point (0, 2.1, 0)", worm_case(1, 0.0)),
    case!("the worm's joint 2 at (0, 1.6, 0), its x axis up, the point (0, 2.1, 0)", worm_case(2, 0.0)),
    case!("the worm's joint 2 at (0, 1.6, 0), its x axis up, the point (0.2, 2.1, 0)", worm_case(2, 0.2)),
    case!(
        "a root with two children, each at (1, 0, 0) from it, the point (3, 0, 0)",
        binds_case(&[None, Some(0), Some(0)], &[moved(1.0); 3])
    ),
    AskedCase {
        input: "a root at (1, 0, 0) that doubles all lengths, the point (3, 0, 0)",
        ask: |q, answer| {
            let doubled = moved(1.0) * Mat4::from_scale(Vec3::splat(2.0));
            binds_case(q, answer, &[None], &[doubled])
        },
    },
];

/// Compares the point (x, 2.1, 0) of the worm's bind pose in the space of one of its joints.
fn worm_case(q: &mut Ask, answer: &mut Answer, joint: usize, x: f32) -> Result<(), AnswerError> {
    let matrices = q.ask("", |course| course.bind_pose.inverse_binds(&WORM.joints, &WORM.bind_locals))?;
    answer.compare("the number of matrices", matrices.len());
    if let Some(matrix) = matrices.get(joint) {
        let point = matrix.transform_point3(Vec3::new(x, 2.1, 0.0));
        answer.compare(format!("this point in the space of joint {joint}"), finite(point));
    }
    Ok(())
}

/// Compares the point (3, 0, 0) of the bind pose in the space of each joint.
fn binds_case(
    q: &mut Ask,
    answer: &mut Answer,
    parents: &[Option<usize>],
    bind_locals: &[Mat4],
) -> Result<(), AnswerError> {
    let mut joints = Vec::new();
    for &parent in parents {
        joints.push(Joint { name: "joint".into(), parent });
    }
    let matrices = q.ask("", |course| course.bind_pose.inverse_binds(&joints, bind_locals))?;
    answer.compare("the number of matrices", matrices.len());
    for (joint, matrix) in matrices.iter().enumerate() {
        let point = matrix.transform_point3(3.0 * Vec3::X);
        answer.compare(format!("this point in the space of joint {joint}"), finite(point));
    }
    Ok(())
}

fn moved(x: f32) -> Mat4 {
    Mat4::from_translation(x * Vec3::X)
}

fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

pub(crate) fn inverse_binds(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    compare_matrices(q, answer, |course, figure| course.bind_pose.inverse_binds(&figure.joints, &figure.bind_locals))
}

const SKINNING_MATRICES: &[AskedCase] = &[
    AskedCase {
        input: "the worm, still in its bind pose, the point (0, 2.1, 0) of its head",
        ask: |q, answer| {
            let bind = WORM.model_from_joint(&WORM.bind_locals);
            skinning_case(q, answer, &bind, &bind, 2.1 * Vec3::Y)
        },
    },
    case!(
        "a joint bound at (1, 0, 0) and moved to (2, 0, 0), the point (3, 0, 0)",
        skinning_case(&[moved(1.0)], &[moved(2.0)], 3.0 * Vec3::X)
    ),
    case!(
        "a joint bound at (1, 0, 0) and turned there by 90° about z, the point (3, 0, 0)",
        skinning_case(&[moved(1.0)], &[moved(1.0) * quarter()], 3.0 * Vec3::X)
    ),
    case!(
        "two joints bound at (1, 0, 0) and (2, 0, 0), only the second moved, to (5, 0, 0), the point (3, 0, 0)",
        skinning_case(&[moved(1.0), moved(2.0)], &[moved(1.0), moved(5.0)], 3.0 * Vec3::X)
    ),
];

/// Compares where the matrix of each joint carries a point of the bind pose.
fn skinning_case(
    q: &mut Ask,
    answer: &mut Answer,
    bound: &[Mat4],
    now: &[Mat4],
    point: Vec3,
) -> Result<(), AnswerError> {
    let joint_from_bind: Vec<Mat4> = bound.iter().map(Mat4::inverse).collect();
    let matrices = q.ask("", |course| course.bind_pose.skinning_matrices(now, &joint_from_bind))?;
    answer.compare("the number of matrices", matrices.len());
    for (joint, matrix) in matrices.iter().enumerate() {
        answer.compare(format!("this point, carried by joint {joint},"), finite(matrix.transform_point3(point)));
    }
    Ok(())
}

pub(crate) fn skinning_matrices(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    compare_matrices(q, answer, |course, figure| {
        let back = REFERENCE.bind_pose.inverse_binds(&figure.joints, &figure.bind_locals)?;
        course.bind_pose.skinning_matrices(&figure.model_from_joint, &back)
    })
}

const VERTEX: &[AskedCase] = &[
    case!(
        "a vertex at (3, 0, 0) that follows joint 0, whose matrix moves by (1, 0, 0)",
        vertex_case(0, Mat4::IDENTITY, moved)
    ),
    case!(
        "a vertex at (3, 0, 0) that follows joint 1, whose matrix moves by (2, 0, 0)",
        vertex_case(1, Mat4::IDENTITY, moved)
    ),
    case!(
        "a vertex at (3, 0, 0) that follows joint 90, whose matrix moves by (91, 0, 0)",
        vertex_case(90, Mat4::IDENTITY, moved)
    ),
    case!(
        "a vertex at (3, 0, 0), the matrix of its joint turns by 90° about z",
        vertex_case(0, Mat4::IDENTITY, |_| quarter())
    ),
    AskedCase {
        input: "a vertex at (3, 0, 0), a camera that doubles x, the matrix of its joint turns by 90° about z",
        ask: |q, answer| {
            let camera = Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0));
            vertex_case(q, answer, 0, camera, |_| quarter())
        },
    },
];

/// Compares `gl_Position` of a vertex that follows `joint`, where the matrix of joint k is `matrix(k + 1)`.
fn vertex_case(
    q: &mut Ask,
    answer: &mut Answer,
    joint: u16,
    camera: Mat4,
    matrix: fn(f32) -> Mat4,
) -> Result<(), AnswerError> {
    // The other three joints have weight 0.
    let probe = SkinningProbe::of_vertex(
        |joint| matrix(joint as f32 + 1.0),
        [joint, 5, 6, 7],
        [1.0, 0.0, 0.0, 0.0],
        3.0 * Vec3::X,
    );
    probe.compare_vertex(q, answer, camera, |course| course.bind_pose.vertex())
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.bind_pose.vertex())
}

/// Compares a matrix for each joint of the probe's skeletons.
fn compare_matrices(
    q: &mut Ask,
    answer: &mut Answer,
    call: fn(&Course, &Rig) -> Result<Vec<Mat4>, CallError>,
) -> Result<(), AnswerError> {
    for figure in probes::figures(&q.probe) {
        let matrices = q.ask(&figure.told, |course| call(course, &figure))?;
        let count = matrices.len();
        let joints = figure.joints.len();
        if count != joints {
            answer.notes.push(words!("count", count, joints));
        }
        for (joint, matrix) in matrices.into_iter().enumerate() {
            let is_random = figure.kind.is_empty() && joint < joints;
            let group = if is_random { format!("depth {}", figure.depth(joint)) } else { figure.kind.into() };
            answer.compare(figure.label(joint), finite(matrix)).group(group);
        }
        if figure.kind.is_empty() {
            answer.notes.push(figure.told);
        }
    }
    Ok(())
}
