//! Upper bounds on node scale, used to convert local errors to world-space errors.

use crate::collada::{
    document::{Curve, Document, Node, TransformElement, TransformKind},
    evaluate::{self, ChannelSet},
    scene::{Component, Driven, Scene},
};
use crate::loading::rest::max_scale;
use glam::DAffine3;

/// A scale that grows by less than this factor is rounding.
const LEAST_GROWTH: f64 = 1.001;

/// For each instance of a node, the world-space length of a unit of its space: at rest (`rest` is
/// `world_from_node`), or approximately the largest one where channels enlarge it.
pub(super) fn node_scales(
    scene: &Scene<'_>,
    channels: &ChannelSet<'_>,
    rest: &[DAffine3],
) -> Vec<f64> {
    let document = channels.document();
    let mut of_nodes = vec![None; document.nodes.len()];
    for (node, driven) in channels.nodes() {
        let node_data = &document.nodes[node];
        if driven.iter().any(|driven| scales(&node_data.transforms[driven.transform])) {
            let at_rest = max_scale(&evaluate::local(&node_data.transforms));
            let most = largest(document, node_data, driven);
            of_nodes[node] = (most > LEAST_GROWTH * at_rest).then_some(most);
        }
    }
    let mut all: Vec<f64> = rest.iter().map(max_scale).collect();
    let mut scale_is_animated = vec![false; all.len()];
    for (index, instance) in scene.nodes.iter().enumerate() {
        let above =
            instance.parent.map_or((1.0, false), |parent| (all[parent], scale_is_animated[parent]));
        if above.1 || of_nodes[instance.node].is_some() {
            let local = || max_scale(&evaluate::local(&document.nodes[instance.node].transforms));
            all[index] = all[index].max(above.0 * of_nodes[instance.node].unwrap_or_else(local));
            scale_is_animated[index] = true;
        }
    }
    all
}

/// Whether an element can change the scale.
fn scales(element: &TransformElement) -> bool {
    matches!(element.kind, TransformKind::Scale | TransformKind::Matrix)
}

/// Approximately the largest scale of a node's local transform: curves may reach a little beyond their keys.
fn largest(document: &Document, node: &Node, driven: &[Driven]) -> f64 {
    let elements = node.transforms.iter().enumerate().map(|(index, element)| {
        let moves: Vec<_> = driven.iter().filter(|driven| driven.transform == index).collect();
        if moves.is_empty() || !scales(element) {
            return max_scale(&evaluate::local(std::slice::from_ref(element)));
        }
        let curve = |driven: &Driven| &document.curves[document.channels[driven.channel].curve];
        let keys = moves.iter().map(|driven| curve(driven).times.len()).max().unwrap_or(0);
        let mut values = [0.0; 16];
        values[..element.values.len()].copy_from_slice(&element.values);
        let at_key = |key: usize| {
            for driven in &moves {
                set(&mut values, driven.component, curve(driven), key);
            }
            // The square of the scale.
            match element.kind {
                TransformKind::Matrix => {
                    let column = |at: usize| [0, 4, 8].map(|row| values[row + at].powi(2));
                    (0..3).map(|at| column(at).iter().sum()).fold(0.0, f64::max)
                }
                _ => values[..3].iter().fold(0.0, |most: f64, value| most.max(value * value)),
            }
        };
        (0..keys).map(at_key).fold(0.0, f64::max).sqrt()
    });
    elements.product()
}

/// Sets the numbers of an element that a curve drives to those of a key, or of its last key.
fn set(values: &mut [f64; 16], component: Component, curve: &Curve, key: usize) {
    let key = key.min(curve.times.len() - 1); // a curve has a key
    let of_key = &curve.values[key * curve.dimensions..(key + 1) * curve.dimensions];
    match component {
        Component::One(at) => values[at] = f64::from(of_key[0]),
        Component::Whole => {
            values.iter_mut().zip(of_key).for_each(|(value, key)| *value = f64::from(*key));
        }
    }
}
