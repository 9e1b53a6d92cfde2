//! Nodes, and which of them the scene has.

use super::affine;
use crate::{
    gltf::{
        json::Item,
        limits::{MAX_DEPTH, MAX_NODES},
    },
    loading::{Error, ErrorKind, rest::rest_parts},
};
use armature::math::{Decomposition, Transform};
use glam::{Affine3A, DAffine3, DMat3, DQuat, Quat, Vec3};
use std::collections::HashSet;

/// A local transform as the file gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// `parent_from_node`.
    Matrix(Affine3A),
    /// Translation, rotation, scale.
    Parts(Transform),
}

impl Local {
    /// Its parts in single precision. Translation, rotation and scale stay what the file says, so that curves of one of
    /// them fit the others.
    pub fn parts(&self) -> Decomposition {
        match self {
            Self::Matrix(_) => rest_parts(&self.matrix()),
            Self::Parts(parts) => Decomposition { transform: *parts, shear: Vec3::ZERO },
        }
    }

    /// `parent_from_node`, in double precision.
    pub fn matrix(&self) -> DAffine3 {
        match self {
            Self::Matrix(matrix) => DAffine3::from_mat3_translation(
                DMat3::from_cols_array(&matrix.matrix3.to_cols_array().map(f64::from)),
                Vec3::from(matrix.translation).as_dvec3(),
            ),
            Self::Parts(parts) => DAffine3::from_scale_rotation_translation(
                parts.scale.as_dvec3(),
                unit(parts.rotation.as_dquat()),
                parts.translation.as_dvec3(),
            ),
        }
    }
}

/// Returns the rotation with unit length; the identity for one without a direction.
pub(in crate::gltf) fn unit(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 1e-9 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

/// A node: a frame of reference that moves with its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Name in the file; empty without a name.
    pub name: String,
    /// Its children.
    pub children: Vec<usize>,
    /// The node whose child it is.
    pub parent: Option<usize>,
    /// Rest transform.
    pub local: Local,
    /// Mesh that is drawn at it, or, with a skin, at the skin's joints.
    pub mesh: Option<usize>,
    /// Binding of the mesh.
    pub skin: Option<usize>,
    /// The weights of the mesh's morph targets; empty where the mesh's own count.
    pub weights: Vec<f32>,
}

pub(super) fn read(root: &Item<'_>) -> Result<Vec<Node>, Error> {
    let mut nodes = root.objects("nodes", |item| {
        let mut local = Local::Parts(Transform {
            translation: item.vector("translation")?.map_or(Vec3::ZERO, Vec3::from),
            rotation: item.vector("rotation")?.map_or(Quat::IDENTITY, rest_rotation),
            scale: item.vector("scale")?.map_or(Vec3::ONE, Vec3::from),
        });
        if let Some(columns) = item.vector("matrix")? {
            if ["translation", "rotation", "scale"].iter().any(|key| item.has(key)) {
                let message = "a matrix beside translation, rotation or scale: the matrix counts";
                item.warn("", message);
            }
            local = Local::Matrix(affine(&columns));
        }
        Ok(Node {
            name: item.name()?,
            children: item.indices("children", "nodes")?,
            parent: None,
            local,
            mesh: item.index("mesh", "meshes")?,
            skin: item.index("skin", "skins")?,
            weights: item.list("weights")?,
        })
    })?;
    if nodes.len() > MAX_NODES {
        return Err(root.error("nodes", ErrorKind::Limit, format!("more than {MAX_NODES} nodes")));
    }
    for index in 0..nodes.len() {
        for at in 0..nodes[index].children.len() {
            let child = nodes[index].children[at];
            if let Some(other) = nodes[child].parent.replace(index) {
                let message = format!("a child of node {index} and of node {other}");
                let at = format_args!("nodes/{child}");
                return Err(root.error(at, ErrorKind::Structure, message));
            }
        }
    }
    Ok(nodes)
}

fn rest_rotation(numbers: [f32; 4]) -> Quat {
    unit(Quat::from_array(numbers).as_dquat()).as_quat()
}

/// The roots without those that are below another of them, as Castle Game Engine writes a scene.
fn tops(root: &Item<'_>, nodes: &[Node], roots: Vec<usize>) -> Vec<usize> {
    let listed: HashSet<usize> = roots.iter().copied().collect();
    let mut tops = roots.clone();
    tops.retain(|node| {
        let above = std::iter::successors(nodes[*node].parent, |node| nodes[*node].parent).take(MAX_DEPTH + 1);
        // In a circle none is the top: that is refused.
        !above.take_while(|above| above != node).any(|above| listed.contains(&above))
    });
    if tops.is_empty() {
        return roots;
    }
    if tops.len() < roots.len() {
        let message = format!(
            "{} of its roots are children of others: each is shown once, where its parent is",
            roots.len() - tops.len()
        );
        root.warn("scenes", message);
    }
    tops
}

/// The nodes of the scene to be shown, parents before their children; of all nodes if there is no scene.
pub(super) fn scene(root: &Item<'_>, nodes: &[Node]) -> Result<Vec<usize>, Error> {
    let mut scenes = root.objects("scenes", |item| item.indices("nodes", "nodes"))?;
    let chosen = root.index("scene", "scenes")?.unwrap_or(0);
    if scenes.len() > 1 {
        let message = format!("{} scenes: number {chosen} is shown", scenes.len());
        root.warn("scenes", message);
    }
    let roots = if scenes.is_empty() {
        (0..nodes.len()).filter(|node| nodes[*node].parent.is_none()).collect()
    } else {
        scenes.swap_remove(chosen)
    };
    let roots = tops(root, nodes, roots);
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack: Vec<(usize, usize)> = roots.iter().rev().map(|root| (*root, 0)).collect();
    let mut seen = vec![false; nodes.len()];
    while let Some((node, depth)) = stack.pop() {
        let place = format_args!("nodes/{node}");
        if std::mem::replace(&mut seen[node], true) {
            let message = "in the scene twice, or its own descendant";
            return Err(root.error(place, ErrorKind::Structure, message));
        }
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nodes inside one another");
            return Err(root.error(place, ErrorKind::Limit, message));
        }
        order.push(node);
        stack.extend(nodes[node].children.iter().rev().map(|child| (*child, depth + 1)));
    }
    Ok(order)
}
