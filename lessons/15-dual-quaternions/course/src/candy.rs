//! The candy bar: a striped tube along x on two joints, one at each end. The right one is twisted.

use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use drawing::rings::{self, RoundTube};
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::TAU;

/// Length from end to end, in metres.
pub(crate) const LENGTH: f32 = 1.06;
pub(crate) const RADIUS: f32 = 0.088;
/// The middle of its axis, in the model's space, whose origin is on the ground.
pub const MIDDLE: Vec3 = Vec3::new(0.0, 0.86, 0.42);
/// Ends of the ramp of the weights, as fractions of the length.
const RAMP: [f32; 2] = [0.15, 0.85];
/// The fraction of its outline that each round end takes.
const END: f32 = 0.06;
/// Bands along it, and quads around.
pub(crate) const BANDS: usize = 96;
pub(crate) const SLICES: usize = 48;
/// Stripes around it.
const STRIPES: f32 = 4.0;
/// Pins along it, and how far they stand out, in metres.
pub(crate) const PINS: usize = 23;
const PIN: f32 = 0.085;

/// A pin of the bar, as it was modelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    /// Ends of the pin: on the bar, and outside.
    pub(crate) ends: [Vec3; 2],
    /// Weight of the right joint at the pin.
    pub(crate) weight: f32,
}

/// Returns the bar as modelled. Its two joints are the palette's first two entries.
pub fn mesh() -> Mesh<SkinnedVertex> {
    rings::tube(BANDS, SLICES, vertex)
}

/// Returns the pins as modelled, from left to right, all of them upright.
pub(crate) fn pins() -> Vec<Pin> {
    (0..PINS)
        .map(|index| {
            let along = 0.5 + 0.9 * ((index as f32 + 0.5) / PINS as f32 - 0.5);
            let foot = MIDDLE + Vec3::new((along - 0.5) * LENGTH, RADIUS, 0.0);
            Pin { ends: [foot, foot + PIN * Vec3::Y], weight: weight(along) }
        })
        .collect()
}

/// Returns the motions of the two joints, rotation and translation, that twist the right end by `twist` radians. The
/// second quaternion lies on the other side than the first.
pub(crate) fn motions(twist: f32) -> [(Quat, Vec3); 2] {
    let turn = Quat::from_rotation_x(twist);
    [(Quat::IDENTITY, Vec3::ZERO), (-turn, MIDDLE - turn * MIDDLE)]
}

/// Returns the position of each ring along the bar, from 0 to 1, and the ring's mean radius with the vertices at
/// `positions`, as a fraction of the modelled radius. Radii are measured from the ring's own centre, because a bar that
/// droops is not thicker. The round ends are left out.
pub fn thickness(bar: &Mesh<SkinnedVertex>, positions: &[Vec3]) -> Vec<(f32, f32)> {
    let mut thickness = Vec::new();
    for band in (1..BANDS).filter(|band| (END..1.0 - END).contains(&(*band as f32 / BANDS as f32))) {
        let [first, last] = [0, SLICES].map(|slice| rings::number(band, slice, SLICES) as usize);
        let modelled: Vec<Vec3> = bar.vertices[first..last].iter().map(|vertex| vertex.position).collect();
        if let Some(ring) = positions.get(first..last) {
            thickness.push((along(modelled[0]), mean_radius(ring) / mean_radius(&modelled)));
        }
    }
    thickness
}

fn mean_radius(ring: &[Vec3]) -> f32 {
    let centre = ring.iter().sum::<Vec3>() / SLICES as f32;
    ring.iter().map(|at| at.distance(centre)).sum::<f32>() / SLICES as f32
}

/// Returns a position along the bar: 0 is the left end, 1 the right one.
pub(crate) fn along(position: Vec3) -> f32 {
    (position.x - MIDDLE.x) / LENGTH + 0.5
}

/// Returns the weight of the right joint, `along` the bar from 0 to 1: a ramp.
pub(crate) fn weight(along: f32) -> f32 {
    let [begin, end] = RAMP;
    ((along - begin) / (end - begin)).clamp(0.0, 1.0)
}

/// Returns joints and weights for a weight of the right joint, the larger weight first.
pub(crate) fn slots(weight: f32) -> ([u16; 4], [f32; 4]) {
    if weight > 0.5 {
        ([1, 0, 0, 0], [weight, 1.0 - weight, 0.0, 0.0])
    } else {
        ([0, 1, 0, 0], [1.0 - weight, weight, 0.0, 0.0])
    }
}

/// Returns a vertex of a ring. The tube is modelled upright and laid on its side, its upper end to the right.
fn vertex(band: usize, slice: usize) -> SkinnedVertex {
    let tube = RoundTube { height: LENGTH, radius: RADIUS, rib_depth: 0.0, ribs: 0, end: END };
    let outline = band as f32 / BANDS as f32;
    let around = slice as f32 / SLICES as f32;
    let StaticVertex { position, normal, .. } = tube.vertex(outline, TAU * around);
    let position = MIDDLE + lay(position) - Vec3::X * LENGTH / 2.0;
    let (joints, weights) = slots(weight(along(position)));
    let texcoord = Vec2::new(STRIPES * around, outline);
    StaticVertex { position, normal: lay(normal), texcoord }.skinned(joints, weights)
}

/// Turns a vector with the tube, from upright to lying.
fn lay(v: Vec3) -> Vec3 {
    Vec3::new(v.y, -v.x, v.z)
}
