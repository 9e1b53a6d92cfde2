//! A figure's joints and the bones between them, as shapes.

use super::{OrbitCamera, debug_draw::Shapes};
use crate::model::{Model, ModelInstance};
use glam::Vec4;

const BONE: Vec4 = Vec4::new(0.98, 0.80, 0.42, 0.92);
const JOINT: Vec4 = Vec4::new(0.25, 0.66, 0.92, 1.0);
const CHOSEN: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);

/// Joints and the bones between them, in world space. Where a file marks no node as a joint, all count.
pub(crate) fn bone_shapes(
    model: &Model,
    figure: &ModelInstance,
    camera: &OrbitCamera,
    chosen: Option<usize>,
) -> Shapes {
    let joints = model.skeleton.joints();
    let any = model.is_joint.iter().any(|is_joint| *is_joint);
    let shown = |joint: usize| !any || model.is_joint.get(joint).copied().unwrap_or(false);
    let at =
        |joint: usize| model.world_from_model.transform_point3(figure.model_from_joint()[joint].translation.into());
    let radius = camera.scene_radius;
    let mut shapes = Shapes::new();
    for index in (0..joints.len()).filter(|index| shown(*index)) {
        // The nearest ancestor that is a joint: other nodes may be between.
        let mut above = joints[index].parent;
        while let Some(parent) = above.filter(|parent| !shown(*parent)) {
            above = joints[parent].parent;
        }
        let mut marker = 0.016 * radius;
        if let Some(parent) = above {
            let (from, to) = (at(parent), at(index));
            let length = from.distance(to);
            let color = if chosen == Some(parent) { CHOSEN } else { BONE };
            shapes.bone(from, to, (0.16 * length).clamp(0.006 * radius, 0.06 * radius), color);
            marker = (0.25 * length).clamp(0.4 * marker, marker); // fingers stand close together
        }
        shapes.joint(at(index), marker, if chosen == Some(index) { CHOSEN } else { JOINT });
    }
    shapes
}
