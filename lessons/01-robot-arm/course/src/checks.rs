//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures;
use crate::frame::Sliders;
use crate::{Arm, Placed, Rigid, robot};
use check::{Answer, AnyCheck, Case, Check, Probe, Random, vector};
use glam::{Mat3, Mat4, Quat, Vec3};

check::lesson! {
    robot_arm: RobotArm,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&MATRIX, &COMPOSE, &INVERSE, &PLACE];

// Metres, and parts of unit vectors: a few products of coordinates below 10 are right to 1e-5.
const TOLERANCE: f32 = 0.002;

/// 01.1: a body's placement in its parent.
pub(crate) const MATRIX: Check<Rigid, Mat4> = Check {
    tolerance: TOLERANCE,
    words: |parent_from_child| format!("a body {}", placement(parent_from_child)),
    by_hand: || vec![Case::at([3.0, 1.0, 0.0], figures::body), Case::at([3.0, 1.0, 90.0], figures::body)],
    drawn: drawn_rigids,
    call: |course, rigid| Ok(course.robot_arm.matrix(rigid)?),
    compare: |_, matrix, answer| {
        answer.compare("the matrix", matrix);
    },
};

/// 01.2: a parent in the world, and its child.
pub(crate) const COMPOSE: Check<[Rigid; 2], Rigid> = Check {
    tolerance: TOLERANCE,
    words: |[parent, child]| format!("a parent {}, its child {}", placement(parent), placement(child)),
    by_hand: || {
        let states = [[0.0, 0.0, 1.0], [90.0, 0.0, 1.0], [0.0, 90.0, 0.0], [90.0, 90.0, 0.0]];
        states.map(|state| Case::at(state, figures::parent_and_child)).into()
    },
    drawn: |probe| {
        let mut random = probe.random();
        if !probe.is_last() {
            return vec![[rigid(&mut random), rigid(&mut random)]];
        }
        let parents = special_rigids(&mut random);
        let children = special_rigids(&mut random);
        parents.into_iter().zip(children.into_iter().rev()).map(<[Rigid; 2]>::from).collect()
    },
    call: |course, [outer, inner]| Ok(course.robot_arm.compose(outer, inner)?),
    compare: |_, world_from_child, answer| compare_rigid(answer, "the child", &world_from_child),
};

/// 01.3: a child's placement in its parent.
pub(crate) const INVERSE: Check<Rigid, Rigid> = Check {
    tolerance: TOLERANCE,
    words: |parent_from_child| format!("a child {}", placement(parent_from_child)),
    by_hand: || vec![Case::at([2.0, 0.0, 0.0], figures::body), Case::at([2.0, 0.0, 90.0], figures::body)],
    drawn: drawn_rigids,
    call: |course, parent_from_child| Ok(course.robot_arm.inverse(parent_from_child)?),
    compare: |_, child_from_parent, answer| {
        compare_rigid(answer, "the parent in the child's space", &child_from_parent);
    },
};

/// 01.4: an arm, and the sliders A and B in degrees.
pub(crate) const PLACE: Check<(Arm, f32, f32), Placed> = Check {
    tolerance: TOLERANCE,
    words: |(arm, a, b)| {
        let base = placement(&arm.world_from_base);
        let [shoulder, elbow, claw] = [arm.shoulder, arm.elbow, arm.claw].map(three);
        format!("base {base}, A turns by {a:.0}° at {shoulder}, B by {b:.0}° at {elbow}, the claw at {claw}")
    },
    by_hand: || {
        let states = [[0.0, 0.0, 0.0], [90.0, 0.0, 0.0], [90.0, -90.0, 0.0], [90.0, -90.0, 90.0]];
        states.map(|state| Case::at(state, figures::arm)).into()
    },
    drawn: |probe| {
        let mut random = probe.random();
        if !probe.is_last() {
            let arm = random_arm(&mut random);
            // One small and one large, so that it shows plainly if one stands for the other.
            let mut angles = [random.to_either_side(20.0, 35.0), random.to_either_side(60.0, 85.0)];
            random.shuffle(&mut angles);
            return vec![(arm, angles[0], angles[1])];
        }
        // A random arm and the robot's, at the sliders' ends and far beyond them.
        let most = Sliders::MAX_A;
        let [low, high] = Sliders::RANGE_B;
        let ends = [(-most, low), (most, high), (Sliders::START.a, Sliders::START.b)];
        let some = [(0.0, 0.0), (1.0, 5.0), (5.0, -1.0), (90.0, -90.0), (180.0, 90.0)];
        let far = [(-100.0, 150.0), (-20.0, 100.0), (50.0, -150.0), (120.0, -30.0), (-170.0, 60.0)];
        let mut inputs = Vec::new();
        for (a, b) in ends.into_iter().chain(some).chain(far) {
            inputs.extend([robot::arm(), random_arm(&mut random)].map(|arm| (arm, a, b)));
        }
        inputs
    },
    call: |course, (arm, a, b)| Ok(course.robot_arm.place(arm, *a, *b)?),
    compare: |_, placed, answer| {
        for (part, rigid) in [("the upper arm", placed.world_from_upper), ("the forearm", placed.world_from_forearm)] {
            let group = part.trim_start_matches("the ");
            answer.compare(format!("the translation of {part}"), rigid.translation).group(group);
            answer.compare(format!("the rotation of {part}"), Mat4::from_mat3(rigid.rotation)).group(group);
        }
        for (space, claw) in [
            ("the upper arm", placed.claw_in_upper),
            ("the base", placed.claw_in_base),
            ("the world", placed.claw_in_world),
        ] {
            answer.compare(format!("the claw in {space}'s space"), claw).group(format!("claw in {space}"));
        }
    },
};

/// Returns one random transform; for the last probe special ones.
fn drawn_rigids(probe: &Probe) -> Vec<Rigid> {
    let mut random = probe.random();
    if probe.is_last() { special_rigids(&mut random) } else { vec![rigid(&mut random)] }
}

fn three(point: Vec3) -> String {
    vector(&point.to_array(), 2)
}

/// Returns the identity, the robot's own transforms, and turns by 1 to 180 degrees about each axis.
fn special_rigids(random: &mut Random) -> Vec<Rigid> {
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

fn random_arm(random: &mut Random) -> Arm {
    Arm { world_from_base: rigid(random), shoulder: random.vector(), elbow: random.vector(), claw: random.vector() }
}

/// Compares rotation and translation as two items, so that a report says which of them is right.
fn compare_rigid(answer: &mut Answer, name: &str, rigid: &Rigid) {
    answer.compare(format!("the translation of {name}"), rigid.translation).group("translation");
    answer.compare(format!("the rotation of {name}"), Mat4::from_mat3(rigid.rotation)).group("rotation");
    answer.notes.extend(rotation_note(rigid.rotation));
}

/// Returns a placement in words: `at (3, 1, 0), turned by 90° about z`.
fn placement(rigid: &Rigid) -> String {
    let [x, y, z, position] =
        [rigid.rotation.x_axis, rigid.rotation.y_axis, rigid.rotation.z_axis, rigid.translation].map(three);
    let (axis, angle) = Quat::from_mat3(&rigid.rotation).to_axis_angle();
    if angle < 1e-3 {
        return format!("at {position}, not turned");
    }
    match [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)].into_iter().find(|(_, unit)| axis.dot(*unit) > 0.9999) {
        Some((name, _)) => format!("at {position}, turned by {:.0}° about {name}", angle.to_degrees()),
        None => format!("at {position}, with x axis {x}, y axis {y}, z axis {z}"),
    }
}

/// Returns a note if the matrix is not a rotation.
fn rotation_note(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some("its axes are not three unit vectors at right angles, so it is not a rotation.".into());
    }
    (rotation.determinant() < 0.0).then(|| "its rotation mirrors: left becomes right.".into())
}
