//! The finished skinning shaders, those of lessons 08, 09, 10 and 15 among them, compute what the runtime does.

use super::{
    skinned_mesh::MAX_JOINTS,
    skinning_probe::{SkinningProbe, Slots, every_joint, mixed},
};
use armature::{
    math::{DualQuaternion, Similarity},
    skin::{skin_vertices, skin_vertices_dual},
};
use check::Random;
use glam::{Affine3A, Mat4, Vec3};
use graphics::{Gl, ShaderFile, ShaderSource, attributes, feedback, testing::headless_or_skip};

/// Asserts that a shader computes the positions that `runtime` writes into its first argument, and, if `is_lit`, the normals
/// that `runtime` writes into the second.
fn assert_agreement(
    gl: &Gl,
    file: &'static str,
    is_lit: bool,
    probe: &SkinningProbe,
    runtime: impl FnOnce(&mut [Vec3], &mut [Vec3]),
) {
    let mut positions = vec![Vec3::ZERO; probe.vertices.len()];
    let mut normals = positions.clone();
    runtime(&mut positions, &mut normals);
    let source = ShaderSource::read(ShaderFile(file)).expect(file);
    let uniforms = probe.palette.uniforms(Mat4::IDENTITY);
    for (name, expected) in [("v_position", positions), ("v_normal", normals)] {
        if name == "v_normal" && !is_lit {
            continue;
        }
        let vertices = attributes(&probe.vertices);
        let shaded = feedback::output::<_, [f32; 3]>(gl, &source, &uniforms, vertices, name);
        for (shaded, expected) in shaded.expect(file).into_iter().map(Vec3::from).zip(expected) {
            // Coordinates are below 10, and transform feedback is right to about 4e-6 of that.
            assert!(shaded.distance(expected) < 1e-4, "{file} {name}: {shaded} {expected}");
        }
    }
}

const HALF: usize = MAX_JOINTS / 2;

/// All joints stretch, those of the upper half mirror, too, and no vertex follows joints of both halves.
#[test]
fn shaders_that_blend_matrices() {
    let Some(gl) = headless_or_skip("shaders_that_blend_matrices") else { return };
    let random = &mut Random::new(5);
    let mut palette = Vec::new();
    let mut single: Vec<Slots> = Vec::new();
    for joint in 0..MAX_JOINTS {
        let side = if joint < HALF { 1.0 } else { -1.0 };
        let stretch = Vec3::new(random.between(0.5, 2.0), 1.0, side);
        palette.push(random.rigid().to_affine() * Affine3A::from_scale(stretch));
        single.push(([joint; 4], [1.0, 0.0, 0.0, 0.0]));
    }
    for (file, slots, is_lit) in [
        ("common/rigid_skin.vert", &single, false),
        ("common/smooth_skin.vert", &every_joint(HALF), false),
        ("common/lit_skin.vert", &every_joint(HALF), true),
    ] {
        let probe = SkinningProbe::new(random, |_, joint| Mat4::from(palette[joint]), slots);
        assert_agreement(&gl, file, is_lit, &probe, |positions, normals| {
            skin_vertices(&palette, &probe.vertices, positions, normals);
        });
    }
}

#[test]
fn the_shader_that_blends_dual_quaternions() {
    let Some(gl) = headless_or_skip("the_shader_that_blends_dual_quaternions") else { return };
    let random = &mut Random::new(5);
    let palette: Vec<Similarity> = (0..MAX_JOINTS).map(|_| Similarity::nearest(&random.rigid().to_affine())).collect();
    let slots = mixed(random, 24, |_| [0.4, 0.3, 0.2, 0.1]);
    // Every second one with the other sign, which is the same motion.
    let mut entries = Vec::new();
    for (joint, Similarity { motion: DualQuaternion { real, dual }, .. }) in palette.iter().enumerate() {
        let sign = if joint.is_multiple_of(2) { 1.0 } else { -1.0 };
        entries.push(DualQuaternion { real: *real * sign, dual: *dual * sign });
    }
    let probe = SkinningProbe::new(random, |_, joint| entries[joint], &slots);
    assert_agreement(&gl, "common/dual_skin.vert", true, &probe, |positions, normals| {
        skin_vertices_dual(&palette, &probe.vertices, positions, normals);
    });
}
