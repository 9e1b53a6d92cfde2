//! Approximately the largest scale of a node that channels enlarge, and how far they move it.

use crate::collada::{
    document::{Curve, Document, TransformElement, TransformKind},
    evaluate,
    scene::{Component, Driven},
};
use crate::loading::rest::max_scale;

/// Extent of a node's local transform; approximately, since curves may reach a little beyond their keys.
pub(super) struct Extent {
    /// The largest scale, if channels change it.
    pub(super) scale: Option<f64>,
    /// The largest distance from the parent's origin.
    pub(super) distance: f64,
}

/// The extent of a node at the keys of its channels.
pub(super) fn extent(document: &Document, node: usize, driven: &[Driven]) -> Extent {
    let transforms = &document.nodes[node].transforms;
    let mut scale = 1.0;
    let mut distance = 0.0;
    for (index, element) in transforms.iter().enumerate() {
        let moves: Vec<_> = driven.iter().filter(|driven| driven.transform == index).collect();
        let (scales, moved) = if moves.is_empty() {
            let local = evaluate::local(std::slice::from_ref(element));
            (max_scale(&local), local.translation.length())
        } else {
            largest(document, element, &moves)
        };
        distance += scale * moved;
        scale *= scales;
    }
    Extent {
        scale: driven
            .iter()
            .any(|driven| matches!(transforms[driven.transform].kind, TransformKind::Scale | TransformKind::Matrix))
            .then_some(scale),
        distance,
    }
}

/// The largest scale and translation of an element that channels move.
fn largest(document: &Document, element: &TransformElement, moves: &[&Driven]) -> (f64, f64) {
    let curve = |driven: &Driven| &document.curves[document.channels[driven.channel].curve];
    let keys = moves.iter().map(|driven| curve(driven).times.len()).max().unwrap_or(0);
    let mut values = [0.0; 16];
    values[..element.values.len()].copy_from_slice(&element.values);
    // Squares.
    let mut scale = 0.0f64;
    let mut distance = 0.0f64;
    for key in 0..keys {
        for driven in moves {
            set(&mut values, driven.component, curve(driven), key);
        }
        let column = |at: usize| -> f64 { [0, 4, 8].map(|row| values[row + at].powi(2)).iter().sum() };
        let vector = || values[..3].iter().map(|value| value * value);
        match element.kind {
            TransformKind::Matrix => {
                scale = (0..3).map(column).fold(scale, f64::max);
                distance = distance.max(column(3));
            }
            TransformKind::Scale => scale = vector().fold(scale, f64::max),
            TransformKind::Translate | TransformKind::Lookat => {
                (scale, distance) = (1.0, distance.max(vector().sum()));
            }
            TransformKind::Rotate | TransformKind::Skew => {
                scale = max_scale(&evaluate::local(std::slice::from_ref(element))).powi(2);
                break;
            }
        }
    }
    (scale.sqrt(), distance.sqrt())
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
