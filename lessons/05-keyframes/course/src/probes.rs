//! Inputs of the checks: numbers of matrices, keys at uneven times, and frames of uneven length.

use crate::{Keys, Segment};
use check::{Random, Value};
use glam::Mat4;

/// Returns `count` matrices whose sixteen numbers are all different.
pub(crate) fn matrices(random: &mut Random, count: usize) -> Vec<Mat4> {
    let mut matrices = vec![Mat4::ZERO; count];
    for matrix in &mut matrices {
        for column in 0..4 {
            *matrix.col_mut(column) = random.vector().extend(random.between(-1.0, 1.0));
        }
    }
    matrices
}

/// Returns the matrices as a file has them: row by row, one after the other.
pub(crate) fn rows(matrices: &[Mat4]) -> Vec<f32> {
    matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect()
}

/// Returns a key every 24th of a second, as the knight's file has them.
pub(crate) fn frame_keys() -> Keys {
    Keys { times: (0..48).map(|frame| frame as f32 / 24.0).collect(), closes_at: 2.0 }
}

/// Returns times before the keys, at each of them, in every segment, and after the last; in a loop up to where it closes.
pub(crate) fn moments(random: &mut Random, keys: &Keys, is_loop: bool) -> Vec<f32> {
    let Keys { ref times, closes_at } = *keys;
    let first = times[0];
    let last = times[times.len() - 1];
    let span = last - first;
    let mut moments = random.spread(4, first - 0.5 * span, first);
    moments.push(first - 0.2);
    let mut ends = times.clone();
    ends.push(if is_loop { closes_at } else { last + 0.6 });
    for pair in ends.windows(2) {
        moments.push(pair[0]);
        moments.extend([fraction(random), random.unit()].map(|u| pair[0] + u * (pair[1] - pair[0])));
    }
    moments.push(ends[times.len()]);
    if !is_loop {
        moments.extend(random.spread(4, last, last + 0.5 * span));
    }
    moments
}

/// Returns four to six keys, the first at `first`. No two gaps next to each other are alike, and none is near a
/// second: seconds and fractions would look the same.
pub(crate) fn uneven_keys(random: &mut Random, first: f32) -> Keys {
    let count = 4 + random.below(3);
    let mut short = random.below(2) == 0;
    let mut at = first;
    let mut times = Vec::new();
    for _ in 0..=count {
        times.push(at);
        at += if short { random.between(0.15, 0.3) } else { random.between(0.45, 0.75) };
        short = !short;
    }
    let closes_at = times.pop().unwrap_or(at); // one more than keys
    Keys { times, closes_at }
}

/// Returns a fraction that is neither near an end nor near the middle.
pub(crate) fn fraction(random: &mut Random) -> f32 {
    let low = random.between(0.18, 0.4);
    if random.below(2) == 0 { low } else { 1.0 - low }
}

/// Returns the keys between which a segment lies, in words, and its alpha. Segments that give the same pose are equal: at a
/// key itself, whether the key is `from` or `to` does not matter.
pub(crate) fn mixed(segment: Segment, keys: usize) -> (String, f32) {
    const NEAR: f32 = 1e-4;
    let Segment { from, to, alpha } = segment;
    let beyond = [from, to].into_iter().find(|&key| key >= keys);
    match beyond {
        Some(key) => (format!("key {key}, which does not exist"), alpha),
        None if !alpha.is_finite() => (format!("key {from} to key {to}, alpha {alpha}"), 0.0),
        None if from == to || alpha.abs() < NEAR => (format!("key {from}"), 0.0),
        None if (alpha - 1.0).abs() < NEAR => (format!("key {to}"), 0.0),
        None => (format!("between key {from} and key {to}"), alpha),
    }
}

/// Returns a segment as one number, key plus alpha, which is continuous at a key; in words where no number can be given.
pub(crate) fn place(segment: Segment, keys: usize) -> Value {
    let Segment { from, to, alpha } = segment;
    // In a single key alpha does nothing, and nobody need set it: then `from` and `to` have been forgotten.
    let is_alpha_alone = keys > 1 && from == to && alpha.abs() > 1e-3;
    if from >= keys || to >= keys || is_alpha_alone {
        return format!("key {from} to key {to}, alpha {alpha:.2}").into();
    }
    let seam = to == 0 && from > 0 && from == keys - 1;
    let to = if seam { keys } else { to };
    (from as f32 + alpha * (to as f32 - from as f32)).into()
}
