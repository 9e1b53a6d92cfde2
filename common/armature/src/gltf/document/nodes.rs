//! Nodes, and which of them the scene has.

use super::affine;
use crate::{
    gltf::{
        json::Item,
        limits::{MAX_DEPTH, MAX_NODES},
    },
    loading::{Error, ErrorKind, Reporter},
    math::Transform,
};
use glam::{Affine3A, DAffine3, DMat3, DQuat, Quat, Vec3};

/// A local transform as the file gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// `parent_from_node`.
    Matrix(Affine3A),
    /// Translation, rotation, scale.
    Parts(Transform),
}

impl Local {
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

/// Of unit length; the identity for one without a direction.
pub(in crate::gltf) fn unit(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 1e-9 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

/// A node: a frame of reference that moves with its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What the file calls it; empty without a name.
    pub name: String,
    /// Its children.
    pub children: Vec<usize>,
    /// Where it rests.
    pub local: Local,
    /// What is drawn at it, or, with a skin, at the skin's joints.
    pub mesh: Option<usize>,
    /// How the mesh is bound.
    pub skin: Option<usize>,
    /// The weights of the mesh's morph targets; empty where the mesh's own count.
    pub weights: Vec<f32>,
}

pub(super) fn read(
    root: &Item<'_>,
    meshes: usize,
    skins: usize,
    reporter: &mut Reporter,
) -> Result<Vec<Node>, Error> {
    let count = root.count("nodes")?;
    if count > MAX_NODES {
        let message = format!("more than {MAX_NODES} nodes");
        return Err(root.error_at("nodes", ErrorKind::Limit, message));
    }
    root.objects("nodes", |_, item| {
        let translation = item.vector("translation")?.map(Vec3::from);
        let rotation = item.vector("rotation")?.map(Quat::from_array);
        let scale = item.vector("scale")?.map(Vec3::from);
        let local = match item.vector::<16>("matrix")? {
            Some(columns) => {
                if translation.is_some() || rotation.is_some() || scale.is_some() {
                    let message =
                        "a matrix beside translation, rotation or scale: the matrix counts";
                    reporter.warn(Some(&item.place("")), message);
                }
                Local::Matrix(affine(&columns))
            }
            None => Local::Parts(Transform {
                translation: translation.unwrap_or(Vec3::ZERO),
                rotation: unit(rotation.unwrap_or(Quat::IDENTITY).as_dquat()).as_quat(),
                scale: scale.unwrap_or(Vec3::ONE),
            }),
        };
        Ok(Node {
            name: item.name()?,
            children: item.indices("children", count)?,
            local,
            mesh: item.index("mesh", meshes)?,
            skin: item.index("skin", skins)?,
            weights: item.numbers("weights")?,
        })
    })
}

/// The nodes of the scene to be shown, parents before their children; of all nodes if there is no scene.
pub(super) fn scene(
    root: &Item<'_>,
    nodes: &[Node],
    reporter: &mut Reporter,
) -> Result<Vec<usize>, Error> {
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for &child in &node.children {
            if let Some(other) = parents[child].replace(index) {
                let message = format!("a child of node {index} and of node {other}");
                let place = format!("nodes/{child}");
                return Err(root.error_at(&place, ErrorKind::Structure, message));
            }
        }
    }
    let scenes = root.objects("scenes", |_, item| item.indices("nodes", nodes.len()))?;
    let chosen = root.index("scene", scenes.len())?;
    if scenes.len() > 1 {
        let message =
            format!("{} scenes: number {} is shown", scenes.len(), chosen.unwrap_or_default());
        reporter.warn(Some(&root.place("scenes")), message);
    }
    let parentless = || (0..nodes.len()).filter(|node| parents[*node].is_none()).collect();
    let roots = match scenes.into_iter().nth(chosen.unwrap_or(0)) {
        Some(scene) => scene,
        None => parentless(),
    };
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack: Vec<(usize, usize)> = roots.iter().rev().map(|root| (*root, 0)).collect();
    let mut seen = vec![false; nodes.len()];
    while let Some((node, depth)) = stack.pop() {
        let at = format!("nodes/{node}");
        if std::mem::replace(&mut seen[node], true) {
            let message = "in the scene twice, or its own descendant";
            return Err(root.error_at(&at, ErrorKind::Structure, message));
        }
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nodes inside one another");
            return Err(root.error_at(&at, ErrorKind::Limit, message));
        }
        order.push(node);
        stack.extend(nodes[node].children.iter().rev().map(|child| (*child, depth + 1)));
    }
    Ok(order)
}
