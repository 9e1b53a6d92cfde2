//! The README's statements about the code hold.

use crate::{reading, readme_says};
use glam::{Mat3, Vec3};
use lesson_01::checks::REFERENCE;
use lesson_01::figures::{POINT, SEEN};
use lesson_01::frame::{ArmFrame, Sliders};
use lesson_01::{Rigid, robot};

const README: &str = include_str!("../../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let parts = robot::parts();
    readme_says(&format!("`course/src/robot.rs`: {} solids", parts.len()));
    let text = ArmFrame::evaluate(&REFERENCE.robot_arm, &parts, Sliders::START, 0.0).unwrap().describe();
    assert!(README.replace('\r', "").contains(&text), "{text}");
    let Vec3 { x, y, z } = robot::CRATE;
    readme_says(&format!("Its middle is at ({x:.2}, {y:.2}, {z:.2}) in the world"));
    let most = Sliders::MAX_A;
    let [low, high] = Sliders::RANGE_B;
    readme_says(&format!("A goes from -{most:.0} to {most:.0} degrees, B from {low:.0} to {high:.0}"));
}

/// A transform in the plane that turns by 90 degrees.
fn turned(x: f32, y: f32) -> Rigid {
    Rigid { rotation: Mat3::from_rotation_z(90.0_f32.to_radians()), translation: Vec3::new(x, y, 0.0) }
}

/// Writes a point of the plane, whose numbers are whole.
fn pair(point: Vec3) -> String {
    assert!(point.abs_diff_eq(point.round(), 1e-5), "{point}");
    format!("({}, {})", point.x.round(), point.y.round()).replace("-0", "0")
}

fn three(Vec3 { x, y, z }: Vec3) -> String {
    format!("({x:.2}, {y:.2}, {z:.2})").replace("-0.00", "0").replace("0.00", "0")
}

#[test]
fn the_figures_numbers_are_those_of_the_code() {
    let body = turned(3.0, 1.0);
    let q = REFERENCE.robot_arm.matrix(&body).unwrap().transform_point3(POINT);
    let r1 = pair(body.rotation.x_axis);
    let r2 = pair(body.rotation.y_axis);
    let t = pair(body.translation);
    readme_says(&format!("By hand: $p = {}$", pair(POINT)));
    readme_says(&format!("$r_1 = {r1}$, $r_2 = {r2}$. With $t = {t}$"));
    assert_eq!(POINT.y, 1.0, "the sum leaves it out");
    readme_says(&format!("$q = {} {r1} + {r2} + {t} = {}$", POINT.x, pair(q)));

    let [x, y, z] = ["x", "y", "z"].map(|name| reading("01.2", &[90.0], name));
    readme_says(&format!("At 90° the child is at ({x:.1}, {y:.1}, {z:.1}), because its 1 m along"));

    let parent = turned(3.0, 1.0);
    let child = turned(2.0, 0.0);
    let both = REFERENCE.robot_arm.compose(&parent, &child).unwrap();
    let points = [child.apply(Vec3::X), both.apply(Vec3::X), child.translation, both.translation];
    let [seen, world, origin, translation] = points.map(pair);
    let [at_child, at_parent] = [child, parent].map(|rigid| pair(rigid.translation));
    readme_says(&format!(
        "The child is at ${at_child}$ in its parent's space, the parent at ${at_parent}$ in the world"
    ));
    readme_says(&format!("+ Vec2::new(2.0, 0.0);     // {seen}\n"));
    readme_says(&format!("+ Vec2::new(3.0, 1.0); // {world}\n"));
    readme_says(&format!("first to ${origin}$, then to $(0, 2) + (3, 1) = {translation}$"));

    let child = turned(2.0, 0.0);
    let p = REFERENCE.robot_arm.inverse(&child).unwrap().apply(SEEN);
    readme_says(&format!("a child is turned by 90° at $t = {}$, and $q = {}$", pair(child.translation), pair(SEEN)));
    readme_says(&format!("$q - t = {}$, and turned back $p = {}$", pair(SEEN - child.translation), pair(p)));
    let translation = REFERENCE.robot_arm.inverse(&child).unwrap().translation;
    readme_says(&format!("$q - t = {}$, and turned back $p = {}$", pair(-child.translation), pair(translation)));

    let arm = robot::arm();
    let placed = REFERENCE.robot_arm.place(&arm, 90.0, 90.0).unwrap();
    readme_says(&format!("\nfore  {}\n", three(arm.claw)));
    readme_says(&format!("+ {} = {}\n", three(arm.elbow), three(placed.claw_in_upper)));
    readme_says(&format!("+ {} = {}\n", three(arm.shoulder), three(placed.claw_in_base)));
}
