//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self};
use crate::frame::Sliders;
use crate::{Arm, Placed, Rigid, robot};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, Random, vector, words};
use given::Course;
use glam::{Mat3, Mat4, Vec3};

check::lesson! {
    robot_arm: RobotArm,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Matrix>(), check::of::<Compose>(), check::of::<Inverse>(), check::of::<Place>()];

// Metres, and parts of unit vectors: a few products of coordinates below 10 are right to 1e-5.
const TOLERANCE: f32 = 0.002;

/// 01.1: a body's placement in its parent.
pub(crate) struct Matrix;

impl Matrix {
    fn case(parent_from_child: Rigid) -> Case<Rigid> {
        Case::new(format!("parent_from_child {}", columns(&parent_from_child)), parent_from_child)
    }
}

impl Check for Matrix {
    type Input = Rigid;
    type Output = Mat4;
    const TOLERANCE: f32 = TOLERANCE;

    fn by_hand() -> Vec<Case<Rigid>> {
        vec![
            Case::at("a body at (3, 1, 0) that is not turned", [3.0, 1.0, 0.0], figures::body),
            Case::at("a body at (3, 1, 0), turned by 90° about z", [3.0, 1.0, 90.0], figures::body),
        ]
    }

    fn drawn(probe: &Probe) -> Vec<Case<Rigid>> {
        vec![Matrix::case(rigid(&mut probe.random()))]
    }

    fn corners(probe: &Probe) -> Vec<Case<Rigid>> {
        special_rigids(&mut probe.random()).into_iter().map(Matrix::case).collect()
    }

    fn call(course: &Course, rigid: &Rigid) -> Result<Mat4, AnswerError> {
        Ok(course.robot_arm.matrix(rigid)?)
    }

    fn compare(_: &Rigid, matrix: Mat4, answer: &mut Answer) {
        answer.compare("the matrix", matrix);
    }
}

/// 01.2: a parent in the world, and its child.
pub(crate) struct Compose;

impl Compose {
    fn case([world_from_parent, parent_from_child]: [Rigid; 2]) -> Case<[Rigid; 2]> {
        let parent = columns(&world_from_parent);
        let child = columns(&parent_from_child);
        Case::new(
            format!("world_from_parent {parent}; parent_from_child {child}"),
            [world_from_parent, parent_from_child],
        )
    }
}

impl Check for Compose {
    type Input = [Rigid; 2];
    type Output = Rigid;
    const TOLERANCE: f32 = TOLERANCE;

    fn by_hand() -> Vec<Case<[Rigid; 2]>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a parent at (3, 1, 0) and its child at (1, 0, 0), neither turned", [0.0, 0.0, 1.0]),
            ("a parent at (3, 1, 0), turned by 90° about y, its child at (1, 0, 0)", [90.0, 0.0, 1.0]),
            ("a parent that is not turned, its child at (1, 0, 0), turned by 90° about z", [0.0, 90.0, 0.0]),
            ("a parent turned by 90° about y, its child at (1, 0, 0), turned by 90° about z", [90.0, 90.0, 0.0]),
        ] {
            cases.push(Case::at(words, state, figures::parent_and_child));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<[Rigid; 2]>> {
        let mut random = probe.random();
        vec![Compose::case([rigid(&mut random), rigid(&mut random)])]
    }

    fn corners(probe: &Probe) -> Vec<Case<[Rigid; 2]>> {
        let mut random = probe.random();
        let parents = special_rigids(&mut random);
        let children = special_rigids(&mut random);
        parents
            .into_iter()
            .zip(children.into_iter().rev())
            .map(|(parent, child)| Compose::case([parent, child]))
            .collect()
    }

    fn call(course: &Course, [outer, inner]: &[Rigid; 2]) -> Result<Rigid, AnswerError> {
        Ok(course.robot_arm.compose(outer, inner)?)
    }

    fn compare(_: &[Rigid; 2], world_from_child: Rigid, answer: &mut Answer) {
        compare_rigid(answer, "the child", &world_from_child);
    }
}

/// 01.3: a child's placement in its parent.
pub(crate) struct Inverse;

impl Check for Inverse {
    type Input = Rigid;
    type Output = Rigid;
    const TOLERANCE: f32 = TOLERANCE;

    fn by_hand() -> Vec<Case<Rigid>> {
        vec![
            Case::at("a child at (2, 0, 0) that is not turned", [2.0, 0.0, 0.0], figures::body),
            Case::at("a child at (2, 0, 0), turned by 90° about z", [2.0, 0.0, 90.0], figures::body),
        ]
    }

    fn drawn(probe: &Probe) -> Vec<Case<Rigid>> {
        Matrix::drawn(probe)
    }

    fn corners(probe: &Probe) -> Vec<Case<Rigid>> {
        Matrix::corners(probe)
    }

    fn call(course: &Course, parent_from_child: &Rigid) -> Result<Rigid, AnswerError> {
        Ok(course.robot_arm.inverse(parent_from_child)?)
    }

    fn compare(_: &Rigid, child_from_parent: Rigid, answer: &mut Answer) {
        compare_rigid(answer, "the parent in the child's space", &child_from_parent);
    }
}

/// 01.4: an arm, and the sliders A and B in degrees.
pub(crate) struct Place;

impl Check for Place {
    type Input = (Arm, f32, f32);
    type Output = Placed;
    const TOLERANCE: f32 = TOLERANCE;

    fn by_hand() -> Vec<Case<(Arm, f32, f32)>> {
        let mut cases = Vec::new();
        for [a, b, base] in [[0.0, 0.0, 0.0], [90.0, 0.0, 0.0], [90.0, -90.0, 0.0], [90.0, -90.0, 90.0]] {
            let base_turn = if base > 0.0 { ", turned by 90° about y" } else { "" };
            let words = format!(
                "base at (-0.55, 0, -0.15){base_turn}, A turns by {a}° at (0, 0.42, 0), B by {b}° at (0.3, 0.95, 0), \
                 the claw at (1.05, 0, 0)"
            );
            cases.push(Case::at(words, [a, b, base], figures::arm));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<(Arm, f32, f32)>> {
        let mut random = probe.random();
        let arm = random_arm(&mut random);
        // One small and one large, so that it shows plainly if one stands for the other.
        let mut angles = [random.to_either_side(20.0, 35.0), random.to_either_side(60.0, 85.0)];
        if random.below(2) > 0 {
            angles.reverse();
        }
        let [a, b] = angles;
        vec![Case::new(format!("A at {a:.1} and B at {b:.1} degrees"), (arm, a, b))]
    }

    /// A random arm and the robot's, at the sliders' ends and far beyond them.
    fn corners(probe: &Probe) -> Vec<Case<(Arm, f32, f32)>> {
        let most = Sliders::MAX_A;
        let [low, high] = Sliders::RANGE_B;
        let ends = [(-most, low), (most, high), (Sliders::START.a, Sliders::START.b)];
        let some = [(0.0, 0.0), (1.0, 5.0), (5.0, -1.0), (90.0, -90.0), (180.0, 90.0)];
        let far = [(-100.0, 150.0), (-20.0, 100.0), (50.0, -150.0), (120.0, -30.0), (-170.0, 60.0)];
        let mut cases = Vec::new();
        for (a, b) in ends.into_iter().chain(some).chain(far) {
            for arm in [robot::arm(), random_arm(&mut probe.random())] {
                cases.push(Case::new(format!("A at {a:.0} and B at {b:.0} degrees"), (arm, a, b)));
            }
        }
        cases
    }

    fn call(course: &Course, (arm, a, b): &Self::Input) -> Result<Placed, AnswerError> {
        Ok(course.robot_arm.place(arm, *a, *b)?)
    }

    fn compare(_: &Self::Input, placed: Placed, answer: &mut Answer) {
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
    }
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

/// Returns the columns of a transform in words.
fn columns(rigid: &Rigid) -> String {
    let Rigid { rotation, translation } = rigid;
    let [x, y, z, t] = [rotation.x_axis, rotation.y_axis, rotation.z_axis, *translation].map(three);
    format!("with x axis {x}, y axis {y}, z axis {z}, translation {t}")
}

/// Returns a note if the matrix is not a rotation.
fn rotation_note(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some(words!("no-rotation"));
    }
    (rotation.determinant() < 0.0).then(|| words!("mirrors"))
}
