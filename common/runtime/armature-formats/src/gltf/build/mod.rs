//! Builds a [`Model`], which is played and drawn, from a document: every node of the scene is a joint.

mod balance;
mod clips;
mod meshes;
mod morphs;
pub(super) mod triangles;

use super::{
    document::Document,
    evaluate::{locals, world},
    json::item_location,
};
use crate::{
    double::single,
    loading::{Error, Reporter, rest::build_skeleton},
};
use armature::{model::Model, skeleton::Skeleton};
use glam::{Affine3A, DAffine3, Mat3, Vec3};

/// Builds the model of a document, and warns of what is not in it.
pub(super) fn build_model(document: &Document, name: &str, reporter: &mut Reporter) -> Result<Model, Error> {
    let joints = Joints::new(document);
    let (skeleton, is_joint) = build_joints(document, &joints, reporter)?;
    let materials = document.materials.iter().map(|data| data.material.clone()).collect();
    let mut model = Model { name: name.into(), skeleton, is_joint, materials, ..Model::default() };
    for (node, name) in &document.humanoid {
        model.humanoid.extend(joints.of_node[*node].map(|joint| (joint, name.clone())));
    }
    if document.looks_back {
        model.world_from_model = Affine3A::from_mat3(Mat3::from_diagonal(Vec3::new(-1.0, 1.0, -1.0)));
    }
    let (sets, built) = meshes::add_meshes(document, &joints, &mut model, reporter)?;
    model.clips = clips::build_clips(document, &joints, &model, &sets, reporter)?;
    balance::count(document, &joints, &model, &built, &sets, reporter);
    Ok(model)
}

/// The joints that the scene's nodes become.
struct Joints {
    /// Joint of each node; `None` for a node outside of the scene.
    of_node: Vec<Option<usize>>,
    /// `world_from_joint` at rest.
    rest: Vec<DAffine3>,
}

impl Joints {
    fn new(document: &Document) -> Self {
        let mut of_node = vec![None; document.nodes.len()];
        document.scene.iter().enumerate().for_each(|(joint, node)| of_node[*node] = Some(joint));
        let rest = world(document, &locals(document, None, 0.0));
        Self { of_node, rest }
    }
}

/// Builds the skeleton, and returns for each joint whether a skin names its node.
fn build_joints(document: &Document, joints: &Joints, reporter: &mut Reporter) -> Result<(Skeleton, Vec<bool>), Error> {
    let mut is_joint = vec![false; document.scene.len()];
    let skinned = document.skins.iter().flat_map(|skin| &skin.joints);
    skinned.filter_map(|node| joints.of_node[*node]).for_each(|joint| is_joint[joint] = true);
    let location = |joint: usize| item_location("nodes", document.scene[joint]);
    let nodes = document.scene.iter().map(|node| &document.nodes[*node]);
    for (joint, node) in nodes.enumerate() {
        let composed = node.local.parts().to_affine();
        let matrix = single(&node.local.matrix());
        let largest = matrix.to_cols_array().iter().fold(1.0f32, |largest, n| largest.max(n.abs()));
        // NaN for numbers too large, which are rejected below.
        let difference = (composed.matrix3 - matrix.matrix3).to_cols_array();
        if difference.iter().any(|n| n.abs() > 1e-3 * largest) {
            let message = "its matrix folds axes onto one another, which no skeleton holds: it is drawn \
                           differently";
            reporter.warn(Some(&location(joint)), message);
        }
    }
    let nodes = document.scene.iter().map(|&number| {
        let node = &document.nodes[number];
        let parent = node.parent.and_then(|parent| joints.of_node[parent]);
        let name = if node.name.is_empty() { format!("node {number}") } else { node.name.clone() };
        (name, parent, node.local.parts())
    });
    Ok((build_skeleton(nodes, location, reporter)?, is_joint))
}
