//! Curves of the weights, beside the worm as it was modelled, each at the height where it holds.

use crate::worm::{HEIGHT, LENGTH};
use common::graphics::debug_draw::Shapes;
use common::graphics::weight_ramp;
use common::scenes::marks::ribbon;
use glam::{Vec3, Vec4};

/// Where a weight of 0 is, in metres to the right of the worm's middle, and how far away 1 is.
const ZERO: f32 = 0.62;
const ONE: f32 = 0.75;
/// Of the strip that says which colour is which weight.
const SHADES: usize = 40;
/// sRGB.
const PAPER: Vec4 = Vec4::new(0.97, 0.98, 1.0, 0.80);
const MARGIN: Vec4 = Vec4::new(0.25, 0.30, 0.40, 0.13);
const INK: Vec4 = Vec4::new(0.20, 0.24, 0.30, 0.9);

/// The farthest to the right that anything is drawn.
pub(crate) const RIGHT: f32 = ZERO + 1.3 * ONE;

/// Draws curves in the joints' colours, and the margins around the joints. Weights that are far from
/// 0 to 1 end at the paper's edge.
pub(crate) fn draw(
    marks: &mut Shapes,
    rings: &[[f32; 3]],
    margin: f32,
    paints: &[Vec3; 3],
    chosen: usize,
    eye: Vec3,
) {
    let at = |weight: f32, height: f32| {
        Vec3::new(ZERO + ONE * weight.clamp(-0.22, 1.22), HEIGHT * height, 0.0)
    };
    let sheet = |marks: &mut Shapes, low: [f32; 2], high: [f32; 2], color| {
        let [a, b, c, d] =
            [at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])];
        marks.triangle([a, b, c], color);
        marks.triangle([a, c, d], color);
    };
    sheet(marks, [-0.22, 0.0], [1.22, 1.0], PAPER);
    for joint in [1.0, 2.0] {
        let height = LENGTH * joint / HEIGHT;
        sheet(marks, [-0.22, height - margin], [1.22, height + margin], MARGIN);
        marks.line(Vec3::new(-0.42, HEIGHT * height, 0.0), at(1.22, height), INK);
    }
    for weight in [0.0, 1.0] {
        marks.line(at(weight, 0.0), at(weight, 1.0), INK);
    }
    // Over the paper, which colour is which weight.
    let colors = weight_ramp();
    for step in 0..SHADES {
        let share = |step: usize| step as f32 / SHADES as f32;
        let place = (share(step) + share(step + 1)) * 2.0; // the middle, in quarters
        let below = place as usize;
        let color = colors[below].lerp(colors[below + 1], place.fract()).extend(1.0);
        sheet(marks, [share(step), 1.03], [share(step + 1), 1.06], color);
    }
    let last = rings.len().saturating_sub(1).max(1) as f32;
    let order = [(chosen + 1) % 3, (chosen + 2) % 3, chosen];
    for joint in order {
        let width = if joint == chosen { 0.04 } else { 0.02 };
        for (ring, pair) in rings.windows(2).enumerate() {
            let place = |above: usize| at(pair[above][joint], (ring + above) as f32 / last);
            ribbon(marks, [place(0), place(1)], width, paints[joint].extend(1.0), eye);
        }
    }
}
