//! The graph below each knight: how high his hands are over time, the keys, and where he is.

use crate::LoopMode;
use crate::curves::{SAMPLES, SPAN, page};
use crate::playing::Moment;
use crate::probes::MODES;
use common::graphics::LineVertex;
use common::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

/// OpenGL's clip coordinates: the picture is 2 wide and 2 high.
const BOTTOM: f32 = -0.955;
const HEIGHT: f32 = 0.53;
const WIDTH: f32 = 0.625;
const APART: f32 = 0.655;
/// Between the panel's edge and the curves.
const MARGIN: Vec2 = Vec2::new(0.02, 0.06);
/// On the left, for the sign of the mode, in shares of the picture's height.
const SIGN: f32 = 0.135;

const PANEL: Vec4 = Vec4::new(0.12, 0.15, 0.20, 0.84);
const FAINT: Vec4 = Vec4::new(0.62, 0.68, 0.74, 0.35);
const INK: Vec4 = Vec4::new(0.97, 0.98, 1.0, 1.0);
const EDGE: Vec4 = Vec4::new(0.05, 0.06, 0.09, 1.0);
/// Of the left hand and the right one: lesson 04's.
pub(crate) const HANDS: [Vec4; 2] =
    [Vec4::new(0.15, 0.95, 1.0, 1.0), Vec4::new(1.0, 0.36, 0.72, 1.0)];

/// When the keys are, and between which heights the hands move.
pub(crate) struct Scale {
    pub(crate) times: Vec<f32>,
    pub(crate) closes_at: f32,
    /// In metres.
    pub(crate) heights: (f32, f32),
}

/// All three graphs, for a picture of `aspect` = width / height.
pub(crate) fn shapes(moment: &Moment, scale: &Scale, aspect: f32) -> Shapes {
    let mut pen = Pen { shapes: Shapes::new(), aspect };
    for (place, mode) in MODES.into_iter().enumerate() {
        let corner = corner(place);
        let panel = [corner - Vec2::Y * HEIGHT, corner + Vec2::X * WIDTH];
        pen.rectangle(panel, PANEL);
        pen.sign(corner + Vec2::new(0.076 / aspect, -0.085), mode);
        let inner = [panel[0] + MARGIN + Vec2::X * SIGN / aspect, panel[1] - MARGIN];
        pen.graph(&Axes { inner, moment, scale }, place, mode);
    }
    pen.shapes
}

/// The upper left corner of a graph.
pub(crate) fn corner(place: usize) -> Vec2 {
    Vec2::new(APART * (place as f32 - 1.0) - WIDTH / 2.0, BOTTOM + HEIGHT)
}

/// From seconds of the clock and metres to the picture.
struct Axes<'a> {
    inner: [Vec2; 2],
    moment: &'a Moment,
    scale: &'a Scale,
}

impl Axes<'_> {
    fn at(&self, seconds: f32, height: f32) -> Vec2 {
        let (low, high) = self.scale.heights;
        let share = Vec2::new(
            (seconds - page(self.moment.seconds)) / SPAN,
            // What flies off stays at the edge.
            ((height - low) / (high - low)).clamp(-0.08, 1.08),
        );
        self.inner[0] + share * (self.inner[1] - self.inner[0])
    }

    /// Every time at which a key is reached in this page, and which; and where the rounds begin.
    fn keys(&self, mode: LoopMode) -> (Vec<(f32, usize)>, Vec<f32>) {
        let times = &self.scale.times;
        let last = times[times.len() - 1];
        let there = || times.iter().copied().enumerate();
        let (round, back) = match mode {
            LoopMode::Clamp => (f32::INFINITY, false),
            LoopMode::Loop => (self.scale.closes_at, false),
            LoopMode::PingPong => (2.0 * last, true),
        };
        let begin = page(self.moment.seconds);
        let first = if round.is_finite() { (begin / round).floor() as i32 } else { 0 };
        let (mut keys, mut rounds) = (Vec::new(), Vec::new());
        for number in first.. {
            let start = if number == 0 { 0.0 } else { number as f32 * round };
            if start > begin + SPAN {
                break;
            }
            rounds.push(start);
            keys.extend(there().map(|(key, time)| (start + time, key)));
            if back {
                let ways = there().skip(1).take(times.len() - 2);
                keys.extend(ways.map(|(key, time)| (start + round - time, key)));
            }
        }
        let seen = |time: f32| (begin..=begin + SPAN).contains(&time);
        keys.retain(|&(time, _)| seen(time));
        rounds.retain(|&time| seen(time));
        (keys, rounds)
    }
}

/// Collects flat shapes, equally thick in every direction.
struct Pen {
    shapes: Shapes,
    aspect: f32,
}

impl Pen {
    fn graph(&mut self, axes: &Axes<'_>, place: usize, mode: LoopMode) {
        let (moment, graph) = (axes.moment, &axes.moment.curves.modes[place]);
        let begin = page(moment.seconds);
        let (low, high) = axes.scale.heights;
        let (keys, rounds) = axes.keys(mode);
        for start in rounds {
            self.line(axes.at(start, low), axes.at(start, high), 0.003, FAINT);
        }
        for (hand, color) in HANDS.into_iter().enumerate() {
            let faint = color * Vec4::new(1.0, 1.0, 1.0, 0.5);
            for (values, thickness, color) in
                [(&graph.steps, 0.0045, faint), (&graph.mixed, 0.0075, color)]
            {
                let at = |sample: usize| {
                    let seconds = begin + SPAN * sample as f32 / (SAMPLES - 1) as f32;
                    axes.at(seconds, values[sample][hand])
                };
                (1..SAMPLES).for_each(|s| self.line(at(s - 1), at(s), thickness, color));
            }
            for &(time, key) in &keys {
                self.diamond(axes.at(time, moment.curves.keys[key][hand]), 0.012, INK);
            }
        }
        let cursor = [axes.at(moment.seconds, low), axes.at(moment.seconds, high)];
        let beyond = Vec2::Y * 0.035;
        self.line(cursor[0] - beyond, cursor[1] + beyond, 0.005, INK);
        for (hand, color) in HANDS.into_iter().enumerate() {
            let at = axes.at(moment.seconds, moment.hands[place][hand]);
            for (size, color) in [(0.034, EDGE), (0.028, INK), (0.020, color)] {
                self.disc(at, size, color);
            }
        }
    }

    /// Round and round; to a wall; there and back.
    fn sign(&mut self, at: Vec2, mode: LoopMode) {
        let (size, aspect) = (0.045, self.aspect);
        let across = Vec2::X * size / aspect;
        match mode {
            LoopMode::Loop => {
                let on = |share: f32| {
                    let angle = TAU * (0.16 + 0.82 * share);
                    at + size * Vec2::new(angle.sin() / aspect, angle.cos())
                };
                for piece in 0..24 {
                    let [a, b] = [piece, piece + 1].map(|p| on(p as f32 / 24.0));
                    self.line(a, b, 0.009, INK);
                }
                self.arrow(on(1.0), (on(1.0) - on(0.93)).normalize());
            }
            LoopMode::Clamp => {
                self.line(at - across, at + across * 0.6, 0.009, INK);
                self.arrow(at + across * 0.5, Vec2::X);
                let wall = at + across * 1.25;
                self.line(wall - Vec2::Y * size, wall + Vec2::Y * size, 0.010, INK);
            }
            LoopMode::PingPong => {
                self.line(at - across * 0.6, at + across * 0.6, 0.009, INK);
                self.arrow(at + across * 0.6, Vec2::X);
                self.arrow(at - across * 0.6, Vec2::NEG_X);
            }
        }
    }

    /// An arrow's head, its back at `at`.
    fn arrow(&mut self, at: Vec2, along: Vec2) {
        let square = Vec2::new(self.aspect, 1.0);
        let along = (along * square).normalize_or_zero();
        let (tip, side) = (along * 0.036, along.perp() * 0.026);
        self.triangle([tip, side, -side].map(|corner| at + corner / square), INK);
    }

    fn rectangle(&mut self, [low, high]: [Vec2; 2], color: Vec4) {
        let (right, left) = (Vec2::new(high.x, low.y), Vec2::new(low.x, high.y));
        self.triangle([low, right, high], color);
        self.triangle([low, high, left], color);
    }

    fn line(&mut self, from: Vec2, to: Vec2, thickness: f32, color: Vec4) {
        let square = Vec2::new(self.aspect, 1.0);
        let side = ((to - from) * square).normalize_or_zero().perp() * thickness / 2.0 / square;
        self.triangle([from - side, to - side, to + side], color);
        self.triangle([from - side, to + side, from + side], color);
    }

    fn diamond(&mut self, at: Vec2, size: f32, color: Vec4) {
        let (x, y) = (Vec2::X * size / self.aspect, Vec2::Y * size);
        self.triangle([at - y, at + x, at + y], color);
        self.triangle([at - y, at + y, at - x], color);
    }

    fn disc(&mut self, at: Vec2, radius: f32, color: Vec4) {
        const CORNERS: usize = 20;
        let aspect = self.aspect;
        let corner = |number: usize| {
            let angle = TAU * number as f32 / CORNERS as f32;
            at + radius * Vec2::new(angle.cos() / aspect, angle.sin())
        };
        (0..CORNERS).for_each(|n| self.triangle([at, corner(n), corner(n + 1)], color));
    }

    fn triangle(&mut self, corners: [Vec2; 3], color: Vec4) {
        let vertex = |at: Vec2| LineVertex { position: Vec3::new(at.x, at.y, 0.0), color };
        self.shapes.triangles.extend(corners.map(vertex));
    }
}
