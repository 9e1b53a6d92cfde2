//! What README.md says about the code is so.

use crate::readme_says;
use glam::Vec3;
use lesson_01::checks::REFERENCE;
use lesson_01::frame::{Frame, Sliders};
use lesson_01::robot;

const README: &str = include_str!("../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let parts = robot::parts();
    let solids = format!("`src/robot.rs`: {} solids", parts.len());
    readme_says(&solids);
    let text = Frame::evaluate(&REFERENCE, &parts, Sliders::START).describe();
    assert!(README.replace('\r', "").contains(&text), "{text}");
    let Vec3 { x, y, z } = robot::CRATE;
    let crate_at = format!("Its middle is at ({x:.2}, {y:.2}, {z:.2}) in the world");
    readme_says(&crate_at);
    let (most_a, (low, high)) = (Sliders::MOST_A, Sliders::RANGE_B);
    let ranges = format!("A goes from -{most_a:.0} to {most_a:.0} degrees, B from {low:.0} to {high:.0}");
    readme_says(&ranges);
}
