//! Skinning on the processor.

use crate::{Bench, data, poses::Character, report::Goal};
use common::{
    animation::Cursors,
    fast::{self, Affine3x4, VertexBlocks},
    mesh::SkinnedVertex,
    skeleton::{Pose, local_to_model},
    skin::skin_vertices,
};
use glam::{Affine3A, Vec3, Vec3A};
use std::hint::black_box;

pub(crate) fn run(bench: &mut Bench) {
    let character = Character::humanoid();
    let palette = palette(&character);
    let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
    let goal = Goal::Ratio { target: 1.5, floor: 1.3 };
    let meshes = [(10_000, 1), (10_000, 2), (10_000, 3), (10_000, 4), (100_000, 4)];
    for (count, influences) in meshes {
        let vertices = data::mesh(count, influences, palette.len());
        let what = format!("skinning, {count} vertices, influences: {influences}");
        compare(bench, &what, &vertices, &palette, &rows, goal, skin_vertices);
    }
    // What much software does, and the reference runtime among it: normals by the blended matrix
    // itself, which is right for rigid joints alone, and not brought to unit length.
    let vertices = data::mesh(10_000, 4, palette.len());
    let what = "skinning, 10000 vertices, influences: 4, plain shortcut";
    compare(bench, what, &vertices, &palette, &rows, Goal::ReportOnly, with_the_shortcut);
}

/// The skinning matrices of the humanoid in the middle of its clip.
fn palette(character: &Character) -> Vec<Affine3A> {
    let (mut pose, mut model) = (Pose::default(), vec![Affine3A::IDENTITY; character.skeleton.len()]);
    let clip = data::dense(&character.skeleton);
    clip.sample(1.7, &character.bind, &mut Cursors::default(), &mut pose);
    local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut model);
    character.skin.palette(&model)
}

pub(crate) type Plain = fn(&[Affine3A], &[SkinnedVertex], &mut [Vec3], &mut [Vec3]);

pub(crate) fn compare(
    bench: &mut Bench,
    what: &str,
    vertices: &[SkinnedVertex],
    palette: &[Affine3A],
    rows: &[Affine3x4],
    goal: Goal,
    plain: Plain,
) {
    if !bench.rounds.wanted(what) {
        return;
    }
    let simd = bench.simd;
    let blocks = VertexBlocks::new(vertices);
    let mut plain_out = (vec![Vec3::ZERO; vertices.len()], vec![Vec3::ZERO; vertices.len()]);
    let mut out = (vec![[0.0; 3]; vertices.len()], vec![[0.0; 3]; vertices.len()]);
    let comparison = bench.rounds.compare(
        vertices.len(),
        || {
            plain(palette, vertices, &mut plain_out.0, &mut plain_out.1);
            black_box(&plain_out);
        },
        || {
            fast::skin_vertices(simd, rows, &blocks, &mut out.0, &mut out.1);
            black_box(&out);
        },
    );
    bench.report.comparison(what, "vertex", comparison, goal);
}

fn with_the_shortcut(palette: &[Affine3A], vertices: &[SkinnedVertex], positions: &mut [Vec3], normals: &mut [Vec3]) {
    for ((vertex, position), normal) in vertices.iter().zip(positions).zip(normals) {
        let [a, b, c, d] = vertex.joints.map(|joint| &palette[usize::from(joint)]);
        let [p, q, r, s] = vertex.weights;
        let linear = a.matrix3 * p + b.matrix3 * q + c.matrix3 * r + d.matrix3 * s;
        let translation = a.translation * p + b.translation * q + c.translation * r + d.translation * s;
        *position = (linear * Vec3A::from(vertex.position) + translation).into();
        *normal = (linear * Vec3A::from(vertex.normal)).into();
    }
}
