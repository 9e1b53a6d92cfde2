//! Every node instance as a joint, where it rests.

use crate::{
    collada::{
        document::Document,
        error::{Error, ErrorKind, Reporter},
        evaluate,
        scene::Scene,
    },
    math::{Decomposition, decompose},
    skeleton::{Joint, Skeleton, SkeletonError},
};
use glam::{Affine3A, DAffine3, Mat3, Vec3};

pub(super) fn skeleton(
    document: &Document,
    scene: &Scene<'_>,
    reporter: &mut Reporter,
) -> Result<Skeleton, Error> {
    let rest = evaluate::rest_locals(document);
    let parts: Vec<Decomposition> = rest.iter().map(|local| decompose(&single(local))).collect();
    for (node, parts) in document.nodes.iter().zip(&parts).filter(|(_, parts)| !parts.is_exact()) {
        let message =
            format!("rests sheared, by up to {:.2} degrees: drawn without", degrees(parts.shear));
        reporter.warn(Some(&node.place), message);
    }
    let joints = scene.nodes.iter().map(|instance| {
        let node = &document.nodes[instance.node];
        let names = [&node.name, &node.id, &node.sid];
        let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        Joint { name, parent: instance.parent, bind_local: parts[instance.node].transform }
    });
    Skeleton::new(joints.collect()).map_err(|error| {
        let joint = match error {
            SkeletonError::ParentAfterChild { joint, .. }
            | SkeletonError::NotFinite { joint, .. } => joint,
        };
        let place = &document.nodes[scene.nodes[joint].node].place;
        let message = "its transform holds numbers too large to be drawn";
        reporter.error(ErrorKind::Number, Some(place), message)
    })
}

/// How far the axes of a decomposition lean at most.
pub(super) fn degrees(shear: Vec3) -> f32 {
    shear.abs().max_element().atan().to_degrees()
}

/// In single precision.
pub(super) fn single(matrix: &DAffine3) -> Affine3A {
    let linear: Mat3 = matrix.matrix3.as_mat3();
    Affine3A::from_mat3_translation(linear, matrix.translation.as_vec3())
}
