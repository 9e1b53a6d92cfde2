//! A row of small worms, on which a page in a browser tries the lesson's shaders.

use crate::probes::{CrowdInput, CrowdVertex};
use armature::mesh::Mesh;
use drawing::cast::limb;
use drawing::rings;
use glam::{Mat4, Vec3, Vec4};
use std::f32::consts::TAU;

/// Duration of a swing there and back.
pub(crate) const SECONDS: f32 = 2.4;
const WORMS: usize = 7;
const JOINTS: usize = 3;
/// Texels of a line: a palette goes on in the next.
const WIDTH: usize = 8;
const HEIGHT: f32 = 1.8;
/// Distance between neighbours, in metres.
const APART: f32 = 0.9;

/// Returns the worms with their palettes at a time, for 17.2.
pub(crate) fn palettes(seconds: f32) -> CrowdInput {
    let mut texels = Vec::new();
    for worm in 0..WORMS {
        for matrix in palette(seconds + SECONDS * worm as f32 / WORMS as f32) {
            texels.extend([0, 1, 2].map(|row| matrix.row(row)));
        }
    }
    crowd("u_palettes", texels)
}

/// Returns the worms between two frames each, for 17.4.
pub(crate) fn frames() -> CrowdInput {
    let mut texels = Vec::new();
    for frame in 0..=WORMS {
        for (joint, matrix) in palette(SECONDS * frame as f32 / WORMS as f32).into_iter().enumerate() {
            let (_, rotation, translation) = matrix.to_scale_rotation_translation();
            // Either sign is the same rotation.
            let sign = if (frame + joint).is_multiple_of(2) { 1.0 } else { -1.0 };
            texels.extend([Vec4::from(rotation) * sign, translation.extend(1.0)]);
        }
    }
    crowd("u_frames", texels)
}

/// Returns the triangles of all worms.
pub(crate) fn indices() -> Vec<u32> {
    let Mesh { vertices, indices } = worm();
    let mut all = Vec::new();
    for worm in 0..WORMS {
        all.extend(indices.iter().map(|index| index + (worm * vertices.len()) as u32));
    }
    all
}

fn crowd(sampler: &'static str, mut texels: Vec<Vec4>) -> CrowdInput {
    texels.resize(texels.len().next_multiple_of(WIDTH), Vec4::ZERO);
    let worm = worm();
    let mut vertices = Vec::new();
    for number in 0..WORMS as i32 {
        let x = APART * (number - WORMS as i32 / 2) as f32;
        for vertex in &worm.vertices {
            vertices.push(CrowdVertex {
                i_instance: number,
                i_frames: [number, number + 1],
                i_alpha: (number + 1) as f32 / (WORMS + 1) as f32,
                i_world_x: [1.0, 0.0, 0.0, x],
                i_world_y: [0.0, 1.0, 0.0, 0.0],
                i_world_z: [0.0, 0.0, 1.0, 0.0],
                ..*vertex
            });
        }
    }
    CrowdInput { sampler, joints: JOINTS, width: WIDTH, texels, vertices }
}

fn worm() -> Mesh<CrowdVertex> {
    let tube = rings::RoundTube { height: HEIGHT, radius: 0.22, rib_depth: 0.0, ribs: 0, end: 0.2 };
    rings::tube(20, 14, |ring, slice| {
        let vertex = tube.vertex(ring as f32 / 20.0, TAU * slice as f32 / 14.0);
        let [first, second, third] = limb::weights(vertex.position.y / HEIGHT, 0.14);
        CrowdVertex {
            a_position: vertex.position.into(),
            a_normal: vertex.normal.into(),
            a_joints: [0, 1, 2, 0],
            a_weights: [first, second, third, 0.0],
            ..CrowdVertex::default()
        }
    })
}

/// Returns the skinning matrices of a worm that swings from side to side.
fn palette(seconds: f32) -> [Mat4; JOINTS] {
    let up = Mat4::from_translation(Vec3::Y * HEIGHT / 3.0);
    let [middle, head] = [0.0, 0.2].map(|delay| {
        let angle = 0.7 * (TAU * (seconds / SECONDS - delay)).sin();
        up * Mat4::from_rotation_z(angle)
    });
    [Mat4::IDENTITY, middle * up.inverse(), middle * head * (up * up).inverse()]
}
