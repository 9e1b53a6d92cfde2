//! Builds a [`Model`], which is played and drawn, from a scene.
//!
//! Every node instance is a joint of the skeleton. The file's axes and unit become one matrix at the
//! root; nothing else is converted.

mod clips;
mod materials;
mod meshes;
mod node_extent;
mod skeleton;
mod skins;
mod triangles;

use super::{
    document::Document,
    error::{Error, Reporter},
    evaluate::{rest_locals, world},
    scene::Scene,
};
use crate::loading::files::Files;
use armature::model::Model;

/// Makes the model. Pictures are looked for in the archive, if there is one, and then among `files`.
///
/// # Errors
/// If the model would go beyond a limit, or holds numbers beyond an `f32`.
pub(super) fn model(
    document: &Document,
    scene: &Scene<'_>,
    name: &str,
    files: Files<'_>,
    reporter: &mut Reporter,
) -> Result<Model, Error> {
    let locals = rest_locals(document);
    let skeleton = skeleton::skeleton(document, scene, &locals, reporter)?;
    let mut model = Model {
        name: name.into(),
        world_from_model: document.asset.world_from_model(),
        is_joint: scene.nodes.iter().map(|node| document.nodes[node.node].joint).collect(),
        skeleton,
        materials: materials::materials(document, files, reporter),
        ..Model::default()
    };
    let rest = world(&scene.nodes, &locals);
    meshes::add_meshes(document, scene, &mut model, reporter)?;
    model.clips = clips::clips(document, scene, &rest, name, reporter)?;
    if model.clips.iter().flat_map(|clip| &clip.tracks).any(|tracks| tracks.shear.is_some()) {
        model.skeleton.make_room_for_shear();
    }
    Ok(model)
}
