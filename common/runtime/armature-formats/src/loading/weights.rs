//! Vertex weights for drawing: the best four influences of each vertex.

use super::counted;
use armature::skin::{FourInfluences, Influence, best_four};

/// Largest deviation of the sum of a vertex's weights from 1 without a note: files round weights to four digits or so.
const SUM_TOLERANCE: f32 = 0.01;

/// Returns the best four influences of each vertex, normalised, and notes for people on assumptions and omissions.
///
/// `add_influences` adds those of a vertex to a list. A vertex without weight follows the skin's first joint.
pub(crate) fn four_influences(
    vertices: usize,
    mut add_influences: impl FnMut(usize, &mut Vec<Influence>),
) -> (Vec<FourInfluences>, Vec<String>) {
    let mut dropped = 0;
    let mut largest = 0.0f32;
    let mut weightless = 0;
    let mut uneven = 0;
    let mut negative = 0;
    let mut list = Vec::new();
    let mut all = Vec::with_capacity(vertices);
    for vertex in 0..vertices {
        list.clear();
        add_influences(vertex, &mut list);
        negative += usize::from(list.iter().any(|influence| influence.weight < 0.0));
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
    let left_out = format!("at most {:.1} % of a vertex's weight is left out", largest * 100.0);
    for (count, note) in [
        (negative, "a weight below 0: left out"),
        (weightless, "weight sum 0: drawn on the skin's first joint"),
        (uneven, "weights that do not sum to 1: normalised for drawing"),
        (dropped, &format!("more than 4 joints: the best 4 are drawn ({left_out})")),
    ] {
        if count > 0 {
            notes.push(format!("{} with {note}", counted(count, "vertex", "vertices")));
        }
    }
    (all, notes)
}
