//! Tracks of the weights of morph targets.

use super::{Clip, Cursors, Track};

/// Track of one weight in a clip: linear between its keys, as all tracks are.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightTrack {
    /// Index of the set of morph targets in [`Model::morph_sets`](crate::model::Model::morph_sets).
    pub set: usize,
    /// Index of its target.
    pub target: usize,
    /// 0 is as modelled, 1 all of the target; other numbers are allowed.
    pub track: Track<f32>,
}

impl Clip {
    /// Writes the weights at `time` that have tracks; the others stay. Tracks of sets and targets that are not there
    /// are passed over. Allocates nothing once `cursors` has grown to size.
    pub fn sample_weights(&self, time: f32, cursors: &mut Cursors, weights: &mut [Vec<f32>]) {
        cursors.weights.resize(self.weights.len(), 0);
        for (WeightTrack { set, target, track }, cursor) in self.weights.iter().zip(&mut cursors.weights) {
            if let Some(weight) = weights.get_mut(*set).and_then(|set| set.get_mut(*target)) {
                *weight = track.sample(time, cursor, |before, after, u| before + (after - before) * u);
            }
        }
    }
}
