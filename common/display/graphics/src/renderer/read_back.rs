//! Results of the skinning shaders, read back, against skinning on the processor.

use super::{
    batch::{Batch, cut_into_batches},
    palette::{DUAL_SHADER, DualUpload, ROWS_PALETTE_SIZE, Upload},
};
use crate::{Gl, ShaderSource, Uniforms, attributes, feedback, testing::headless_or_skip};
use armature::math::Affine3x4;
use armature::{
    math::Similarity,
    mesh::{Mesh, SkinnedVertex},
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Mat4, Quat, Vec3};
use proptest::{prelude::*, test_runner::TestRunner};

/// A vertex as the skinning shader moved it: every one that is part of a triangle, once for each batch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SkinnedByGpu {
    /// Index in the mesh's vertices.
    vertex: usize,
    /// Model space.
    position: Vec3,
    /// Unit length; zero where the normal collapsed.
    normal: Vec3,
}

/// Skins a mesh on the graphics card with `shaders/common/skinned.vert`.
fn skin_by_matrices(gl: &Gl, mesh: &Mesh<SkinnedVertex>, palette: &[Affine3A]) -> Vec<SkinnedByGpu> {
    let upload = Upload::matrices(gl);
    let source = upload.source().unwrap();
    let most = upload.capacity();
    skin_batches(gl, &source, most, mesh, palette.len(), |batch, uniforms| {
        let used = batch.places.iter().map(|place| palette[usize::from(*place)]);
        // The whole array, so that nothing of an earlier call is left in it.
        let mut matrices: Vec<Affine3A> = used.collect();
        matrices.resize(most, Affine3A::ZERO);
        uniforms.affines("u_palette", &matrices)
    })
}

/// Skins a mesh on the graphics card with `shaders/common/skinned_rows.vert`.
fn skin_by_rows(gl: &Gl, mesh: &Mesh<SkinnedVertex>, palette: &[Affine3x4]) -> Vec<SkinnedByGpu> {
    let upload = Upload::rows(gl).unwrap();
    let source = upload.source().unwrap();
    let most = upload.capacity();
    skin_batches(gl, &source, most, mesh, palette.len(), |batch, uniforms| {
        upload.write_rows(batch.places.iter().map(|place| palette[usize::from(*place)]));
        upload.add_block(uniforms)
    })
}

/// Skins a mesh on the graphics card with `shaders/common/skinned_dual.vert`. `palette` are skinning matrices.
fn skin_by_duals(gl: &Gl, mesh: &Mesh<SkinnedVertex>, palette: &[Affine3A]) -> Vec<SkinnedByGpu> {
    let upload = DualUpload::new(gl, false).unwrap();
    let source = ShaderSource::read(DUAL_SHADER).unwrap();
    skin_batches(gl, &source, ROWS_PALETTE_SIZE, mesh, palette.len(), |batch, uniforms| {
        upload.write(batch.places.iter().map(|place| palette[usize::from(*place)].into()));
        upload.add_to(uniforms)
    })
}

/// Cuts a mesh into batches of at most `most` matrices, runs a skinning shader on each, and returns the skinned vertices.
/// `add_palette` adds a batch's palette to the uniforms.
fn skin_batches<'a>(
    gl: &Gl,
    source: &ShaderSource,
    most: usize,
    mesh: &Mesh<SkinnedVertex>,
    places: usize,
    add_palette: impl Fn(&Batch, Uniforms<'a>) -> Uniforms<'a>,
) -> Vec<SkinnedByGpu> {
    let mut skinned = Vec::new();
    for batch in cut_into_batches(mesh, places, most) {
        let uniforms = Uniforms::new()
            .mat4("u_clip_from_world", Mat4::IDENTITY)
            .mat4("u_world_from_model", Mat4::IDENTITY)
            .int("u_heat_place", -1);
        let uniforms = add_palette(&batch, uniforms);
        let vertices = attributes(&batch.vertices);
        let positions = feedback::output::<_, [f32; 3]>(gl, source, &uniforms, vertices, "v_position").unwrap();
        let normals = feedback::output::<_, [f32; 3]>(gl, source, &uniforms, vertices, "v_normal").unwrap();
        for ((vertex, position), normal) in batch.sources.iter().zip(positions).zip(normals) {
            let position = position.into();
            let normal = normal.into();
            skinned.push(SkinnedByGpu { vertex: *vertex as usize, position, normal });
        }
    }
    skinned
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
    (prop::collection::vec(matrix, usize::from(places)), prop::collection::vec(random_vertex(places), 3 * 20))
}

/// Processor and graphics card agree on linear skinning, with few joints and with more than fit the palette.
#[test]
fn both_skin_alike() {
    let Some(gl) = headless_or_skip("both_skin_alike") else { return };
    for places in [1, 5, 96, 150, 341, 500] {
        let mut runner = TestRunner::new(ProptestConfig::with_cases(12));
        let run = runner.run(&random_skin(places), |(palette, vertices)| {
            let indices = (0..vertices.len() as u32).collect();
            let mesh = Mesh { vertices, indices };
            assert_skins_alike(&gl, &mesh, &palette);
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{places} places: {failure}"));
    }
}

/// Skins a mesh on the processor and by both kinds of palette on the card, and asserts that the results agree.
fn assert_skins_alike(gl: &Gl, mesh: &Mesh<SkinnedVertex>, palette: &[Affine3A]) {
    let count = mesh.vertices.len();
    let mut positions = vec![Vec3::ZERO; count];
    let mut normals = vec![Vec3::ZERO; count];
    skin_vertices(palette, &mesh.vertices, &mut positions, &mut normals);
    let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
    let by_matrices = skin_by_matrices(gl, mesh, palette);
    let by_rows = skin_by_rows(gl, mesh, &rows);
    let mut seen = vec![[false; 2]; count];
    let both = by_matrices.iter().map(|got| (0, got)).chain(by_rows.iter().map(|got| (1, got)));
    for (way, got) in both {
        seen[got.vertex][way] = true;
        let position = positions[got.vertex];
        let normal = normals[got.vertex];
        // Coordinates reach 3 * 17 + 10 = 61; both round some 20 products of that size by 4e-6.
        assert!((got.position - position).length() < 1e-4, "{got:?} {position}");
        // Blends of turned and mirrored matrices can nearly collapse, and then rounding turns
        // the normal; elsewhere it holds to a few roundings of 1e-7, a hundred times over.
        let collapsed = collapsed(palette, &mesh.vertices[got.vertex]);
        assert!(collapsed || (got.normal - normal).length() < 1e-4, "{got:?} {normal}");
    }
    assert!(seen.iter().all(|seen| *seen == [true; 2]), "every vertex is drawn");
}

/// Processor and graphics card agree on skinning by dual quaternions, with joints that scale and mirror.
#[test]
fn both_skin_alike_by_dual_quaternions() {
    let Some(gl) = headless_or_skip("both_skin_alike_by_dual_quaternions") else { return };
    for places in [1, 5, 341, 500] {
        let mut runner = TestRunner::new(ProptestConfig::with_cases(12));
        let run = runner.run(&random_skin(places), |(palette, mut vertices)| {
            vertices[0].weights = [0.0; 4]; // follows nothing, and stays
            let indices = (0..vertices.len() as u32).collect();
            let mesh = Mesh { vertices, indices };
            let similarities: Vec<_> = palette.iter().map(Similarity::nearest).collect();
            let count = mesh.vertices.len();
            let mut positions = vec![Vec3::ZERO; count];
            let mut normals = vec![Vec3::ZERO; count];
            skin_vertices_dual(&similarities, &mesh.vertices, &mut positions, &mut normals);
            assert_eq!(positions[0], mesh.vertices[0].position);
            let mut seen = vec![false; count];
            for got in skin_by_duals(&gl, &mesh, &palette) {
                seen[got.vertex] = true;
                let vertex = &mesh.vertices[got.vertex];
                let joints = vertex.joints.map(|joint| similarities[usize::from(joint)]);
                if hangs_in_the_balance(&joints, &vertex.weights) {
                    continue;
                }
                let position = positions[got.vertex];
                let normal = normals[got.vertex];
                // Coordinates reach 3 * 17 + 10 = 61. The real part is at least as long as a quarter, so
                // rounding grows fourfold: 4e-6 in some 20 products each.
                assert!((got.position - position).length() < 5e-4, "{got:?} {position}");
                assert!((got.normal - normal).length() < 1e-4, "{got:?} {normal}");
            }
            assert!(seen.iter().all(|seen| *seen), "every vertex is drawn");
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{places} places: {failure}"));
    }
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
