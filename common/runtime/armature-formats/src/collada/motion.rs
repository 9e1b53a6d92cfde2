//! The motion of a node by its curves.

use super::{
    channels::{Channel, Channels, Driven},
    scene::Scene,
    transforms::{TransformElement, element_matrix, single},
};
use armature::{
    animation::nlerp_error,
    math::{Decomposition, Transform, decompose},
};
use glam::{DAffine3, Vec3};
use std::collections::{BTreeMap, HashMap};

/// A node with the channels that move it.
pub(super) struct Motion<'m, 'a> {
    transforms: &'m [TransformElement<'a>],
    pub(super) channels: Vec<&'m Channel<'a>>,
    /// Matrix of each transform element that no channel drives.
    fixed: Vec<Option<DAffine3>>,
    /// Whether the keys of the only channel are whole matrices of the node's only element.
    pub(super) is_of_matrices: bool,
}

impl<'m, 'a> Motion<'m, 'a> {
    /// Makes the motion of a node by its channels, of which no two have one target.
    pub(super) fn new(transforms: &'m [TransformElement<'a>], channels: Vec<&'m Channel<'a>>) -> Self {
        let mut fixed = Vec::new();
        for (index, element) in transforms.iter().enumerate() {
            let moves = channels.iter().any(|channel| channel.driven.is_some_and(|driven| driven.transform == index));
            fixed.push((!moves).then(|| element_matrix(element.kind, &element.values)));
        }
        let is_of_matrices = match &*channels {
            [channel] if transforms.len() == 1 && channel.driven.is_some_and(|driven| driven.part.is_none()) => {
                channel.curve.is_of_matrices()
            }
            _ => false,
        };
        Self { transforms, channels, fixed, is_of_matrices }
    }

    /// Returns the factors of `parent_from_node` at a time, in seconds; NaN for numbers beyond an `f32`.
    pub(super) fn parts(&self, time: f32) -> Decomposition {
        if self.is_of_matrices
            && let Some(parts) = self.channels[0].curve.sample_parts(time)
        {
            return parts;
        }
        let matrix = single(&self.local(time));
        if matrix.is_finite() {
            return decompose(&matrix);
        }
        Decomposition { transform: Transform { translation: Vec3::NAN, ..Transform::IDENTITY }, shear: Vec3::ZERO }
    }

    /// Returns whether tracks play what is between the keys with an error of `bound` at most, in radians.
    pub(super) fn plays_as_tracks(&self, bound: f32) -> bool {
        self.is_of_matrices && nlerp_error(self.channels[0].curve.largest_turn()) < 0.9 * bound
    }

    /// Returns the names of the elements that channels drive.
    pub(super) fn driven_kinds(&self) -> impl Iterator<Item = &'static str> {
        self.channels.iter().filter_map(|channel| Some(self.transforms[channel.driven?.transform].kind))
    }

    /// Returns `parent_from_node` at a time, in seconds.
    pub(super) fn local(&self, time: f32) -> DAffine3 {
        let mut product = DAffine3::IDENTITY;
        for (index, element) in self.transforms.iter().enumerate() {
            product *= self.fixed[index].unwrap_or_else(|| self.moved(index, element, time));
        }
        product
    }

    /// Returns the matrix of a transform element that channels drive.
    fn moved(&self, index: usize, element: &TransformElement<'a>, time: f32) -> DAffine3 {
        let mut values = element.values.clone();
        for channel in &self.channels {
            let Some(driven) = channel.driven.filter(|driven| driven.transform == index) else { continue };
            match driven.part {
                Some(part) => values[part] = channel.curve.sample(0, time),
                None if element.kind == "matrix" => return channel.curve.sample_matrix(time),
                None => {
                    for (part, value) in values.iter_mut().enumerate() {
                        *value = channel.curve.sample(part, time);
                    }
                }
            }
        }
        element_matrix(element.kind, &values)
    }
}

/// Returns the motion of each node that channels move, with the node's first instance. Of two channels with one target the
/// later wins.
pub(super) fn motions_of<'b, 'a>(
    scene: &'b Scene<'a>,
    channels: &'b Channels<'a>,
    played: &[usize],
) -> Vec<(usize, Motion<'b, 'a>)> {
    let mut by_target: HashMap<Driven, usize> = HashMap::new();
    for index in played {
        by_target.extend(channels.all[*index].driven.map(|driven| (driven, *index)));
    }
    let mut by_node: BTreeMap<usize, Vec<&Channel<'a>>> = BTreeMap::new();
    for index in played {
        let channel = &channels.all[*index];
        let Some(driven) = channel.driven.filter(|driven| by_target[driven] == *index) else { continue };
        if let Some(instances) = scene.instances.get(&driven.node) {
            by_node.entry(instances[0]).or_default().push(channel);
        }
    }
    let mut motions = Vec::new();
    for (node, channels) in by_node {
        motions.push((node, Motion::new(&scene.nodes[node].transforms, channels)));
    }
    motions
}
