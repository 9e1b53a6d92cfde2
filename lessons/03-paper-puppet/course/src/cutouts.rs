//! Figures cut from one sheet, with bones: three bows of two, and a vine of many, as `cutouts.toml` has them.

use crate::{Corner, Swing};
use glam::{Vec2, Vec3};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Paper with bones, at rest in its own space, and how they swing: each `delay` later than the one before it.
#[derive(Clone, Debug, Deserialize)]
pub struct Cutout {
    pub name: String,
    /// Largest angle, in degrees.
    pub reach: f32,
    /// Period, in seconds.
    pub period: f32,
    /// Delay from bone to bone, in seconds.
    pub delay: f32,
    /// The bone that does not move, if there is one.
    still: Option<usize>,
    drawing: String,
    colors: Vec<[f32; 3]>,
    /// Metres for one unit of its own space.
    scale: f32,
    at: [f32; 2],
    /// Corners in the figure's own space, y up.
    #[serde(skip)]
    pub corners: Vec<Corner>,
    #[serde(skip)]
    pub pivots: Vec<Vec2>,
    /// Three corners each, and their colour.
    #[serde(skip)]
    pub(crate) triangles: Vec<([usize; 3], Vec3)>,
    /// Corners with a pin through them; the root's pin is at its pivot.
    #[serde(skip)]
    pub(crate) pins: Vec<usize>,
}

impl Cutout {
    /// Takes a point from the figure's own space to the world.
    pub(crate) fn world(&self, point: Vec2) -> Vec2 {
        Vec2::from(self.at) + self.scale * point
    }

    /// Returns each bone's swing.
    pub fn swings(&self) -> Vec<Swing> {
        let &Cutout { reach, period, delay, still, .. } = self;
        (0..self.pivots.len())
            .map(|bone| {
                let reach = if still == Some(bone) { 0.0 } else { reach.to_radians() };
                Swing { middle: 0.0, reach, period, delay: delay * bone as f32 }
            })
            .collect()
    }

    /// Takes corners, bones and colours from the drawing that this cutout is cut from.
    fn cut_from(&mut self, Drawing { pivots, corners, triangles, pins }: &Drawing) {
        for &[a, b, c, paint] in triangles {
            self.triangles.push(([a, b, c], Vec3::from(self.colors[paint])));
        }
        self.corners = corners.iter().map(|&(x, y, bone)| Corner { at: Vec2::new(x, y), bone }).collect();
        self.pivots = pivots.iter().copied().map(Vec2::from).collect();
        self.pins.clone_from(pins);
    }
}

/// `cutouts.toml`, which explains its fields.
#[derive(Deserialize)]
struct CutoutsFile {
    drawing: BTreeMap<String, Drawing>,
    cutout: Vec<Cutout>,
}

#[derive(Deserialize)]
struct Drawing {
    pivots: Vec<[f32; 2]>,
    corners: Vec<(f32, f32, usize)>,
    triangles: Vec<[usize; 4]>,
    pins: Vec<usize>,
}

/// Returns three bows, then the vine.
///
/// # Panics
/// If `cutouts.toml`, which is compiled in, has a mistake.
pub fn cutouts() -> Vec<Cutout> {
    let mut file: CutoutsFile = toml::from_str(include_str!("../../cutouts.toml")).expect("cutouts.toml");
    for cutout in &mut file.cutout {
        cutout.cut_from(&file.drawing[&cutout.drawing]);
    }
    file.cutout
}
