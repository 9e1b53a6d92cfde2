//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::frame::Sliders;
use crate::{Arm, Rigid, robot};
use common::check::{Answer, AnswerError, Ask, Check, Probe, Random};
use common::words;
use glam::{Mat3, Mat4, Vec3};

common::lesson! {
    robot_arm: RobotArm,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    Check { tolerance: TOLERANCE, ask: matrix },
    Check { tolerance: TOLERANCE, ask: compose },
    Check { tolerance: TOLERANCE, ask: inverse },
    Check { tolerance: TOLERANCE, ask: place },
];
// Metres, and parts of unit vectors: a few products of coordinates below 10 are right to 1e-5.
pub(crate) const TOLERANCE: f32 = 0.002;

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
        let (most, (low, high)) = (Sliders::MAX_A, Sliders::RANGE_B);
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
    let (a, b) = (random.to_either_side(20.0, 35.0), random.to_either_side(60.0, 85.0));
    let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
    answer.notes.push(words!("angles", a, b));
    place_at(q, answer, &arm, (a, b), "")
}

/// `of` stands behind each name.
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

/// Non-commuting rotations and unequal offsets.
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
    let column = |(what, v): (&str, Vec3)| format!("{what} ({:.2}, {:.2}, {:.2})", v.x, v.y, v.z);
    words!("given", name, columns = columns.map(column).join(", "))
}

/// A word about a matrix that is no rotation at all.
fn no_rotation(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some(words!("no-rotation"));
    }
    (rotation.determinant() < 0.0).then(|| words!("mirrors"))
}
