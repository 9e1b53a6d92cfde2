//! Tracks as keys of whole transforms, and back.

use super::{Key, keys::turn_the_short_way};
use crate::{
    animation::{JointTracks, RotationTrack, Track, TrackError, interpolate_rotation},
    math::{Transform, shortest},
};
use glam::{Quat, Vec3, Vec4};

/// Times of several tracks that differ by rounding only, in seconds.
const ONE_TIME: f32 = 1e-6;

/// How far a rotation between two keys may be from the track's, as the distance of two quaternions (half the angle).
const NEAR: f32 = 2e-6;

/// An interval is halved so many times at most.
const MOST_HALVINGS: usize = 6;

/// Where the joint of `tracks` is at `time`: `rest` where it has no track.
pub(super) fn local_at(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    let vector = |track: &Option<Track<Vec3>>, rest| {
        track.as_ref().map_or(rest, |track| track.sample_vector(time, &mut 0))
    };
    let rotation = tracks.rotation.as_ref().map(|track| track.sample(time, &mut 0));
    Transform {
        translation: vector(&tracks.translation, rest.translation),
        rotation: rotation.unwrap_or(rest.rotation),
        scale: vector(&tracks.scale, rest.scale),
    }
}

/// Where it arrives at `time`, before any jump at that time.
fn local_before(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    let vector = |track: &Option<Track<Vec3>>, rest| {
        track.as_ref().map_or(rest, |track| value_before(track, time, Vec3::lerp))
    };
    let rotation = tracks.rotation.as_ref();
    Transform {
        translation: vector(&tracks.translation, rest.translation),
        rotation: rotation
            .map_or(rest.rotation, |track| value_before(track.track(), time, interpolate_rotation)),
        scale: vector(&tracks.scale, rest.scale),
    }
}

fn value_before<T: Copy>(track: &Track<T>, time: f32, mix: impl Fn(T, T, f32) -> T) -> T {
    let (times, values) = (track.times(), track.values());
    match times.partition_point(|&key| key < time) {
        0 => values[0],
        after if after == times.len() => values[after - 1],
        after => {
            let u = (time - times[after - 1]) / (times[after] - times[after - 1]);
            mix(values[after - 1], values[after], u)
        }
    }
}

/// Keys that give what the tracks give: one wherever any of them has a key, two where one jumps.
///
/// Where a key of one track falls between two of the rotation, that interval is cut, and interpolation over a part of
/// it may be off by up to 0.0001 rad (nlerp does not turn evenly): there, keys are added until it is not.
pub(super) fn keys_of(tracks: &JointTracks, rest: &Transform) -> Vec<Key> {
    let mut times: Vec<f32> = tracks.key_times().collect();
    times.sort_by(f32::total_cmp);
    let mut keys: Vec<Key> = Vec::with_capacity(times.len());
    for times in times.chunk_by(|a, b| b - a <= ONE_TIME) {
        let (first, last) = (times[0], times[times.len() - 1]);
        let arrives = Key { time: first, local: local_before(tracks, rest, first) };
        let key = Key { time: last, local: local_at(tracks, rest, last) };
        if let Some(&before) = keys.last() {
            let after = if jumps(tracks, first, last) { arrives } else { key };
            cut(tracks, rest, [before, after], MOST_HALVINGS, &mut keys);
        }
        if jumps(tracks, first, last) {
            keys.push(arrives);
        }
        keys.push(key);
    }
    turn_the_short_way(&mut keys);
    keys
}

/// Whether any track has two keys from `first` to `last`.
fn jumps(tracks: &JointTracks, first: f32, last: f32) -> bool {
    let twice = |times: &[f32]| {
        let within = |time: &&f32| (first..=last).contains(*time);
        times.iter().filter(within).count() > 1
    };
    let vectors = [&tracks.translation, &tracks.scale];
    vectors.into_iter().flatten().any(|track| twice(track.times()))
        || tracks.rotation.as_ref().is_some_and(|track| twice(track.track().times()))
}

/// Adds the keys between two that their rotation needs.
fn cut(
    tracks: &JointTracks,
    rest: &Transform,
    ends: [Key; 2],
    halvings: usize,
    keys: &mut Vec<Key>,
) {
    let Some(rotation) = &tracks.rotation else { return };
    let [from, to] = ends;
    let at = |u: f32| from.time + (to.time - from.time) * u;
    let is_near = |u: f32| {
        let (a, b) = (from.local.rotation, to.local.rotation);
        let mixed = interpolate_rotation(a, shortest(a, b), u);
        let expected = shortest(mixed, rotation.sample(at(u), &mut 0));
        Vec4::from(mixed).distance(Vec4::from(expected)) < NEAR
    };
    if halvings == 0 || [0.25, 0.5, 0.75].into_iter().all(is_near) {
        return;
    }
    let half = Key { time: at(0.5), local: local_at(tracks, rest, at(0.5)) };
    cut(tracks, rest, [from, half], halvings - 1, keys);
    keys.push(half);
    cut(tracks, rest, [half, to], halvings - 1, keys);
}

/// The tracks of keys: translation, rotation and scale at their times, shear as it was. Without keys there is none.
pub(super) fn tracks_of(
    joint: usize,
    keys: &[Key],
    shear: Option<Track<Vec3>>,
) -> Result<JointTracks, TrackError> {
    if keys.is_empty() {
        return Ok(JointTracks { joint, ..JointTracks::default() });
    }
    let times = || keys.iter().map(|key| key.time).collect::<Vec<f32>>();
    let vectors = |of: fn(&Transform) -> Vec3| keys.iter().map(|key| of(&key.local)).collect();
    let rotations: Vec<Quat> = keys.iter().map(|key| key.local.rotation).collect();
    Ok(JointTracks {
        joint,
        translation: Some(Track::new(times(), vectors(|local| local.translation))?),
        rotation: Some(RotationTrack::new(times(), rotations)?),
        scale: Some(Track::new(times(), vectors(|local| local.scale))?),
        shear,
    })
}
