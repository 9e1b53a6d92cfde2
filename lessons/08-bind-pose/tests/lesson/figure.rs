//! The text's figure: a point where it was modelled and where it is now, the same steps from its joint.

use common::graphics::testing::headless_or_skip;
use common::scenes::figure::Figure;
use glam::{Mat4, Vec2, Vec3, Vec4};
use lesson_08::checks::REFERENCE;
use lesson_08::tin_worm::{LENGTH, TinWorm};
use std::path::Path;

const CLAY: Vec4 = Vec4::new(0.36, 0.34, 0.31, 1.0);
const TIN: Vec4 = Vec4::new(0.13, 0.33, 0.40, 1.0);
const STEP: Vec4 = Vec4::new(0.98, 0.80, 0.25, 1.0);
const PATH: Vec4 = Vec4::new(0.60, 0.66, 0.74, 1.0);
/// Of a tin, in metres: half of its width.
const HALF: f32 = 0.3;
/// In the head joint's space.
const POINT: Vec3 = Vec3::new(0.55, 0.2, 0.0);

#[test]
fn the_figure_shows_what_the_answers_give() {
    let Some(gl) = headless_or_skip("the_figure_shows_what_the_answers_give") else { return };
    let worm = TinWorm::new();
    let bind = worm.model_from_joint(&worm.bind_locals);
    let mut locals = worm.bind_locals.clone();
    locals[0] = Mat4::from_translation(Vec3::X * 3.4) * locals[0];
    for (local, bend) in locals.iter_mut().zip([0.25, -0.55, -0.55]) {
        *local *= Mat4::from_rotation_z(bend);
    }
    let now = worm.model_from_joint(&locals);
    let back = (REFERENCE.inverse_binds)(&worm.joints, &worm.bind_locals);
    let palette = (REFERENCE.skinning_matrices)(&now, &back);

    let mut figure = Figure::new((800, 340));
    let at = |point: Vec3| Vec2::new(150.0, 45.0) + 108.0 * point.truncate();
    for (joints, color) in [(&bind, CLAY), (&now, TIN)] {
        for joint in joints {
            let corners = [(0.02, -HALF), (LENGTH - 0.02, -HALF), (LENGTH - 0.02, HALF), (0.02, HALF)];
            let corner = |(x, y)| at(joint.transform_point3(Vec3::new(x, y, 0.0)));
            figure.sheet.quad(corners.map(corner), color);
        }
    }
    figure.axes(at(Vec3::ZERO), 50.0 * Vec2::X, "model", Vec2::new(-18.0, -16.0));
    let modelled = bind[2].transform_point3(POINT);
    let carried = palette[2].transform_point3(modelled);
    let [from, to] = [modelled, carried].map(at);
    figure.step(from, to - 10.0 * (to - from).normalize(), PATH, "M B⁻¹", Vec2::new(-40.0, 18.0));
    for (joint, name) in [(bind[2], "B"), (now[2], "M")] {
        let place = |x, y| at(joint.transform_point3(Vec3::new(x, y, 0.0)));
        let x = at(joint.transform_point3(Vec3::X * 0.3)) - place(0.0, 0.0);
        figure.step(place(0.0, 0.0), place(POINT.x, 0.0), STEP, "", Vec2::ZERO);
        figure.step(place(POINT.x, 0.0), place(POINT.x, POINT.y), STEP, "", Vec2::ZERO);
        figure.axes(place(0.0, 0.0), x, name, Vec2::new(-4.0, -14.0));
    }
    figure.word(from + Vec2::new(-56.0, 40.0), "p, as modelled");
    figure.word(to + Vec2::new(-30.0, 22.0), "p', now");
    for place in [from, to] {
        figure.sheet.disc(place, 6.0, 24, Vec4::ONE);
    }
    figure.is_kept(&gl, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/follows.png")));
}
