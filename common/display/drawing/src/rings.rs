//! Tubes made of rings of vertices, ring above ring: what lesson 09's worm and lesson 10's balloon and
//! cactus consist of.

use armature::mesh::{Mesh, StaticVertex};
use glam::{Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// A band of quads between each of `rings + 1` rings and the next. `vertex(ring, slice)` makes the vertices,
/// counter-clockwise seen from above; number `slices` of a ring lies on number 0, with another texture
/// coordinate.
pub fn tube<V>(rings: usize, slices: usize, vertex: impl Fn(usize, usize) -> V) -> Mesh<V> {
    let all = (0..=rings).flat_map(|ring| (0..=slices).map(move |slice| (ring, slice)));
    let vertices = all.map(|(ring, slice)| vertex(ring, slice)).collect();
    let mut indices = Vec::new();
    for ring in 0..rings {
        for slice in 0..slices {
            let [a, b] = [slice, slice + 1].map(|slice| number(ring, slice, slices));
            let [d, c] = [slice, slice + 1].map(|slice| number(ring + 1, slice, slices));
            indices.extend([a, b, c, a, c, d]);
        }
    }
    Mesh { vertices, indices }
}

/// The number of a tube's vertex.
pub fn number(ring: usize, slice: usize, slices: usize) -> u32 {
    (ring * (slices + 1) + slice) as u32
}

/// An upright tube on the origin whose ends are half spheres, perhaps with ribs along it.
pub struct RoundTube {
    /// Length from end to end, in metres.
    pub height: f32,
    /// Radius between the ends, in metres.
    pub radius: f32,
    /// Depth of the ribs, out and in, as a fraction of the radius.
    pub rib_depth: f32,
    pub ribs: usize,
    /// The fraction of the way along its outline that each end takes.
    pub end: f32,
}

impl RoundTube {
    /// Returns radius and height of the tube's outline at a fraction of the way `along` it, from 0 at the lower pole to 1.
    fn outline(&self, along: f32) -> Vec2 {
        let RoundTube { height, radius, end, .. } = *self;
        let from_end = along.min(1.0 - along);
        if from_end < end {
            // At the very end the cosine is rounded to a little less than 0.
            let arc = Vec2::from_angle(FRAC_PI_2 * (1.0 - from_end / end));
            let inward = radius * (1.0 - arc.y);
            Vec2::new(radius * arc.x.max(0.0), if along < 0.5 { inward } else { height - inward })
        } else {
            let straight = (along - end) / (1.0 - 2.0 * end);
            Vec2::new(radius, radius + straight * (height - 2.0 * radius))
        }
    }

    /// 1 on the back of a rib, -1 in the groove; `around` is an angle.
    pub fn rib(&self, around: f32) -> f32 {
        (self.ribs as f32 * around).cos()
    }

    fn position(&self, along: f32, around: f32) -> Vec3 {
        let Vec2 { x: radius, y: height } = self.outline(along);
        let radius = radius * (1.0 + self.rib_depth * self.rib(around));
        let side = radius * Vec2::from_angle(around);
        Vec3::new(side.x, height, -side.y)
    }

    /// Returns the normal by central differences.
    fn normal(&self, along: f32, around: f32) -> Vec3 {
        const STEP: f32 = 1e-3;
        let low = (along - STEP).max(0.0);
        let high = (along + STEP).min(1.0);
        let upward = self.position(high, around) - self.position(low, around);
        let across = self.position(along, around + STEP) - self.position(along, around - STEP);
        let pole = if along < 0.5 { Vec3::NEG_Y } else { Vec3::Y };
        across.cross(upward).try_normalize().unwrap_or(pole)
    }

    /// Returns a vertex of the tube, without texture coordinates. `along` is a fraction of the outline, `around` an angle.
    pub fn vertex(&self, along: f32, around: f32) -> StaticVertex {
        StaticVertex {
            position: self.position(along, around),
            normal: self.normal(along, around),
            texcoord: Vec2::ZERO,
        }
    }
}
