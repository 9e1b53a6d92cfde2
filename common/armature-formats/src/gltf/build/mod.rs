//! Builds a [`Model`], which is played and drawn, from a document: every node of the scene is a joint.

mod clips;
mod meshes;
mod morphs;
mod skeleton;
pub(super) mod triangles;

use super::document::Document;
use crate::loading::{Error, Reporter};
use armature::model::Model;
use glam::{Affine3A, Mat3, Vec3};
use skeleton::Joints;

pub(super) fn model(document: &Document, name: &str, reporter: &mut Reporter) -> Result<Model, Error> {
    let joints = Joints::new(document);
    let (skeleton, is_joint) = skeleton::skeleton(document, &joints, reporter)?;
    let materials = document.materials.iter().map(|data| data.material.clone()).collect();
    let mut model = Model { name: name.into(), skeleton, is_joint, materials, ..Model::default() };
    let humanoid = document.humanoid.iter();
    let humanoid = humanoid.filter_map(|(node, name)| Some((joints.of_node[*node]?, name.clone())));
    model.humanoid = humanoid.collect();
    if document.looks_back {
        model.world_from_model = Affine3A::from_mat3(Mat3::from_diagonal(Vec3::new(-1.0, 1.0, -1.0)));
    }
    let sets = meshes::add_meshes(document, &joints, &mut model, reporter)?;
    model.clips = clips::clips(document, &joints, &model, &sets, reporter)?;
    Ok(model)
}
