//! Nodes, and which of them the scene has.

use super::{affine, odd_row};
use crate::{
    gltf::{
        json::Item,
        limits::{MAX_DEPTH, MAX_NODES},
    },
    loading::{Error, ErrorKind, balance::Kind, rest::rest_parts},
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
    /// Returns the parts of the transform in single precision. Translation, rotation and scale stay as in the file, so that a
    /// curve of one of them fits the others.
    pub fn parts(&self) -> Decomposition {
        match self {
            Self::Matrix(_) => rest_parts(&self.matrix()),
            Self::Parts(parts) => Decomposition { transform: *parts, shear: Vec3::ZERO },
        }
    }

    /// Returns `parent_from_node` in double precision.
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

const TRANSFORM: Kind = ("transform", "transforms");

/// Extensions of nodes that are not read, and what follows.
const UNREAD: [(&str, &str); 2] = [
    ("EXT_mesh_gpu_instancing", "instances are not read: the mesh is drawn once"),
    ("KHR_node_visibility", "whether a node is hidden is not read: it is shown"),
];

/// Reads all nodes. Of several parents of a node the first counts.
pub(super) fn read_nodes(root: &Item<'_>) -> Result<Vec<Node>, Error> {
    let mut nodes = root.objects("nodes", |item| {
        let mut local = Local::Parts(Transform {
            translation: item.part(TRANSFORM, item.vector("translation"))?.flatten().map_or(Vec3::ZERO, Vec3::from),
            rotation: item.part(TRANSFORM, item.vector("rotation"))?.flatten().map_or(Quat::IDENTITY, unit_rotation),
            scale: item.part(TRANSFORM, item.vector("scale"))?.flatten().map_or(Vec3::ONE, Vec3::from),
        });
        for (name, message) in UNREAD {
            if item.extension(name)?.is_some() {
                item.warn(format_args!("extensions/{name}"), message);
            }
        }
        if let Some(columns) = item.part(TRANSFORM, item.vector("matrix"))?.flatten() {
            if let Some(message) = odd_row(&columns) {
                item.warn("matrix", message);
            }
            if ["translation", "rotation", "scale"].iter().any(|key| item.has(key)) {
                item.warn("", "a matrix beside translation, rotation or scale: the matrix counts");
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
        let mut children = std::mem::take(&mut nodes[index].children);
        children.retain(|child| {
            let Some(other) = nodes[*child].parent else {
                nodes[*child].parent = Some(index);
                return true;
            };
            let message = format!("a child of node {other} and of node {index}: the first counts");
            root.warn(format_args!("nodes/{child}"), message);
            false
        });
        nodes[index].children = children;
    }
    Ok(nodes)
}

fn unit_rotation(numbers: [f32; 4]) -> Quat {
    unit(Quat::from_array(numbers).as_dquat()).as_quat()
}

/// Returns the roots of a scene without those that are descendants of other roots, which Castle Game Engine writes as well.
fn topmost_roots(root: &Item<'_>, nodes: &[Node], roots: Vec<usize>) -> Vec<usize> {
    let mut listed = HashSet::new();
    let mut topmost = roots.clone();
    topmost.retain(|node| listed.insert(*node));
    topmost.retain(|node| {
        let above = std::iter::successors(nodes[*node].parent, |node| nodes[*node].parent).take(MAX_DEPTH + 1);
        // A circle has no topmost root, and is cut later.
        !above.take_while(|above| above != node).any(|above| listed.contains(&above))
    });
    if topmost.is_empty() {
        return roots;
    }
    if topmost.len() < roots.len() {
        let message = format!(
            "{} of its roots are there twice, or are children of others: each is shown once, where its parent is",
            roots.len() - topmost.len()
        );
        root.warn("scenes", message);
    }
    topmost
}

/// Returns the nodes of the scene that is shown, or all nodes if there is no scene, parents before their children; and the
/// number of scenes with that of the scene. Cuts the scene's circles.
pub(super) fn order_scene(root: &Item<'_>, nodes: &mut [Node]) -> Result<(Vec<usize>, (usize, usize)), Error> {
    let mut scenes = root.objects("scenes", |item| item.indices("nodes", "nodes"))?;
    let count = scenes.len();
    let chosen = root.part(("choice", ""), root.index("scene", "scenes"))?.flatten().unwrap_or(0);
    if scenes.len() > 1 {
        root.warn("scenes", format!("{} scenes: number {chosen} is shown", scenes.len()));
    }
    let roots = if scenes.is_empty() {
        (0..nodes.len()).filter(|node| nodes[*node].parent.is_none()).collect()
    } else {
        scenes.swap_remove(chosen)
    };
    let roots = topmost_roots(root, nodes, roots);
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack: Vec<(usize, Option<usize>, usize)> = roots.iter().rev().map(|root| (*root, None, 0)).collect();
    let mut is_visited = vec![false; nodes.len()];
    while let Some((node, parent, depth)) = stack.pop() {
        let location = format_args!("nodes/{node}");
        if std::mem::replace(&mut is_visited[node], true) {
            root.warn(location, "its own descendant: it is shown once");
            if let Some(parent) = parent {
                nodes[parent].children.retain(|child| *child != node);
                nodes[node].parent = None;
            }
            continue;
        }
        if depth >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nodes inside one another");
            return Err(root.error(location, ErrorKind::Limit, message));
        }
        order.push(node);
        stack.extend(nodes[node].children.iter().rev().map(|child| (*child, Some(node), depth + 1)));
    }
    Ok((order, (count, chosen)))
}

/// Returns `world_from_node` at rest of every node; the identity outside of the scene.
pub(super) fn rest_world(nodes: &[Node], scene: &[usize]) -> Vec<DAffine3> {
    world_of_all(nodes, scene, |node| nodes[node].local.matrix())
}

/// Returns `world_from_node` of every node, whose `parent_from_node` is `local`; the identity outside of the scene.
pub(in crate::gltf) fn world_of_all(
    nodes: &[Node],
    scene: &[usize],
    local: impl Fn(usize) -> DAffine3,
) -> Vec<DAffine3> {
    let mut world = vec![DAffine3::IDENTITY; nodes.len()];
    for &node in scene {
        let parent = nodes[node].parent.map_or(DAffine3::IDENTITY, |parent| world[parent]);
        world[node] = parent * local(node);
    }
    world
}
