//! Builds a [`Model`], which is played and drawn, from a document: every node of the scene is a joint.

mod clips;
mod materials;
mod meshes;
mod skeleton;
mod triangles;

use super::document::Document;
use crate::{
    loading::{Error, Reporter},
    model::Model,
};
use skeleton::Joints;

pub(super) fn model(
    document: &Document,
    name: &str,
    reporter: &mut Reporter,
) -> Result<Model, Error> {
    let joints = Joints::new(document);
    let (skeleton, is_joint) = skeleton::skeleton(document, &joints, reporter)?;
    let mut model = Model {
        name: name.into(),
        skeleton,
        is_joint,
        materials: materials::materials(document, reporter),
        ..Model::default()
    };
    // Meshes and clips are independent.
    let mut of_clips = Reporter::new(reporter.file());
    let (meshes, clips) = document.threads.join(
        || meshes::add_meshes(document, &joints, &mut model, reporter),
        || clips::clips(document, &joints, name, &mut of_clips),
    );
    meshes?;
    reporter.append(of_clips);
    model.clips = clips?;
    Ok(model)
}
