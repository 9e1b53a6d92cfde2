//! Curves of the weights, beside the worm as it was modelled, each at the height where it holds.

use crate::tube_worm::{HEIGHT, LENGTH};
use drawing::{Ink, Sheet, sheet::on_sheet, weight_color};
use glam::{Mat4, Vec2, Vec3};

/// Distance of a weight of 0 from the worm's middle, in metres to the right.
const ZERO: f32 = 0.62;
const ONE: f32 = 0.75;
/// Range below 0 and above 1 in which weights are still drawn, and the ends of the paper.
const BEYOND: f32 = 0.22;
const LEFT: f32 = -BEYOND;
const END: f32 = 1.0 + BEYOND;
/// The weight at the worm's left side.
const WORM: f32 = (-0.42 - ZERO) / ONE;
const SHADES: usize = 40;

/// The graph's plane in the scene, as it is seen.
struct Plane {
    clip_from_world: Mat4,
    size: Vec2,
}

impl Plane {
    /// Returns the position on the sheet of a weight at a height of the worm, from 0 to 1.
    fn at(&self, weight: f32, height: f32) -> Vec2 {
        let point = Vec3::new(ZERO + ONE * weight, HEIGHT * height, 0.0);
        on_sheet(self.clip_from_world, self.size, point).unwrap_or(Vec2::NAN)
    }

    fn rectangle(&self, [left, right]: [f32; 2], [low, high]: [f32; 2]) -> [Vec2; 4] {
        [self.at(left, low), self.at(right, low), self.at(right, high), self.at(left, high)]
    }
}

/// Draws curves in the joints' colours, and the margins around the joints. Weights that are far from
/// 0 to 1 end at the paper's edge.
pub(crate) fn draw(
    sheet: &mut Sheet,
    clip_from_world: Mat4,
    rings: &[[f32; 3]],
    margin: f32,
    paints: &[Vec3],
    chosen: usize,
) {
    let plane = Plane { clip_from_world, size: sheet.size };
    sheet.fill(&plane.rectangle([LEFT, END], [0.0, 1.0]), Ink::PAPER, 0.88);
    for joint in [1.0, 2.0] {
        let height = LENGTH * joint / HEIGHT;
        sheet.area(&plane.rectangle([LEFT, END], [height - margin, height + margin]), Ink::Given);
        sheet.line(&[plane.at(WORM, height), plane.at(END, height)], Ink::Faint);
    }
    for weight in [0.0, 1.0] {
        sheet.line(&[plane.at(weight, 0.0), plane.at(weight, 1.0)], Ink::Faint);
    }
    // Above the paper a legend of the weights' colours.
    for shade in 0..SHADES {
        let [low, high] = [shade, shade + 1].map(|shade| shade as f32 / SHADES as f32);
        let ink = Ink::own(weight_color(0.5 * (low + high)), 0.0);
        sheet.fill(&plane.rectangle([low, high], [1.03, 1.06]), ink, 1.0);
    }
    sheet.answered();
    let last = rings.len().saturating_sub(1).max(1) as f32;
    for joint in [(chosen + 1) % 3, (chosen + 2) % 3, chosen] {
        let mut curve = Vec::new();
        for (ring, weights) in rings.iter().enumerate() {
            curve.push(plane.at(weights[joint].clamp(LEFT, END), ring as f32 / last));
        }
        sheet.line(&curve, Ink::own(paints[joint], if joint == chosen { 5.0 } else { 2.5 }));
    }
}
