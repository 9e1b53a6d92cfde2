//! The channels of a clip, and the local transforms that they give at a time.

use super::{Side, curves};
use crate::collada::{
    document::{Document, TransformKind},
    scene::{Component, Driven},
    transforms,
};
use glam::DAffine3;
use std::collections::{BTreeMap, HashMap, hash_map::Entry};

/// Channels that are played together.
#[derive(Clone, Debug)]
pub struct ChannelSet<'a> {
    pub(super) document: &'a Document,
    pub(super) by_node: BTreeMap<usize, AnimatedNode>,
}

/// A node with the channels that drive it.
#[derive(Clone, Debug, Default)]
pub(super) struct AnimatedNode {
    pub(super) driven: Vec<Driven>,
    /// The matrix of each transform element that no channel drives.
    pub(super) fixed: Vec<Option<DAffine3>>,
}

impl<'a> ChannelSet<'a> {
    /// Makes a set of channels. Of two channels with one target the later wins.
    pub fn new(document: &'a Document, driven: impl IntoIterator<Item = Driven>) -> Self {
        let mut by_node: BTreeMap<usize, AnimatedNode> = BTreeMap::new();
        let mut by_target = HashMap::new();
        for driven in driven {
            let list = &mut by_node.entry(driven.node).or_default().driven;
            match by_target.entry((driven.node, driven.transform, driven.component)) {
                Entry::Occupied(index) => list[*index.get()] = driven,
                Entry::Vacant(index) => {
                    index.insert(list.len());
                    list.push(driven);
                }
            }
        }
        for (node, animated) in &mut by_node {
            let elements = document.nodes[*node].transforms.iter().enumerate();
            let fixed = elements.map(|(index, element)| {
                let moves = animated.driven.iter().any(|driven| driven.transform == index);
                (!moves).then(|| transforms::element_matrix(element.kind, &element.values))
            });
            animated.fixed = fixed.collect();
        }
        Self { document, by_node }
    }

    /// Returns the document of the channels.
    pub(in crate::collada) fn document(&self) -> &'a Document {
        self.document
    }

    /// Returns the index, in the document's nodes, and the channels of each node that is driven.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &[Driven])> {
        self.by_node.iter().map(|(node, animated)| (*node, animated.driven.as_slice()))
    }

    /// Returns `parent_from_node` of a node of the document at a time, in seconds.
    pub fn local(&self, node: usize, time: f32, side: Side) -> DAffine3 {
        let transforms = &self.document.nodes[node].transforms;
        let Some(AnimatedNode { driven, fixed }) = self.by_node.get(&node) else {
            return transforms::local(transforms);
        };
        let mut product = DAffine3::IDENTITY;
        for (index, element) in transforms.iter().enumerate() {
            if let Some(fixed) = fixed[index] {
                product *= fixed;
                continue;
            }
            let mut values = [0.0; 16];
            let values = &mut values[..element.values.len()];
            values.copy_from_slice(&element.values);
            let mut whole = None;
            for driven in driven.iter().filter(|driven| driven.transform == index) {
                let curve = &self.document.curves[self.document.channels[driven.channel].curve];
                match driven.component {
                    Component::One(index) => values[index] = curves::sample_component(curve, 0, time, side),
                    Component::Whole if element.kind == TransformKind::Matrix => {
                        whole = Some(curves::sample_matrix(curve, time, side));
                    }
                    Component::Whole => {
                        for (index, value) in values.iter_mut().enumerate() {
                            *value = curves::sample_component(curve, index, time, side);
                        }
                    }
                }
            }
            product *= whole.unwrap_or_else(|| transforms::element_matrix(element.kind, values));
        }
        product
    }

    /// Returns `parent_from_node` of every node of the document at a time, in seconds.
    pub fn locals(&self, time: f32) -> Vec<DAffine3> {
        (0..self.document.nodes.len()).map(|node| self.local(node, time, Side::After)).collect()
    }
}
