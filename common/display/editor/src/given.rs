//! Models that need no file: a sword, a box, a ball and a horn.

use armature::{
    math::Transform,
    mesh::{Mesh, NO_JOINTS, SkinnedVertex, StaticVertex},
    model::{Material, Model, Part},
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use drawing::shapes;
use glam::{Affine3A, Vec3, Vec4};

/// Names of the given models.
pub const GIVEN: [&str; 4] = ["sword", "box", "ball", "horn"];

/// The given model of a name; "sword 2" is a sword.
pub(super) fn named(name: &str) -> Option<fn() -> Model> {
    match name.split(' ').next()? {
        "sword" => Some(sword_model),
        "box" => Some(box_model),
        "ball" => Some(|| on_joint("ball", vec![(shapes::sphere(0.1, 12, 20), BRASS)])),
        "horn" => Some(|| on_joint("horn", vec![(shapes::cone(0.05, 0.2, 16), BONE)])),
        _ => None,
    }
}

/// A cube with sides of 0.2 m about its origin: also stands for what a game puts there later.
pub(super) fn box_model() -> Model {
    boxes_on_joint("box", &[(Vec3::splat(0.2), Vec3::ZERO, WOOD)])
}

/// Returns a sword of 0.9 m along y, with its origin in the grip.
fn sword_model() -> Model {
    boxes_on_joint(
        "sword",
        &[
            (Vec3::new(0.05, 0.72, 0.014), Vec3::new(0.0, 0.45, 0.0), STEEL),
            (Vec3::new(0.20, 0.03, 0.04), Vec3::new(0.0, 0.085, 0.0), BRASS),
            (Vec3::new(0.03, 0.16, 0.03), Vec3::new(0.0, 0.0, 0.0), WOOD),
            (Vec3::new(0.05, 0.04, 0.05), Vec3::new(0.0, -0.095, 0.0), BRASS),
        ],
    )
}

const STEEL: usize = 0;
const BRASS: usize = 1;
const WOOD: usize = 2;
const BONE: usize = 3;
const COLORS: [Vec3; 4] = [
    Vec3::new(0.72, 0.76, 0.80),
    Vec3::new(0.72, 0.55, 0.22),
    Vec3::new(0.42, 0.27, 0.17),
    Vec3::new(0.86, 0.81, 0.68),
];

/// Returns a model of boxes on one joint. A box is its size, its centre and the index of its material.
fn boxes_on_joint(name: &str, boxes: &[(Vec3, Vec3, usize)]) -> Model {
    let mut parts = Vec::new();
    for (size, middle, material) in boxes {
        parts.push((shapes::cuboid(*size).transformed(&Affine3A::from_translation(*middle)), *material));
    }
    on_joint(name, parts)
}

/// Returns a model of shapes on one joint, each with the index of its material.
fn on_joint(name: &str, shapes: Vec<(Mesh<StaticVertex>, usize)>) -> Model {
    let joint = Joint { name: name.into(), parent: None, bind_local: Transform::IDENTITY };
    let Ok(skeleton) = Skeleton::new(vec![joint]) else { return Model::default() };
    let mut parts = Vec::new();
    for (shape, material) in shapes {
        let (joints, weights) = NO_JOINTS;
        let vertices: Vec<SkinnedVertex> =
            shape.vertices.iter().map(|vertex| vertex.skinned(joints, weights)).collect();
        let mesh = Mesh { vertices, indices: shape.indices };
        let material = Some(material);
        parts.push(Part { name: name.into(), mesh, colors: Vec::new(), skin: 0, material, morphs: None });
    }
    let materials = COLORS.map(|color| Material {
        name: name.into(),
        diffuse: color.extend(1.0),
        specular: Vec3::splat(0.25),
        shininess: 30.0,
        ..Material::default()
    });
    Model {
        name: name.into(),
        is_joint: vec![true],
        skins: vec![Skin::bound(&skeleton)],
        skeleton,
        parts,
        materials: materials.into(),
        ..Model::default()
    }
}

/// sRGB-encoded colours of spheres that hit and of those that are hit.
pub(super) const SPHERES: [Vec4; 2] = [Vec4::new(0.95, 0.25, 0.15, 1.0), Vec4::new(0.10, 0.65, 0.95, 1.0)];
