//! The dancers' places on the square, and the way by which each is drawn.

use crate::Dancer;
use crate::cast::FIGURES;
use crate::ways::Way;
use check::Random;
use glam::{Affine3A, Quat, Vec3, Vec4};

/// Distance from one dancer to the next, in metres.
const STEP: f32 = 1.4;
/// Largest distance of a dancer from the middle of its place, to any side.
const JITTER: f32 = 0.22;
/// Width of the aisle between two parts of the square.
const AISLE: f32 = 0.7;
/// The square's width over its depth.
const WIDE: f32 = 1.15;
/// Linear light: one for each clip of a figure.
const TINTS: [[Vec3; 4]; 2] = [
    [Vec3::new(1.0, 1.0, 1.0), Vec3::new(1.25, 0.75, 0.55), Vec3::new(0.60, 0.95, 1.30), Vec3::new(1.15, 1.10, 0.50)],
    [Vec3::new(1.0, 1.0, 1.0), Vec3::new(1.35, 0.60, 0.85), Vec3::ONE, Vec3::ONE],
];
/// The ground below each way's dancers; sRGB.
pub const CARPETS: [Vec4; 3] =
    [Vec4::new(0.52, 0.40, 0.33, 1.0), Vec4::new(0.36, 0.42, 0.55, 1.0), Vec4::new(0.36, 0.50, 0.40, 1.0)];

/// The processor, the shader, or both do the work of posing and drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Who {
    /// A third of the crowd by each way, from left to right.
    #[default]
    Thirds,
    /// A draw call for each, palettes in uniforms.
    Uniforms,
    /// Instances, palettes in a texture.
    Palettes,
    /// Instances, baked frames in a texture.
    Frames,
}

impl Who {
    /// All choices with the panel's names.
    pub const ALL: [(Who, &'static str); 4] = [
        (Who::Thirds, "a third each"),
        (Who::Uniforms, "uniforms"),
        (Who::Palettes, "palettes"),
        (Who::Frames, "baked frames"),
    ];

    /// Returns the ways from left to right.
    pub fn ways(self) -> &'static [Way] {
        match self {
            Who::Thirds => &Way::ALL,
            Who::Uniforms => &[Way::Uniforms],
            Who::Palettes => &[Way::Palettes],
            Who::Frames => &[Way::Frames],
        }
    }
}

/// One of the crowd.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The clip and its clock.
    pub dancer: Dancer,
    /// Position on the square.
    pub place: Vec3,
    /// Heading, in radians from the viewer to its left.
    heading: f32,
    /// Colour of its clothes.
    pub tint: Vec3,
}

impl Member {
    /// Returns the transform from the model to this member.
    pub fn world_from_place(&self) -> Affine3A {
        Affine3A::from_rotation_translation(Quat::from_rotation_y(self.heading), self.place)
    }
}

/// The dancers of one figure that are drawn in one way.
#[derive(Clone, Debug)]
pub struct Block {
    pub way: Way,
    pub figure: usize,
    pub members: Vec<Member>,
}

/// A carpet: two corners, and its colour.
pub type Carpet = ([Vec3; 2], Vec4);

/// Places `count` dancers on the square, the middle of whose front edge is the origin. Returns their blocks and carpets.
pub fn place_crowd(count: usize, who: Who) -> (Vec<Block>, Vec<Carpet>) {
    let ways = who.ways();
    let across = ((count as f32 * WIDE).sqrt() / ways.len() as f32).round().max(1.0) as usize;
    let width = across as f32 * STEP;
    let whole = width * ways.len() as f32 + AISLE * (ways.len() - 1) as f32;
    let mut blocks = Vec::new();
    let mut carpets = Vec::new();
    for (number, way) in ways.iter().enumerate() {
        let left = number as f32 * (width + AISLE) - 0.5 * whole;
        let fraction = (count + number) / ways.len();
        let mut members = [Vec::new(), Vec::new()];
        let random = &mut Random::new(17);
        for place in 0..fraction {
            let row = place / across;
            let column = place % across;
            let figure = (row + column) % 2;
            let x = left + (column as f32 + 0.5) * STEP + random.between(-JITTER, JITTER);
            let z = -(row as f32 + 0.5) * STEP + random.between(-JITTER, JITTER);
            members[figure].push(random_member(random, figure, Vec3::new(x, 0.0, z)));
        }
        let depth = fraction.div_ceil(across) as f32 * STEP;
        let corners = [Vec3::new(left, 0.0, 0.0), Vec3::new(left + width, 0.0, -depth)];
        carpets.push((corners, CARPETS[*way as usize]));
        for (figure, members) in members.into_iter().enumerate() {
            blocks.push(Block { way: *way, figure, members });
        }
    }
    (blocks, carpets)
}

/// Returns a random dancer of a figure at this place.
fn random_member(random: &mut Random, figure: usize, place: Vec3) -> Member {
    let clips = FIGURES[figure].1.len();
    // Every other one dances the first clip.
    let clip = random.below(2 * clips).saturating_sub(clips);
    let dancer = Dancer { clip, phase: random.between(-3.0, 3.0), speed: random.between(0.8, 1.25) };
    let shade = random.between(0.85, 1.15);
    let heading = random.between(-0.6, 0.6);
    Member { dancer, place, heading, tint: shade * TINTS[figure][clip] }
}
