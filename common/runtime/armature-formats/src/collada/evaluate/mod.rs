//! Evaluates a scene at any time, exactly as the file says, in double precision.
//!
//! In the file's own axes and unit; all influences, their weights normalised. The error of the playable
//! [`model`](super::model) is measured against this.

mod channel_set;
mod curves;

pub use super::{
    scene::{rest_locals, rest_world, world},
    transforms::local,
};
pub use crate::loading::Side;
pub use channel_set::ChannelSet;

use super::{
    document::Document,
    scene::{Scene, SkinInstance},
};
use crate::loading::weights::weighted_position;
use glam::{DAffine3, DVec3};

/// Returns the positions of a skinned mesh: the sum of
/// `weight * world_from_joint * joint_from_bind * bind_from_mesh * position` over all influences, with weights normalised
/// to sum 1. A position without weight follows the skin's first joint.
///
/// Joint -1, and a joint that is not in the scene, leave a vertex in the bind shape.
/// Source: COLLADA 1.4.1 specification, chapter 4, "Skin deformation (or skinning)".
///
/// # Panics
/// If `world` has not a transform for each node of the scene.
pub fn skinned(document: &Document, scene: &Scene<'_>, skin: &SkinInstance<'_>, world: &[DAffine3]) -> Vec<DVec3> {
    assert_eq!(world.len(), scene.nodes.len(), "a transform for each node");
    let Some(data) = &document.controllers[skin.controller].skin else { return Vec::new() };
    let bind = data.bind_from_mesh;
    let palette: Vec<_> = skin
        .joints
        .iter()
        .zip(&skin.inverse_binds)
        .map(|(joint, inverse)| match joint {
            Some(joint) => world[*joint] * *inverse * bind,
            None => bind,
        })
        .collect();
    positions(document, skin.geometry)
        .into_iter()
        .enumerate()
        .map(|(index, position)| {
            let influences = data.influences(index).map(|(joint, weight)| {
                let matrix = usize::try_from(joint).map_or(&bind, |joint| &palette[joint]);
                (weight, matrix.transform_point3(position))
            });
            weighted_position(influences, palette.first().unwrap_or(&bind).transform_point3(position))
        })
        .collect()
}

/// Returns the positions of a mesh as modelled; none without a mesh.
pub fn positions(document: &Document, geometry: Option<usize>) -> Vec<DVec3> {
    let source = geometry.and_then(|geometry| document.geometries[geometry].positions);
    let Some(elements) = source.map(|source| document.sources[source].elements()) else { return Vec::new() };
    (0..elements.count()).map(|element| DVec3::from(elements.get(element).map(f64::from))).collect()
}
