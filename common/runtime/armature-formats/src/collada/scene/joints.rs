//! Finds the node of each joint of a skin: by sid, id or name, below the skeleton first.

use super::SceneNode;
use crate::collada::{
    document::{Document, Instance, SkinData},
    error::Reporter,
};
use std::{collections::HashMap, ops::Range};

/// The scene's nodes by sid, id and name.
pub(super) struct Index<'a> {
    sids: HashMap<&'a str, Vec<usize>>,
    ids: HashMap<&'a str, Vec<usize>>,
    names: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Index<'a> {
    pub(super) fn new(document: &'a Document, nodes: &[SceneNode]) -> Self {
        let mut index = Self { sids: HashMap::new(), ids: HashMap::new(), names: HashMap::new() };
        for (number, instance) in nodes.iter().enumerate() {
            let node = &document.nodes[instance.node];
            for (map, key) in [(&mut index.sids, &node.sid), (&mut index.ids, &node.id), (&mut index.names, &node.name)]
            {
                if !key.is_empty() {
                    map.entry(key.as_str()).or_default().push(number);
                }
            }
        }
        index
    }

    /// Finds the node of each joint of a skin: first below the skeletons that the instance names, then in the whole scene.
    /// A joint's name is compared with sids, ids and names (in an `IDREF_array` with ids, sids and names).
    pub(super) fn find_joints(
        &self,
        document: &Document,
        nodes: &[SceneNode],
        skin_node: usize,
        instance: &Instance,
        skin: &SkinData,
        reporter: &mut Reporter,
    ) -> Vec<Option<usize>> {
        let mut skeletons = Vec::new();
        for skeleton in &instance.skeletons {
            let instances = [&self.ids, &self.sids, &self.names].map(|map| map.get(skeleton.as_str()));
            match instances.into_iter().flatten().next() {
                Some(instances) => {
                    let root = nearest_instance(nodes, instances, skin_node);
                    skeletons.push(root..nodes[root].end);
                }
                None if document.visual_scenes.iter().any(|scene| scene.location.id == *skeleton) => {
                    skeletons.push(0..nodes.len());
                }
                None => {
                    let message = format!("no skeleton \"#{skeleton}\": joints are searched in the whole scene");
                    reporter.warn(Some(&instance.location), message);
                }
            }
        }
        let whole = 0..nodes.len();
        let keys = if skin.joints_are_ids {
            [&self.ids, &self.sids, &self.names]
        } else {
            [&self.sids, &self.ids, &self.names]
        };
        let find = |name: &str| {
            [skeletons.as_slice(), std::slice::from_ref(&whole)]
                .into_iter()
                .find_map(|ranges| keys.iter().find_map(|map| first_in(map.get(name)?, ranges)))
        };
        let joints: Vec<_> = skin.joints.iter().map(|name| find(name)).collect();
        let missing: Vec<_> = skin.joints.iter().zip(&joints).filter(|(_, joint)| joint.is_none()).collect();
        if let Some((name, _)) = missing.first() {
            let node = &document.nodes[nodes[skin_node].node].location.id;
            let message = format!(
                "node \"{node}\": {} of {} joints are not in the scene (the first is \"{name}\"): \
                 vertices bound to them keep the bind shape",
                missing.len(),
                joints.len()
            );
            reporter.warn(Some(&instance.location), message);
        }
        joints
    }
}

/// Returns the first of `nodes`, in ascending order, in the first of the ranges that has any.
fn first_in(nodes: &[usize], ranges: &[Range<usize>]) -> Option<usize> {
    ranges.iter().find_map(|range| {
        let first = nodes.partition_point(|node| *node < range.start);
        nodes.get(first).copied().filter(|node| range.contains(node))
    })
}

/// Returns the instance of a skeleton with the deepest common ancestor with the skin's node: a character that is
/// instanced as a whole moves its own skin.
fn nearest_instance(nodes: &[SceneNode], instances: &[usize], skin_node: usize) -> usize {
    let mut ancestor = Some(skin_node).filter(|_| instances.len() > 1);
    while let Some(node) = ancestor {
        let descendants = node..nodes[node].end;
        if let Some(instance) = first_in(instances, std::slice::from_ref(&descendants)) {
            return instance;
        }
        ancestor = nodes[node].parent;
    }
    instances[0]
}
