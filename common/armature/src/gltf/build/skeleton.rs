//! The skeleton: every node of the scene as a joint, with its rest transform.

use crate::{
    gltf::document::{Document, Local, place},
    loading::{
        Error, ErrorKind, Reporter,
        rest::{rest_parts, single},
    },
    math::{Decomposition, Transform},
    skeleton::{Joint, Skeleton, SkeletonError},
};
use glam::{DAffine3, Vec3};

/// Which joint a node became, and where it rests.
pub(super) struct Joints {
    /// For each node; `None` where the scene does not have it.
    pub(super) of_node: Vec<Option<usize>>,
    /// For each joint; a parent comes before its children.
    pub(super) parents: Vec<Option<usize>>,
    /// `world_from_joint` at rest.
    pub(super) rest: Vec<DAffine3>,
}

impl Joints {
    pub(super) fn new(document: &Document) -> Self {
        let mut of_node = vec![None; document.nodes.len()];
        let mut parents = vec![None; document.scene.len()];
        for (joint, &node) in document.scene.iter().enumerate() {
            of_node[node] = Some(joint);
        }
        for (joint, &node) in document.scene.iter().enumerate() {
            for &child in &document.nodes[node].children {
                if let Some(child) = of_node[child] {
                    parents[child] = Some(joint);
                }
            }
        }
        let mut rest: Vec<DAffine3> = Vec::with_capacity(document.scene.len());
        for (joint, &node) in document.scene.iter().enumerate() {
            let local = document.nodes[node].local.matrix();
            rest.push(parents[joint].map_or(local, |parent| rest[parent] * local));
        }
        Self { of_node, parents, rest }
    }
}

/// The skeleton, and for each joint whether it is one of a skin's.
pub(super) fn skeleton(
    document: &Document,
    joints: &Joints,
    reporter: &mut Reporter,
) -> Result<(Skeleton, Vec<bool>), Error> {
    let mut is_joint = vec![false; document.scene.len()];
    for node in document.skins.iter().flat_map(|skin| &skin.joints) {
        if let Some(joint) = joints.of_node[*node] {
            is_joint[joint] = true;
        }
    }
    for &node in &document.scene {
        let local = &document.nodes[node].local;
        let (transform, shear) = rest_local(local);
        let (got, want) = (Decomposition { transform, shear }.to_affine(), single(&local.matrix()));
        let largest = want.to_cols_array().iter().fold(1.0f32, |most, n| most.max(n.abs()));
        // Not a number where the numbers are too large, which is refused below.
        if (got.matrix3 - want.matrix3).to_cols_array().iter().any(|n| n.abs() > 1e-3 * largest) {
            let message = "its matrix folds axes onto one another, which no skeleton holds: it is drawn \
                           differently";
            reporter.warn(Some(&place("nodes", node)), message);
        }
    }
    let parts = document.scene.iter().map(|node| rest_local(&document.nodes[*node].local));
    let (locals, mut shears): (Vec<Transform>, Vec<Vec3>) = parts.unzip();
    if shears.iter().all(|shear| *shear == Vec3::ZERO) {
        shears.clear();
    }
    let all = document.scene.iter().zip(locals).zip(&joints.parents);
    let all = all.map(|((&node, bind_local), &parent)| {
        let name = &document.nodes[node].name;
        let name = if name.is_empty() { format!("node {node}") } else { name.clone() };
        Joint { name, parent, bind_local }
    });
    let skeleton = Skeleton::sheared(all.collect(), shears).map_err(|error| {
        let (SkeletonError::ParentAfterChild { joint, .. }
        | SkeletonError::NotFinite { joint, .. }) = error;
        let message = "its transform holds numbers too large to be drawn";
        reporter.error(ErrorKind::Number, Some(&place("nodes", document.scene[joint])), message)
    })?;
    Ok((skeleton, is_joint))
}

/// A node's rest transform and shear. Translation, rotation and scale stay what the file says, so that curves of one
/// of them fit the others.
pub(super) fn rest_local(local: &Local) -> (Transform, Vec3) {
    match local {
        Local::Parts(parts) => (*parts, Vec3::ZERO),
        Local::Matrix(_) => {
            let parts = rest_parts(&local.matrix());
            (parts.transform, parts.shear)
        }
    }
}
