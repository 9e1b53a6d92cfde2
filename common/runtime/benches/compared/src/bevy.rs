//! Sampling as `bevy_animation` does it: a curve of `bevy_curve` for each track, sampled by a binary search and slerp.

use armature::animation::{Clip, Track};
use bevy_curve::{Curve, UnevenSampleAutoCurve};
use bevy_math::{Quat, StableInterpolate, Vec3};
use std::hint::black_box;

/// A track: one value, or a curve.
enum Keys<T> {
    Still(T),
    Moving(UnevenSampleAutoCurve<T>),
}

impl<T: StableInterpolate> Keys<T> {
    fn new<V: Copy>(track: &Track<V>, convert: impl Fn(V) -> T) -> Self {
        let keys: Vec<(f32, T)> =
            track.times().iter().zip(track.values()).map(|(time, value)| (*time, convert(*value))).collect();
        UnevenSampleAutoCurve::new(keys).map_or_else(|_| Keys::Still(convert(track.values()[0])), Keys::Moving)
    }

    fn sample(&self, time: f32) -> T {
        match self {
            Keys::Still(value) => value.clone(),
            Keys::Moving(curve) => curve.sample_clamped(time),
        }
    }
}

/// Returns a function that samples a clip at all times, which it advances before.
pub(crate) fn sampling(clip: &Clip, mut times: Vec<f32>) -> Box<dyn FnMut()> {
    let mut tracks = Vec::new();
    for joint in &clip.tracks {
        let [translation, scale] = [&joint.translation, &joint.scale]
            .map(|track| track.as_ref().map(|track| Keys::new(track, |value| Vec3::from_array(value.to_array()))));
        let rotation = joint.rotation.as_ref();
        let rotation = rotation.map(|track| Keys::new(track.track(), |value| Quat::from_array(value.to_array())));
        tracks.push((translation, rotation, scale));
    }
    let duration = clip.duration();
    let mut poses = vec![vec![(Vec3::ZERO, Quat::IDENTITY, Vec3::ONE); tracks.len()]; times.len()];
    Box::new(move || {
        crate::character::advance(&mut times, duration);
        for (time, pose) in times.iter().zip(&mut poses) {
            for ((translation, rotation, scale), local) in tracks.iter().zip(pose) {
                if let Some(keys) = translation {
                    local.0 = keys.sample(*time);
                }
                if let Some(keys) = rotation {
                    local.1 = keys.sample(*time);
                }
                if let Some(keys) = scale {
                    local.2 = keys.sample(*time);
                }
            }
        }
        black_box(&poses);
    })
}
