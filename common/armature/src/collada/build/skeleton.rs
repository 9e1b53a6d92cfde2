//! The skeleton: every node instance as a joint, with its rest transform.

use crate::{
    collada::{
        document::Document,
        error::{Error, ErrorKind, Reporter},
        scene::Scene,
    },
    loading::rest::rest_parts,
    math::Decomposition,
    skeleton::{Joint, Skeleton, SkeletonError},
};
use glam::{DAffine3, Vec3};

pub(super) fn skeleton(
    document: &Document,
    scene: &Scene<'_>,
    locals: &[DAffine3],
    reporter: &Reporter,
) -> Result<Skeleton, Error> {
    let parts: Vec<Decomposition> = locals.iter().map(rest_parts).collect();
    let joints = scene.nodes.iter().map(|instance| {
        let node = &document.nodes[instance.node];
        let names = [&node.name, &node.id, &node.sid];
        let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        Joint { name, parent: instance.parent, bind_local: parts[instance.node].transform }
    });
    let mut shears: Vec<Vec3> =
        scene.nodes.iter().map(|instance| parts[instance.node].shear).collect();
    if shears.iter().all(|shear| *shear == Vec3::ZERO) {
        shears.clear();
    }
    Skeleton::sheared(joints.collect(), shears).map_err(|error| {
        let joint = match error {
            SkeletonError::ParentAfterChild { joint, .. }
            | SkeletonError::NotFinite { joint, .. } => joint,
        };
        let place = &document.nodes[scene.nodes[joint].node].place;
        let message = "its transform holds numbers too large to be drawn";
        reporter.error(ErrorKind::Number, Some(place), message)
    })
}
