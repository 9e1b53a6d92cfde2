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
    for index in (0..joints.len()).filter(|index| is_drawn(model, *index)) {
        // The nearest ancestor that is drawn: other nodes may be between.
        let mut ancestor = joints[index].parent;
        while let Some(parent) = ancestor.filter(|parent| !is_drawn(model, *parent)) {
            ancestor = joints[parent].parent;
        }
        let position = world_position(model, figure, index);
        let mut marker = 0.016 * radius;
        if let Some(parent) = ancestor {
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

fn is_drawn(model: &Model, joint: usize) -> bool {
    let file_marks_joints = model.is_joint.iter().any(|is_joint| *is_joint);
    !file_marks_joints || model.is_joint.get(joint).copied().unwrap_or(false)
}

fn world_position(model: &Model, figure: &ModelInstance, joint: usize) -> Vec3 {
    model.world_from_model.transform_point3(figure.model_from_joint()[joint].translation.into())
}
