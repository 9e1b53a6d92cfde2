//! Solids of which pieces are built: prisms with bevelled edges, solids of revolution, courses of stones, turf and
//! blades.

use glam::{Vec2, Vec3, Vec3Swizzles, vec2, vec3};
use std::f32::consts::TAU;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Material {
    Stone,
    Brick,
    Wood,
    Grass,
    Earth,
    Iron,
    Flame,
    Leaf,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceVertex {
    pub position: Vec3,
    pub normal: Vec3,
    /// Texture coordinates in metres.
    pub uv: Vec2,
    pub material: Material,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceMesh {
    pub vertices: Vec<PieceVertex>,
    pub indices: Vec<u32>,
}

pub(super) fn rectangle(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, vec2(high.x, low.y), high, vec2(low.x, high.y)]
}

/// Returns a number from 0 up to 1, always the same for the same seed.
pub(super) fn noise(seed: u32) -> f32 {
    let mut mixed = seed.wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995;
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    ((mixed ^ (mixed >> 13)) & 0xffff) as f32 / 65_536.0
}

/// Returns a convex outline with every edge moved inwards by a distance.
fn inset(outline: &[Vec2], by: f32) -> Vec<Vec2> {
    let count = outline.len();
    let corner = |at: usize| outline[at % count];
    let inward = |at: usize| (corner(at + 1) - corner(at)).perp().normalize_or_zero();
    (0..count)
        .map(|at| {
            let before = inward(at + count - 1);
            let after = inward(at);
            // Where both moved edges meet.
            corner(at) + (before + after) * by / (1.0 + before.dot(after)).max(0.2)
        })
        .collect()
}

/// Returns an outline with each corner cut off at a distance along both edges.
fn chamfer(outline: &[Vec2], by: f32) -> Vec<Vec2> {
    let count = outline.len();
    let corner = |at: usize| outline[at % count];
    let mut cut = Vec::with_capacity(2 * count);
    for at in 0..count {
        for neighbor in [corner(at + count - 1), corner(at + 1)] {
            let along = neighbor - corner(at);
            cut.push(corner(at) + along * (by / along.length().max(1e-6)).min(0.3));
        }
    }
    cut
}

/// Returns the coordinates of a point in the axis plane that is closest to its face's plane.
pub fn planar_uv(position: Vec3, normal: Vec3) -> Vec2 {
    let size = normal.abs();
    if size.z >= size.x && size.z >= size.y {
        position.xy()
    } else if size.y >= size.x {
        position.xz()
    } else {
        position.zy()
    }
}

impl PieceMesh {
    /// Adds a flat convex polygon, counterclockwise as seen from outside.
    pub(super) fn face(&mut self, corners: &[Vec3], material: Material) {
        // Newell's normal: corners may coincide.
        let next = corners.iter().cycle().skip(1);
        let normal = corners.iter().zip(next).map(|(corner, next)| corner.cross(*next)).sum::<Vec3>();
        let normal = normal.normalize_or_zero();
        if normal == Vec3::ZERO {
            return;
        }
        let first = self.vertices.len() as u32;
        for &position in corners {
            self.vertices.push(PieceVertex { position, normal, uv: planar_uv(position, normal), material });
        }
        for corner in 1..corners.len() as u32 - 1 {
            self.indices.extend([first, first + corner, first + corner + 1]);
        }
    }

    /// Adds a convex outline, extruded by `half` metres to both sides. A bevel goes along the front's edges, and across
    /// its corners where the bevel is broad.
    pub(super) fn prism(&mut self, outline: &[Vec2], half: f32, bevel: f32, material: Material) {
        let outer = if bevel > 0.02 { chamfer(outline, bevel) } else { outline.to_vec() };
        let count = outer.len();
        let edge = half - bevel;
        for from in 0..count {
            let to = (from + 1) % count;
            let [a, b] = [outer[from], outer[to]];
            self.face(&[a.extend(edge), a.extend(-half), b.extend(-half), b.extend(edge)], material);
        }
        let back: Vec<Vec3> = outer.iter().rev().map(|corner| corner.extend(-half)).collect();
        self.face(&back, material);
        self.relief(&outer, edge, half, bevel, material);
    }

    /// Adds the front of a prism and the bevel between it and the `outer` outline, which lies at the depth `edge`.
    fn relief(&mut self, outer: &[Vec2], edge: f32, front: f32, bevel: f32, material: Material) {
        let inner = if bevel > 0.0 { inset(outer, bevel) } else { outer.to_vec() };
        if bevel > 0.0 {
            for from in 0..outer.len() {
                let to = (from + 1) % outer.len();
                let [low, high] = [edge, front];
                let corners =
                    [inner[from].extend(high), outer[from].extend(low), outer[to].extend(low), inner[to].extend(high)];
                self.face(&corners, material);
            }
        }
        let face: Vec<Vec3> = inner.iter().map(|corner| corner.extend(front)).collect();
        self.face(&face, material);
    }

    /// Adds a wall of stones: the uppermost course of whole ones, below it their fronts.
    pub(super) fn masonry(&mut self, low: Vec2, high: Vec2, half: f32, material: Material) {
        let size = high - low;
        let bevel = 0.02;
        let rows = (size.y / 0.55).round().max(1.0);
        let height = size.y / rows;
        let columns = (size.x / 1.0).round().max(1.0);
        let width = size.x / columns;
        let inside = rectangle(low, vec2(high.x, high.y - 0.5 * height));
        self.prism(&inside, half - bevel, 0.0, material);
        // What is farther down is in a pit: plain.
        for row in 0..(rows as u32).min(7) {
            let bottom = high.y - (row + 1) as f32 * height;
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            for column in 0..=columns as u32 {
                let column_edges = [column as f32 - shift, column as f32 + 1.0 - shift];
                let [from, to] = column_edges.map(|at| (low.x + at * width).clamp(low.x, high.x));
                if to - from < 4.0 * bevel {
                    continue;
                }
                let outline = rectangle(vec2(from, bottom), vec2(to, bottom + height));
                if row == 0 {
                    self.prism(&outline, half, bevel, material);
                } else {
                    let front = half - bevel * noise(row * 50 + column);
                    self.relief(&outline, half - bevel, front, bevel, material);
                }
            }
        }
    }

    /// Adds a profile (radius, height), turned about the vertical through `middle`. Every other corner of its ring has
    /// its radius times `flute`.
    pub(super) fn revolve(
        &mut self,
        middle: Vec3,
        profile: &[(f32, f32)],
        sides: usize,
        flute: f32,
        material: Material,
    ) {
        let at = |(radius, y): (f32, f32), side: usize| {
            let out = radius * if side % 2 == 1 { flute } else { 1.0 };
            let around = out * Vec2::from_angle(-TAU * side as f32 / sides as f32);
            middle + vec3(around.x, y, around.y)
        };
        for pair in profile.windows(2) {
            for side in 0..sides {
                let next = (side + 1) % sides;
                let corners = [at(pair[0], side), at(pair[0], next), at(pair[1], next), at(pair[1], side)];
                self.face(&corners, material);
            }
        }
        for (ring, is_top) in [(profile[0], false), (profile[profile.len() - 1], true)] {
            let mut cap: Vec<Vec3> = (0..sides).map(|side| at(ring, side)).collect();
            if !is_top {
                cap.reverse();
            }
            self.face(&cap, material);
        }
    }

    /// Adds a layer of turf along an edge, tufts that hang over its front, and blades.
    pub(super) fn turf(&mut self, [left, right]: [Vec2; 2], half: f32) {
        let thick = vec2(0.0, 0.13);
        let outline = [left - thick, right - thick, right, left];
        self.prism(&outline, half + 0.03, 0.02, Material::Grass); // no corners cut off: it goes on beside
        let length = left.distance(right);
        let seed = (length * 100.0) as u32;
        for tuft in 0..(length * 7.0) as u32 {
            let random = |number: u32| noise(seed + tuft * 5 + number);
            let along = (tuft as f32 + random(0)) / (length * 7.0);
            let middle = left.lerp(right, along.min(1.0)) - 0.6 * thick;
            let wide = 0.06 + 0.06 * random(1);
            let down = 0.1 + 0.18 * random(2) * random(2);
            let front = half + 0.035;
            let corners = [(-wide, 0.0), (0.0, -down), (wide, 0.0)];
            self.face(&corners.map(|(x, y)| (middle + vec2(x, y)).extend(front)), Material::Grass);
        }
        for blade in 0..(length * 16.0) as u32 {
            let random = |number: u32| noise(seed + 7 + blade * 5 + number);
            let foot = left.lerp(right, random(0));
            let z = half * (2.0 * random(1) - 1.0);
            let lean = 0.5 * (random(2) - 0.5);
            self.grass_blade(foot.extend(z), lean, 0.06 + 0.1 * random(3));
        }
    }

    /// Adds a blade of grass, visible from both sides and lit like level ground. `lean` is how far the tip lies beside
    /// `foot` for each metre of `height`.
    pub(super) fn grass_blade(&mut self, foot: Vec3, lean: f32, height: f32) {
        let half_width = vec3(0.018, 0.0, 0.0);
        let tip = foot + vec3(lean * height, height, 0.0);
        for corners in [[foot - half_width, foot + half_width, tip], [foot + half_width, foot - half_width, tip]] {
            let first = self.vertices.len();
            self.face(&corners, Material::Grass);
            for vertex in &mut self.vertices[first..] {
                vertex.normal = vec3(0.0, 0.9, 0.436).normalize();
            }
        }
    }

    pub(super) fn move_from(&mut self, first: usize, by: Vec3) {
        self.vertices[first..].iter_mut().for_each(|vertex| vertex.position += by);
    }

    pub(super) fn flip(&mut self) {
        for vertex in &mut self.vertices {
            vertex.position.x = -vertex.position.x;
            vertex.normal.x = -vertex.normal.x;
            vertex.uv.x = -vertex.uv.x;
        }
        for triangle in self.indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
    }
}
