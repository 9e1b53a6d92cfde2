//! The skeleton: every node instance as a joint, with its rest transform.

use crate::{
    collada::{
        document::Document,
        error::{Error, Reporter},
        scene::Scene,
    },
    loading::rest::{rest_parts, skeleton as of_joints},
};
use armature::{math::Decomposition, skeleton::Skeleton};
use glam::DAffine3;

pub(super) fn skeleton(
    document: &Document,
    scene: &Scene<'_>,
    locals: &[DAffine3],
    reporter: &Reporter,
) -> Result<Skeleton, Error> {
    let rest: Vec<Decomposition> = locals.iter().map(rest_parts).collect();
    let joints = scene.nodes.iter().map(|instance| {
        let node = &document.nodes[instance.node];
        let names = [&node.name, &node.id, &node.sid];
        let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        (name, instance.parent, rest[instance.node])
    });
    of_joints(joints, |joint| document.nodes[scene.nodes[joint].node].place.clone(), reporter)
}
