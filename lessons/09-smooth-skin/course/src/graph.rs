//! Curves of the weights, beside the worm as it was modelled, each at the height where it holds.

use crate::tube_worm::{HEIGHT, LENGTH};
use common::graphics::debug_draw::Shapes;
use common::graphics::weight_ramp;
use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use common::scenes::overlay_lines::ribbon;
use glam::{Vec2, Vec3, Vec4};

/// Distance of a weight of 0 from the worm's middle, in metres to the right.
const ZERO: f32 = 0.62;
const ONE: f32 = 0.75;
/// Range below 0 and above 1 in which weights are still drawn.
const BEYOND: f32 = 0.22;
const SHADES: usize = 40;
/// sRGB.
const PAPER: Vec4 = Vec4::new(0.97, 0.98, 1.0, 0.80);
const MARGIN: Vec4 = Vec4::new(0.25, 0.30, 0.40, 0.13);
const INK: Vec4 = Vec4::new(0.20, 0.24, 0.30, 0.9);

pub(crate) const RIGHT: f32 = ZERO + 1.3 * ONE;

/// Draws curves in the joints' colours, and the margins around the joints. Weights that are far from
/// 0 to 1 end at the paper's edge.
pub(crate) fn draw(marks: &mut Shapes, rings: &[[f32; 3]], margin: f32, paints: &[Vec3; 3], chosen: usize, eye: Vec3) {
    let axes = Axes {
        corners: [Vec2::new(ZERO, 0.0), Vec2::new(ZERO + ONE, HEIGHT)],
        values: [Vec2::ZERO, Vec2::ONE],
        margin: Vec2::new(BEYOND, f32::INFINITY),
    };
    let left = -BEYOND;
    let right = 1.0 + BEYOND;
    let mut sheet = FlatShapes::in_scene();
    sheet.rectangle(axes.at(left, 0.0), axes.at(right, 1.0), PAPER);
    for joint in [1.0, 2.0] {
        let height = LENGTH * joint / HEIGHT;
        sheet.rectangle(axes.at(left, height - margin), axes.at(right, height + margin), MARGIN);
        sheet.hairline(Vec2::new(-0.42, HEIGHT * height), axes.at(right, height), INK);
    }
    for weight in [0.0, 1.0] {
        sheet.hairline(axes.at(weight, 0.0), axes.at(weight, 1.0), INK);
    }
    // Above the paper a legend of the weights' colours.
    let colors = weight_ramp();
    for step in 0..SHADES {
        let [low, high] = [step, step + 1].map(|step| step as f32 / SHADES as f32);
        let middle = (low + high) * 2.0; // in quarters
        let below = middle as usize;
        let color = colors[below].lerp(colors[below + 1], middle.fract()).extend(1.0);
        sheet.rectangle(axes.at(low, 1.03), axes.at(high, 1.06), color);
    }
    marks.triangles.extend(sheet.shapes.triangles);
    marks.lines.extend(sheet.shapes.lines);
    let last = rings.len().saturating_sub(1).max(1) as f32;
    let order = [(chosen + 1) % 3, (chosen + 2) % 3, chosen];
    for joint in order {
        let width = if joint == chosen { 0.04 } else { 0.02 };
        for ring in 1..rings.len() {
            let ends = [ring - 1, ring].map(|ring| axes.at(rings[ring][joint], ring as f32 / last).extend(0.0));
            ribbon(marks, ends, width, paints[joint].extend(1.0), eye);
        }
    }
}
