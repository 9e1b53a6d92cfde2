//! One model of three knights side by side, one for each way to loop.

use crate::chain::Chain;
use anyhow::Result;
use common::model::{Material, Model};
use common::skeleton::Skeleton;
use glam::{Mat4, Vec3, Vec4};

/// How many there are: as many as [`MODES`](crate::MODES).
pub(crate) const COUNT: usize = 3;

/// From one to the next, in metres.
const APART: f32 = 1.82;

/// Of the figures around their joints.
const OPACITY: f32 = 0.34;

/// Where a copy stands, in world space.
pub(crate) fn place(copy: usize) -> Vec3 {
    Vec3::X * APART * (copy as f32 - (COUNT as f32 - 1.0) / 2.0)
}

/// The chain's figure three times, see-through; the joints of each copy come after those of the one before.
///
/// # Errors
/// If the chain's joints are no skeleton.
pub(crate) fn model(chain: &Chain) -> Result<Model> {
    let one = &chain.model;
    let mut model = Model {
        name: one.name.clone(),
        world_from_model: one.world_from_model,
        materials: one.materials.clone(),
        ..Model::default()
    };
    let mut joints = Vec::new();
    for _ in 0..COUNT {
        let (first_joint, first_skin) = (joints.len(), model.skins.len());
        for joint in one.skeleton.joints() {
            let parent = joint.parent.map(|parent| parent + first_joint);
            joints.push(common::skeleton::Joint { parent, ..joint.clone() });
        }
        for skin in &one.skins {
            let mut skin = skin.clone();
            for binding in &mut skin.bindings {
                binding.joint = binding.joint.map(|joint| joint + first_joint);
            }
            model.skins.push(skin);
        }
        for part in &one.parts {
            let mut part = part.clone();
            part.skin += first_skin;
            model.parts.push(part);
        }
        model.is_joint.extend(&one.is_joint);
    }
    model.skeleton = Skeleton::new(joints)?;
    fade(&mut model);
    Ok(model)
}

/// `file_from_file`: moves a copy to its place, in the file's own axes and unit.
pub(crate) fn shift(model: &Model, copy: usize) -> Mat4 {
    let file_from_world = model.world_from_model.inverse();
    Mat4::from_translation(file_from_world.transform_vector3(place(copy)))
}

/// Makes a model see-through.
fn fade(model: &mut Model) {
    for part in &mut model.parts {
        if part.material.is_none() {
            part.material = Some(model.materials.len());
        }
    }
    model.materials.push(Material::default());
    for material in &mut model.materials {
        material.diffuse *= Vec4::new(1.0, 1.0, 1.0, OPACITY);
    }
}
