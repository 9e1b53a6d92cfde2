//! Results of the skinning shader, read back, against skinning on the processor.

use super::{FIGURE_SHADER, FigureInstance, TexelTexture};
use crate::{Attributes, Gl, ShaderSource, Uniforms, feedback, testing::headless_or_skip, vertex::VertexColor};
use armature::{
    math::{Affine3x4, Similarity},
    mesh::SkinnedVertex,
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Mat4, Quat, Vec3, Vec4};
use glium::{Vertex, vertex::VertexFormat};
use std::mem::offset_of;

/// Number of figures with one palette each, of which all but the last are no numbers.
const FIGURES: usize = 3;

#[derive(Clone, Copy)]
#[repr(C)]
struct FigureVertex {
    vertex: SkinnedVertex,
    color: VertexColor,
    instance: FigureInstance,
}

impl Vertex for FigureVertex {
    fn build_bindings() -> VertexFormat {
        let parts = [
            (Attributes::<SkinnedVertex>::build_bindings(), offset_of!(FigureVertex, vertex)),
            (VertexColor::build_bindings(), offset_of!(FigureVertex, color)),
            (FigureInstance::build_bindings(), offset_of!(FigureVertex, instance)),
        ];
        let mut format = Vec::new();
        for (lines, start) in parts {
            for (name, offset, location, ty, normalized) in lines {
                format.push((name.clone(), offset + start, *location, *ty, *normalized));
            }
        }
        format.leak()
    }
}

/// Skins vertices on the card by the last of the figures' palettes, which has the entries `palette`. Returns positions and
/// normals.
fn skin_on_card(gl: &Gl, defines: &[&str], vertices: &[SkinnedVertex], palette: &[[Vec4; 3]]) -> [Vec<Vec3>; 2] {
    let source = ShaderSource::read(FIGURE_SHADER).unwrap().with_defines(defines);
    let mut texels = vec![Vec4::NAN; (FIGURES - 1) * 3 * palette.len()];
    texels.extend(palette.iter().flatten());
    let texture = TexelTexture::new(gl, "palettes", FIGURES, 3 * palette.len()).unwrap();
    texture.write(&texels);
    let uniforms = Uniforms::new()
        .mat4("u_clip_from_world", Mat4::IDENTITY)
        .value("u_palettes", texture.value())
        .int("u_joints", palette.len() as i32)
        .flag("u_show_heat", false)
        .int("u_heat_place", -1);
    let instance = FigureInstance::new(Affine3A::IDENTITY, FIGURES - 1);
    let vertices: Vec<FigureVertex> = vertices
        .iter()
        .map(|vertex| FigureVertex { vertex: *vertex, color: VertexColor(Vec4::ONE), instance })
        .collect();
    ["v_position", "v_normal"].map(|name| {
        let read = feedback::output::<_, [f32; 3]>(gl, &source, &uniforms, &vertices, name).unwrap();
        read.into_iter().map(Vec3::from).collect()
    })
}

/// Returns a number from -1 to 1, another one for each index.
fn noise(index: usize) -> f32 {
    let turns = (index as f32 * 12.9898).sin() * 437.585;
    2.0 * (turns - turns.floor()) - 1.0
}

fn noisy_point(index: usize) -> Vec3 {
    Vec3::new(noise(index), noise(index + 1), noise(index + 2))
}

/// Returns a joint's matrix, turned by less than a radian, so that no blend of such matrices collapses.
fn joint_matrix(joint: usize, is_mirrored: bool) -> Affine3A {
    let seed = 100 + 13 * joint;
    let turn = Quat::from_axis_angle(noisy_point(seed).normalize_or(Vec3::X), noise(seed + 3));
    let scale = 1.2 + 0.7 * noisy_point(seed + 4);
    let flip = Vec3::new(if is_mirrored { -1.0 } else { 1.0 }, 1.0, 1.0);
    Affine3A::from_scale_rotation_translation(scale * flip, turn, 10.0 * noisy_point(seed + 7))
}

fn vertex(index: usize, joints: usize) -> SkinnedVertex {
    let seed = 31 * index;
    let weights = [0, 1, 2, 3].map(|slot| 1.1 + noise(seed + slot));
    let sum: f32 = weights.iter().sum();
    SkinnedVertex {
        position: 10.0 * noisy_point(seed + 4),
        normal: noisy_point(seed + 7).normalize_or(Vec3::Y),
        joints: [0, 1, 2, 3].map(|slot| ((noise(seed + 10 + slot) + 1.0) * 0.5 * joints as f32) as u16 % joints as u16),
        weights: weights.map(|weight| weight / sum),
        ..SkinnedVertex::default()
    }
}

/// By matrices and by dual quaternions, for few joints and for many, whose palettes fill more than a row of the texture.
#[test]
fn both_skin_alike() {
    let Some(gl) = headless_or_skip("both_skin_alike") else { return };
    for (joints, is_mirrored) in [(1, false), (96, false), (96, true), (500, false)] {
        let palette: Vec<Affine3A> = (0..joints).map(|joint| joint_matrix(joint, is_mirrored)).collect();
        let mut vertices: Vec<SkinnedVertex> = (0..500).map(|index| vertex(index, joints)).collect();
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = positions.clone();
        skin_vertices(&palette, &vertices, &mut positions, &mut normals);
        let rows: Vec<_> = palette.iter().map(|matrix| Affine3x4::from(*matrix).rows.map(Vec4::from)).collect();
        assert_alike(&skin_on_card(&gl, &[], &vertices, &rows), &positions, &normals);

        vertices[0].weights = [0.0; 4]; // follows nothing, and stays
        let similarities: Vec<_> = palette.iter().map(Similarity::nearest).collect();
        skin_vertices_dual(&similarities, &vertices, &mut positions, &mut normals);
        assert_eq!(positions[0], vertices[0].position);
        let duals = similarities.iter().map(|it| [it.motion.real.into(), it.motion.dual.into(), Vec4::X * it.scale]);
        let duals: Vec<[Vec4; 3]> = duals.collect();
        assert_alike(&skin_on_card(&gl, &["DUAL"], &vertices, &duals), &positions, &normals);
    }
}

fn assert_alike(skinned: &[Vec<Vec3>; 2], positions: &[Vec3], normals: &[Vec3]) {
    for (got, expected) in skinned.iter().zip([positions, normals]) {
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            // Coordinates reach 30; both round some 20 products of that size by 2e-6.
            assert!(got.distance(*expected) < 1e-4, "{got} {expected}");
        }
    }
}
