//! The keys of a joint: matrices at the times of its tracks' keys, and more where that is not enough.
//!
//! Tracks interpolate translation, rotation, scale and shear each between its own keys, small rotations by nlerp,
//! large ones by slerp. Readers interpolate the parts of a matrix too, some by slerp and some by nlerp, which differ by
//! 0.004 angle^3 ([`NLERP_LIMIT`](armature::animation::NLERP_LIMIT)). So an interval is halved until both are within
//! [`BOUND`] of the clip. Where the file of a clip has linear keys, two of them are enough if slerp between them is within
//! [`FILE_BOUND`]: readers of that file differ by as much as those of the new one.

use crate::collada::limits::MAX_WRITTEN_KEYS;
use armature::{
    animation::{JointTracks, RotationTrack, Track},
    math::{Decomposition, decompose},
};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Vec3, Vec3A};
use std::cell::Cell;

/// Largest distance of a reader's axes from the clip's, relative to the longest one.
pub(super) const BOUND: f64 = 2e-6;

/// Largest distance of slerp between two keys that the clip's file has, where tracks use nlerp for turns of less than
/// [`NLERP_LIMIT`](armature::animation::NLERP_LIMIT).
const FILE_BOUND: f64 = 2e-4;

/// Largest number of halvings of the time between two keys.
const MAX_HALVINGS: usize = 7;

/// Fractions of the time between two keys at which the clip is compared with a reader's result: in the middle, and where
/// slerp and nlerp differ most.
const COMPARED_AT: [f32; 3] = [0.21, 0.5, 0.79];

/// Fraction of an axis below which its components are rounding errors: 0 is written.
const ROUNDING: f64 = 1e-7;

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
    /// Largest distance of a reader's axes from the clip's.
    pub(super) bound: f64,
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

    /// Returns keys at the ends of a number of equal intervals, from 0 to the clip's length.
    pub(super) fn baked_keys(&self, intervals: usize) -> Vec<Key> {
        let length = f64::from(self.end - self.start);
        (0..=intervals)
            .map(|number| {
                let time = (length * number as f64 / intervals as f64) as f32;
                let track_time = if number == intervals { self.end } else { self.start + time };
                Key { time, matrix: self.sample_matrix(track_time) }
            })
            .collect()
    }

    /// Returns keys at rising times from 0 to the clip's length, and whether readers see the clip between them. `file_times`
    /// are the track times of the linear keys in the clip's file.
    pub(super) fn keys(&self, file_times: &[f32]) -> (Vec<Key>, bool) {
        let mut times = self.key_times();
        let kept = self.sufficient_intervals(file_times, &times);
        let interval = |track_time: f32| kept.get(kept.partition_point(|[_, end]| *end <= track_time));
        times.retain(|(_, track_time)| interval(*track_time).is_none_or(|[start, _]| track_time <= start));
        times.extend(kept.iter().flatten().map(|track_time| (track_time - self.start, *track_time)));
        sort_times(&mut times);
        let mut keys = Vec::with_capacity(times.len());
        let mut is_followed = true;
        let mut before: Option<(f32, Key)> = None;
        for (time, track_time) in times {
            let key = Key { time, matrix: self.sample_matrix(track_time) };
            if let Some((from, first)) = before
                && interval(from) != Some(&[from, track_time])
            {
                is_followed &= self.add_between(from, first, track_time, key, MAX_HALVINGS, &mut keys);
            }
            keys.push(key);
            before = Some((track_time, key));
        }
        (keys, is_followed)
    }

    /// Returns the times of the tracks' keys in order, in seconds from the clip's start and as track times. A jump has two
    /// times as near as numbers can be, because readers see only one of two keys at one time.
    pub(super) fn key_times(&self) -> Vec<(f32, f32)> {
        let mut times = vec![(0.0, self.start), (self.end - self.start, self.end)];
        let mut tracks = Vec::new();
        if let Some(JointTracks { translation, rotation, scale, shear, .. }) = self.tracks {
            tracks.extend([translation, scale, shear].into_iter().flatten().map(Track::times));
            tracks.extend(rotation.iter().map(RotationTrack::times));
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

    /// Returns the intervals between two keys of the file in which the clip needs no other keys. `times` are the tracks'
    /// [key times](Self::key_times).
    fn sufficient_intervals(&self, file_times: &[f32], times: &[(f32, f32)]) -> Vec<[f32; 2]> {
        let mut intervals = Vec::new();
        for pair in file_times.windows(2) {
            let from = pair[0];
            let to = pair[1];
            let is_in_clip = self.start <= from && from < to && to <= self.end;
            if !is_in_clip {
                continue;
            }
            let [first, last] = [from, to].map(|time| (time, Key { time, matrix: self.sample_matrix(time) }));
            let within = times.iter().skip(times.partition_point(|(_, track_time)| *track_time <= from));
            let within = within.map(|(_, track_time)| *track_time).take_while(|track_time| *track_time < to);
            let compared: Vec<f32> = within.map(|time| (time - from) / (to - from)).chain(COMPARED_AT).collect();
            let [a, b] = [from, to].map(|time| self.sample(time).transform.translation);
            let allowed = 1e-2 * a.distance(b) + 1e-5 * a.length();
            let is_straight = compared.iter().all(|u| {
                let translation = self.sample(from + (to - from) * u).transform.translation;
                a.lerp(b, *u).distance(translation) <= allowed
            });
            if is_straight && self.is_followed([first, last], &compared, (FILE_BOUND, 1)) {
                intervals.push([from, to]);
            }
        }
        intervals
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

    /// Adds keys between two keys, at track times `from` and `to`, until readers see the clip. Returns false if they do not
    /// after `halvings` halvings.
    fn add_between(&self, from: f32, first: Key, to: f32, last: Key, halvings: usize, keys: &mut Vec<Key>) -> bool {
        let middle = f32::midpoint(from, to);
        let time = middle - self.start;
        let is_between = from < middle && middle < to && first.time < time && time < last.time;
        if !is_between || self.is_followed([(from, first), (to, last)], &COMPARED_AT, (self.bound, 2)) {
            return true;
        }
        if halvings == 0 || keys.len() > MAX_WRITTEN_KEYS {
            return false;
        }
        let key = Key { time, matrix: self.sample_matrix(middle) };
        let early = self.add_between(from, first, middle, key, halvings - 1, keys);
        keys.push(key);
        let late = self.add_between(middle, key, to, last, halvings - 1, keys);
        early && late
    }

    /// Whether readers of two keys see the clip within a bound, at the `compared` fractions of the time between them: readers
    /// that use slerp, and if `ways` is 2 also those that use nlerp.
    fn is_followed(
        &self,
        [(from, first), (to, last)]: [(f32, Key); 2],
        compared: &[f32],
        (bound, ways): (f64, usize),
    ) -> bool {
        let a = decompose(&first.matrix);
        let b = decompose(&last.matrix);
        compared.iter().all(|u| {
            let time = from + (to - from) * u;
            let u = f64::from(time - from) / f64::from(to - from);
            let sample = self.sample(time);
            let sampled_matrix = self.linear(&sample);
            let scale = a.transform.scale.as_dvec3().lerp(b.transform.scale.as_dvec3(), u);
            let shear = a.shear.lerp(b.shear, u as f32);
            let qa = wide(&a);
            let mut qb = wide(&b);
            if qa.dot(qb) < 0.0 {
                qb = -qb;
            }
            let unit = sample.transform.scale.as_dvec3().abs().max_element().max(1e-12);
            [qa.slerp(qb, u), (qa * (1.0 - u) + qb * u).normalize()].into_iter().take(ways).all(|rotation| {
                let error = linear(rotation, scale, shear) - sampled_matrix;
                let error = [error.x_axis, error.y_axis, error.z_axis].map(DVec3::length);
                error.into_iter().fold(0.0, f64::max) <= bound * unit
            })
        })
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
        self.above.matrix3 * linear(wide(parts), parts.transform.scale.as_dvec3(), parts.shear)
    }
}

/// Sorts times, and removes all but the last of equal ones: the value after a jump stays.
fn sort_times(times: &mut Vec<(f32, f32)>) {
    times.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    times.dedup_by_key(|(time, _)| *time);
}

fn wide(parts: &Decomposition) -> DQuat {
    parts.transform.rotation.as_dquat().normalize()
}

/// Returns the matrix of a rotation, scale and shear, as in [`Decomposition::to_affine`].
fn linear(rotation: DQuat, scale: DVec3, shear: Vec3) -> DMat3 {
    let shear = shear.as_dvec3();
    let k = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
    DMat3::from_quat(rotation) * k * DMat3::from_diagonal(scale)
}
