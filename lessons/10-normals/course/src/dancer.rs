//! The two dancers: lesson 09's tube as a balloon and as a cactus, three joints in each, and how they move.

use crate::{blend, weights};
use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use drawing::parts::{self, moved};
use drawing::rings::{self, RoundTube};
use drawing::shapes;
use glam::{Affine3A, Mat4, Quat, Vec2, Vec3};
use std::f32::consts::TAU;

/// Distance from the first joint to the top, in metres. The joints share it evenly.
pub const HEIGHT: f32 = 2.1;
/// Half of the width of lesson 09's ramps, as a fraction of the height.
pub const MARGIN: f32 = 1.0 / 6.0;
/// The palette's matrix that never moves: a pot, or the end of a string.
pub const STILL: usize = 3;
/// Largest stretch of the middle joint: to the side, along the tube, to the front.
const STRETCH: Vec3 = Vec3::new(1.4, 1.0, 0.45);

/// Bands of the tube, those of each round end among them, and quads around.
const BANDS: usize = 60;
const END_BANDS: usize = 12;
const SLICES: usize = 60;
/// Ribs of the cactus, and rows of spines on each.
const RIBS: usize = 10;
const ROWS: usize = 13;

/// Colours by their index in the texture; sRGB. Between the first two there is a ramp.
pub const PAINTS: [[u8; 4]; 8] = [
    [38, 96, 58, 255],
    [104, 168, 84, 255],
    [206, 38, 52, 255],
    [244, 122, 168, 255],
    [250, 204, 72, 255],
    [190, 98, 62, 255],
    [74, 54, 44, 255],
    [236, 232, 220, 255],
];
const DEEP: f32 = 0.0;
const BRIGHT: f32 = 1.0;
const RED: f32 = 2.0;
const PINK: f32 = 3.0;
const YELLOW: f32 = 4.0;
const CLAY: f32 = 5.0;
const SOIL: f32 = 6.0;
const STRING: f32 = 7.0;

pub struct Dancer {
    /// The mesh in the model's space: upright, its first joint at the origin.
    pub mesh: Mesh<SkinnedVertex>,
    pub origin: Vec3,
    /// Indices of the vertices at which spines stand.
    pub spines: Vec<usize>,
    /// Fraction of the lamp's light that the surface mirrors.
    pub specular: f32,
    pub shininess: f32,
}

/// Returns a vertex of the tube with its paint and the weights of its height.
fn skinned(vertex: StaticVertex, paint: f32) -> SkinnedVertex {
    let [first, second, third] = weights(vertex.position.y / HEIGHT, MARGIN);
    StaticVertex { texcoord: paint_texcoord(paint), ..vertex }.skinned([0, 1, 2, 0], [first, second, third, 0.0])
}

impl Dancer {
    pub fn balloon() -> Dancer {
        let tube = body(0.40, 0.0);
        let mut mesh = tube_mesh(&tube, |_| RED);
        // A knot, the string, and a weight that holds it.
        add_part(&mut mesh, &shapes::tapered(0.10, 0.03, 0.12, 1, 20), -0.09, RED, 0);
        add_part(&mut mesh, &shapes::cylinder(0.011, 0.55, 8, 8), -0.62, STRING, STILL);
        add_part(&mut mesh, &shapes::tapered(0.20, 0.16, 0.14, 1, 32), -0.62, YELLOW, STILL);
        Dancer { mesh, origin: Vec3::new(-1.15, 0.62, 0.0), spines: Vec::new(), specular: 0.85, shininess: 22.0 }
    }

    pub fn cactus() -> Dancer {
        let tube = body(0.36, 0.09);
        let mut mesh = tube_mesh(&tube, |around| if around > 0.0 { BRIGHT * around } else { DEEP });
        let spines = add_spines(&mut mesh, &tube);
        for petal in 0..6 {
            let around = TAU * petal as f32 / 6.0;
            let (sin, cos) = around.sin_cos();
            let flat = Affine3A::from_scale_rotation_translation(
                Vec3::new(0.115, 0.03, 0.07),
                Quat::from_rotation_y(-around) * Quat::from_rotation_z(0.55),
                Vec3::new(0.11 * cos, HEIGHT + 0.055, 0.11 * sin),
            );
            add_part(&mut mesh, &shapes::sphere(1.0, 10, 16).transformed(&flat), 0.0, PINK, 2);
        }
        add_part(&mut mesh, &shapes::sphere(0.06, 8, 16), HEIGHT + 0.04, YELLOW, 2);
        // The pot, its rim, and the soil.
        add_part(&mut mesh, &shapes::tapered(0.36, 0.50, 0.50, 1, 40), -0.42, CLAY, STILL);
        add_part(&mut mesh, &shapes::tapered(0.55, 0.55, 0.12, 1, 40), 0.0, CLAY, STILL);
        add_part(&mut mesh, &shapes::tapered(0.50, 0.48, 0.02, 1, 40), 0.115, SOIL, STILL);
        Dancer { mesh, origin: Vec3::new(1.0, 0.42, 0.0), spines, specular: 0.22, shininess: 14.0 }
    }

    /// Returns the blended `model_from_bind` of a vertex.
    pub fn matrix(&self, palette: &[Mat4], vertex: usize) -> Mat4 {
        let SkinnedVertex { joints, weights, .. } = self.mesh.vertices[vertex];
        blend(palette, joints, weights)
    }
}

/// Returns `model_from_joint` of a dancer's three joints, and the identity for [`STILL`].
///
/// `bend` and `squash` go from 0, upright and round, to 1, the whole dance. The head does not inherit the middle
/// joint's stretch.
pub fn posed(seconds: f32, bend: f32, squash: f32) -> Vec<Mat4> {
    let beat = 1.6 * seconds;
    let tilt = [0.06 * beat.sin(), 0.50 * beat.sin(), 0.66 * (beat - 0.5).sin()];
    let twist = [0.0, 0.20 * (0.5 * beat).sin(), 0.35 * (0.5 * beat + 1.0).sin()];
    let up = Mat4::from_translation(Vec3::Y * HEIGHT / 3.0);
    let turns =
        [0, 1, 2].map(|joint| Mat4::from_rotation_z(bend * tilt[joint]) * Mat4::from_rotation_y(bend * twist[joint]));
    let tail = turns[0];
    let middle = tail * up * turns[1];
    let head = middle * up * turns[2];
    let stretch = Mat4::from_scale(Vec3::ONE.lerp(STRETCH, squash));
    vec![tail, middle * stretch, head, Mat4::IDENTITY]
}

pub fn joint_from_bind() -> Vec<Mat4> {
    let [middle, head] = [1.0, 2.0].map(|joint| Mat4::from_translation(Vec3::Y * -HEIGHT * joint / 3.0));
    vec![Mat4::IDENTITY, middle, head, Mat4::IDENTITY]
}

fn body(radius: f32, rib_depth: f32) -> RoundTube {
    let end = END_BANDS as f32 / BANDS as f32;
    RoundTube { height: HEIGHT, radius, rib_depth, ribs: RIBS, end }
}

/// Returns the tube's mesh. `paint` gets the height of a rib, from 0 to 1, and returns the paint there.
fn tube_mesh(tube: &RoundTube, paint: impl Fn(f32) -> f32) -> Mesh<SkinnedVertex> {
    rings::tube(BANDS, SLICES, |band, slice| {
        let around = TAU * (slice % SLICES) as f32 / SLICES as f32;
        let vertex = tube.vertex(band as f32 / BANDS as f32, around);
        skinned(vertex, paint(tube.rib(around)))
    })
}

/// Adds a vertex without triangles for each spine, in rows along the ribs. Returns the vertices' indices.
fn add_spines(mesh: &mut Mesh<SkinnedVertex>, tube: &RoundTube) -> Vec<usize> {
    let mut spines = Vec::new();
    for rib in 0..RIBS {
        for row in 0..ROWS {
            // In every other rib half a row higher.
            let along = (row as f32 + 1.6 + 0.5 * (rib % 2) as f32) / (ROWS as f32 + 2.2);
            let vertex = tube.vertex(along, TAU * rib as f32 / RIBS as f32);
            spines.push(mesh.vertices.len());
            mesh.vertices.push(skinned(vertex, BRIGHT));
        }
    }
    spines
}

/// Appends a part of one paint that follows one joint, its origin at this height.
fn add_part(mesh: &mut Mesh<SkinnedVertex>, part: &Mesh<StaticVertex>, height: f32, paint: f32, joint: usize) {
    let part = moved(part, Vec3::Y * height);
    parts::append_to_joint(mesh, joint, &part, |_| paint_texcoord(paint));
}

/// Returns the colour at an x of the texture in which paints lie side by side.
pub(crate) fn color(x: f32, paints: &[Vec3]) -> Vec3 {
    let place = (x * paints.len() as f32 - 0.5).max(0.0);
    let [from, to] = [place.floor(), place.ceil()].map(|paint| paints[(paint as usize).min(paints.len() - 1)]);
    from.lerp(to, place.fract())
}

fn paint_texcoord(paint: f32) -> Vec2 {
    Vec2::new((paint + 0.5) / PAINTS.len() as f32, 0.5)
}
