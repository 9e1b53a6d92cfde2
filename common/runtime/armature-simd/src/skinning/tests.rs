//! Comparison of skinning in blocks with the plain form.

use super::*;
use crate::{Affine3x4, SimdLevel, testing::values};
use armature::skin;
use glam::{Affine3A, Vec3};
use proptest::prelude::*;

/// Makes a vertex with one to four influences, which need not be the first of its four.
fn vertex() -> impl Strategy<Value = SkinnedVertex> {
    let influences = prop::collection::vec((0u16..6, 0.05f32..1.0), 1..=4);
    (values::point(), values::unit_quat(), influences, 0usize..4).prop_map(|(position, turn, influences, gap)| {
        let mut vertex = SkinnedVertex { position, normal: turn * Vec3::Z, ..Default::default() };
        let sum: f32 = influences.iter().map(|(_, weight)| weight).sum();
        for (index, (joint, weight)) in influences.iter().enumerate() {
            let index = (index + gap) % 4;
            vertex.joints[index] = *joint;
            vertex.weights[index] = weight / sum;
        }
        vertex
    })
}

proptest! {
    /// With meshes of no block, one and more, any mix of influences, and palettes that scale unevenly and mirror. The
    /// tolerance of positions: coordinates up to 3 * 17 + 10, 20 roundings of 6e-8 * 60, times 5. The blend of such
    /// matrices can be nearly flat, and its cofactors small differences of large products: normals are compared as far
    /// as the roundings of the plain form, 1e-5 of the largest product, leave their direction certain.
    #[test]
    fn as_the_plain_form(
        transforms in prop::collection::vec((values::transform(), any::<bool>()), 6),
        vertices in prop::collection::vec(vertex(), 0..30),
    ) {
        let palette: Vec<Affine3A> = transforms.iter().map(|(t, mirror)| {
            let mirror = if *mirror { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
            t.to_affine() * Affine3A::from_scale(mirror)
        }).collect();
        let rows: Vec<Affine3x4> = palette.iter().map(|m| Affine3x4::from(*m)).collect();
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = vec![Vec3::ZERO; vertices.len()];
        skin::skin_vertices(&palette, &vertices, &mut positions, &mut normals);

        let blocks = VertexBlocks::new(&vertices);
        prop_assert_eq!(blocks.len(), vertices.len());
        for simd in SimdLevel::all() {
            let mut p = vec![[7.0; 3]; vertices.len()];
            let mut n = vec![[7.0; 3]; vertices.len()];
            blocks.skin(simd, &rows, &mut p, &mut n);
            for (v, vertex) in vertices.iter().enumerate() {
                prop_assert!((Vec3::from(p[v]) - positions[v]).length() < 4e-4, "{simd}, {v}: {:?} {}", p[v], positions[v]);
                let blend = vertex.joints.iter().zip(vertex.weights).fold(Affine3A::ZERO, |mut sum, (joint, weight)| {
                    sum.matrix3 += palette[usize::from(*joint)].matrix3 * weight;
                    sum
                });
                let turned = Vec3::from(skin::normal_matrix(&blend.matrix3) * glam::Vec3A::from(vertex.normal));
                let largest = blend.matrix3.to_cols_array().iter().fold(0.0f32, |m, c| m.max(c.abs()));
                let uncertain = 1e-5 * largest * largest / turned.length();
                let flipped = blend.matrix3.determinant().abs() < 1e-4 * largest.powi(3);
                if uncertain < 0.1 && !flipped {
                    let off = (Vec3::from(n[v]) - normals[v]).length();
                    prop_assert!(off < uncertain + 1e-5, "{simd}, {v}: {:?} {} {uncertain}", n[v], normals[v]);
                }
            }
        }
    }

    /// With rigid joints, normals agree to a few roundings.
    #[test]
    fn as_the_plain_form_by_rigid_joints(
        turns in prop::collection::vec((values::unit_quat(), values::point()), 6),
        vertices in prop::collection::vec(vertex(), 1..20),
    ) {
        let palette: Vec<Affine3A> = turns.iter().map(|(r, t)| Affine3A::from_rotation_translation(*r, *t)).collect();
        let rows: Vec<Affine3x4> = palette.iter().map(|m| Affine3x4::from(*m)).collect();
        let vertices: Vec<SkinnedVertex> = vertices.iter().map(|v| SkinnedVertex { weights: [1.0, 0.0, 0.0, 0.0], ..*v }).collect();
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = vec![Vec3::ZERO; vertices.len()];
        skin::skin_vertices(&palette, &vertices, &mut positions, &mut normals);
        let blocks = VertexBlocks::new(&vertices);
        for simd in SimdLevel::all() {
            let mut p = vec![[7.0; 3]; vertices.len()];
            let mut n = vec![[7.0; 3]; vertices.len()];
            blocks.skin(simd, &rows, &mut p, &mut n);
            for v in 0..vertices.len() {
                prop_assert!((Vec3::from(p[v]) - positions[v]).length() < 3e-5);
                prop_assert!((Vec3::from(n[v]) - normals[v]).length() < 3e-6);
            }
        }
    }
}

/// Returns the skinned position and normal of a vertex.
fn skin_vertex(vertex: SkinnedVertex, palette: &[Affine3x4]) -> ([f32; 3], [f32; 3]) {
    let mut position = [[7.0; 3]];
    let mut normal = [[7.0; 3]];
    VertexBlocks::new(&[vertex]).skin(SimdLevel::best(), palette, &mut position, &mut normal);
    (position[0], normal[0])
}

#[test]
fn a_collapsed_vertex_is_zero() {
    let vertex =
        SkinnedVertex { position: Vec3::ONE, normal: Vec3::Y, weights: [1.0, 0.0, 0.0, 0.0], ..Default::default() };
    let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(skin_vertex(vertex, &[flat.into()]), ([1.0, 0.0, 1.0], [0.0, 1.0, 0.0]));
    assert_eq!(skin_vertex(vertex, &[Affine3A::ZERO.into()]), ([0.0; 3], [0.0; 3]));
    let without = SkinnedVertex { weights: [0.0; 4], ..vertex };
    assert_eq!(skin_vertex(without, &[flat.into()]), ([0.0; 3], [0.0; 3]), "no weight at all");
}
