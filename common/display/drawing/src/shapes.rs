//! Shapes made in code, about the origin or standing on it, in metres.
//!
//! Triangles are counter-clockwise seen from outside, normals have unit length, texture coordinates cover 0 to 1.
//! Corners at sharp edges have a vertex for each side.

use armature::mesh::{Mesh, StaticVertex};
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Makes a box about the origin.
pub fn cuboid(size: Vec3) -> Mesh<StaticVertex> {
    let mut mesh = Mesh::default();
    // For each face, its outward normal and the direction of its texture's u axis.
    for (normal, right) in [
        (Vec3::X, Vec3::NEG_Z),
        (Vec3::NEG_X, Vec3::Z),
        (Vec3::Y, Vec3::X),
        (Vec3::NEG_Y, Vec3::X),
        (Vec3::Z, Vec3::X),
        (Vec3::NEG_Z, Vec3::NEG_X),
    ] {
        let up = normal.cross(right);
        let first = mesh.vertices.len() as u32;
        for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            let corner = normal + right * (2.0 * u - 1.0) + up * (2.0 * v - 1.0);
            mesh.vertices.push(StaticVertex { position: corner * size / 2.0, normal, texcoord: Vec2::new(u, v) });
        }
        mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    mesh
}

/// Makes a cube about the origin.
pub fn cube(side: f32) -> Mesh<StaticVertex> {
    cuboid(Vec3::splat(side))
}

/// Makes a flat square on the ground, facing up, of `cells` by `cells` squares (at least one).
pub fn grid(side: f32, cells: u32) -> Mesh<StaticVertex> {
    let cells = cells.max(1);
    let mut mesh = Mesh::default();
    for row in 0..=cells {
        for column in 0..=cells {
            let texcoord = Vec2::new(column as f32, row as f32) / cells as f32;
            let position = (texcoord - 0.5) * side;
            mesh.vertices.push(StaticVertex {
                position: Vec3::new(position.x, 0.0, -position.y), // v grows away from a viewer at +z
                normal: Vec3::Y,
                texcoord,
            });
        }
    }
    join_rows(&mut mesh, 0, cells, cells);
    mesh
}

/// Makes a flat square on the ground, facing up: a [`grid`] of one cell.
pub fn plane(side: f32) -> Mesh<StaticVertex> {
    grid(side, 1)
}

/// Makes a closed cylinder along y, standing on the origin. Its side has `rings` bands (at least one), between which a
/// skinned tube can bend, of `slices` quads each (at least three).
pub fn cylinder(radius: f32, height: f32, rings: u32, slices: u32) -> Mesh<StaticVertex> {
    tapered(radius, radius, height, rings, slices)
}

/// Makes a closed cone along y, standing on the origin, its tip at `height`.
pub fn cone(radius: f32, height: f32, slices: u32) -> Mesh<StaticVertex> {
    tapered(radius, 0.0, height, 1, slices)
}

/// Makes a closed cylinder along y, standing on the origin, whose radius changes evenly from `bottom` to `top`. Bands
/// and slices are as for [`cylinder`].
pub fn tapered(bottom: f32, top: f32, height: f32, rings: u32, slices: u32) -> Mesh<StaticVertex> {
    let rings = rings.max(1);
    let slant = Vec2::new(height, bottom - top).normalize_or(Vec2::X);
    let mut side = Vec::new();
    for ring in 0..=rings {
        let v = ring as f32 / rings as f32;
        side.push(ProfilePoint { radius: bottom + (top - bottom) * v, height: height * v, normal: slant, v });
    }
    let mut mesh = Mesh::default();
    if bottom > 0.0 {
        let rim = ProfilePoint { radius: bottom, height: 0.0, normal: Vec2::NEG_Y, v: 1.0 };
        add_revolved(&mut mesh, &[ProfilePoint { radius: 0.0, v: 0.0, ..rim }, rim], slices);
    }
    add_revolved(&mut mesh, &side, slices);
    if top > 0.0 {
        let rim = ProfilePoint { radius: top, height, normal: Vec2::Y, v: 0.0 };
        add_revolved(&mut mesh, &[rim, ProfilePoint { radius: 0.0, v: 1.0, ..rim }], slices);
    }
    mesh
}

/// Makes a sphere about the origin, of `stacks` bands from pole to pole (at least two) of `slices` quads each (at least
/// three).
pub fn sphere(radius: f32, stacks: u32, slices: u32) -> Mesh<StaticVertex> {
    let stacks = stacks.max(2);
    let mut profile = Vec::new();
    for stack in 0..=stacks {
        let v = stack as f32 / stacks as f32;
        let (sin, cos) = (-FRAC_PI_2 + v * std::f32::consts::PI).sin_cos();
        let is_pole = stack == 0 || stack == stacks; // exactly on the axis, whatever the rounding
        let cos = if is_pole { 0.0 } else { cos };
        profile.push(ProfilePoint { radius: radius * cos, height: radius * sin, normal: Vec2::new(cos, sin), v });
    }
    let mut mesh = Mesh::default();
    add_revolved(&mut mesh, &profile, slices);
    mesh
}

/// A point of the profile of a surface of revolution about the y axis.
#[derive(Clone, Copy)]
struct ProfilePoint {
    radius: f32,
    height: f32,
    /// Normal along the radius, outward, and along y.
    normal: Vec2,
    v: f32,
}

/// Adds the surface of revolution about the y axis of a profile, which goes from the lower end to the upper.
fn add_revolved(mesh: &mut Mesh<StaticVertex>, profile: &[ProfilePoint], slices: u32) {
    let slices = slices.max(3);
    let first = mesh.vertices.len() as u32;
    for point in profile {
        for slice in 0..=slices {
            let u = slice as f32 / slices as f32;
            // The last column has the positions of the first, bit for bit, with u = 1 instead of 0.
            let (sin, cos) = (TAU * (slice % slices) as f32 / slices as f32).sin_cos();
            mesh.vertices.push(StaticVertex {
                position: Vec3::new(cos * point.radius, point.height, -sin * point.radius),
                normal: Vec3::new(cos * point.normal.x, point.normal.y, -sin * point.normal.x),
                texcoord: Vec2::new(u, point.v),
            });
        }
    }
    join_rows(mesh, first, profile.len() as u32 - 1, slices);
}

/// Adds two triangles for each square between rows of `columns + 1` vertices, of which vertex `first` is the first one.
/// Triangles without area, at a row that is a single point, are left out.
fn join_rows(mesh: &mut Mesh<StaticVertex>, first: u32, rows: u32, columns: u32) {
    for row in 0..rows {
        for column in 0..columns {
            let below = first + row * (columns + 1) + column;
            let above = below + columns + 1;
            for corners in [[below, below + 1, above + 1], [below, above + 1, above]] {
                let [a, b, c] = corners.map(|corner| mesh.vertices[corner as usize].position);
                if a != b && b != c && c != a {
                    mesh.indices.extend(corners);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::HashMap, f32::consts::PI};

    /// Returns the volume, by the divergence theorem: positive only if triangles face outward.
    fn volume(mesh: &Mesh<StaticVertex>) -> f32 {
        let corners = mesh.triangles().map(|triangle| triangle.map(|corner| mesh.vertices[corner].position));
        corners.map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
    }

    /// Asserts that normals and texture coordinates are in range, normals agree with their triangles, and the surface
    /// is closed or not: in a closed one, each edge belongs to two triangles, once in each direction.
    fn assert_valid(name: &str, mesh: &Mesh<StaticVertex>, closed: bool) {
        let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
        for triangle in mesh.triangles() {
            let [a, b, c] = triangle.map(|corner| mesh.vertices[corner]);
            let face = (b.position - a.position).cross(c.position - a.position).normalize();
            for v in [a, b, c] {
                assert!((v.normal.length() - 1.0).abs() < 1e-5, "{name}: {v:?}");
                assert!(v.normal.dot(face) > 0.1, "{name}: a normal against its face, {v:?} {face}");
                assert!(v.texcoord.min_element() >= 0.0 && v.texcoord.max_element() <= 1.0, "{name}");
            }
            // + 0.0 makes -0 and 0 the same position.
            let [a, b, c] = [a, b, c].map(|v| (v.position + 0.0).to_array().map(f32::to_bits));
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry([from, to]).or_default() += 1;
                *edges.entry([to, from]).or_default() -= 1;
            }
        }
        let open = edges.values().filter(|count| **count != 0).count();
        assert_eq!(open == 0, closed, "{name}: {open} open edges");
    }

    #[test]
    fn closed_and_facing_outward() {
        let tube = cylinder(0.5, 3.0, 9, 48);
        for (name, mesh, want) in [
            ("cube", cube(2.0), 8.0),
            ("cuboid", cuboid(Vec3::new(1.0, 2.0, 3.0)), 6.0),
            ("cylinder", tube, PI * 0.25 * 3.0),
            ("cone", cone(1.0, 3.0, 48), PI),
            ("tapered", tapered(1.0, 0.5, 3.0, 2, 48), PI * (1.0 + 0.5 + 0.25)),
            ("upside-down cone", tapered(0.0, 1.0, 3.0, 2, 48), PI),
            ("sphere", sphere(1.0, 24, 48), PI * 4.0 / 3.0),
        ] {
            assert_valid(name, &mesh, true);
            // 48 slices and 24 stacks cut off up to 1 % of a round shape.
            let got = volume(&mesh);
            assert!(got <= want * 1.0001 && got > want * 0.985, "{name}: {got}, expected {want}");
        }
        assert_valid("grid", &grid(4.0, 3), false);
        assert_eq!(grid(4.0, 3).triangle_count(), 18);
        assert_eq!(plane(1.0).triangle_count(), 2);
    }

    #[test]
    fn numbers_too_small_are_raised() {
        assert_valid("cylinder", &cylinder(1.0, 1.0, 0, 0), true);
        assert_valid("sphere", &sphere(1.0, 0, 0), true);
        assert_eq!(grid(1.0, 0).triangle_count(), 2);
    }
}
