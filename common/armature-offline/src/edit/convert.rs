//! Tracks as keys of whole transforms, and back.

use super::{Key, keys::turn_the_short_way};
use armature::{
    animation::{Interpolation, JointKeys, JointTracks, RotationTrack, Track, TrackError, interpolate_rotation},
    math::{Transform, shortest},
};
use glam::{Quat, Vec3, Vec4};

/// Times of several tracks that differ by rounding only, in seconds.
const ONE_TIME: f32 = 1e-6;

/// Largest distance of a rotation between two keys from the track's, as the distance of two quaternions (half the
/// angle).
const NEAR: f32 = 2e-6;

/// An interval is halved so many times at most.
const MAX_HALVINGS: usize = 6;

/// Returns the transform of the joint of `tracks` at `time`: `rest` if it has no track.
pub(super) fn local_at(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    let vector =
        |track: &Option<Track<Vec3>>, rest| track.as_ref().map_or(rest, |track| track.sample_vector(time, &mut 0));
    let rotation = tracks.rotation.as_ref().map(|track| track.sample(time, &mut 0));
    Transform {
        translation: vector(&tracks.translation, rest.translation),
        rotation: rotation.unwrap_or(rest.rotation),
        scale: vector(&tracks.scale, rest.scale),
    }
}

/// Returns the transform at `time` before any jump at that time: of two keys the first.
fn local_before(tracks: &JointTracks, rest: &Transform, time: f32) -> Transform {
    fn arrive<T: Copy>(track: Option<&Track<T>>, time: f32, value: &mut T) {
        let Some(track) = track else { return };
        let first = track.times().partition_point(|key| *key < time);
        if track.times().get(first) == Some(&time) {
            *value = track.values()[first];
        }
    }
    let mut local = local_at(tracks, rest, time);
    arrive(tracks.translation.as_ref(), time, &mut local.translation);
    arrive(tracks.rotation.as_ref().map(RotationTrack::track), time, &mut local.rotation);
    arrive(tracks.scale.as_ref(), time, &mut local.scale);
    local
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
        let first = times[0];
        let last = times[times.len() - 1];
        let arrives = Key { time: first, local: local_before(tracks, rest, first) };
        let key = Key { time: last, local: local_at(tracks, rest, last) };
        if let Some(&before) = keys.last() {
            let after = if jumps(tracks, first, last) { arrives } else { key };
            cut(tracks, rest, [before, after], MAX_HALVINGS, &mut keys);
        }
        if jumps(tracks, first, last) {
            keys.push(arrives);
        }
        keys.push(key);
    }
    turn_the_short_way(&mut keys);
    keys
}

/// The keys of a joint whose tracks were made of them: those are among the tracks' own.
pub(super) fn keys_again(tracks: &JointTracks, rest: &Transform, of: &JointKeys) -> (Vec<Key>, Vec<Interpolation>) {
    let mut keys = Vec::new();
    let mut interpolations = Vec::new();
    for (&time, &interpolation) in of.times.iter().zip(&of.interpolations) {
        let is_held = interpolations.last() == Some(&Interpolation::Held);
        if jumps(tracks, time, time) && !is_held {
            keys.push(Key { time, local: local_before(tracks, rest, time) });
            interpolations.push(interpolation);
        }
        keys.push(Key { time, local: local_at(tracks, rest, time) });
        interpolations.push(interpolation);
    }
    turn_the_short_way(&mut keys);
    (keys, interpolations)
}

/// Whether any track has two keys from `first` to `last`.
fn jumps(tracks: &JointTracks, first: f32, last: f32) -> bool {
    let vectors = [&tracks.translation, &tracks.scale].map(|track| track.as_ref().map(Track::times));
    let rotation = tracks.rotation.as_ref().map(RotationTrack::times);
    let mut times = vectors.into_iter().chain([rotation]).flatten();
    times.any(|times| times.iter().filter(|time| (first..=last).contains(*time)).count() > 1)
}

/// Adds the keys between two that their rotation needs.
fn cut(tracks: &JointTracks, rest: &Transform, ends: [Key; 2], halvings: usize, keys: &mut Vec<Key>) {
    let Some(rotation) = &tracks.rotation else { return };
    let [from, to] = ends;
    let length = to.time - from.time;
    let at = |u: f32| from.time + length * u;
    if halvings == 0
        || [0.25, 0.5, 0.75].into_iter().all(|u| {
            let a = from.local.rotation;
            let b = to.local.rotation;
            let time = at(u); // rounded: a fast joint turns visibly in the last digit of a time
            let mixed = interpolate_rotation(a, shortest(a, b), (time - from.time) / length);
            let expected = shortest(mixed, rotation.sample(time, &mut 0));
            Vec4::from(mixed).distance(Vec4::from(expected)) < NEAR
        })
    {
        return;
    }
    let half = Key { time: at(0.5), local: local_at(tracks, rest, at(0.5)) };
    cut(tracks, rest, [from, half], halvings - 1, keys);
    keys.push(half);
    cut(tracks, rest, [half, to], halvings - 1, keys);
}

/// The tracks of keys: translation, rotation and scale at their times, shear as it was. Without keys there is none.
pub(super) fn tracks_of(joint: usize, keys: &[Key], shear: Option<Track<Vec3>>) -> Result<JointTracks, TrackError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{edit::testing::tracks, figures::of_assets};
    use glam::Affine3A;
    use proptest::prelude::*;

    fn back(tracks: &JointTracks) -> (Vec<Key>, JointTracks) {
        let keys = keys_of(tracks, &Transform::IDENTITY);
        let back = tracks_of(tracks.joint, &keys, tracks.shear.clone()).unwrap();
        (keys, back)
    }

    /// The largest difference of two transforms, with translations by their size, up to 10.
    fn difference(a: &Transform, b: &Transform) -> f32 {
        let turn = Vec4::from(a.rotation) - Vec4::from(shortest(a.rotation, b.rotation));
        let moved = (a.translation - b.translation).abs().max_element() / 10.0;
        moved.max(turn.length()).max((a.scale - b.scale).abs().max_element())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Keys give what the tracks gave: on keys, between them, at jumps, before and after. T, R and S have keys at
        /// times of their own, turns are small and large.
        #[test]
        fn the_motion_stays(tracks in tracks(0), between in prop::collection::vec(-0.2f32..3.2, 60)) {
            let (keys, converted) = back(&tracks);
            let on_keys = keys.iter().map(|key| key.time);
            for time in on_keys.chain(between) {
                let expected = local_at(&tracks, &Transform::IDENTITY, time);
                let got = local_at(&converted, &Transform::IDENTITY, time);
                let off = difference(&got, &expected);
                prop_assert!(off < 1e-5, "{off} at {time}: {got:?} {expected:?}");
            }
            prop_assert_eq!(converted.shear, tracks.shear);
            // Once more changes nothing.
            let (again, _) = back(&JointTracks { shear: None, ..converted });
            prop_assert_eq!(again.len(), keys.len());
        }

        /// Just before a jump the joint is where it came from.
        #[test]
        fn a_jump_stays_a_jump(tracks in tracks(0)) {
            let (keys, converted) = back(&tracks);
            for pair in keys.windows(2).filter(|pair| pair[0].time == pair[1].time) {
                let before = pair[0].time - 2e-6;
                let expected = local_at(&tracks, &Transform::IDENTITY, before);
                let got = local_at(&converted, &Transform::IDENTITY, before);
                // A joint turns by up to half a turn in a hundredth of a second: 6e-4 in 2e-6 s.
                prop_assert!(difference(&got, &expected) < 1e-3);
            }
        }
    }

    /// Every joint of every clip of our own figures: the same motion, with hardly more keys than its tracks have times.
    #[test]
    fn the_cast() {
        for name in ["arm", "creature", "knight"] {
            let Some(model) = of_assets(name) else { continue };
            let mut times = 0;
            let mut count = 0;
            for (clip, tracks) in
                model.clips.iter().flat_map(|clip| clip.tracks.iter().map(move |tracks| (clip, tracks)))
            {
                let rest = model.skeleton.joints()[tracks.joint].bind_local;
                let keys = keys_of(tracks, &rest);
                let converted = tracks_of(tracks.joint, &keys, None).unwrap();
                let evenly = (0..=400u16).map(|step| clip.start + clip.duration() * f32::from(step) / 400.0);
                for time in evenly.chain(tracks.key_times()) {
                    let off = difference(&local_at(&converted, &rest, time), &local_at(tracks, &rest, time));
                    assert!(off < 1e-5, "{name} {} joint {} at {time}: {off}", clip.name, tracks.joint);
                }
                let mut own: Vec<u32> = tracks.key_times().map(f32::to_bits).collect();
                own.sort_unstable();
                own.dedup();
                (times, count) = (times + own.len(), count + keys.len());
            }
            assert!(times <= count && count < times * 11 / 10, "{name}: {times} times, {count} keys");
        }
    }

    #[test]
    fn no_key_more_than_needed() {
        let turns = [0.0f32, 0.2, 2.0].map(Quat::from_rotation_y).to_vec();
        let rotation = Some(RotationTrack::new(vec![0.0, 1.0, 2.0], turns).unwrap());
        let places =
            |times: &[f32]| Some(Track::new(times.to_vec(), times.iter().map(|t| Vec3::X * *t).collect()).unwrap());
        let count = |translation| {
            let joint = JointTracks { rotation: rotation.clone(), translation, ..JointTracks::default() };
            back(&joint).0.len()
        };
        assert_eq!(count(None), 3);
        assert_eq!(count(places(&[0.0, 1.0, 2.0])), 3);
        assert_eq!(count(places(&[0.0, 2.0])), 3);
        assert_eq!(count(places(&[-1.0, 3.0])), 5, "before and after it rests");
        assert_eq!(count(places(&[1.5])), 4, "half of a slerp is a slerp");
        assert_eq!(count(places(&[1.000_000_5])), 3, "one time but for rounding");
        // Half of an nlerp over 0.2 rad is 0.00001 rad away from an nlerp over the half.
        assert!((5..9).contains(&count(places(&[0.5]))), "{}", count(places(&[0.5])));
    }

    #[test]
    fn shear_alone_and_nothing() {
        let shear = Some(Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap());
        let sheared = JointTracks { shear, ..JointTracks::default() };
        let (keys, converted) = back(&sheared);
        assert_eq!((keys.len(), &converted.shear), (2, &sheared.shear));
        assert!(keys.iter().all(|key| key.local.to_affine() == Affine3A::IDENTITY));
        assert_eq!(tracks_of(3, &[], sheared.shear).unwrap(), JointTracks { joint: 3, ..Default::default() });
    }
}
