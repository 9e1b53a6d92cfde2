//! Conversion of tracks to keys of whole transforms, and back.

use super::{Key, keys::make_rotations_short};
use armature::{
    animation::{Interpolation, JointKeys, JointTracks, RotationTrack, Track, TrackError},
    math::Transform,
};
use glam::Vec3;

/// Largest difference of times that count as the same, in seconds: the rounding between several tracks.
const ONE_TIME: f32 = 1e-6;

/// Returns a joint's local transform at `time`; components without a track are those of `rest`.
pub(super) fn local_at(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    let mut local = *rest;
    tracks.sample_local(time, &mut [0; 4], &mut local);
    local
}

/// Returns a joint's local transform just before a jump at `time`.
fn local_before_jump(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    fn set_first<T: Copy>(track: Option<&Track<T>>, time: f32, value: &mut T) {
        let Some(track) = track else { return };
        let first = track.times().partition_point(|key| *key < time);
        if track.times().get(first) == Some(&time) {
            *value = track.values()[first];
        }
    }
    let mut local = local_at(tracks, rest, time);
    set_first(tracks.translation.as_ref(), time, &mut local.translation);
    set_first(tracks.rotation.as_ref().map(RotationTrack::track), time, &mut local.rotation);
    set_first(tracks.scale.as_ref(), time, &mut local.scale);
    local
}

/// Returns keys with the motion of the tracks: one at each key of any track, two at a jump.
///
/// A key of another track may divide the interval between two rotation keys, and nlerp over a part of the interval
/// differs by up to 0.0001 rad, since its speed is not even.
pub(super) fn keys_of_tracks(tracks: &JointTracks, rest: &Transform) -> Vec<Key> {
    let mut times: Vec<f32> = tracks.key_times().collect();
    times.sort_by(f32::total_cmp);
    let mut keys: Vec<Key> = Vec::with_capacity(times.len());
    for times in times.chunk_by(|a, b| b - a <= ONE_TIME) {
        let first = times[0];
        let last = times[times.len() - 1];
        if has_jump(tracks, first, last) {
            keys.push(Key { time: first, local: local_before_jump(tracks, rest, first) });
        }
        keys.push(Key { time: last, local: local_at(tracks, rest, last) });
    }
    make_rotations_short(&mut keys);
    keys
}

/// Returns the keys from which a joint's tracks were made: those of the tracks' keys whose times are in `file_keys`.
pub(super) fn restore_keys(
    tracks: &JointTracks,
    rest: &Transform,
    file_keys: &JointKeys,
) -> (Vec<Key>, Vec<Interpolation>) {
    let mut keys = Vec::new();
    let mut interpolations = Vec::new();
    for (&time, &interpolation) in file_keys.times.iter().zip(&file_keys.interpolations) {
        let is_held = interpolations.last() == Some(&Interpolation::Held);
        if has_jump(tracks, time, time) && !is_held {
            keys.push(Key { time, local: local_before_jump(tracks, rest, time) });
            interpolations.push(interpolation);
        }
        keys.push(Key { time, local: local_at(tracks, rest, time) });
        interpolations.push(interpolation);
    }
    make_rotations_short(&mut keys);
    (keys, interpolations)
}

/// Returns whether some track has two keys from `first` to `last`.
fn has_jump(tracks: &JointTracks, first: f32, last: f32) -> bool {
    let vectors = [&tracks.translation, &tracks.scale].map(|track| track.as_ref().map(Track::times));
    let rotation = tracks.rotation.as_ref().map(RotationTrack::times);
    let mut times = vectors.into_iter().chain([rotation]).flatten();
    times.any(|times| times.iter().filter(|time| (first..=last).contains(*time)).count() > 1)
}

/// Returns the tracks of linear keys, and the track `shear`. Without keys there are no tracks.
pub(super) fn tracks_of_keys(
    joint: usize,
    keys: &[Key],
    shear: Option<Track<Vec3>>,
) -> Result<JointTracks, TrackError> {
    if keys.is_empty() {
        return Ok(JointTracks { joint, ..JointTracks::default() });
    }
    let times: Vec<f32> = keys.iter().map(|key| key.time).collect();
    let translations = keys.iter().map(|key| key.local.translation).collect();
    let rotations = keys.iter().map(|key| key.local.rotation).collect();
    let scales = keys.iter().map(|key| key.local.scale).collect();
    Ok(JointTracks {
        joint,
        translation: Some(Track::new(times.clone(), translations)?),
        rotation: Some(RotationTrack::new(times.clone(), rotations)?),
        scale: Some(Track::new(times, scales)?),
        shear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::tracks;
    use armature::math::shortest;
    use glam::{Affine3A, Vec4};
    use proptest::prelude::*;

    /// Converts tracks to keys, and these to tracks again.
    fn convert(tracks: &JointTracks) -> (Vec<Key>, JointTracks) {
        let keys = keys_of_tracks(tracks, &Transform::IDENTITY);
        let converted = tracks_of_keys(tracks.joint, &keys, tracks.shear.clone()).unwrap();
        (keys, converted)
    }

    /// Returns the largest difference of two transforms; translations count as fractions of their size, up to 10.
    fn difference(a: &Transform, b: &Transform) -> f32 {
        let turn = Vec4::from(a.rotation) - Vec4::from(shortest(a.rotation, b.rotation));
        let moved = (a.translation - b.translation).abs().max_element() / 10.0;
        moved.max(turn.length()).max((a.scale - b.scale).abs().max_element())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Compares at keys, between them, at jumps, before the first and after the last, with small and large turns.
        #[test]
        fn conversion_keeps_the_motion(tracks in tracks(0), between in prop::collection::vec(-0.2f32..3.2, 60)) {
            let (keys, converted) = convert(&tracks);
            let key_times = keys.iter().map(|key| key.time);
            for time in key_times.chain(between) {
                let expected = local_at(&tracks, &Transform::IDENTITY, time);
                let got = local_at(&converted, &Transform::IDENTITY, time);
                let difference = difference(&got, &expected);
                // Half of the angle by which nlerp over a part may differ, and rounding.
                prop_assert!(difference < 6e-5, "{difference} at {time}: {got:?} {expected:?}");
            }
            prop_assert_eq!(converted.shear, tracks.shear);
            // A second conversion changes nothing.
            let (second, _) = convert(&JointTracks { shear: None, ..converted });
            prop_assert_eq!(second.len(), keys.len());
        }
    }

    #[test]
    fn shear_alone_and_nothing() {
        let shear = Some(Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap());
        let sheared = JointTracks { shear, ..JointTracks::default() };
        let (keys, converted) = convert(&sheared);
        assert_eq!((keys.len(), &converted.shear), (2, &sheared.shear));
        assert!(keys.iter().all(|key| key.local.to_affine() == Affine3A::IDENTITY));
        assert_eq!(tracks_of_keys(3, &[], sheared.shear).unwrap(), JointTracks { joint: 3, ..Default::default() });
    }
}
