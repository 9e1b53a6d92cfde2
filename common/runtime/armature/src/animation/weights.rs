//! Tracks of the weights of morph targets.

use super::{Clip, Cursors, Track};
use crate::math::{clamp_weight, lerp};

/// Track of the weight of one morph target in a clip.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeightTrack {
    /// Index of the set of morph targets in [`Model::morph_sets`](crate::model::Model::morph_sets).
    pub set: usize,
    /// Index of the target in the set.
    pub target: usize,
    /// Weights: 0 is the mesh as modelled, 1 the target's shape; other numbers are allowed.
    pub track: Track<f32>,
}

/// Blends the weights of morph targets with those of another motion: at `u = 0` they stay, at `u = 1` they are `other`.
/// `u` is clamped by [`clamp_weight`]. Weights of sets and targets that `other` does not have stay.
///
/// Masks have no weights for morph targets: with [`blend_masked`](super::blend_masked), choose a `u` for a face. With
/// [`blend_layers`](super::blend_layers), blend one layer after another, each with its weight divided by the sum of the
/// weights so far, which makes the same mean:
///
/// ```
/// use armature::animation::blend_weights;
///
/// let layers = [(1.0, [vec![0.0, 1.0]]), (2.0, [vec![1.0, 0.0]]), (1.0, [vec![1.0, 1.0]])];
/// let mut weights = [vec![0.0; 2]];
/// let mut sum = 0.0;
/// for (weight, layer) in &layers {
///     sum += weight;
///     blend_weights(&mut weights, layer, weight / sum);
/// }
/// assert_eq!(weights, [vec![0.75, 0.5]]);
/// ```
pub fn blend_weights(weights: &mut [Vec<f32>], other: &[Vec<f32>], u: f32) {
    for (weights, other) in weights.iter_mut().zip(other) {
        for (weight, other) in weights.iter_mut().zip(other) {
            *weight = lerp(*weight, *other, clamp_weight(u));
        }
    }
}

/// Adds `factor` times the difference of `pose` from `reference` to the weights of morph targets, as
/// [`add_pose`](super::add_pose) does for joints. A `factor` that is not finite counts as 0. Weights of sets and targets that
/// the others do not have stay.
///
/// ```
/// use armature::animation::add_weights;
///
/// let (smile, at_rest) = ([vec![0.75]], [vec![0.25]]);
/// let mut weights = [vec![0.5]];
/// add_weights(&mut weights, &smile, &at_rest, 0.5);
/// assert_eq!(weights, [vec![0.75]]);
/// ```
pub fn add_weights(weights: &mut [Vec<f32>], pose: &[Vec<f32>], reference: &[Vec<f32>], factor: f32) {
    let factor = if factor.is_finite() { factor } else { 0.0 };
    for ((weights, pose), reference) in weights.iter_mut().zip(pose).zip(reference) {
        for ((weight, pose), reference) in weights.iter_mut().zip(pose).zip(reference) {
            *weight += factor * (pose - reference);
        }
    }
}

impl Clip {
    /// Writes the weights at `time`, in seconds on the clip's own clock, into `weights`. Weights without a track stay,
    /// and tracks of sets and targets that do not exist are ignored. Allocates nothing once `cursors` has grown to
    /// size.
    pub fn sample_weights(&self, time: f32, cursors: &mut Cursors, weights: &mut [Vec<f32>]) {
        cursors.weights.resize(self.weights.len(), 0);
        for (WeightTrack { set, target, track }, cursor) in self.weights.iter().zip(&mut cursors.weights) {
            if let Some(weight) = weights.get_mut(*set).and_then(|set| set.get_mut(*target)) {
                *weight = track.sample(time, cursor, |before, after, u| before + (after - before) * u);
            }
        }
    }
}
