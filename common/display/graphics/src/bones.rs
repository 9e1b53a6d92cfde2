//! A figure's joints and the bones between them, as shapes.

use super::{OrbitCamera, debug_draw::Shapes};
use armature::model::{Model, ModelInstance};
use glam::{Vec3, Vec4};

const BONE: Vec4 = Vec4::new(0.98, 0.80, 0.42, 0.92);
const JOINT: Vec4 = Vec4::new(0.25, 0.66, 0.92, 1.0);
const CHOSEN: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);

/// Returns shapes for a model's joints and for the bones between them, in world space. If the file marks no node as a
/// joint, every node is drawn as a joint. `chosen` is the joint to highlight.
pub fn bone_shapes(model: &Model, figure: &ModelInstance, camera: &OrbitCamera, chosen: Option<usize>) -> Shapes {
    let joints = model.skeleton.joints();
    let radius = camera.scene_radius;
    let mut shapes = Shapes::new();
    for index in (0..joints.len()).filter(|index| is_joint(model, *index)) {
        let position = world_position(model, figure, index);
        let mut marker = 0.016 * radius;
        if let Some(parent) = joint_above(model, index) {
            let from = world_position(model, figure, parent);
            let length = from.distance(position);
            let color = if chosen == Some(parent) { CHOSEN } else { BONE };
            shapes.bone(from, position, (0.16 * length).clamp(0.006 * radius, 0.06 * radius), color);
            marker = (0.25 * length).clamp(0.4 * marker, marker); // fingers stand close together
        }
        shapes.joint(position, marker, if chosen == Some(index) { CHOSEN } else { JOINT });
    }
    shapes
}

/// Returns whether a file marks a node as a joint; if it marks none, every node is one.
pub fn is_joint(model: &Model, node: usize) -> bool {
    model.is_joint.get(node) == Some(&true) || !model.is_joint.contains(&true)
}

/// Returns the nearest ancestor that is a joint: other nodes may be between.
pub fn joint_above(model: &Model, joint: usize) -> Option<usize> {
    let joints = model.skeleton.joints();
    let mut above = joints[joint].parent;
    while let Some(node) = above.filter(|node| !is_joint(model, *node)) {
        above = joints[node].parent;
    }
    above
}

fn world_position(model: &Model, figure: &ModelInstance, joint: usize) -> Vec3 {
    model.world_from_model.transform_point3(figure.model_from_joint()[joint].translation.into())
}
