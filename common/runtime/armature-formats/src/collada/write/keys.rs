//! Keys of matrices, from tracks of translation, rotation, scale and shear.
//!
//! A clip is written as its frames, with the keys of its tracks between them. Other readers interpolate the parts of a matrix
//! too, some by slerp and some by nlerp, which hardly differ within a frame.

use armature::{
    animation::{JointTracks, RotationTrack},
    math::{Decomposition, shortest, slerp},
};
use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3A};

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
    pub(super) start: f32,
    pub(super) end: f32,
}

impl MotionRange<'_> {
    pub(super) fn rest(&self) -> Affine3A {
        self.matrix(&self.rest)
    }

    /// Returns keys at the ends of a number of equal frames, from 0 to the clip's length, and unless `only_frames` at the keys
    /// of the tracks.
    pub(super) fn keys(&self, frames: usize, only_frames: bool) -> Vec<Key> {
        let corners = if only_frames { Vec::new() } else { self.corners() };
        let mut times = corners.clone();
        let length = f64::from(self.end - self.start);
        let near = SAME_FRAME * (self.end - self.start) / frames as f32;
        for frame in 0..=frames {
            let time = (length * frame as f64 / frames as f64) as f32;
            let next = corners.partition_point(|(corner, _)| *corner < time - near);
            if corners.get(next).is_none_or(|(corner, _)| *corner > time + near) {
                times.push((time, if frame == frames { self.end } else { self.start + time }));
            }
        }
        sort_times(&mut times);
        let mut cursors = [0; 4];
        let mut keys = Vec::with_capacity(times.len());
        for (time, track_time) in times {
            let mut parts = self.rest;
            if let Some(tracks) = self.tracks {
                tracks.sample_local(track_time, &mut cursors, &mut parts.transform);
                if let Some(track) = &tracks.shear {
                    parts.shear = track.sample_vector(track_time, &mut cursors[3]);
                }
            }
            keys.push(Key { time, matrix: self.matrix(&parts) });
        }
        keys
    }

    /// Returns the times of the tracks' keys in order, in seconds from the clip's start and as track times. A jump has two
    /// times as near as numbers can be, because readers see only one of two keys at one time.
    fn corners(&self) -> Vec<(f32, f32)> {
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

    /// Returns `parent_from_joint` in the file, computed in double precision, so that only the result is rounded.
    fn matrix(&self, parts: &Decomposition) -> Affine3A {
        let Decomposition { transform, shear } = parts;
        let shear = shear.as_dvec3();
        let sheared = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
        let rotation = DMat3::from_quat(transform.rotation.as_dquat().normalize());
        let linear = self.above.matrix3 * rotation * sheared * DMat3::from_diagonal(transform.scale.as_dvec3());
        let [x_axis, y_axis, z_axis] = [linear.x_axis, linear.y_axis, linear.z_axis].map(|axis| {
            let least = ROUNDING * axis.abs().max_element();
            Vec3A::from_array(axis.to_array().map(|part| if part.abs() < least { 0.0 } else { part as f32 }))
        });
        let translation = self.above.transform_point3(transform.translation.as_dvec3());
        Affine3A::from_cols(x_axis, y_axis, z_axis, translation.as_vec3a())
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
