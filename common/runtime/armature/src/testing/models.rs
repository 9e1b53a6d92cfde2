//! A small model for tests.

use super::skeletons::straight;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, Part};
use armature::skin::Skin;
use glam::Vec3;

/// Makes a chain of three joints, one metre apart along y, with a triangle on each.
pub(crate) fn chain() -> Model {
    let skeleton = straight(3, Vec3::Y);
    let mesh = Mesh {
        vertices: (0..9)
            .map(|index| SkinnedVertex {
                position: Vec3::new(f32::from(index % 3), f32::from(index), 0.5),
                joints: [index / 3, 0, 0, 0],
                weights: [1.0, 0.0, 0.0, 0.0],
                ..SkinnedVertex::default()
            })
            .collect(),
        indices: (0..9).collect(),
    };
    Model {
        is_joint: vec![true; skeleton.len()],
        skins: vec![Skin::bound(&skeleton)],
        parts: vec![Part { name: "triangles".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        skeleton,
        ..Model::default()
    }
}
