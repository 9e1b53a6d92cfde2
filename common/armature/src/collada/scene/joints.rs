//! Which node each joint of a skin is: by sid, id or name, near the skeleton first.

use super::SceneNode;
use crate::collada::{
    document::{Document, Instance, SkinData},
    error::Reporter,
};
use std::{collections::HashMap, ops::Range};

/// The scene's nodes by what they are called.
pub(super) struct Index<'a> {
    sids: HashMap<&'a str, Vec<usize>>,
    ids: HashMap<&'a str, Vec<usize>>,
    names: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Index<'a> {
    pub(super) fn new(document: &'a Document, nodes: &[SceneNode]) -> Self {
        let mut index = Self { sids: HashMap::new(), ids: HashMap::new(), names: HashMap::new() };
        for (place, instance) in nodes.iter().enumerate() {
            let node = &document.nodes[instance.node];
            for (map, key) in [
                (&mut index.sids, &node.sid),
                (&mut index.ids, &node.id),
                (&mut index.names, &node.name),
            ] {
                if !key.is_empty() {
                    map.entry(key.as_str()).or_default().push(place);
                }
            }
        }
        index
    }

    /// The node of each joint of a skin: below the skeleton roots by sid (by id for an
    /// `IDREF_array`), then by the other, then by name; then the same in the whole scene.
    pub(super) fn joints_of(
        &self,
        document: &Document,
        nodes: &[SceneNode],
        from: usize,
        instance: &Instance,
        skin: &SkinData,
        reporter: &mut Reporter,
    ) -> Vec<Option<usize>> {
        let mut below = Vec::new();
        for skeleton in &instance.skeletons {
            let known = [&self.ids, &self.sids, &self.names].map(|map| map.get(skeleton.as_str()));
            match known.into_iter().flatten().next() {
                Some(places) => {
                    let root = nearest(nodes, places, from);
                    below.push(root..nodes[root].end);
                }
                None if document.visual_scenes.iter().any(|scene| scene.place.id == *skeleton) => {
                    below.push(0..nodes.len());
                }
                None => {
                    let message = format!(
                        "no skeleton \"#{skeleton}\": joints are searched in the whole scene"
                    );
                    reporter.warn(Some(&instance.place), message);
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
            [below.as_slice(), std::slice::from_ref(&whole)]
                .into_iter()
                .find_map(|ranges| keys.iter().find_map(|map| first_in(map.get(name)?, ranges)))
        };
        let joints: Vec<_> = skin.joints.iter().map(|name| find(name)).collect();
        let missing: Vec<_> =
            skin.joints.iter().zip(&joints).filter(|(_, joint)| joint.is_none()).collect();
        if let Some((name, _)) = missing.first() {
            let node = &document.nodes[nodes[from].node].place.id;
            let message = format!(
                "node \"{node}\": {} of {} joints are not in the scene (the first is \"{name}\"): \
                 what follows them stays in the bind shape",
                missing.len(),
                joints.len()
            );
            reporter.warn(Some(&instance.place), message);
        }
        joints
    }
}

/// The first of `places` (ascending) in one of the ranges, tried one after the other.
fn first_in(places: &[usize], ranges: &[Range<usize>]) -> Option<usize> {
    ranges.iter().find_map(|range| {
        let first = places.partition_point(|place| *place < range.start);
        places.get(first).copied().filter(|place| range.contains(place))
    })
}

/// Of several instances of a skeleton the one that shares most with the skin's own node: a figure
/// that is instanced as a whole moves its own skin.
fn nearest(nodes: &[SceneNode], places: &[usize], from: usize) -> usize {
    const LOOKED_AT: usize = 64;
    if places.len() == 1 {
        return places[0];
    }
    let mut ancestor = Some(from);
    while let Some(at) = ancestor {
        let subtree = at..nodes[at].end;
        let start = places.partition_point(|place| *place < subtree.start);
        let inside = places[start..].iter().take(LOOKED_AT).find(|place| subtree.contains(place));
        if let Some(place) = inside {
            return *place;
        }
        ancestor = nodes[at].parent;
    }
    places[0]
}
