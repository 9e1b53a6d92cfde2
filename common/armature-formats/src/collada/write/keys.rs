//! The keys of a joint: matrices at the times of its tracks' keys, and more where that is not enough.
//!
//! Tracks interpolate translation, rotation, scale and shear each between its own keys, small rotations by nlerp,
//! large ones by slerp. Between the keys of a matrix a reader interpolates its parts too, but who knows whether by
//! slerp or nlerp: the two differ by 0.004 angle^3 ([`NLERP_LIMIT`](armature::animation::NLERP_LIMIT)). So an interval is
//! halved until both are within [`BOUND`] of the clip. Where the file that a clip is from has linear keys, two of them are
//! enough if slerp between them is within [`FILE_BOUND`]: readers of that file differ by as much as those of the new one.

use crate::collada::limits::MAX_WRITTEN_KEYS;
use armature::{
    animation::{JointTracks, RotationTrack, Track},
    math::{Decomposition, decompose},
};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Vec3, Vec3A};

/// Largest distance of a reader's axes from the clip's, relative to the longest one.
pub(super) const BOUND: f64 = 2e-6;

/// Largest distance of slerp between two keys that the clip's file has, where tracks use nlerp for turns of less than
/// [`NLERP_LIMIT`](armature::animation::NLERP_LIMIT).
const FILE_BOUND: f64 = 2e-4;

/// Largest number of halvings of the time between two keys.
const MAX_HALVINGS: usize = 7;

/// Fractions of the way between two keys at which the clip is compared with a reader's result: in the middle, and where
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

pub(super) struct Motion<'a> {
    /// While no track moves it.
    pub(super) rest: Decomposition,
    /// Transform from the space that is the joint's parent in the model to the one that is in the file.
    pub(super) above: DAffine3,
    /// Largest distance of a reader's axes from the clip's.
    pub(super) bound: f64,
    pub(super) tracks: Option<&'a JointTracks>,
    pub(super) start: f32,
    pub(super) end: f32,
}

impl Motion<'_> {
    pub(super) fn rest(&self) -> Affine3A {
        self.matrix(&self.rest)
    }

    /// Keys at so many equal intervals, from 0 to the clip's length.
    pub(super) fn baked(&self, intervals: usize) -> Vec<Key> {
        let length = f64::from(self.end - self.start);
        (0..=intervals)
            .map(|number| {
                let time = (length * number as f64 / intervals as f64) as f32;
                let own = if number == intervals { self.end } else { self.start + time };
                Key { time, matrix: self.matrix(&self.at(own)) }
            })
            .collect()
    }

    /// Its keys, at rising times from 0 to the clip's length; and whether what readers see between them is the clip. `file`:
    /// when its file has linear keys, on the tracks' own clock.
    pub(super) fn keys(&self, file: &[f32]) -> (Vec<Key>, bool) {
        let mut times = self.times();
        let kept = self.intervals_of_file(file, &times);
        let interval = |own: f32| kept.get(kept.partition_point(|[_, to]| *to <= own));
        times.retain(|(_, own)| interval(*own).is_none_or(|[from, _]| own <= from));
        times.extend(kept.iter().flatten().map(|own| (own - self.start, *own)));
        in_order(&mut times);
        let mut keys = Vec::with_capacity(times.len());
        let mut followed = true;
        let mut before: Option<(f32, Key)> = None;
        for (time, own) in times {
            let key = Key { time, matrix: self.matrix(&self.at(own)) };
            if let Some((from, first)) = before
                && interval(from) != Some(&[from, own])
            {
                followed &= self.add_between(from, first, own, key, MAX_HALVINGS, &mut keys);
            }
            keys.push(key);
            before = Some((own, key));
        }
        (keys, followed)
    }

    /// When it has keys: in seconds from the clip's start, and on the tracks' own clock. A jump has two, as near as
    /// numbers can be: of two at one time readers see one.
    pub(super) fn times(&self) -> Vec<(f32, f32)> {
        let mut times = vec![(0.0, self.start), (self.end - self.start, self.end)];
        let mut tracks = Vec::new();
        if let Some(JointTracks { translation, rotation, scale, shear, .. }) = self.tracks {
            tracks.extend([translation, scale, shear].into_iter().flatten().map(Track::times));
            tracks.extend(rotation.iter().map(RotationTrack::times));
        }
        for track in tracks {
            for (key, &own) in track.iter().enumerate() {
                if own <= self.start || own > self.end {
                    continue;
                }
                let time = own - self.start;
                times.push((time, own));
                if key > 0 && track[key - 1] == own {
                    times.push((time.next_down(), own.next_down()));
                }
            }
        }
        in_order(&mut times);
        times
    }

    /// The intervals between two keys of the file, from and to, in which the clip needs no others.
    fn intervals_of_file(&self, file: &[f32], times: &[(f32, f32)]) -> Vec<[f32; 2]> {
        let pairs = file.array_windows().copied();
        let pairs = pairs.filter(|[from, to]| self.start <= *from && from < to && *to <= self.end);
        let enough = pairs.filter(|&[from, to]| {
            let [first, last] = [from, to].map(|own| Key { time: own, matrix: self.matrix(&self.at(own)) });
            let within = times.iter().skip(times.partition_point(|(_, own)| *own <= from));
            let within = within.map(|(_, own)| *own).take_while(|own| *own < to);
            let compared = within.map(|own| (own - from) / (to - from)).chain(COMPARED_AT).collect::<Vec<_>>();
            let [a, b] = [from, to].map(|own| self.at(own).transform.translation);
            let allowed = 1e-2 * a.distance(b) + 1e-5 * a.length();
            compared.iter().all(|u| {
                let want = self.at(from + (to - from) * u).transform.translation;
                a.lerp(b, *u).distance(want) <= allowed
            }) && self.is_followed([(from, first), (to, last)], &compared, (FILE_BOUND, 1))
        });
        enough.collect()
    }

    /// Samples at a time of the tracks' own clock.
    fn at(&self, time: f32) -> Decomposition {
        let mut parts = self.rest;
        let Some(tracks) = self.tracks else { return parts };
        if let Some(track) = &tracks.translation {
            parts.transform.translation = track.sample_vector(time, &mut 0);
        }
        if let Some(track) = &tracks.rotation {
            parts.transform.rotation = track.sample(time, &mut 0);
        }
        if let Some(track) = &tracks.scale {
            parts.transform.scale = track.sample_vector(time, &mut 0);
        }
        if let Some(track) = &tracks.shear {
            parts.shear = track.sample_vector(time, &mut 0);
        }
        parts
    }

    /// Adds keys between two, whose times are on the tracks' own clock, until readers see the clip; false if they
    /// still do not after so many halvings.
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
        let key = Key { time, matrix: self.matrix(&self.at(middle)) };
        let early = self.add_between(from, first, middle, key, halvings - 1, keys);
        keys.push(key);
        let late = self.add_between(middle, key, to, last, halvings - 1, keys);
        early && late
    }

    /// Whether slerp and nlerp, or the first `ways` of them, between two keys give the clip within a bound.
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
            let want = self.at(time);
            let want_linear = self.linear(&want);
            let scale = a.transform.scale.as_dvec3().lerp(b.transform.scale.as_dvec3(), u);
            let shear = a.shear.lerp(b.shear, u as f32);
            let qa = wide(&a);
            let mut qb = wide(&b);
            if qa.dot(qb) < 0.0 {
                qb = -qb;
            }
            let unit = want.transform.scale.as_dvec3().abs().max_element().max(1e-12);
            [qa.slerp(qb, u), (qa * (1.0 - u) + qb * u).normalize()].into_iter().take(ways).all(|turn| {
                let off = linear(turn, scale, shear) - want_linear;
                let off = [off.x_axis, off.y_axis, off.z_axis].map(DVec3::length);
                off.into_iter().fold(0.0, f64::max) <= bound * unit
            })
        })
    }

    /// Returns the matrix in the file's parent. Computed in double precision, so that only the result is rounded.
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

/// Sorts the times. Of several equal times the later one stays: the value after a jump.
fn in_order(times: &mut Vec<(f32, f32)>) {
    times.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    times.dedup_by_key(|(time, _)| *time);
}

fn wide(parts: &Decomposition) -> DQuat {
    parts.transform.rotation.as_dquat().normalize()
}

/// Rotation, shear and scale, as in [`Decomposition::to_affine`].
fn linear(rotation: DQuat, scale: DVec3, shear: Vec3) -> DMat3 {
    let shear = shear.as_dvec3();
    let k = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
    DMat3::from_quat(rotation) * k * DMat3::from_diagonal(scale)
}
