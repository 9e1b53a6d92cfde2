//! What README.md says about the code is so.

use crate::readme_says;
use common::app::Watchdog;
use glam::{Mat3, Vec3};
use lesson_01::checks::{LESSON, REFERENCE};
use lesson_01::frame::{Frame, Sliders};
use lesson_01::{Rigid, robot};

const README: &str = include_str!("../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let parts = robot::parts();
    let solids = format!("`src/robot.rs`: {} solids", parts.len());
    readme_says(&solids);
    let mut direct = Watchdog::direct();
    let mut finished = direct.guard(&LESSON, REFERENCE);
    let text = Frame::evaluate(&mut finished, &parts, Sliders::START).describe();
    assert!(README.replace('\r', "").contains(&text), "{text}");
    let Vec3 { x, y, z } = robot::CRATE;
    let crate_at = format!("Its middle is at ({x:.2}, {y:.2}, {z:.2}) in the world");
    readme_says(&crate_at);
    let (most_a, (low, high)) = (Sliders::MOST_A, Sliders::RANGE_B);
    let ranges =
        format!("A goes from -{most_a:.0} to {most_a:.0} degrees, B from {low:.0} to {high:.0}");
    readme_says(&ranges);
}

/// The text's formulas, by numbers, for the finished functions.
#[test]
fn the_formulas_hold() {
    let outer = Rigid {
        rotation: Mat3::from_rotation_y(0.7) * Mat3::from_rotation_x(0.4),
        translation: Vec3::new(0.3, -1.0, 2.0),
    };
    let inner =
        Rigid { rotation: Mat3::from_rotation_z(-1.1), translation: Vec3::new(-0.5, 0.2, 0.9) };
    let p = Vec3::new(0.6, 1.2, -0.4);
    // Coordinates below 4, a dozen roundings of 2e-7.
    let same = |a: Vec3, b: Vec3| assert!((a - b).length() < 1e-5, "{a} {b}");

    let matrix = (REFERENCE.matrix)(&outer);
    same((matrix * p.extend(1.0)).truncate(), outer.apply(p));
    same((matrix * p.extend(0.0)).truncate(), outer.rotation * p);
    let chain = (REFERENCE.compose)(&outer, &inner);
    same(chain.apply(p), outer.apply(inner.apply(p)));
    assert!((REFERENCE.matrix)(&chain).abs_diff_eq(matrix * (REFERENCE.matrix)(&inner), 1e-5));
    same((REFERENCE.inverse)(&outer).apply(outer.apply(p)), p);
}

/// One point, in whichever space it is given.
#[test]
fn the_claw_is_one_point() {
    let arm = robot::arm();
    let placed = (REFERENCE.place)(&arm, 40.0, -70.0);
    for point in [
        arm.world_from_base.apply(placed.claw_in_base),
        placed.world_from_upper.apply(placed.claw_in_upper),
        placed.world_from_forearm.apply(arm.claw),
    ] {
        assert!((point - placed.claw_in_world).length() < 1e-5, "{point}");
    }
}

/// The sliders begin where the claw is about to take the crate: above it, and near.
#[test]
fn the_claw_begins_above_the_crate() {
    let Sliders { a, b } = Sliders::START;
    let claw = (REFERENCE.place)(&robot::arm(), a, b).claw_in_world;
    let above = claw - robot::CRATE;
    assert!(above.y > 0.2 && above.length() < 0.5, "{above}");
}
