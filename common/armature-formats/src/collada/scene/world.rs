//! `world_from_node` of every node of the scene: the product of the local transforms from the root down. The world
//! here is the file's own.

use super::SceneNode;
use crate::collada::{document::Document, transforms::local};
use glam::DAffine3;

/// `parent_from_node` of every node of the document, at rest.
pub fn rest_locals(document: &Document) -> Vec<DAffine3> {
    document.nodes.iter().map(|node| local(&node.transforms)).collect()
}

/// `world_from_node` of every node of the scene, at rest.
pub fn rest_world(document: &Document, nodes: &[SceneNode]) -> Vec<DAffine3> {
    world(nodes, &rest_locals(document))
}

/// `world_from_node` of every node of the scene, from the local transforms of the document's nodes.
pub fn world(nodes: &[SceneNode], locals: &[DAffine3]) -> Vec<DAffine3> {
    let mut world: Vec<DAffine3> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let local = locals[node.node];
        world.push(node.parent.map_or(local, |parent| world[parent] * local));
    }
    world
}
