//! Flat shapes cut from paper: meshes in the plane z = 0, each corner of which follows one joint.

use armature::mesh::{Mesh, SkinnedVertex};
use drawing::Painted;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

/// Colours are sRGB.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paper(pub(crate) Painted);

impl Paper {
    /// Adds a triangle whose corners each follow a joint, in one colour.
    pub(crate) fn triangle(&mut self, corners: [Vec2; 3], joints: [usize; 3], color: Vec3) {
        for (corner, joint) in corners.into_iter().zip(joints) {
            self.corner(corner, joint, color);
        }
    }

    fn corner(&mut self, at: Vec2, joint: usize, color: Vec3) {
        let Painted { mesh: Mesh { vertices, indices }, colors, .. } = &mut self.0;
        indices.push(vertices.len() as u32);
        vertices.push(SkinnedVertex {
            position: at.extend(0.0),
            normal: Vec3::Z,
            joints: [joint as u16, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
            ..SkinnedVertex::default()
        });
        colors.push(color);
    }

    /// Adds four corners in their order around the shape, each with its colour.
    pub(crate) fn blended(&mut self, corners: [(Vec2, Vec3); 4]) {
        for index in [0, 1, 2, 0, 2, 3] {
            let (at, color) = corners[index];
            self.corner(at, 0, color);
        }
    }

    pub(crate) fn quad(&mut self, corners: [Vec2; 4], color: Vec3) {
        self.blended(corners.map(|corner| (corner, color)));
    }

    /// Adds an upright rectangle between two opposite corners, whose colour changes from the top to the bottom: in bands, so
    /// that it looks alike whether a painter blends corners in linear light or not.
    pub(crate) fn rectangle(&mut self, low: Vec2, high: Vec2, [top, bottom]: [Vec3; 2]) {
        let bands = if top == bottom { 1 } else { 16 };
        for band in 0..bands {
            let [below, above] = [band, band + 1].map(|edge| edge as f32 / bands as f32);
            let [from, to] = [below, above].map(|edge| low.y + (high.y - low.y) * edge);
            let [under, over] = [below, above].map(|edge| bottom.lerp(top, edge));
            let corners = [(low.x, from), (high.x, from), (high.x, to), (low.x, to)].map(Vec2::from);
            self.blended([(corners[0], under), (corners[1], under), (corners[2], over), (corners[3], over)]);
        }
    }

    /// Adds a disc that follows a joint, as a regular polygon.
    pub(crate) fn disc(&mut self, at: Vec2, radius: f32, joint: usize, color: Vec3) {
        const CORNERS: u8 = 48;
        let rim = |corner: u8| at + radius * Vec2::from_angle(TAU * f32::from(corner) / f32::from(CORNERS));
        for corner in 0..CORNERS {
            self.triangle([at, rim(corner), rim(corner + 1)], [joint; 3], color);
        }
    }

    /// Adds a brass pin that follows a joint.
    pub(crate) fn pin(&mut self, at: Vec2, joint: usize) {
        let [edge, brass, light] =
            [Vec3::new(0.36, 0.25, 0.08), Vec3::new(0.83, 0.65, 0.25), Vec3::new(1.0, 0.93, 0.70)];
        self.disc(at, 0.030, joint, edge);
        self.disc(at, 0.024, joint, brass);
        self.disc(at + Vec2::new(-0.006, 0.007), 0.009, joint, light);
    }
}

/// Returns a picture as a rectangle of its size, its lower left corner at the origin, with what is between two points of the
/// texture on it.
pub(crate) fn picture(size: Vec2, [low, high]: [Vec2; 2]) -> Painted {
    let mut paper = Paper::default();
    paper.rectangle(Vec2::ZERO, size, [Vec3::ONE; 2]);
    let Paper(Painted { mut mesh, .. }) = paper;
    for vertex in &mut mesh.vertices {
        vertex.texcoord = low + (high - low) * vertex.position.truncate() / size;
    }
    Painted { mesh, ..Painted::default() }
}

/// Returns a transform of the plane as one of the plane z = 0.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(|axis| Vec4::new(axis.x, axis.y, 0.0, axis.z));
    Mat4::from_cols(x, y, Vec4::Z, z)
}
