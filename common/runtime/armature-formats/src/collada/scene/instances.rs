//! Flattens nodes and `<instance_node>` into a list of node instances.

use super::SceneNode;
use crate::collada::{
    document::{Content, Document},
    error::{Error, ErrorKind, Reporter},
    limits::{MAX_NODE_DEPTH, MAX_NODE_INSTANCES},
};

/// Returns every instance of every node of the scene, depth first in document order.
pub(super) fn flatten(
    document: &Document,
    shown: Option<usize>,
    reporter: &mut Reporter,
) -> Result<Vec<SceneNode>, Error> {
    let mut nodes: Vec<SceneNode> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    // Nodes to be visited, the next one last.
    let roots = shown.map_or(&[][..], |scene| &document.visual_scenes[scene].roots);
    let mut stack: Vec<(usize, Option<usize>)> = roots.iter().rev().map(|root| (*root, None)).collect();
    while let Some((node, parent)) = stack.pop() {
        let location = Some(&document.nodes[node].location);
        let depth = parent.map_or(0, |parent| depths[parent] + 1);
        if nodes.len() >= MAX_NODE_INSTANCES {
            let message = format!("too many nodes: more than {MAX_NODE_INSTANCES}, each instance counted");
            return Err(reporter.error(ErrorKind::Limit, location, message));
        }
        if depth >= MAX_NODE_DEPTH {
            let message = format!("nodes nested more than {MAX_NODE_DEPTH} deep: does one instance itself?");
            return Err(reporter.error(ErrorKind::Limit, location, message));
        }
        let index = nodes.len();
        nodes.push(SceneNode { node, parent, end: index + 1 });
        depths.push(depth);
        for content in document.nodes[node].contents.iter().rev() {
            match content {
                Content::Child(child) => stack.push((*child, Some(index))),
                Content::Instance(instance) => match document.ids.nodes.get(&instance.target) {
                    Some(target) => stack.push((*target, Some(index))),
                    None => {
                        reporter.warn(Some(&instance.location), format!("no node \"{}\": left out", instance.target));
                    }
                },
                Content::Geometry(_) | Content::Controller(_) => {}
            }
        }
    }
    for index in (0..nodes.len()).rev() {
        if let Some(parent) = nodes[index].parent {
            nodes[parent].end = nodes[parent].end.max(nodes[index].end);
        }
    }
    Ok(nodes)
}

/// Returns the index of the scene that `<scene>` names, or else of the first scene.
pub(super) fn find_scene(document: &Document, reporter: &mut Reporter) -> Option<usize> {
    let first = document.visual_scenes.first();
    let Some(reference) = &document.scene else {
        match first {
            Some(first) => reporter.warn(Some(&first.location), "no <scene> names a scene: the first one is used"),
            None => reporter.warn(None, "there is no scene in this file"),
        }
        return first.map(|_| 0);
    };
    let named = document.visual_scenes.iter().position(|scene| scene.location.id == reference.target);
    if named.is_none() {
        let instead = match first {
            Some(first) => format!("the first one, \"{}\", is used", first.location.id),
            None => "there is no other".into(),
        };
        let hash = if reference.target.contains('#') { "" } else { "#" }; // in another file
        reporter.warn(Some(&reference.location), format!("no visual scene \"{hash}{}\": {instead}", reference.target));
    }
    named.or(first.map(|_| 0))
}
