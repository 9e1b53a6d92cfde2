//! Figures cut from one sheet, with bones: three bows of two, and a vine of many.

use crate::{Corner, Swing};
use glam::{Vec2, Vec4};

/// How many bones the vine has.
pub(crate) const VINE: usize = 9;

/// Paper with bones, at rest in its own space, and how it swings.
#[derive(Clone, Debug)]
pub struct Cutout {
    /// What it is called in words.
    pub name: &'static str,
    /// In its own space, y up.
    pub corners: Vec<Corner>,
    /// Of each bone, at rest.
    pub pivots: Vec<Vec2>,
    /// Of each bone.
    pub swings: Vec<Swing>,
    /// Three corners each, and their colour.
    pub(crate) triangles: Vec<([usize; 3], Vec4)>,
    /// Corners with a pin through them; the root's pin is at its pivot.
    pub(crate) pins: Vec<usize>,
    /// Metres for one unit of its own space.
    pub(crate) scale: f32,
    /// Where its own origin is in the world.
    pub(crate) at: Vec2,
}

impl Cutout {
    /// From its own space to the world.
    pub(crate) fn world(&self, point: Vec2) -> Vec2 {
        self.at + self.scale * point
    }
}

/// How the vine's bones swing: each `delay` later than the one below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// In radians.
    pub reach: f32,
    /// In seconds.
    pub period: f32,
    /// In seconds, from bone to bone.
    pub delay: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { reach: 13f32.to_radians(), period: 2.4, delay: 0.22 }
    }
}

/// Of the bows: whether root and child swing.
const BOWS: [(&str, bool, bool); 3] =
    [("child", false, true), ("root", true, false), ("both", true, true)];

/// Of each bow's two triangles, sRGB.
const PAPER: [[Vec4; 2]; 3] = [
    [Vec4::new(0.93, 0.36, 0.30, 1.0), Vec4::new(0.99, 0.60, 0.50, 1.0)],
    [Vec4::new(0.95, 0.68, 0.20, 1.0), Vec4::new(1.00, 0.85, 0.46, 1.0)],
    [Vec4::new(0.52, 0.38, 0.72, 1.0), Vec4::new(0.74, 0.62, 0.90, 1.0)],
];
const LEAF: [Vec4; 4] = [
    Vec4::new(0.36, 0.66, 0.32, 1.0),
    Vec4::new(0.27, 0.55, 0.27, 1.0),
    Vec4::new(0.56, 0.78, 0.36, 1.0),
    Vec4::new(0.45, 0.69, 0.30, 1.0),
];
const PETAL: [Vec4; 2] = [Vec4::new(0.96, 0.42, 0.55, 1.0), Vec4::new(0.86, 0.28, 0.45, 1.0)];

/// As they swing at the beginning: three bows, then the vine.
pub fn cutouts() -> Vec<Cutout> {
    all(&Tuning::default())
}

/// All of them; the vine swings by `tuning`.
pub(crate) fn all(tuning: &Tuning) -> Vec<Cutout> {
    let mut all: Vec<Cutout> = (0..BOWS.len()).map(bow).collect();
    all.push(vine(tuning));
    all
}

/// The five corners of a bow and their bones: root and child share the third.
pub(crate) const BOW: [(f32, f32, usize); 5] =
    [(-0.25, 0.5, 0), (0.25, -0.5, 0), (2.0, 1.0, 0), (3.25, 2.25, 1), (3.75, 1.25, 1)];

/// Two triangles that share one corner, and the pin through it.
fn bow(number: usize) -> Cutout {
    let (name, root, child) = BOWS[number];
    let corner = |(x, y, bone)| Corner { at: Vec2::new(x, y), bone };
    let reach = |moves: bool| if moves { 24f32.to_radians() } else { 0.0 };
    let swing = |moves, delay| Swing { middle: 0.0, reach: reach(moves), period: 1.6, delay };
    let [dark, light] = PAPER[number];
    Cutout {
        name,
        corners: BOW.map(corner).into(),
        pivots: vec![Vec2::ZERO, Vec2::new(2.0, 1.0)],
        swings: vec![swing(root, 0.0), swing(child, 0.25)],
        triangles: vec![([0, 1, 2], dark), ([2, 3, 4], light)],
        pins: vec![2],
        scale: 0.22,
        at: Vec2::new(-2.20, 2.04 - 0.74 * number as f32),
    }
}

/// A chain of kites, each one joined to the next by a corner, with leaves and a tulip.
fn vine(tuning: &Tuning) -> Cutout {
    let mut vine = Cutout {
        name: "vine",
        corners: Vec::new(),
        pivots: Vec::new(),
        swings: Vec::new(),
        triangles: Vec::new(),
        pins: Vec::new(),
        scale: 1.0,
        at: Vec2::new(-0.36, 0.30),
    };
    let mut foot = Vec2::ZERO;
    for bone in 0..VINE {
        let length = 0.265 - 0.013 * bone as f32;
        let (width, tip) = (0.30 * length, foot + Vec2::Y * length);
        let shoulder = foot + Vec2::Y * 0.4 * length;
        vine.pivots.push(foot);
        vine.pins.push(vine.corners.len());
        let delay = tuning.delay * bone as f32;
        vine.swings.push(Swing { middle: 0.0, reach: tuning.reach, period: tuning.period, delay });
        if bone == VINE - 1 {
            vine.tulip(foot, bone);
            break;
        }
        let [bright, dark] = if bone % 2 == 0 { [LEAF[0], LEAF[1]] } else { [LEAF[2], LEAF[3]] };
        if bone % 2 == 1 {
            // A leaf, to one side and then to the other.
            let side = if bone % 4 == 1 { 1.0 } else { -1.0 };
            let leaf = [(0.0, 0.0), (0.20, -0.01), (0.36, 0.16), (0.13, 0.14)];
            let leaf = leaf.map(|(x, y)| shoulder + Vec2::new(side * x, y));
            let [root, low, end, high] = leaf.map(|at| vine.corner(at, bone));
            vine.triangles.extend([([root, low, end], LEAF[1]), ([root, end, high], LEAF[0])]);
        }
        let side = Vec2::X * width;
        let [begin, left, right, end] =
            [foot, shoulder - side, shoulder + side, tip].map(|at| vine.corner(at, bone));
        if let Some(pin) = vine.pins.last_mut() {
            *pin = begin;
        }
        vine.triangles.extend([([begin, left, end], bright), ([begin, right, end], dark)]);
        foot = tip;
    }
    vine
}

impl Cutout {
    /// Adds a corner, and says which it is.
    fn corner(&mut self, at: Vec2, bone: usize) -> usize {
        self.corners.push(Corner { at, bone });
        self.corners.len() - 1
    }

    /// A flower that stands on `foot`.
    fn tulip(&mut self, foot: Vec2, bone: usize) {
        const OUTLINE: [(f32, f32); 7] = [
            (-0.17, 0.12),
            (-0.19, 0.37),
            (-0.09, 0.27),
            (0.0, 0.41),
            (0.09, 0.27),
            (0.19, 0.37),
            (0.17, 0.12),
        ];
        let begin = self.corner(foot, bone);
        let rim = OUTLINE.map(|(x, y)| self.corner(foot + Vec2::new(x, y), bone));
        for (petal, pair) in rim.windows(2).enumerate() {
            let color = PETAL[usize::from(petal == 1 || petal == 2 || petal == 5)];
            self.triangles.push(([begin, pair[0], pair[1]], color));
        }
    }
}
