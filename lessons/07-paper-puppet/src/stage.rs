//! The paper theatre: flat shapes one over the other, hills, a floor, curtains.

use common::graphics::LineVertex;
use common::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

const SKY: [Vec4; 2] = [Vec4::new(0.24, 0.46, 0.55, 1.0), Vec4::new(0.66, 0.81, 0.78, 1.0)];
const SUN: Vec4 = Vec4::new(0.99, 0.90, 0.66, 1.0);
const HILLS: [Vec4; 2] = [Vec4::new(0.46, 0.68, 0.62, 1.0), Vec4::new(0.32, 0.56, 0.50, 1.0)];
const FLOOR: [Vec4; 2] = [Vec4::new(0.62, 0.45, 0.32, 1.0), Vec4::new(0.48, 0.33, 0.24, 1.0)];
const CURTAIN: [Vec4; 2] = [Vec4::new(0.70, 0.16, 0.20, 1.0), Vec4::new(0.56, 0.11, 0.16, 1.0)];
/// Of paper on what lies behind it.
pub(crate) const SHADE: Vec4 = Vec4::new(0.04, 0.07, 0.10, 0.28);
/// Where such a shadow falls, from the paper itself, in metres.
pub(crate) const SHADOW: Vec2 = Vec2::new(0.025, -0.035);
const BRASS: [Vec4; 3] = [
    Vec4::new(0.36, 0.25, 0.08, 1.0),
    Vec4::new(0.83, 0.65, 0.25, 1.0),
    Vec4::new(1.0, 0.93, 0.70, 1.0),
];
/// The upper edge of the floor, in metres.
pub(crate) const GROUND: f32 = 0.34;
/// What is seen of the stage: from the middle to one side, and how high.
pub(crate) const HALF_WIDTH: f32 = 2.7;
pub(crate) const HEIGHT: f32 = 3.0;
/// Farther than anybody sees: the stage goes on beside the picture.
const FAR: f32 = 12.0;

/// Collects flat shapes in the order in which they lie on one another.
#[derive(Default)]
pub(crate) struct Paper {
    pub(crate) shapes: Shapes,
}

impl Paper {
    pub(crate) fn triangle(&mut self, corners: [Vec2; 3], color: Vec4) {
        self.blended(corners.map(|corner| (corner, color)));
    }

    fn blended(&mut self, corners: [(Vec2, Vec4); 3]) {
        let vertex = |(at, color): (Vec2, Vec4)| LineVertex { position: at.extend(0.0), color };
        self.shapes.triangles.extend(corners.map(vertex));
    }

    fn rectangle(&mut self, low: Vec2, high: Vec2, [top, bottom]: [Vec4; 2]) {
        let (right, left) = (Vec2::new(high.x, low.y), Vec2::new(low.x, high.y));
        self.blended([(low, bottom), (right, bottom), (high, top)]);
        self.blended([(low, bottom), (high, top), (left, top)]);
    }

    pub(crate) fn disc(&mut self, at: Vec2, radius: f32, color: Vec4) {
        let pieces = if radius < 0.1 { 24 } else { 96 };
        let on = |piece: usize| at + radius * Vec2::from_angle(TAU * piece as f32 / pieces as f32);
        (0..pieces).for_each(|piece| self.triangle([at, on(piece), on(piece + 1)], color));
    }

    pub(crate) fn stick(&mut self, from: Vec2, to: Vec2, thickness: f32, color: Vec4) {
        let side = (to - from).normalize_or_zero().perp() * thickness / 2.0;
        self.triangle([from - side, to - side, to + side], color);
        self.triangle([from - side, to + side, from + side], color);
    }

    /// A brass pin.
    pub(crate) fn pin(&mut self, at: Vec2) {
        let [edge, brass, light] = BRASS;
        self.disc(at, 0.030, edge);
        self.disc(at, 0.024, brass);
        self.disc(at + Vec2::new(-0.006, 0.007), 0.009, light);
    }

    /// Everything under `top(x)`, in columns.
    fn land(&mut self, top: impl Fn(f32) -> f32, color: Vec4) {
        const COLUMNS: i32 = 240;
        let x = |column: i32| FAR * column as f32 / COLUMNS as f32;
        for column in -COLUMNS..COLUMNS {
            let (left, right) = (x(column), x(column + 1));
            let (a, b) = (Vec2::new(left, top(left)), Vec2::new(right, top(right)));
            let (c, d) = (Vec2::new(left, 0.0), Vec2::new(right, 0.0));
            self.triangle([c, d, b], color);
            self.triangle([c, b, a], color);
        }
    }

    /// A curtain at the left (`side` is -1) or right (1), its edge in three soft folds.
    fn drape(&mut self, side: f32, shift: Vec2, color: Vec4) {
        const STEPS: i32 = 48;
        let y = |step: i32| HEIGHT * step as f32 / STEPS as f32;
        let edge = |step: i32| {
            let down = (STEPS - step) as f32 / STEPS as f32; // 0 at the top, 1 at the floor
            let fold = 0.07 * (3.0 * PI * down).cos() * (1.0 - 0.6 * down);
            Vec2::new(side * (HALF_WIDTH - 0.10 - fold), y(step)) + shift
        };
        for step in -STEPS..STEPS {
            let [low, high] =
                [step, step + 1].map(|step| edge(step.max(0)).with_y(y(step) + shift.y));
            let [far_low, far_high] = [low, high].map(|place| place.with_x(side * FAR));
            self.triangle([low, high, far_low], color);
            self.triangle([high, far_high, far_low], color);
        }
    }

    /// A curtain's half discs in a row, the middle of the first at `from`.
    fn scallops(&mut self, from: Vec2, step: Vec2, count: usize, size: Vec2, color: Vec4) {
        const PIECES: usize = 16;
        let on = |middle: Vec2, piece: usize| {
            middle + size * Vec2::from_angle(-PI * piece as f32 / PIECES as f32)
        };
        for number in 0..count {
            let middle = from + step * number as f32;
            for piece in 0..PIECES {
                let corners = [middle, on(middle, piece), on(middle, piece + 1)];
                self.triangle(corners, color);
            }
        }
    }
}

/// What lies behind everybody.
pub(crate) fn behind() -> Shapes {
    let mut paper = Paper::default();
    paper.rectangle(Vec2::new(-FAR, -FAR), Vec2::new(FAR, FAR), [SKY[0], SKY[0]]);
    paper.rectangle(Vec2::new(-FAR, 0.0), Vec2::new(FAR, 3.4), SKY);
    paper.disc(Vec2::new(0.42, 1.78), 0.62, SUN);
    let waves = |x: f32, parts: [(f32, f32, f32); 2]| -> f32 {
        parts.iter().map(|(height, often, shift)| height * (often * x + shift).sin()).sum()
    };
    for (number, shift) in [(0, 0.0), (1, 1.9)] {
        let rise = 0.95 - 0.25 * number as f32;
        let parts = [(0.16, 1.5, 0.4 + shift), (0.06, 3.7, 2.0 + shift)];
        paper.land(|x| rise - 0.035 + waves(x - 0.03, parts), SHADE);
        paper.land(|x| rise + waves(x, parts), HILLS[number]);
    }
    paper.rectangle(Vec2::new(-FAR, -FAR), Vec2::new(FAR, GROUND), [FLOOR[0], FLOOR[1]]);
    paper.rectangle(Vec2::new(-FAR, 0.0), Vec2::new(FAR, GROUND), FLOOR);
    let plank = Vec4::new(0.30, 0.20, 0.14, 0.35);
    for line in [0.06, 0.15, 0.25] {
        paper.stick(Vec2::new(-FAR, line), Vec2::new(FAR, line), 0.008, plank);
    }
    paper.stick(Vec2::new(-FAR, GROUND), Vec2::new(FAR, GROUND), 0.012, plank);
    paper.shapes
}

/// The curtains, in front of everybody: one at each side, and scallops along the top.
pub(crate) fn curtains() -> Shapes {
    let mut paper = Paper::default();
    let (top, count) = (HEIGHT - 0.16, 14);
    let (step, size) = (Vec2::X * 0.5, Vec2::new(0.25, 0.17));
    for (shift, color) in [(SHADOW, SHADE), (Vec2::ZERO, CURTAIN[0])] {
        for side in [-1.0, 1.0] {
            paper.drape(side, shift, color);
        }
        paper.rectangle(Vec2::new(-FAR, top) + shift, Vec2::splat(FAR), [color; 2]);
        paper.scallops(Vec2::new(-3.25, top) + shift, step, count, size, color);
    }
    paper.rectangle(Vec2::new(-FAR, top + 0.09), Vec2::splat(FAR), [CURTAIN[1]; 2]);
    paper.shapes
}

/// The middle of the stage, for the camera.
pub(crate) fn middle() -> Vec3 {
    Vec3::new(0.0, HEIGHT / 2.0, 0.0)
}
