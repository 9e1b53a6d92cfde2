//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::frame::Sliders;
use crate::{Arm, Rigid, robot};
use common::check::{Answer, AnswerError, Ask, Case, Check, Probe, Random};
use common::words;
use glam::{Mat3, Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

common::lesson! {
    robot_arm: RobotArm,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    Check { tolerance: TOLERANCE, ask: matrix, cases: MATRIX },
    Check { tolerance: TOLERANCE, ask: compose, cases: COMPOSE },
    Check { tolerance: TOLERANCE, ask: inverse, cases: INVERSE },
    Check { tolerance: TOLERANCE, ask: place, cases: PLACE },
];
// Metres, and parts of unit vectors: a few products of coordinates below 10 are right to 1e-5.
pub(crate) const TOLERANCE: f32 = 0.002;

const MATRIX: &[Case] = &[
    Case {
        input: "a body at (3, 1, 0) that is not turned",
        ask: |q, answer| matrix_case(q, answer, &moved([3.0, 1.0, 0.0])),
    },
    Case {
        input: "a body at (0, 0, 0), turned by 90° about z",
        ask: |q, answer| matrix_case(q, answer, &turned(Vec3::Z, [0.0, 0.0, 0.0])),
    },
    Case {
        input: "a body at (3, 1, 0), turned by 90° about z",
        ask: |q, answer| matrix_case(q, answer, &turned(Vec3::Z, [3.0, 1.0, 0.0])),
    },
];

fn matrix_case(q: &mut Ask, answer: &mut Answer, rigid: &Rigid) -> Result<(), AnswerError> {
    let matrix = q.ask("", |course| course.robot_arm.matrix(rigid))?;
    for (column, number) in [("first", 0), ("second", 1), ("fourth", 3)] {
        answer.compare(format!("the {column} column"), matrix.col(number));
    }
    Ok(())
}

const COMPOSE: &[Case] = &[
    Case {
        input: "a parent at (0, 2, 0) and its child at (1, 0, 0), neither turned",
        ask: |q, answer| compose_case(q, answer, &moved([0.0, 2.0, 0.0]), &moved([1.0, 0.0, 0.0])),
    },
    Case {
        input: "a parent turned by 90° about y, its child at (1, 0, 0)",
        ask: |q, answer| compose_case(q, answer, &turned(Vec3::Y, [0.0, 0.0, 0.0]), &moved([1.0, 0.0, 0.0])),
    },
    Case {
        input: "a parent at (3, 1, 0), turned by 90° about z, its child at (2, 0, 0)",
        ask: |q, answer| compose_case(q, answer, &turned(Vec3::Z, [3.0, 1.0, 0.0]), &moved([2.0, 0.0, 0.0])),
    },
    Case {
        input: "a parent that is not turned, its child at (1, 0, 0), turned by 90° about z",
        ask: |q, answer| compose_case(q, answer, &Rigid::IDENTITY, &turned(Vec3::Z, [1.0, 0.0, 0.0])),
    },
    Case {
        input: "a parent turned by 90° about y, its child by 90° about z",
        ask: |q, answer| compose_case(q, answer, &turned(Vec3::Y, [0.0; 3]), &turned(Vec3::Z, [0.0; 3])),
    },
];

fn compose_case(q: &mut Ask, answer: &mut Answer, outer: &Rigid, inner: &Rigid) -> Result<(), AnswerError> {
    let child = q.ask("", |course| course.robot_arm.compose(outer, inner))?;
    answer.compare("the child's origin", child.translation);
    answer.compare("the child's x axis", child.rotation.x_axis);
    answer.notes.extend(no_rotation(child.rotation));
    Ok(())
}

const INVERSE: &[Case] = &[
    Case {
        input: "a child at (1, 0, 0) that is not turned",
        ask: |q, answer| inverse_case(q, answer, &moved([1.0, 0.0, 0.0])),
    },
    Case {
        input: "a child at (0, 0, 0), turned by 90° about z",
        ask: |q, answer| inverse_case(q, answer, &turned(Vec3::Z, [0.0, 0.0, 0.0])),
    },
    Case {
        input: "a child at (2, 0, 0), turned by 90° about z",
        ask: |q, answer| inverse_case(q, answer, &turned(Vec3::Z, [2.0, 0.0, 0.0])),
    },
];

fn inverse_case(q: &mut Ask, answer: &mut Answer, child: &Rigid) -> Result<(), AnswerError> {
    let parent = q.ask("", |course| course.robot_arm.inverse(child))?;
    answer.compare("the parent's origin in the child's space", parent.translation);
    answer.compare("the parent's x axis in the child's space", parent.rotation.x_axis);
    answer.notes.extend(no_rotation(parent.rotation));
    Ok(())
}

const PLACE: &[Case] = &[
    Case {
        input: "shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), both angles 0°",
        ask: |q, answer| place_case(q, answer, Rigid::IDENTITY, 0.0, 0.0),
    },
    Case {
        input: "shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), A at 0°, B at 90°",
        ask: |q, answer| place_case(q, answer, Rigid::IDENTITY, 0.0, 90.0),
    },
    Case {
        input: "shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), A at 90°, B at 0°",
        ask: |q, answer| place_case(q, answer, Rigid::IDENTITY, 90.0, 0.0),
    },
    Case {
        input: "shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), A and B at 90°",
        ask: |q, answer| place_case(q, answer, Rigid::IDENTITY, 90.0, 90.0),
    },
    Case {
        input: "base at (5, 0, 0), turned by 90° about y, shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), both angles 0°",
        ask: |q, answer| place_case(q, answer, turned(Vec3::Y, [5.0, 0.0, 0.0]), 0.0, 0.0),
    },
    Case {
        input: "base at (5, 0, 0), turned by 90° about y, shoulder at (0, 1, 0), elbow at (2, 0, 0), claw at (1, 0, 0), A and B at 90°",
        ask: |q, answer| place_case(q, answer, turned(Vec3::Y, [5.0, 0.0, 0.0]), 90.0, 90.0),
    },
];

fn place_case(q: &mut Ask, answer: &mut Answer, base: Rigid, a: f32, b: f32) -> Result<(), AnswerError> {
    let arm = Arm { world_from_base: base, shoulder: Vec3::Y, elbow: 2.0 * Vec3::X, claw: Vec3::X };
    let placed = q.ask("", |course| course.robot_arm.place(&arm, a, b))?;
    answer.compare("the claw in the upper arm's space", placed.claw_in_upper);
    answer.compare("the claw in the base's space", placed.claw_in_base);
    answer.compare("the claw in the world", placed.claw_in_world);
    for (part, rigid) in [("upper arm", placed.world_from_upper), ("forearm", placed.world_from_forearm)] {
        answer.compare(format!("the origin of the {part} in the world"), rigid.translation);
        answer.compare(format!("the x axis of the {part} in the world"), rigid.rotation.x_axis);
    }
    Ok(())
}

fn moved(translation: [f32; 3]) -> Rigid {
    Rigid { translation: translation.into(), ..Rigid::IDENTITY }
}

/// A placement that turns by 90° about an axis, and then moves.
fn turned(axis: Vec3, translation: [f32; 3]) -> Rigid {
    Rigid { rotation: Mat3::from_axis_angle(axis, FRAC_PI_2), translation: translation.into() }
}

pub(crate) fn matrix(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for rigid in rigids(&q.probe) {
        let matrix = q.ask("", |course| course.robot_arm.matrix(&rigid))?;
        let given = described("parent_from_child", &rigid);
        if q.is_last() {
            answer.compare(format!("the matrix ({given})"), matrix);
        } else {
            answer.compare("the matrix", matrix);
            answer.notes.push(given);
        }
    }
    Ok(())
}

pub(crate) fn compose(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let inners = rigids(&Probe { seed: !q.probe.seed, ..q.probe });
    for (outer, inner) in rigids(&q.probe).iter().zip(inners.iter().rev()) {
        let got = q.ask("", |course| course.robot_arm.compose(outer, inner))?;
        let given = [("world_from_parent", outer), ("parent_from_child", inner)];
        compare_result(&q.probe, answer, "world_from_child", &given, &got);
    }
    Ok(())
}

pub(crate) fn inverse(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for given in rigids(&q.probe) {
        let got = q.ask("", |course| course.robot_arm.inverse(&given))?;
        compare_result(&q.probe, answer, "child_from_parent", &[("parent_from_child", &given)], &got);
    }
    Ok(())
}

pub(crate) fn place(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let arm = Arm {
        world_from_base: rigid(random),
        shoulder: random.vector(),
        elbow: random.vector(),
        claw: random.vector(),
    };
    if q.probe.is_last() {
        let most = Sliders::MAX_A;
        let [low, high] = Sliders::RANGE_B;
        let ends = [(-most, low), (most, high), (Sliders::START.a, Sliders::START.b)];
        let some = [(0.0, 0.0), (1.0, 5.0), (5.0, -1.0), (90.0, -90.0), (180.0, 90.0)];
        let far = [(-100.0, 150.0), (-20.0, 100.0), (50.0, -150.0), (120.0, -30.0), (-170.0, 60.0)];
        for (a, b) in ends.into_iter().chain(some).chain(far) {
            let of = format!(" with A at {a:.0} and B at {b:.0} degrees");
            for arm in [&robot::arm(), &arm] {
                place_at(q, answer, arm, (a, b), &of)?;
            }
        }
        return Ok(());
    }
    // One small and one large, so that it shows plainly if one stands for the other.
    let mut angles = [random.to_either_side(20.0, 35.0), random.to_either_side(60.0, 85.0)];
    if random.below(2) > 0 {
        angles.reverse();
    }
    let [a, b] = angles;
    answer.notes.push(words!("angles", a, b));
    place_at(q, answer, &arm, (a, b), "")
}

/// Compares every part; `of` stands behind each name.
fn place_at(q: &mut Ask, answer: &mut Answer, arm: &Arm, (a, b): (f32, f32), of: &str) -> Result<(), AnswerError> {
    let placed = q.ask("", |course| course.robot_arm.place(arm, a, b))?;
    compare_rigid(answer, &format!("world_from_upper{of}"), "upper arm", &placed.world_from_upper);
    compare_rigid(answer, &format!("world_from_forearm{of}"), "forearm", &placed.world_from_forearm);
    for (space, claw) in [
        ("the upper arm", placed.claw_in_upper),
        ("the base", placed.claw_in_base),
        ("the world", placed.claw_in_world),
    ] {
        answer.compare(format!("claw in {space}'s space{of}"), claw).group(format!("claw in {space}"));
    }
    Ok(())
}

/// One, or in the last probe many: no turn, small and half turns about each axis, the robot's own.
fn rigids(probe: &Probe) -> Vec<Rigid> {
    let mut random = probe.random();
    if !probe.is_last() {
        return vec![rigid(&mut random)];
    }
    let mut all = vec![Rigid::IDENTITY, robot::arm().world_from_base, robot::forearm_from_camera()];
    for degrees in [1.0_f32, 5.0, 30.0, 50.0, 80.0, 90.0, 100.0, 120.0, 150.0, 180.0] {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, random.vector().normalize()] {
            let rotation = Mat3::from_axis_angle(axis, degrees.to_radians());
            all.push(Rigid { rotation, translation: random.vector() });
        }
    }
    all
}

/// Draws a rotation that commutes with no other, and unequal offsets.
fn rigid(random: &mut Random) -> Rigid {
    let transform = random.rigid();
    Rigid { rotation: Mat3::from_quat(transform.rotation), translation: transform.translation }
}

/// Rotation and translation as items of their own, so that a report says which of them is right.
fn compare_rigid(answer: &mut Answer, name: &str, group: &str, rigid: &Rigid) {
    let rotation = if group.is_empty() { "rotation" } else { group };
    answer.compare(format!("{name}, rotation"), Mat4::from_mat3(rigid.rotation)).group(rotation);
    let translation = if group.is_empty() { "translation" } else { group };
    answer.compare(format!("{name}, translation"), rigid.translation).group(translation);
}

/// Compares a result. The inputs stand in notes, or in the name where the probe asks many times.
fn compare_result(probe: &Probe, answer: &mut Answer, name: &str, given: &[(&str, &Rigid)], got: &Rigid) {
    let notes: Vec<String> = given.iter().map(|(name, rigid)| described(name, rigid)).collect();
    if probe.is_last() {
        compare_rigid(answer, &format!("{name} ({})", notes.join(" ")), "", got);
    } else {
        compare_rigid(answer, name, "", got);
        answer.notes.extend(notes);
        answer.notes.extend(no_rotation(got.rotation));
    }
}

fn described(name: &str, rigid: &Rigid) -> String {
    let columns = [
        ("x axis", rigid.rotation.x_axis),
        ("y axis", rigid.rotation.y_axis),
        ("z axis", rigid.rotation.z_axis),
        ("translation", rigid.translation),
    ];
    let columns = columns.map(|(what, v)| format!("{what} ({:.2}, {:.2}, {:.2})", v.x, v.y, v.z));
    words!("given", name, columns = columns.join(", "))
}

/// A word about a matrix that is no rotation at all.
fn no_rotation(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some(words!("no-rotation"));
    }
    (rotation.determinant() < 0.0).then(|| words!("mirrors"))
}
