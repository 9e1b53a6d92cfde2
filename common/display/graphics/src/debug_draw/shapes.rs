//! Collecting shapes: plain data, no OpenGL.

use crate::LineVertex;
use armature::mesh::Bounds;
use glam::{Affine3A, Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

/// Coloured lines and flat-coloured triangles in world space. Colours are sRGB-encoded, 0 to 1, with
/// opacity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// Two for each line.
    pub lines: Vec<LineVertex>,
    /// Three for each triangle.
    pub triangles: Vec<LineVertex>,
}

/// Position of a bone's thickest part, as a fraction of its length from the parent's end.
const BONE_SHOULDER: f32 = 0.14;

impl Shapes {
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all shapes and keeps the memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.triangles.clear();
    }

    /// One straight line.
    pub fn line(&mut self, from: Vec3, to: Vec3, color: Vec4) {
        self.lines.extend([from, to].map(|position| LineVertex { position, color }));
    }

    /// One triangle, seen from both sides.
    pub fn triangle(&mut self, corners: [Vec3; 3], color: Vec4) {
        self.triangles.extend(corners.map(|position| LineVertex { position, color }));
    }

    /// Four corners in their order around the shape.
    pub fn quad(&mut self, [a, b, c, d]: [Vec3; 4], color: Vec4) {
        self.triangle([a, b, c], color);
        self.triangle([a, c, d], color);
    }

    /// A horizontal disc of `triangles` triangles.
    pub fn disc(&mut self, center: Vec3, radius: f32, triangles: usize, color: Vec4) {
        let mut from = center + radius * Vec3::X;
        for corner in 1..=triangles {
            let (sin, cos) = (TAU * corner as f32 / triangles as f32).sin_cos();
            let to = center + radius * Vec3::new(cos, 0.0, sin);
            self.triangle([center, from, to], color);
            from = to;
        }
    }

    /// The three axes of a frame: x red, y green, z blue, `length` long whatever the frame's scale.
    pub fn axes(&mut self, world_from_frame: &Affine3A, length: f32) {
        let origin = world_from_frame.translation.into();
        let colors =
            [Vec4::new(0.87, 0.24, 0.22, 1.0), Vec4::new(0.36, 0.68, 0.22, 1.0), Vec4::new(0.20, 0.43, 0.86, 1.0)];
        for (axis, color) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(colors) {
            let direction = world_from_frame.transform_vector3(axis).normalize_or_zero();
            self.line(origin, origin + direction * length, color);
        }
    }

    /// The twelve edges of a box.
    pub fn bounds(&mut self, bounds: &Bounds, color: Vec4) {
        let corners = bounds.corners();
        for (index, corner) in corners.iter().enumerate() {
            for bit in [1, 2, 4] {
                if index & bit == 0 {
                    self.line(*corner, corners[index | bit], color);
                }
            }
        }
    }

    /// A joint: a small octahedron, `radius` from its middle to its tips.
    pub fn joint(&mut self, position: Vec3, radius: f32, color: Vec4) {
        self.octahedron(position - Vec3::Y * radius, position, position + Vec3::Y * radius, radius, color);
    }

    /// A bone: two four-sided pyramids, the blunt one at the parent's end. Nothing if it has no length.
    pub fn bone(&mut self, parent: Vec3, child: Vec3, thickness: f32, color: Vec4) {
        let shoulder = parent.lerp(child, BONE_SHOULDER);
        self.octahedron(parent, shoulder, child, thickness / 2.0, color);
    }

    /// Adds a bone: an octahedron whose tips are `from` and `to`, and whose other four corners lie in a circle of `radius`
    /// about `middle`.
    fn octahedron(&mut self, from: Vec3, middle: Vec3, to: Vec3, radius: f32, color: Vec4) {
        let Some(along) = (to - from).try_normalize() else { return };
        let (side, other) = along.any_orthonormal_pair();
        let ring = [side, other, -side, -other].map(|direction| middle + direction * radius);
        for (index, &corner) in ring.iter().enumerate() {
            let next = ring[(index + 1) % 4];
            for tip in [from, to] {
                self.triangle([tip, corner, next], lit_from_above(color, [tip, corner, next], middle));
                self.line(tip, corner, edge(color));
            }
            self.line(corner, next, edge(color));
        }
    }

    /// The ground at height `y`: a line every `step` metres, each tenth stronger, fading out towards
    /// `radius` from `center`.
    pub fn grid(&mut self, center: Vec2, y: f32, step: f32, radius: f32, color: Vec4) {
        let reach = (radius / step).ceil().min(200.0) as i32;
        let first_x = (center.x / step).round();
        let first_z = (center.y / step).round();
        let middle_x = first_x * step;
        let middle_z = first_z * step;
        let extent = reach as f32 * step;
        for offset in -reach..=reach {
            let line_x = first_x + offset as f32;
            let line_z = first_z + offset as f32;
            let x = line_x * step;
            let z = line_z * step;
            for (from, to, line) in [
                (Vec3::new(x, y, middle_z - extent), Vec3::new(x, y, middle_z + extent), line_x),
                (Vec3::new(middle_x - extent, y, z), Vec3::new(middle_x + extent, y, z), line_z),
            ] {
                let is_tenth = line.rem_euclid(10.0) == 0.0;
                let color = if is_tenth { color } else { color * Vec4::new(1.0, 1.0, 1.0, 0.45) };
                self.faded_line(from, to, Vec3::new(center.x, y, center.y), radius, color);
            }
        }
    }

    /// A line in pieces whose opacity falls off with the distance from `center`.
    fn faded_line(&mut self, from: Vec3, to: Vec3, center: Vec3, radius: f32, color: Vec4) {
        const PIECES: usize = 32;
        let ends: [LineVertex; PIECES + 1] = std::array::from_fn(|piece| {
            let position = from.lerp(to, piece as f32 / PIECES as f32);
            let fraction = (1.0 - position.distance(center) / radius).max(0.0);
            let smooth = fraction * fraction * (3.0 - 2.0 * fraction);
            LineVertex { position, color: color.truncate().extend(color.w * smooth) }
        });
        for line in ends.windows(2).filter(|line| line.iter().any(|end| end.color.w > 0.0)) {
            self.lines.extend_from_slice(line);
        }
    }

    /// Adds a circle of `pieces` lines in the plane spanned by `u` and `v`, two perpendicular unit vectors.
    pub fn ring(&mut self, center: Vec3, [u, v]: [Vec3; 2], radius: f32, pieces: usize, color: Vec4) {
        let mut from = center + radius * u;
        for piece in 1..=pieces {
            let (sin, cos) = (piece as f32 / pieces as f32 * TAU).sin_cos();
            let to = center + radius * (u * cos + v * sin);
            self.line(from, to, color);
            from = to;
        }
    }
}

/// Returns the colour of a triangle under a light from above. `middle` is a point inside the solid, which tells the
/// outer side of the triangle.
fn lit_from_above(color: Vec4, corners: [Vec3; 3], middle: Vec3) -> Vec4 {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let outward = if normal.dot((a + b + c) / 3.0 - middle) < 0.0 { -normal } else { normal };
    let light = 0.72 + 0.28 * outward.dot(Vec3::new(0.36, 0.80, 0.48));
    (color.truncate() * light).extend(color.w)
}

fn edge(color: Vec4) -> Vec4 {
    (color.truncate() * 0.38).extend(color.w)
}

/// Returns the distance between grid lines in metres: the largest 1, 2 or 5 times a power of ten that is at most a
/// third of `scene_radius`.
pub fn grid_step(scene_radius: f32) -> f32 {
    let most = f64::from(scene_radius.max(1e-5)) / 3.0;
    let decade = 10f64.powf(most.log10().floor());
    let step = [5.0, 2.0, 1.0].into_iter().map(|digit| digit * decade).find(|step| *step <= most);
    step.unwrap_or(decade) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3Swizzles;

    #[test]
    fn steps_suit_the_scene() {
        let table = [(0.01, 0.002), (0.3, 0.1), (1.0, 0.2), (2.0, 0.5), (3.1, 1.0), (100.0, 20.0)];
        for (radius, step) in table {
            assert!((grid_step(radius) / step - 1.0).abs() < 1e-5, "{radius}: {}", grid_step(radius));
        }
        assert!(grid_step(0.0) > 0.0);
    }

    #[test]
    fn the_grid_lies_on_round_numbers() {
        let mut shapes = Shapes::new();
        shapes.grid(Vec2::new(3.26, -1.0), 0.5, 0.25, 2.0, Vec4::ONE);
        assert!(!shapes.lines.is_empty());
        for line in shapes.lines.as_chunks::<2>().0 {
            let along_z = line[0].position.x == line[1].position.x;
            let place = if along_z { line[0].position.x } else { line[0].position.z } / 0.25;
            assert!((place - place.round()).abs() < 1e-4, "{place}");
            assert!(line.iter().all(|end| end.position.y == 0.5));
        }
        let far = shapes.lines.iter().filter(|end| end.color.w > 0.0);
        let far = far.map(|end| (end.position.xz() - Vec2::new(3.26, -1.0)).length()).fold(0.0, f32::max);
        assert!(far <= 2.0, "visible only inside its radius: {far}");
    }
}
