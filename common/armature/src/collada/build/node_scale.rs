//! Approximately the largest scale of a node that channels enlarge.

use crate::collada::{
    document::{Curve, Document, TransformElement, TransformKind},
    evaluate,
    scene::{Component, Driven},
};
use crate::loading::rest::max_scale;

/// Approximately the largest scale of a node's local transform, if channels change it: curves may reach a little
/// beyond their keys.
pub(super) fn largest_scale(document: &Document, node: usize, driven: &[Driven]) -> Option<f64> {
    let transforms = &document.nodes[node].transforms;
    if !driven.iter().any(|driven| scales(&transforms[driven.transform])) {
        return None;
    }
    let elements = transforms.iter().enumerate().map(|(index, element)| {
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
    Some(elements.product())
}

/// Whether an element can change the scale.
fn scales(element: &TransformElement) -> bool {
    matches!(element.kind, TransformKind::Scale | TransformKind::Matrix)
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
