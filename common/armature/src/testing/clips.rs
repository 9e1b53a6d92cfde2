//! Random clips for property tests.

use super::{skeletons::skeleton, values};
use armature::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// Numbers from which the tracks of one joint are made.
type Seeds = (Vec<(f32, Vec3, Quat)>, [u8; 3]);

fn seeds() -> impl Strategy<Value = Seeds> {
    let gap = prop_oneof![6 => 0.02f32..0.5, 1 => Just(0.0)];
    let key = (gap, values::point(), values::unit_quat());
    (prop::collection::vec(key, 1..12), prop::array::uniform3(0u8..4))
}

/// A skeleton of up to `most` joints, so that blocks are full, half full or more than one, and a clip on
/// it. Every track has keys at times of its own, or (if `shared`) all have the same times; some
/// are constant, some joints lack some tracks, keys jump now and then, and rotations are near or far.
pub(crate) fn skeleton_and_clip(most: usize, shared: bool) -> impl Strategy<Value = (Skeleton, Clip)> {
    let turns = prop_oneof![Just(0.05f32), Just(1.0)];
    skeleton(most).prop_flat_map(move |skeleton| {
        let joints = prop::collection::vec(seeds(), skeleton.len());
        (Just(skeleton), joints, turns.clone()).prop_map(move |(skeleton, joints, turns)| {
            let times = |keys: &[(f32, Vec3, Quat)]| {
                let mut at = 0.5;
                keys.iter()
                    .map(|&(gap, ..)| {
                        at += gap;
                        at
                    })
                    .collect::<Vec<f32>>()
            };
            let common = times(&joints[0].0);
            let tracks = |(joint, (keys, kinds)): (usize, &Seeds)| {
                let own = if shared { common.clone() } else { times(keys) };
                let key = |k: usize| &keys[k % keys.len()];
                let part = |kind: u8| match kind {
                    0 => None,
                    1 => Some(vec![own[0]]),
                    _ => Some(own.clone()),
                };
                let vectors = |times: Vec<f32>, factor: f32, add: f32| {
                    let values = (0..times.len()).map(|k| key(k).1 * factor + Vec3::splat(add)).collect();
                    Track::new(times, values).unwrap()
                };
                let rotations = |times: Vec<f32>| {
                    let values = (0..times.len()).map(|k| (key(0).2.lerp(key(k).2, turns)).normalize()).collect();
                    RotationTrack::new(times, values).unwrap()
                };
                JointTracks {
                    joint,
                    translation: part(kinds[0]).map(|times| vectors(times, 1.0, 0.0)),
                    rotation: part(kinds[1]).map(rotations),
                    scale: part(kinds[2]).map(|times| vectors(times, 0.05, 1.0)),
                    shear: None,
                }
            };
            let tracks = joints.iter().enumerate().map(tracks).collect();
            let mut clip = Clip::of_tracks("random", tracks);
            clip.end += 0.25; // past the last key
            (skeleton, clip)
        })
    })
}
