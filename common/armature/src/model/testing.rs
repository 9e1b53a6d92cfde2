//! Models for tests: a small one, and the figures of the workspace.

use super::{Model, Part};
use crate::{
    mesh::{Mesh, SkinnedVertex},
    skeleton::testing::straight,
    skin::Skin,
};
use glam::Vec3;
use std::path::Path;

/// A chain of three joints, one metre apart along y, with a triangle on each.
pub(crate) fn chain() -> Model {
    let skeleton = straight(3, Vec3::Y);
    let vertex = |index: u16| SkinnedVertex {
        position: Vec3::new(f32::from(index % 3), f32::from(index), 0.5),
        joints: [index / 3, 0, 0, 0],
        weights: [1.0, 0.0, 0.0, 0.0],
        ..SkinnedVertex::default()
    };
    let mesh = Mesh { vertices: (0..9).map(vertex).collect(), indices: (0..9).collect() };
    Model {
        is_joint: vec![true; skeleton.len()],
        skins: vec![Skin::bound(&skeleton)],
        parts: vec![Part { name: "triangles".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        skeleton,
        ..Model::default()
    }
}

/// A figure of `assets/`; `None` where this crate stands alone, as in a package.
pub(crate) fn of_assets(name: &str) -> Option<Model> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    if !assets.exists() {
        println!("SKIPPED: {name}, since there is no {}", assets.display());
        return None;
    }
    Some(crate::load(assets.join(format!("{name}.dae"))).expect("our own figures load").model)
}
