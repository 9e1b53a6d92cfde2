//! The worm: three joints in a row, one tube of skin around them, and how it swings.

use crate::{four_influences, skinning_matrices};
use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use drawing::parts::moved;
use drawing::rings;
use drawing::shapes;
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Parents first; each lies at the lower end of its third.
pub const NAMES: [&str; 3] = ["tail", "middle", "head"];
/// Distance from joint to joint, in metres.
pub const LENGTH: f32 = 0.8;
/// Height of the whole worm, without what it has on its head.
pub const HEIGHT: f32 = 3.0 * LENGTH;
const RADIUS: f32 = 0.34;
/// Bands of the tube, one above the other, and squares around each of them.
pub const RINGS: usize = 48;
pub const SLICES: usize = 32;
/// Offset of the swinging worm from the modelled one, in metres.
pub const STAGE: Vec3 = Vec3::new(-1.9, 0.0, 0.0);
/// Number by which `worm.frag` knows the crown.
const CROWN: f32 = 1.25;
/// Numbers of the other parts that are not skin.
const WHITE: f32 = 2.0;
const BLACK: f32 = 3.0;
const KNOB: f32 = 4.0;

/// Joints in their bind pose, and the one mesh that is bound to them.
pub struct TubeWorm {
    /// `parent_from_joint` of each joint in the bind pose: its x axis points along the worm.
    bind_locals: [Mat4; 3],
    /// Lesson 08: the inverse bind matrices.
    pub joint_from_bind: Vec<Mat4>,
    mesh: Mesh<StaticVertex>,
}

impl TubeWorm {
    #[allow(clippy::new_without_default)] // nothing about a worm is a default
    pub fn new() -> Self {
        let next = Mat4::from_translation(Vec3::X * LENGTH);
        let bind_locals = [Mat4::from_rotation_z(FRAC_PI_2), next, next];
        let joint_from_bind = chain(bind_locals).iter().map(Mat4::inverse).collect();
        TubeWorm { bind_locals, joint_from_bind, mesh: mesh() }
    }

    /// Returns `model_from_joint` of each joint in the bind pose.
    pub fn resting(&self) -> Vec<Mat4> {
        chain(self.bind_locals)
    }

    /// Returns `model_from_joint` of each joint on the stage, with the middle's and the head's angles in radians.
    pub fn posed(&self, angles: [f32; 2]) -> Vec<Mat4> {
        let [tail, middle, head] = self.bind_locals;
        let turn = Mat4::from_rotation_z;
        chain([Mat4::from_translation(STAGE) * tail, middle * turn(angles[0]), head * turn(angles[1])])
    }

    /// Returns the skinning matrices of lesson 08, for `u_palette`.
    pub fn palette(&self, model_from_joint: &[Mat4]) -> Vec<Mat4> {
        skinning_matrices(model_from_joint, &self.joint_from_bind)
    }

    /// Returns the mesh with these weights for each ring. The head's parts have the weights of the last ring.
    pub fn skinned(&self, rings: &[[f32; 3]]) -> Mesh<SkinnedVertex> {
        let vertices = self
            .mesh
            .vertices
            .iter()
            .map(|vertex| {
                let ring = (vertex.position.y / HEIGHT * RINGS as f32).round() as usize;
                let is_skin = vertex.texcoord.y < 1.0;
                let (joints, weights) = four_influences(rings[if is_skin { ring.min(RINGS) } else { RINGS }]);
                vertex.skinned(joints, weights)
            })
            .collect();
        Mesh { vertices, indices: self.mesh.indices.clone() }
    }

    /// Returns the place of the vertex of a ring that is nearest to the viewer, as it was modelled.
    pub fn in_front(&self, ring: usize) -> Vec3 {
        // -z is where the sine is 1: a quarter of the way round.
        self.mesh.vertices[rings::number(ring, 3 * SLICES / 4, SLICES) as usize].position
    }
}

/// Returns the height of each ring, from 0 to 1.
pub fn heights() -> Vec<f32> {
    (0..=RINGS).map(|ring| ring as f32 / RINGS as f32).collect()
}

/// Returns `model_from_joint` of a chain with these locals.
fn chain(locals: [Mat4; 3]) -> Vec<Mat4> {
    let [tail, middle, head] = locals;
    vec![tail, tail * middle, tail * middle * head]
}

/// Returns the tube, and on it crown, eyes and feelers.
fn mesh() -> Mesh<StaticVertex> {
    let mut mesh = rings::tube(RINGS, SLICES, ring_vertex);
    add_to_head(&mut mesh, CROWN, &shapes::sphere(RADIUS, 16, SLICES as u32), Vec3::ZERO);
    for side in [-1.0, 1.0] {
        let eye = Vec3::new(side * 0.13, 0.15, 0.235);
        add_to_head(&mut mesh, WHITE, &shapes::sphere(0.095, 10, 16), eye);
        add_to_head(&mut mesh, BLACK, &shapes::sphere(0.047, 8, 12), eye + Vec3::new(-0.013, 0.01, 0.063));
        let feeler = Vec3::new(side * 0.12, 0.28, -0.05);
        add_to_head(&mut mesh, BLACK, &shapes::cylinder(0.012, 0.22, 1, 8), feeler);
        add_to_head(&mut mesh, KNOB, &shapes::sphere(0.045, 8, 12), feeler + Vec3::Y * 0.23);
    }
    mesh
}

/// Adds a part of the head, `offset` from the top of the tube.
fn add_to_head(mesh: &mut Mesh<StaticVertex>, paint: f32, part: &Mesh<StaticVertex>, offset: Vec3) {
    let mut part = moved(part, Vec3::Y * HEIGHT + offset);
    for vertex in &mut part.vertices {
        vertex.texcoord.y = paint;
    }
    mesh.append(&part);
}

/// Returns a vertex of the tube: ring 0 is on the ground, slice 0 on the x axis.
fn ring_vertex(ring: usize, slice: usize) -> StaticVertex {
    let height = ring as f32 / RINGS as f32;
    let around = slice as f32 / SLICES as f32;
    let (sin, cos) = (TAU * around).sin_cos();
    let outward = Vec3::new(cos, 0.0, -sin);
    StaticVertex {
        position: RADIUS * outward + HEIGHT * height * Vec3::Y,
        normal: outward,
        // On the skin y is the height; the head's parts have 1 and more.
        texcoord: Vec2::new(around, height.min(0.999)),
    }
}
