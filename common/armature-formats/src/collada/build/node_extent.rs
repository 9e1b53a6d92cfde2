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
    let curves = moves.iter().map(|driven| &document.curves[document.channels[driven.channel].curve]);
    let keys = curves.clone().map(|curve| curve.times.len()).max().unwrap_or(0);
    let mut values = [0.0; 16];
    values[..element.values.len()].copy_from_slice(&element.values);
    // Squares.
    let mut scale = 0.0f64;
    let mut distance = 0.0f64;
    for key in 0..keys {
        for (driven, curve) in moves.iter().zip(curves.clone()) {
            set(&mut values, driven.component, curve, key);
        }
        let squares = values.map(|value| value * value);
        match element.kind {
            TransformKind::Matrix => {
                let [x, y, z, translation] = [0, 1, 2, 3].map(|at| squares[at] + squares[4 + at] + squares[8 + at]);
                scale = scale.max(x).max(y).max(z);
                distance = distance.max(translation);
            }
            TransformKind::Scale => scale = scale.max(squares[0]).max(squares[1]).max(squares[2]),
            TransformKind::Translate | TransformKind::Lookat => {
                scale = 1.0;
                distance = distance.max(squares[..3].iter().sum());
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
