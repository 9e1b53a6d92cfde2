//! Builds a [`Model`], which is played and drawn, from a scene.
//!
//! Every node instance is a joint of the skeleton. The file's axes and unit become one matrix at the
//! root; nothing else is converted.

mod balance;
mod clips;
mod materials;
mod meshes;
mod triangles;

use super::{
    document::Document,
    error::{Error, Reporter},
    evaluate::{rest_locals, world},
    scene::Scene,
};
use crate::loading::{
    files::Files,
    rest::{build_skeleton, rest_parts},
};
use armature::{math::Decomposition, model::Model};

/// Builds the model, and warns of what is not in it. Pictures are looked for among `files`.
///
/// # Errors
/// If the model would go beyond a limit, or holds numbers beyond an `f32`.
pub(super) fn build_model(
    document: &Document,
    scene: &Scene<'_>,
    name: &str,
    files: Files<'_>,
    reporter: &mut Reporter,
) -> Result<Model, Error> {
    let locals = rest_locals(document);
    let rest: Vec<Decomposition> = locals.iter().map(rest_parts).collect();
    let joints = scene.nodes.iter().map(|instance| {
        let node = &document.nodes[instance.node];
        let names = [&node.name, &node.id, &node.sid];
        let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        (name, instance.parent, rest[instance.node])
    });
    let location = |joint: usize| document.nodes[scene.nodes[joint].node].location.clone();
    let skeleton = build_skeleton(joints, location, reporter)?;
    let mut model = Model {
        name: name.into(),
        world_from_model: document.asset.world_from_model(),
        is_joint: scene.nodes.iter().map(|node| document.nodes[node.node].joint).collect(),
        skeleton,
        materials: materials::build_materials(document, files, reporter),
        ..Model::default()
    };
    meshes::add_meshes(document, scene, &mut model, reporter)?;
    model.clips = clips::build_clips(document, scene, &world(&scene.nodes, &locals), name, reporter)?;
    if model.clips.iter().flat_map(|clip| &clip.tracks).any(|tracks| tracks.shear.is_some()) {
        model.skeleton.make_room_for_shear();
    }
    balance::count(document, scene, &model, reporter);
    Ok(model)
}
