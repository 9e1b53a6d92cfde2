//! A figure's vertices in the pose that stands for a T or A pose, on the joints of the knight's that they move with.

use super::roles::Roles;
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, ModelInstance, Part};
use armature::skeleton::Pose;
use armature::skin::{Binding, Influence, best_four, skin_vertices};
use glam::Vec3;

/// The figure's meshes in the neutral pose in world space, on one skin over the knight's joints.
#[derive(Default)]
pub(super) struct NeutralMeshes {
    pub(super) parts: Vec<Part>,
    /// Height of the highest vertex of the body.
    pub(super) top: Option<f32>,
    /// Names of the meshes beside the figure that are left out.
    pub(super) left_out: Vec<String>,
    /// Names of the meshes in its hands, which are left out too.
    pub(super) in_hands: Vec<String>,
}

impl NeutralMeshes {
    /// Places the figure's meshes. Objects in its hands are left out, because it gets the knight's sword, and so are
    /// meshes that do not move with it.
    pub(super) fn new(figure: &Model, neutral: &Pose, roles: &Roles, height: &dyn Fn(&str) -> f32) -> Self {
        let mut stance = ModelInstance::new(figure);
        stance.change(figure).pose_mut().clone_from(neutral);
        let hands: Vec<Hands> = figure.parts.iter().map(|part| Hands::find(figure, roles, part)).collect();
        // Above this, a hat is on a stick.
        let head = height("head");
        let limit = head + MAX_HAT * (head - height("hips"));
        let mut meshes = Self::default();
        for (part, own) in figure.parts.iter().zip(&hands) {
            if all_follow(figure, part, &roles.is_loose) {
                add_name(figure, &mut meshes.left_out, part);
                continue;
            }
            let is_shown = own.only.is_some_and(|hand| hands.iter().any(|other| other.in_part.contains(&hand)));
            if is_shown || all_follow(figure, part, &roles.is_held) {
                add_name(figure, &mut meshes.in_hands, part);
                continue;
            }
            let placed = place_part(figure, &stance, roles, part);
            for (vertex, old) in placed.mesh.vertices.iter().zip(&part.mesh.vertices) {
                let joint = main_joint(figure, part, old);
                let is_head = vertex.joints[0] as usize == roles.head;
                let is_body =
                    joint.is_some_and(|joint| roles.is_matched[joint]) || is_head && vertex.position.y < limit;
                if is_body && meshes.top.is_none_or(|top| top < vertex.position.y) {
                    meshes.top = Some(vertex.position.y);
                }
            }
            meshes.parts.push(placed);
        }
        meshes
    }
}

/// Adds the name of the node that a part is on, or of its mesh if it has a skin, once.
fn add_name(figure: &Model, names: &mut Vec<String>, part: &Part) {
    let name = match figure.skins[part.skin].bindings[..] {
        [Binding { joint: Some(node), .. }] => &figure.skeleton.joints()[node].name,
        _ => &part.name,
    };
    if !names.contains(name) {
        names.push(name.clone());
    }
}

/// Largest height of a hat over the head's joint, as a multiple of the height of that joint over the hips.
const MAX_HAT: f32 = 2.0;

/// The hands that a part's vertices follow.
#[derive(Default)]
struct Hands {
    /// The hand that all vertices follow.
    only: Option<usize>,
    /// Hands that a part follows together with other joints.
    in_part: Vec<usize>,
}

impl Hands {
    fn find(figure: &Model, roles: &Roles, part: &Part) -> Self {
        let mut followed: Vec<Option<usize>> = Vec::new();
        for vertex in &part.mesh.vertices {
            let hand = main_joint(figure, part, vertex).and_then(|joint| roles.hands[joint]);
            if !followed.contains(&hand) {
                followed.push(hand);
            }
        }
        match followed[..] {
            [hand] => Self { only: hand, in_part: Vec::new() },
            _ => Self { only: None, in_part: followed.into_iter().flatten().collect() },
        }
    }
}

/// Returns the joint that a vertex follows most.
fn main_joint(figure: &Model, part: &Part, vertex: &SkinnedVertex) -> Option<usize> {
    figure.skins[part.skin].bindings.get(main_slot(vertex))?.joint
}

/// Returns the index of the binding that a vertex follows most.
fn main_slot(vertex: &SkinnedVertex) -> usize {
    let largest = (0..4).max_by(|a, b| vertex.weights[*a].total_cmp(&vertex.weights[*b]));
    vertex.joints[largest.unwrap_or(0)].into()
}

/// Returns whether all of a part's vertices follow only joints that are marked.
fn all_follow(figure: &Model, part: &Part, is_marked: &[bool]) -> bool {
    let bindings = &figure.skins[part.skin].bindings;
    let mut influences = part.mesh.vertices.iter().flat_map(|vertex| vertex.joints.into_iter().zip(vertex.weights));
    influences.all(|(slot, weight)| {
        let joint = bindings.get(usize::from(slot)).and_then(|binding| binding.joint);
        weight <= 0.0 || joint.is_some_and(|joint| is_marked[joint])
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
    let mut mesh = Mesh { vertices: placed, indices: part.mesh.indices.clone() };
    // In a mirror the front of a triangle is its back.
    for corners in mesh.indices.as_chunks_mut::<3>().0 {
        let Some(corner) = vertices.get(corners[0] as usize) else { continue };
        let matrix = stance.palette(part.skin).get(main_slot(corner));
        if matrix.is_some_and(|matrix| (*world * *matrix).matrix3.determinant() < 0.0) {
            corners.swap(1, 2);
        }
    }
    Part { mesh, skin: 0, morphs: None, ..part.clone() }
}
