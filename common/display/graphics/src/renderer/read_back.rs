//! Results of the skinning shader, read back, against skinning on the processor.

use super::{FIGURE_SHADER, FigureInstance, TexelTexture};
use crate::{
    Attributes, Gl, ShaderSource, Uniforms, feedback,
    testing::headless_or_skip,
    vertex::{VertexColor, attribute},
};
use armature::{
    math::{Affine3x4, Similarity},
    mesh::SkinnedVertex,
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Mat4, Quat, Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use proptest::{prelude::*, test_runner::TestRunner};
use std::mem::offset_of;

/// Number of figures with one palette each, of which all but the last are no numbers.
const FIGURES: usize = 3;

/// A vertex of a figure, with all attributes of both.
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

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Skinned {
    v_position: Vec3,
    v_normal: Vec3,
}

impl Vertex for Skinned {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("v_position", offset_of!(Skinned, v_position), AttributeType::F32F32F32),
            attribute("v_normal", offset_of!(Skinned, v_normal), AttributeType::F32F32F32),
        ];
        FORMAT
    }
}

/// Skins vertices on the card by the last of the figures' palettes, which has the entries `palette`.
fn skin_on_card(gl: &Gl, defines: &[&str], vertices: &[SkinnedVertex], palette: &[[Vec4; 3]]) -> Vec<Skinned> {
    let source = ShaderSource::read(FIGURE_SHADER).unwrap().with_defines(defines);
    let mut texels = vec![Vec4::NAN; (FIGURES - 1) * 3 * palette.len()];
    texels.extend(palette.iter().flatten());
    let texture = TexelTexture::new(gl, "palettes", FIGURES, 3 * palette.len()).unwrap();
    texture.write_texels(&texels);
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
    feedback::outputs::<_, Skinned>(gl, &source, &uniforms, &vertices).unwrap().0
}

/// Generates a point with coordinates from -10 to 10.
fn random_point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-10.0f32..10.0).prop_map(Vec3::from)
}

/// Generates any rotation, from a random point of the 4D ball.
fn random_turn() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0f32..1.0)
        .prop_map(Quat::from_array)
        .prop_filter("long enough to normalise", |q| q.length_squared() > 0.01)
        .prop_map(Quat::normalize)
}

fn random_vertex(places: u16) -> impl Strategy<Value = SkinnedVertex> {
    let weights = prop::array::uniform4(0.05f32..1.0);
    (random_point(), random_turn(), prop::array::uniform4(0..places), weights).prop_map(
        |(position, turn, joints, weights)| {
            let sum: f32 = weights.iter().sum();
            SkinnedVertex {
                position,
                normal: turn * Vec3::Y,
                joints,
                weights: weights.map(|weight| weight / sum),
                ..SkinnedVertex::default()
            }
        },
    )
}

/// Generates a palette of `places` matrices, some of them mirrored, and 60 vertices that follow them.
fn random_skin(places: u16) -> impl Strategy<Value = (Vec<Affine3A>, Vec<SkinnedVertex>)> {
    let scale = prop::array::uniform3(0.3f32..3.0).prop_map(Vec3::from);
    let matrix = (random_point(), random_turn(), scale, any::<bool>()).prop_map(|(point, turn, scale, mirror)| {
        let flip = Vec3::new(if mirror { -1.0 } else { 1.0 }, 1.0, 1.0);
        Affine3A::from_scale_rotation_translation(scale, turn, point) * Affine3A::from_scale(flip)
    });
    (prop::collection::vec(matrix, usize::from(places)), prop::collection::vec(random_vertex(places), 60))
}

/// Runs a test on random skins of few joints and of many, whose palettes fill more than a row of the texture.
fn for_random_skins(test: impl Fn(Vec<Affine3A>, Vec<SkinnedVertex>)) {
    for places in [1, 96, 500] {
        let mut runner = TestRunner::new(ProptestConfig::with_cases(12));
        let run = runner.run(&random_skin(places), |(palette, vertices)| {
            test(palette, vertices);
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{places} places: {failure}"));
    }
}

#[test]
fn both_skin_alike() {
    let Some(gl) = headless_or_skip("both_skin_alike") else { return };
    for_random_skins(|palette, vertices| {
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = vec![Vec3::ZERO; vertices.len()];
        skin_vertices(&palette, &vertices, &mut positions, &mut normals);
        let entries: Vec<_> = palette.iter().map(|matrix| Affine3x4::from(*matrix).rows.map(Vec4::from)).collect();
        let skinned = skin_on_card(&gl, &[], &vertices, &entries);
        assert_eq!(skinned.len(), vertices.len());
        for (index, got) in skinned.into_iter().enumerate() {
            let position = positions[index];
            let normal = normals[index];
            // Coordinates reach 3 * 17 + 10 = 61; both round some 20 products of that size by 4e-6.
            assert!((got.v_position - position).length() < 1e-4, "{got:?} {position}");
            // Blends of turned and mirrored matrices can nearly collapse, and then rounding turns
            // the normal; elsewhere it holds to a few roundings of 1e-7, a hundred times over.
            let is_near = (got.v_normal - normal).length() < 1e-4;
            assert!(is_near || collapsed(&palette, &vertices[index]), "{got:?} {normal}");
        }
    });
}

#[test]
fn both_skin_alike_by_dual_quaternions() {
    let Some(gl) = headless_or_skip("both_skin_alike_by_dual_quaternions") else { return };
    for_random_skins(|palette, mut vertices| {
        vertices[0].weights = [0.0; 4]; // follows nothing, and stays
        let similarities: Vec<_> = palette.iter().map(Similarity::nearest).collect();
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = vec![Vec3::ZERO; vertices.len()];
        skin_vertices_dual(&similarities, &vertices, &mut positions, &mut normals);
        assert_eq!(positions[0], vertices[0].position);
        let mut entries = Vec::new();
        for Similarity { scale, motion } in &similarities {
            entries.push([motion.real.into(), motion.dual.into(), Vec4::X * *scale]);
        }
        let skinned = skin_on_card(&gl, &["DUAL"], &vertices, &entries);
        assert_eq!(skinned.len(), vertices.len());
        for (index, got) in skinned.into_iter().enumerate() {
            let joints = vertices[index].joints.map(|joint| similarities[usize::from(joint)]);
            if hangs_in_the_balance(&joints, &vertices[index].weights) {
                continue;
            }
            let position = positions[index];
            let normal = normals[index];
            // Coordinates reach 3 * 17 + 10 = 61. The real part is at least as long as a quarter, so
            // rounding grows fourfold: 4e-6 in some 20 products each.
            assert!((got.v_position - position).length() < 5e-4, "{got:?} {position}");
            assert!((got.v_normal - normal).length() < 1e-4, "{got:?} {normal}");
        }
    });
}

/// Returns whether rounding may decide a vertex: a joint half a turn from the heaviest one, or a blended scale near 0.
fn hangs_in_the_balance(joints: &[Similarity; 4], weights: &[f32; 4]) -> bool {
    let heaviest = (0..4).max_by(|a, b| weights[*a].total_cmp(&weights[*b])).unwrap();
    let pivot = joints[heaviest].motion.real;
    let scale: f32 = joints.iter().zip(weights).map(|(joint, weight)| joint.scale * weight).sum();
    let follows = weights.iter().any(|weight| *weight > 0.0);
    follows && scale.abs() < 1e-4 || joints.iter().any(|joint| pivot.dot(joint.motion.real).abs() < 1e-4)
}

/// Returns whether the blended matrix nearly flattens: its axes span less than a hundredth of the product of their lengths.
fn collapsed(palette: &[Affine3A], vertex: &SkinnedVertex) -> bool {
    let mut sum = glam::Mat3A::ZERO;
    for (joint, weight) in vertex.joints.into_iter().zip(vertex.weights) {
        sum += palette[usize::from(joint)].matrix3 * weight;
    }
    let size = sum.x_axis.length() * sum.y_axis.length() * sum.z_axis.length();
    sum.determinant().abs() < 0.01 * size.max(0.1)
}
