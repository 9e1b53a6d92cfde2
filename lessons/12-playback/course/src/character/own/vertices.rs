//! A figure's vertices in the pose that stands for a T or A pose, on the joints of the knight's that they move with.

use super::roles::Roles;
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, ModelInstance, Part};
use armature::skeleton::Pose;
use armature::skin::{Influence, best_four, skin_vertices};
use glam::Vec3;

/// Returns the figure's meshes in the neutral pose in world space, on one skin over the knight's joints. Objects in its
/// hands are left out, because it gets his sword.
pub(super) fn neutral_parts(figure: &Model, neutral: &Pose, roles: &Roles) -> Vec<Part> {
    let mut stance = ModelInstance::new(figure);
    stance.change(figure).pose_mut().clone_from(neutral);
    let mine = figure.parts.iter().filter(|part| !is_held(figure, roles, part));
    mine.map(|part| place_part(figure, &stance, roles, part)).collect()
}

/// Returns whether a part only follows joints of objects that a hand holds.
fn is_held(figure: &Model, roles: &Roles, part: &Part) -> bool {
    let bindings = &figure.skins[part.skin].bindings;
    let mut influences = part.mesh.vertices.iter().flat_map(|vertex| vertex.joints.into_iter().zip(vertex.weights));
    influences.all(|(slot, weight)| {
        let joint = bindings.get(usize::from(slot)).and_then(|binding| binding.joint);
        weight <= 0.0 || joint.is_some_and(|joint| roles.is_held[joint])
    })
}

/// Returns a part in world space, its vertices on the knight's joints.
fn place_part(figure: &Model, stance: &ModelInstance, roles: &Roles, part: &Part) -> Part {
    let mut room = Vec::new();
    let vertices = stance.morphed(figure, part, &mut room);
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = vec![Vec3::ZERO; vertices.len()];
    skin_vertices(stance.palette(part.skin), vertices, &mut positions, &mut normals);
    let world = &figure.world_from_model;
    let turn = Transform::from_matrix(world).rotation;
    let bindings = &figure.skins[part.skin].bindings;
    let mut placed = Vec::new();
    for (vertex, (position, normal)) in vertices.iter().zip(positions.iter().zip(&normals)) {
        let mut influences = Vec::new();
        for (slot, weight) in vertex.joints.into_iter().zip(vertex.weights) {
            let joint = bindings.get(usize::from(slot)).and_then(|binding| binding.joint);
            let joint = joint.map_or(roles.hips, |joint| roles.knights[joint]);
            influences.push(Influence { slot: joint as u16, weight });
        }
        let four = best_four(&influences);
        let position = world.transform_point3(*position);
        let normal = turn * *normal;
        placed.push(SkinnedVertex { position, normal, joints: four.joints, weights: four.weights, ..*vertex });
    }
    let mesh = Mesh { vertices: placed, indices: part.mesh.indices.clone() };
    Part { mesh, skin: 0, morphs: None, ..part.clone() }
}
