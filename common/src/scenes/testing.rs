//! For the tests of lessons: a finished skinning shader computes what the runtime does.

use super::{
    skinned_mesh::{dual_uniforms, skinning_uniforms},
    skinning_probe::SkinningProbe,
};
use crate::{
    graphics::{Gl, ShaderFile, ShaderSource, Uniforms, attributes, feedback},
    math::Similarity,
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Mat4, Vec3};

/// Coordinates of probes are below 5, and transform feedback is right to about 4e-6 of that.
pub const TOLERANCE: f32 = 1e-4;

/// Runs a skinning shader, the runtime's [`skin_vertices`], and `common/skinned.vert`, which draws the models
/// of all later lessons; positions must agree. Gives the positions, and for each vertex the runtime's normal and the
/// shader's.
///
/// # Panics
/// If they differ, or a shader cannot be used.
pub fn skins_like_the_runtime(
    gl: &Gl,
    shader: ShaderFile,
    SkinningProbe { palette, vertices }: &SkinningProbe,
) -> (Vec<Vec3>, Vec<[Vec3; 2]>) {
    let run = |file: ShaderFile, uniforms: &Uniforms<'_>| {
        let source = ShaderSource::read(file).expect("the shader's file");
        feedback::run(gl, &source, uniforms, attributes(vertices))
            .expect("the shader runs")
            .positions
    };
    let skinned = run(shader, &skinning_uniforms(Mat4::IDENTITY, palette));
    let model_uniforms = Uniforms::new()
        .mat4s("u_palette", palette)
        .mat4("u_clip_from_world", Mat4::IDENTITY)
        .mat4("u_world_from_model", Mat4::IDENTITY)
        .int("u_heat_place", -1);
    let model = run(ShaderFile("common/skinned.vert"), &model_uniforms);

    let affine: Vec<Affine3A> = palette.iter().map(|m| Affine3A::from_mat4(*m)).collect();
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = positions.clone();
    skin_vertices(&affine, vertices, &mut positions, &mut normals);
    for ((skinned, model), position) in skinned.iter().zip(&model).zip(&positions) {
        assert!((skinned - model).length() < TOLERANCE, "{skinned} {model}");
        assert!((skinned.truncate() - position).length() < TOLERANCE, "{skinned} {position}");
    }
    let source = ShaderSource::read(shader).expect("the shader's file");
    let uniforms = skinning_uniforms(Mat4::IDENTITY, palette);
    let shaded =
        feedback::output::<_, [f32; 3]>(gl, &source, &uniforms, attributes(vertices), "v_normal");
    let shaded = shaded.expect("the shader has normals").into_iter().map(Vec3::from);
    (positions, normals.into_iter().zip(shaded).map(<[Vec3; 2]>::from).collect())
}

/// Runs a shader that skins by dual quaternions, and the runtime's [`skin_vertices_dual`]: positions and normals
/// must agree.
///
/// # Panics
/// If they differ, or the shader cannot be used.
pub fn skins_dual_like_the_runtime(gl: &Gl, shader: ShaderFile, probe: &SkinningProbe) {
    let SkinningProbe { palette, vertices } = probe;
    let source = ShaderSource::read(shader).expect("the shader's file");
    let uniforms = dual_uniforms(Mat4::IDENTITY, &probe.duals());
    let run =
        |name| feedback::output::<_, [f32; 3]>(gl, &source, &uniforms, attributes(vertices), name);
    let shaded = [run("v_position"), run("v_normal")].map(|read| read.expect("the shader runs"));

    let similarities = palette.iter().map(|m| Similarity::nearest(&Affine3A::from_mat4(*m)));
    let similarities: Vec<Similarity> = similarities.collect();
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = positions.clone();
    skin_vertices_dual(&similarities, vertices, &mut positions, &mut normals);
    for (shaded, finished) in shaded.iter().zip([positions, normals]) {
        for (shaded, finished) in shaded.iter().zip(finished) {
            assert!((Vec3::from(*shaded) - finished).length() < TOLERANCE, "{shaded:?} {finished}");
        }
    }
}
