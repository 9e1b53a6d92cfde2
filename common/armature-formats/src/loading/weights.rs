//! Vertex weights for drawing: the best four influences of each vertex.

use armature::skin::{FourInfluences, Influence, best_four};
use armature::text::counted;
use glam::DVec3;

/// Weights that sum to 1 within this are taken as they are, without a word: files round them to
/// four digits or so.
const SUM_TOLERANCE: f32 = 0.01;

/// A point where its influences put it: the sum of where each puts it, by all of its weights, normalised as for drawing.
/// `first` is where the skin's first joint puts it, which a point without weight follows.
pub(crate) fn weighted(influences: impl Iterator<Item = (f32, DVec3)>, first: DVec3) -> DVec3 {
    let mut sum = DVec3::ZERO;
    let mut total = 0.0;
    for (weight, point) in influences.filter(|(weight, _)| *weight > 0.0 && weight.is_finite()) {
        sum += f64::from(weight) * point;
        total += f64::from(weight);
    }
    if total > 0.0 { sum / total } else { first }
}

/// The best four influences of each vertex, normalised; and what was assumed or left out, for people.
///
/// `of` adds the influences of a vertex to the list. A vertex without weight follows the skin's first joint.
pub(crate) fn for_drawing(
    vertices: usize,
    mut of: impl FnMut(usize, &mut Vec<Influence>),
) -> (Vec<FourInfluences>, Vec<String>) {
    let mut dropped = 0;
    let mut largest = 0.0f32;
    let mut weightless = 0;
    let mut uneven = 0;
    let mut list = Vec::new();
    let mut all = Vec::with_capacity(vertices);
    for vertex in 0..vertices {
        list.clear();
        of(vertex, &mut list);
        let mut four = best_four(&list);
        if four.weights[0] == 0.0 {
            weightless += 1;
            four.weights[0] = 1.0; // the first joint's binding, or the one without a joint
        } else {
            let sum: f32 = list.iter().map(|influence| influence.weight).sum();
            uneven += usize::from((sum - 1.0).abs() > SUM_TOLERANCE);
        }
        if four.dropped > 0.0 {
            dropped += 1;
            largest = largest.max(four.dropped);
        }
        all.push(four);
    }
    let mut notes = Vec::new();
    if weightless > 0 {
        notes.push(format!(
            "{} with weight sum 0: drawn on the skin's first joint",
            counted(weightless, "vertex", "vertices")
        ));
    }
    if uneven > 0 {
        notes.push(format!(
            "{} with weights that do not sum to 1: normalised for drawing",
            counted(uneven, "vertex", "vertices")
        ));
    }
    if dropped > 0 {
        notes.push(format!(
            "{} with more than 4 joints: the best 4 are drawn \
             (at most {:.1} % of a vertex's weight is left out)",
            counted(dropped, "vertex", "vertices"),
            largest * 100.0
        ));
    }
    (all, notes)
}
