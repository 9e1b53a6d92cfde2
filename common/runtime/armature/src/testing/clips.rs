//! Random clips for property tests.

use super::{skeletons::skeleton, values};
use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::skeleton::Skeleton;
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// Random numbers for the tracks of one joint: keys, each with the time since the key before, and the kinds of the
/// tracks of translation, rotation and scale (0 none, 1 constant, others moving).
type Seeds = (Vec<(f32, Vec3, Quat)>, [u8; 3]);

fn seeds() -> impl Strategy<Value = Seeds> {
    let gap = prop_oneof![6 => 0.02f32..0.5, 1 => Just(0.0)];
    let key = (gap, values::point(), values::unit_quat());
    (prop::collection::vec(key, 1..12), prop::array::uniform3(0u8..4))
}

/// Makes a skeleton of up to `most` joints and a clip. Each joint has key times of its own, or all have the same if
/// `shared`; some tracks are constant or absent, keys jump now and then, and rotations are near or far.
pub(crate) fn skeleton_and_clip(most: usize, shared: bool) -> impl Strategy<Value = (Skeleton, Clip)> {
    let turns = prop_oneof![Just(0.05f32), Just(1.0)];
    skeleton(most).prop_flat_map(move |skeleton| {
        let joints = prop::collection::vec(seeds(), skeleton.len());
        (Just(skeleton), joints, turns.clone()).prop_map(move |(skeleton, joints, turns)| {
            let common = key_times(&joints[0].0);
            let mut tracks = Vec::new();
            for (joint, (keys, kinds)) in joints.iter().enumerate() {
                let times = if shared { common.clone() } else { key_times(keys) };
                tracks.push(random_tracks(joint, &times, keys, *kinds, turns));
            }
            let mut clip = Clip::of_tracks("random", tracks);
            clip.end += 0.25; // past the last key
            (skeleton, clip)
        })
    })
}

fn key_times(keys: &[(f32, Vec3, Quat)]) -> Vec<f32> {
    let mut time = 0.5;
    let mut times = Vec::new();
    for (gap, ..) in keys {
        time += gap;
        times.push(time);
    }
    times
}

/// Makes the tracks of one joint from its seeds; `turns` is a factor of the turns between the keys.
fn random_tracks(joint: usize, times: &[f32], keys: &[(f32, Vec3, Quat)], kinds: [u8; 3], turns: f32) -> JointTracks {
    let [translation, rotation, scale] = kinds.map(|kind| match kind {
        0 => None,
        1 => Some(times[..1].to_vec()),
        _ => Some(times.to_vec()),
    });
    let first = keys[0].2;
    let keys = (0..times.len()).map(|key| keys[key % keys.len()]); // the shared times may be more
    let positions = keys.clone().map(|key| key.1);
    let rotations = keys.map(|key| first.lerp(key.2, turns).normalize());
    let scales = positions.clone().map(|position| position * 0.05 + 1.0);
    JointTracks {
        joint,
        rotation: rotation
            .map(|times| RotationTrack::new(times.clone(), rotations.take(times.len()).collect()).unwrap()),
        translation: translation.map(|times| Track::new(times.clone(), positions.take(times.len()).collect()).unwrap()),
        scale: scale.map(|times| Track::new(times.clone(), scales.take(times.len()).collect()).unwrap()),
        shear: None,
    }
}
