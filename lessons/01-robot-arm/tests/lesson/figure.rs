//! The text's figure: a point along a body's axes, and the robot's spaces one after the other.

use common::graphics::testing::headless_or_skip;
use common::scenes::figure::Figure;
use glam::{Mat3, Vec2, Vec3, Vec4};
use lesson_01::{checks::REFERENCE, frame::Sliders, robot};
use std::path::Path;

const STEP: Vec4 = Vec4::new(0.98, 0.80, 0.25, 1.0);
const PATH: Vec4 = Vec4::new(0.60, 0.66, 0.74, 1.0);
/// Where most names stand, seen from their origin.
const BELOW: Vec2 = Vec2::new(-14.0, -16.0);

#[test]
fn the_figure_shows_what_the_answers_give() {
    let Some(gl) = headless_or_skip("the_figure_shows_what_the_answers_give") else { return };
    let mut figure = Figure::new((800, 330));
    let (parent, t, r1) = (Vec2::new(50.0, 50.0), Vec2::new(110.0, 70.0), Vec2::from_angle(0.5));
    let child = parent + t;
    let along = child + 130.0 * r1;
    let q = along + 80.0 * r1.perp();
    figure.axes(parent, 70.0 * Vec2::X, "parent", BELOW);
    figure.step(parent, child, STEP, "t", Vec2::new(-16.0, 12.0));
    figure.step(child, along, PATH, "x r1", Vec2::new(14.0, -14.0));
    figure.step(along, q, PATH, "y r2", Vec2::new(12.0, 4.0));
    figure.axes(child, 60.0 * r1, "child", BELOW);
    figure.sheet.disc(q, 6.0, 24, Vec4::ONE);
    figure.word(q + Vec2::new(-86.0, 22.0), "q = x r1 + y r2 + t");

    // The robot as it stands at the beginning, but for A: so that all of it lies in the picture's plane.
    let mut arm = robot::arm();
    arm.world_from_base.rotation = Mat3::IDENTITY;
    let placed = (REFERENCE.place)(&arm, 0.0, Sliders::START.b);
    let at = |point: Vec3| Vec2::new(590.0, 50.0) + 150.0 * point.truncate();
    let (upper, forearm) = (placed.world_from_upper, placed.world_from_forearm);
    let [base, shoulder, elbow] = [arm.world_from_base, upper, forearm].map(|link| at(link.translation));
    let (world, claw) = (at(Vec3::ZERO), at(placed.claw_in_world));
    figure.step(world, base, STEP, "world_from_base", Vec2::new(-48.0, -36.0));
    figure.step(base, shoulder, STEP, "base_from_upper (A)", Vec2::new(-162.0, 6.0));
    figure.step(shoulder, elbow, STEP, "upper_from_forearm (B)", Vec2::new(-190.0, 6.0));
    figure.step(elbow, claw, PATH, "", Vec2::ZERO);
    let x = |bend: f32| 33.0 * Vec2::from_angle(bend.to_radians());
    figure.axes(world, x(0.0), "world", BELOW);
    figure.axes(base, x(0.0), "base", BELOW);
    figure.axes(shoulder, x(0.0), "upper arm", Vec2::new(40.0, 0.0));
    figure.axes(elbow, x(Sliders::START.b), "forearm", Vec2::new(30.0, 4.0));
    figure.sheet.disc(claw, 6.0, 24, Vec4::ONE);
    figure.word(claw + Vec2::new(10.0, 0.0), "claw");
    figure.is_kept(&gl, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/spaces.png")));
}
