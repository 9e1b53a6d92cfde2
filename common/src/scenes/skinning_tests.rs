//! The finished skinning shaders, those of lessons 08, 09, 10 and 15 among them, compute what the runtime does.

use super::{
    skinned_mesh::{MAX_JOINTS, dual_uniforms, skinning_uniforms},
    skinning_probe::{SkinningProbe, every_joint, mixed},
};
use crate::{
    check::Random,
    graphics::{
        Gl, ShaderFile, ShaderSource, Uniforms, attributes, feedback, testing::headless_or_skip,
    },
    math::Similarity,
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Mat4, Vec3};

/// The shader's positions are the runtime's, and if `is_lit` its normals, too.
fn assert_agreement(
    gl: &Gl,
    (file, is_lit): (&'static str, bool),
    uniforms: &Uniforms<'_>,
    probe: &SkinningProbe,
    runtime: impl FnOnce(&[Affine3A], &mut [Vec3], &mut [Vec3]),
) {
    let palette: Vec<Affine3A> = probe.palette.iter().map(|m| Affine3A::from_mat4(*m)).collect();
    let mut positions = vec![Vec3::ZERO; probe.vertices.len()];
    let mut normals = positions.clone();
    runtime(&palette, &mut positions, &mut normals);
    let source = ShaderSource::read(ShaderFile(file)).expect(file);
    for (name, expected) in [("v_position", positions), ("v_normal", normals)] {
        if name == "v_normal" && !is_lit {
            continue;
        }
        let vertices = attributes(&probe.vertices);
        let shaded = feedback::output::<_, [f32; 3]>(gl, &source, uniforms, vertices, name);
        for (shaded, expected) in shaded.expect(file).into_iter().map(Vec3::from).zip(expected) {
            // Coordinates are below 10, and transform feedback is right to about 4e-6 of that.
            assert!(shaded.distance(expected) < 1e-4, "{file} {name}: {shaded} {expected}");
        }
    }
}

const HALF: usize = MAX_JOINTS / 2;

/// Joints stretch; those of the upper half mirror, too, and no vertex follows both halves.
#[test]
fn shaders_that_blend_matrices() {
    let Some(gl) = headless_or_skip("shaders_that_blend_matrices") else { return };
    let random = &mut Random::new(5);
    let matrix = |random: &mut Random, joint: usize| {
        let side = if joint < HALF { 1.0 } else { -1.0 };
        random.rigid().to_mat4() * Mat4::from_scale(Vec3::new(random.between(0.5, 2.0), 1.0, side))
    };
    let blended = SkinningProbe::new(random, matrix, &every_joint(HALF));
    let slots: Vec<_> = (0..MAX_JOINTS).map(|joint| ([joint; 4], [1.0, 0.0, 0.0, 0.0])).collect();
    let single = SkinningProbe::new(random, matrix, &slots);
    for (file, probe, is_lit) in [
        ("common/rigid_skin.vert", &single, false),
        ("common/smooth_skin.vert", &blended, false),
        ("common/lit_skin.vert", &blended, true),
        // It draws the models of all later lessons.
        ("common/skinned.vert", &blended, true),
    ] {
        let uniforms = skinning_uniforms(Mat4::IDENTITY, &probe.palette)
            .mat4("u_clip_from_world", Mat4::IDENTITY)
            .mat4("u_world_from_model", Mat4::IDENTITY)
            .int("u_heat_place", -1);
        assert_agreement(&gl, (file, is_lit), &uniforms, probe, |palette, positions, normals| {
            skin_vertices(palette, &probe.vertices, positions, normals);
        });
    }
}

#[test]
fn the_shader_that_blends_dual_quaternions() {
    let Some(gl) = headless_or_skip("the_shader_that_blends_dual_quaternions") else { return };
    let random = &mut Random::new(5);
    let slots = mixed(random, 24, |_| [0.4, 0.3, 0.2, 0.1]);
    let probe = SkinningProbe::new(random, |random, _| random.rigid().to_mat4(), &slots);
    let uniforms = dual_uniforms(Mat4::IDENTITY, &probe.duals());
    let file = ("common/dual_skin.vert", true);
    assert_agreement(&gl, file, &uniforms, &probe, |palette, positions, normals| {
        let palette: Vec<Similarity> = palette.iter().map(Similarity::nearest).collect();
        skin_vertices_dual(&palette, &probe.vertices, positions, normals);
    });
}
