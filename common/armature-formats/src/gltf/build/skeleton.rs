//! The skeleton: every node of the scene as a joint, with its rest transform.

use crate::{
    double::single,
    gltf::{
        document::Document,
        evaluate::{locals, world},
        json::place,
    },
    loading::{Error, Reporter, rest::skeleton as of_joints},
};
use armature::skeleton::Skeleton;
use glam::DAffine3;

/// The joint that each node became, and its rest transform.
pub(super) struct Joints {
    /// Joint of each node; `None` if the scene does not have it.
    pub(super) of_node: Vec<Option<usize>>,
    /// `world_from_joint` at rest.
    pub(super) rest: Vec<DAffine3>,
}

impl Joints {
    pub(super) fn new(document: &Document) -> Self {
        let mut of_node = vec![None; document.nodes.len()];
        document.scene.iter().enumerate().for_each(|(joint, node)| of_node[*node] = Some(joint));
        let rest = world(document, &locals(document, None, 0.0));
        Self { of_node, rest }
    }
}

/// The skeleton, and for each joint whether it is one of a skin's.
pub(super) fn skeleton(
    document: &Document,
    joints: &Joints,
    reporter: &mut Reporter,
) -> Result<(Skeleton, Vec<bool>), Error> {
    let mut is_joint = vec![false; document.scene.len()];
    let skinned = document.skins.iter().flat_map(|skin| &skin.joints);
    skinned.filter_map(|node| joints.of_node[*node]).for_each(|joint| is_joint[joint] = true);
    let place = |joint: usize| place("nodes", document.scene[joint]);
    let nodes = document.scene.iter().map(|node| &document.nodes[*node]);
    for (joint, node) in nodes.enumerate() {
        let got = node.local.parts().to_affine();
        let want = single(&node.local.matrix());
        let largest = want.to_cols_array().iter().fold(1.0f32, |most, n| most.max(n.abs()));
        // Not a number where the numbers are too large, which is refused below.
        let difference = (got.matrix3 - want.matrix3).to_cols_array();
        if difference.iter().any(|n| n.abs() > 1e-3 * largest) {
            let message = "its matrix folds axes onto one another, which no skeleton holds: it is drawn \
                           differently";
            reporter.warn(Some(&place(joint)), message);
        }
    }
    let nodes = document.scene.iter().map(|&number| {
        let node = &document.nodes[number];
        let parent = node.parent.and_then(|parent| joints.of_node[parent]);
        let name = if node.name.is_empty() { format!("node {number}") } else { node.name.clone() };
        (name, parent, node.local.parts())
    });
    Ok((of_joints(nodes, place, reporter)?, is_joint))
}
