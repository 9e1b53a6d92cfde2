//! The size of a model, which tolerances are relative to.

use super::meshes::at_rest;
use crate::collada::{document::Document, scene::Scene};
use glam::{DAffine3, DVec3};

/// The most positions of a mesh that are visited: enough for an estimate.
const MOST_POSITIONS: usize = 2_000;

/// The diagonal of the box around joints and meshes at rest, in the file's unit; 1 if that is a
/// single point.
pub(super) fn size(document: &Document, scene: &Scene<'_>, rest: &[DAffine3]) -> f64 {
    let mut low = DVec3::INFINITY;
    let mut high = DVec3::NEG_INFINITY;
    let mut take = |point: DVec3| {
        if point.is_finite() {
            low = low.min(point);
            high = high.max(point);
        }
    };
    for world in rest {
        take(world.translation);
    }
    let mut mesh = |geometry: Option<usize>, world: &DAffine3| {
        let source = geometry.and_then(|geometry| document.geometries[geometry].positions);
        let Some(source) = source.map(|source| &document.sources[source]) else { return };
        let step = source.count.div_ceil(MOST_POSITIONS).max(1);
        for element in (0..source.count).step_by(step) {
            let part = |component| f64::from(source.float(element, component));
            take(world.transform_point3(DVec3::new(part(0), part(1), part(2))));
        }
    };
    for instance in &scene.meshes {
        mesh(Some(instance.geometry), &rest[instance.node]);
    }
    for skin in &scene.skins {
        mesh(skin.geometry, &at_rest(document, skin, rest));
    }
    let size = (high - low).length();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}
