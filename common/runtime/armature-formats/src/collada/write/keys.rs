//! Keys of matrices, from tracks of translation, rotation, scale and shear.
//!
//! A clip is written as its frames, with the keys of its tracks between them. Other readers interpolate the parts of a matrix
//! too, some by slerp and some by nlerp, which hardly differ within a frame.

use armature::{
    animation::{JointTracks, RotationTrack},
    math::{Decomposition, shortest, slerp},
};
use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3A};
use std::cell::Cell;

/// Fraction of an axis below which its components are rounding errors: 0 is written.
const ROUNDING: f64 = 1e-7;

/// Fraction of a frame within which a track's key stands for the frame.
const SAME_FRAME: f32 = 0.05;

/// A matrix at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    /// Seconds from the clip's start.
    pub(super) time: f32,
    /// `parent_from_joint`.
    pub(super) matrix: Affine3A,
}

impl Key {
    pub(super) fn is_finite(&self) -> bool {
        self.time.is_finite() && self.matrix.is_finite()
    }
}

/// The motion of a joint in a range of time of a clip.
pub(super) struct MotionRange<'a> {
    /// The transform at rest, which applies where there is no track.
    pub(super) rest: Decomposition,
    /// Transform from the joint's parent space in the model to its parent space in the file.
    pub(super) above: DAffine3,
    pub(super) tracks: Option<&'a JointTracks>,
    /// Keys at which the tracks were sampled last: where the next search begins.
    pub(super) cursors: Cell<[u32; 4]>,
    pub(super) start: f32,
    pub(super) end: f32,
}

impl MotionRange<'_> {
    pub(super) fn rest(&self) -> Affine3A {
        self.matrix(&self.rest)
    }

    /// Returns keys at the ends of a number of equal frames, from 0 to the clip's length.
    pub(super) fn baked_keys(&self, frames: usize) -> Vec<Key> {
        let mut keys = Vec::with_capacity(frames + 1);
        for (time, track_time) in self.frame_times(frames) {
            keys.push(Key { time, matrix: self.sample_matrix(track_time) });
        }
        keys
    }

    /// Returns keys as [`baked_keys`](Self::baked_keys) does, and at the keys of the tracks.
    pub(super) fn keys(&self, frames: usize) -> Vec<Key> {
        let mut times = self.key_times();
        let near = SAME_FRAME * (self.end - self.start) / frames as f32;
        let corners = times.clone();
        for (time, track_time) in self.frame_times(frames) {
            let next = corners.partition_point(|(corner, _)| *corner < time - near);
            if corners.get(next).is_none_or(|(corner, _)| *corner > time + near) {
                times.push((time, track_time));
            }
        }
        sort_times(&mut times);
        let mut keys = Vec::with_capacity(times.len());
        for (time, track_time) in times {
            keys.push(Key { time, matrix: self.sample_matrix(track_time) });
        }
        keys
    }

    /// Returns the times of frames, in seconds from the clip's start and as track times.
    fn frame_times(&self, frames: usize) -> impl Iterator<Item = (f32, f32)> {
        let length = f64::from(self.end - self.start);
        (0..=frames).map(move |frame| {
            let time = (length * frame as f64 / frames as f64) as f32;
            (time, if frame == frames { self.end } else { self.start + time })
        })
    }

    /// Returns the times of the tracks' keys in order, in seconds from the clip's start and as track times. A jump has two
    /// times as near as numbers can be, because readers see only one of two keys at one time.
    pub(super) fn key_times(&self) -> Vec<(f32, f32)> {
        let mut times = vec![(0.0, self.start), (self.end - self.start, self.end)];
        let mut tracks: Vec<Vec<f32>> = Vec::new();
        if let Some(JointTracks { translation, rotation, scale, shear, .. }) = self.tracks {
            tracks.extend([translation, scale, shear].into_iter().flatten().map(|track| track.times().to_vec()));
            tracks.extend(rotation.iter().map(bend_times));
        }
        for track in tracks {
            for (key, &track_time) in track.iter().enumerate() {
                if track_time <= self.start || track_time > self.end {
                    continue;
                }
                let time = track_time - self.start;
                times.push((time, track_time));
                if key > 0 && track[key - 1] == track_time {
                    times.push((time.next_down(), track_time.next_down()));
                }
            }
        }
        sort_times(&mut times);
        times
    }

    /// Samples the tracks, with the transform at rest where there is no track.
    fn sample(&self, time: f32) -> Decomposition {
        let mut parts = self.rest;
        let Some(tracks) = self.tracks else { return parts };
        let mut cursors = self.cursors.get();
        tracks.sample_local(time, &mut cursors, &mut parts.transform);
        if let Some(track) = &tracks.shear {
            parts.shear = track.sample_vector(time, &mut cursors[3]);
        }
        self.cursors.set(cursors);
        parts
    }

    fn sample_matrix(&self, time: f32) -> Affine3A {
        self.matrix(&self.sample(time))
    }

    /// Returns `parent_from_joint` in the file, computed in double precision, so that only the result is rounded.
    fn matrix(&self, parts: &Decomposition) -> Affine3A {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear(parts);
        let [x_axis, y_axis, z_axis] = [x_axis, y_axis, z_axis].map(|axis| {
            let least = ROUNDING * axis.abs().max_element();
            Vec3A::from_array(axis.to_array().map(|part| if part.abs() < least { 0.0 } else { part as f32 }))
        });
        let translation = self.above.transform_point3(parts.transform.translation.as_dvec3());
        Affine3A::from_cols(x_axis, y_axis, z_axis, translation.as_vec3a())
    }

    fn linear(&self, parts: &Decomposition) -> DMat3 {
        let Decomposition { transform, shear } = parts;
        let shear = shear.as_dvec3();
        let sheared = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
        let rotation = DMat3::from_quat(transform.rotation.as_dquat().normalize());
        self.above.matrix3 * rotation * sheared * DMat3::from_diagonal(transform.scale.as_dvec3())
    }
}

/// Returns the times of the keys at which a rotation leaves the arc between its neighbours, and of the first and the last. The
/// loader adds keys on the arc, because a track plays near ones by nlerp.
fn bend_times(rotation: &RotationTrack) -> Vec<f32> {
    /// Radians, above rounding errors. For so small an angle it is twice the chord, which loses no digits.
    const BEND: f32 = 1e-5;
    let times = rotation.times();
    let values = rotation.track().values();
    let mut kept = 0;
    let mut bends = vec![times[0]];
    for key in 1..times.len() {
        let is_on_the_arc = times.get(key + 1).is_some_and(|next| {
            let u = (times[key] - times[kept]) / (next - times[kept]);
            let arc = slerp(values[kept], shortest(values[kept], values[key + 1]), u);
            times[kept] < times[key] && times[key] < *next && 2.0 * (arc - shortest(arc, values[key])).length() < BEND
        });
        if !is_on_the_arc {
            kept = key;
            bends.push(times[key]);
        }
    }
    bends
}

/// Sorts times, and removes all but the last of equal ones: the value after a jump stays.
fn sort_times(times: &mut Vec<(f32, f32)>) {
    times.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    times.dedup_by_key(|(time, _)| *time);
}
