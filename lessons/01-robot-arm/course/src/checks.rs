//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::frame::Sliders;
use crate::{Arm, Placed, Rigid, robot};
use check::case;
use check::words;
use check::{Answer, AnswerError, Ask, Case, Check, Probe, Random};
use glam::{Mat3, Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
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
    case!("a body at (3, 1, 0) that is not turned", matrix_case(&moved([3.0, 1.0, 0.0]))),
    case!("a body at (3, 1, 0), turned by 90° about z", matrix_case(&turned(Vec3::Z, [3.0, 1.0, 0.0]))),
];

fn matrix_case(q: &mut Ask, answer: &mut Answer, rigid: &Rigid) -> Result<(), AnswerError> {
    let matrix = q.ask("", |course| course.robot_arm.matrix(rigid))?;
    for (column, number) in [("first", 0), ("second", 1), ("fourth", 3)] {
        answer.compare(format!("the {column} column"), matrix.col(number));
    }
    Ok(())
}

const COMPOSE: &[Case] = &[
    case!(
        "a parent at (3, 1, 0) and its child at (1, 0, 0), neither turned",
        compose_case(&moved([3.0, 1.0, 0.0]), &moved([1.0, 0.0, 0.0]))
    ),
    case!(
        "a parent turned by 90° about y, its child at (1, 0, 0)",
        compose_case(&turned(Vec3::Y, [0.0, 0.0, 0.0]), &moved([1.0, 0.0, 0.0]))
    ),
    case!(
        "a parent at (3, 1, 0), turned by 90° about y, its child at (1, 0, 0)",
        compose_case(&turned(Vec3::Y, [3.0, 1.0, 0.0]), &moved([1.0, 0.0, 0.0]))
    ),
    case!(
        "a parent that is not turned, its child at (1, 0, 0), turned by 90° about z",
        compose_case(&Rigid::IDENTITY, &turned(Vec3::Z, [1.0, 0.0, 0.0]))
    ),
    case!(
        "a parent turned by 90° about y, its child at (1, 0, 0), turned by 90° about z",
        compose_case(&turned(Vec3::Y, [0.0; 3]), &turned(Vec3::Z, [1.0, 0.0, 0.0]))
    ),
];

fn compose_case(q: &mut Ask, answer: &mut Answer, outer: &Rigid, inner: &Rigid) -> Result<(), AnswerError> {
    let child = q.ask("", |course| course.robot_arm.compose(outer, inner))?;
    answer.compare("the child's origin", child.translation);
    answer.compare("the child's x axis", child.rotation.x_axis);
    answer.notes.extend(rotation_note(child.rotation));
    Ok(())
}

const INVERSE: &[Case] = &[
    case!("a child at (1, 0, 0) that is not turned", inverse_case(&moved([1.0, 0.0, 0.0]))),
    case!("a child at (0, 0, 0), turned by 90° about z", inverse_case(&turned(Vec3::Z, [0.0, 0.0, 0.0]))),
    case!("a child at (2, 0, 0), turned by 90° about z", inverse_case(&turned(Vec3::Z, [2.0, 0.0, 0.0]))),
];

fn inverse_case(q: &mut Ask, answer: &mut Answer, child: &Rigid) -> Result<(), AnswerError> {
    let parent = q.ask("", |course| course.robot_arm.inverse(child))?;
    answer.compare("the parent's origin in the child's space", parent.translation);
    answer.compare("the parent's x axis in the child's space", parent.rotation.x_axis);
    answer.notes.extend(rotation_note(parent.rotation));
    Ok(())
}

const PLACE: &[Case] = &[
    case!(
        "the upper arm: base at (-0.55, 0, -0.15), A turns by 0° at (0, 0.42, 0)",
        part_case([0.0, 0.0, 0.0], |placed| placed.world_from_upper)
    ),
    case!(
        "the upper arm: base at (-0.55, 0, -0.15), A turns by 90° at (0, 0.42, 0)",
        part_case([90.0, 0.0, 0.0], |placed| placed.world_from_upper)
    ),
    case!(
        "the upper arm: base at (-0.55, 0, -0.15), turned by 90° about y, A turns by 90° at (0, 0.42, 0)",
        part_case([90.0, 0.0, 90.0], |placed| placed.world_from_upper)
    ),
    case!(
        "the forearm: base at (-0.55, 0, -0.15), A turns by 90° at (0, 0.42, 0), B by 0° at (0.3, 0.95, 0)",
        part_case([90.0, 0.0, 0.0], |placed| placed.world_from_forearm)
    ),
    case!(
        "the forearm: base at (-0.55, 0, -0.15), A turns by 90° at (0, 0.42, 0), B by -90° at (0.3, 0.95, 0)",
        part_case([90.0, -90.0, 0.0], |placed| placed.world_from_forearm)
    ),
    case!(
        "the claw at (1.05, 0, 0): base at (-0.55, 0, -0.15), A turns by 0° at (0, 0.42, 0), B by -90° at (0.3, 0.95, 0)",
        claw_case([0.0, -90.0, 0.0])
    ),
    case!(
        "the claw at (1.05, 0, 0): base at (-0.55, 0, -0.15), A turns by 90° at (0, 0.42, 0), B by -90° at (0.3, 0.95, 0)",
        claw_case([90.0, -90.0, 0.0])
    ),
    case!(
        "the claw at (1.05, 0, 0): base at (-0.55, 0, -0.15), turned by 90° about y, A turns by 90° at (0, 0.42, 0), B by -90° at (0.3, 0.95, 0)",
        claw_case([90.0, -90.0, 90.0])
    ),
];

/// Returns the robot's parts as the code under check places them. The angles are A, B and the base's turn about y, in degrees.
fn place_robot(q: &mut Ask, [a, b, base]: [f32; 3]) -> Result<Placed, AnswerError> {
    let arm = robot::arm_with_base(base.to_radians());
    q.ask("", |course| course.robot_arm.place(&arm, a, b))
}

fn part_case(q: &mut Ask, answer: &mut Answer, angles: [f32; 3], part: fn(Placed) -> Rigid) -> Result<(), AnswerError> {
    let Rigid { rotation, translation } = part(place_robot(q, angles)?);
    answer.compare("its origin in the world", translation);
    answer.compare("its x axis in the world", rotation.x_axis);
    Ok(())
}

fn claw_case(q: &mut Ask, answer: &mut Answer, angles: [f32; 3]) -> Result<(), AnswerError> {
    let placed = place_robot(q, angles)?;
    answer.compare("the claw in the upper arm's space", placed.claw_in_upper);
    answer.compare("the claw in the base's space", placed.claw_in_base);
    answer.compare("the claw in the world", placed.claw_in_world);
    Ok(())
}

fn moved(translation: [f32; 3]) -> Rigid {
    Rigid { translation: translation.into(), ..Rigid::IDENTITY }
}

/// Returns a transform that turns by 90° about an axis, and then moves.
fn turned(axis: Vec3, translation: [f32; 3]) -> Rigid {
    Rigid { rotation: Mat3::from_axis_angle(axis, FRAC_PI_2), translation: translation.into() }
}

pub(crate) fn matrix(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for rigid in rigids(&q.probe) {
        let matrix = q.ask("", |course| course.robot_arm.matrix(&rigid))?;
        let given = input_note("parent_from_child", &rigid);
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

/// Asks with a random arm; in the last probe with the robot's too, at the sliders' ends and far beyond them.
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
            let suffix = format!(" with A at {a:.0} and B at {b:.0} degrees");
            for arm in [&robot::arm(), &arm] {
                place_at(q, answer, arm, (a, b), &suffix)?;
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

/// Compares every part of an arm whose sliders are at `a` and `b`. Each label ends with `suffix`.
fn place_at(q: &mut Ask, answer: &mut Answer, arm: &Arm, (a, b): (f32, f32), suffix: &str) -> Result<(), AnswerError> {
    let placed = q.ask("", |course| course.robot_arm.place(arm, a, b))?;
    compare_rigid(answer, &format!("world_from_upper{suffix}"), "upper arm", &placed.world_from_upper);
    compare_rigid(answer, &format!("world_from_forearm{suffix}"), "forearm", &placed.world_from_forearm);
    for (space, claw) in [
        ("the upper arm", placed.claw_in_upper),
        ("the base", placed.claw_in_base),
        ("the world", placed.claw_in_world),
    ] {
        answer.compare(format!("claw in {space}'s space{suffix}"), claw).group(format!("claw in {space}"));
    }
    Ok(())
}

/// Returns a random transform; in the last probe many: the identity, the robot's own, and turns by 1 to 180 degrees about each
/// axis.
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

/// Compares rotation and translation as two items, so that a report says which of them is right.
fn compare_rigid(answer: &mut Answer, name: &str, group: &str, rigid: &Rigid) {
    let rotation = if group.is_empty() { "rotation" } else { group };
    answer.compare(format!("{name}, rotation"), Mat4::from_mat3(rigid.rotation)).group(rotation);
    let translation = if group.is_empty() { "translation" } else { group };
    answer.compare(format!("{name}, translation"), rigid.translation).group(translation);
}

/// Compares a result. The inputs stand in notes, or in the name where the probe asks many times.
fn compare_result(probe: &Probe, answer: &mut Answer, name: &str, given: &[(&str, &Rigid)], got: &Rigid) {
    let notes: Vec<String> = given.iter().map(|(name, rigid)| input_note(name, rigid)).collect();
    if probe.is_last() {
        compare_rigid(answer, &format!("{name} ({})", notes.join(" ")), "", got);
    } else {
        compare_rigid(answer, name, "", got);
        answer.notes.extend(notes);
        answer.notes.extend(rotation_note(got.rotation));
    }
}

/// Returns a note with the columns of a transform that is an input.
fn input_note(name: &str, rigid: &Rigid) -> String {
    let columns = [
        ("x axis", rigid.rotation.x_axis),
        ("y axis", rigid.rotation.y_axis),
        ("z axis", rigid.rotation.z_axis),
        ("translation", rigid.translation),
    ];
    let columns = columns.map(|(what, v)| format!("{what} ({:.2}, {:.2}, {:.2})", v.x, v.y, v.z));
    words!("given", name, columns = columns.join(", "))
}

/// Returns a note if the matrix is not a rotation.
fn rotation_note(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some(words!("no-rotation"));
    }
    (rotation.determinant() < 0.0).then(|| words!("mirrors"))
}
