//! Random keys, clips and edits for property tests.

use super::{EditableClip, Key, SAME_TIME, move_key};
use crate::testing::values::{transform, unit_quat};
use armature::animation::{Clip, Interpolation, JointTracks, RotationTrack, Track};
use armature::math::Transform;
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// Returns whether keys are in order, at least [`SAME_TIME`] apart, and rotations take the short way.
pub(super) fn are_in_order(keys: &[Key]) -> bool {
    keys.windows(2).all(|pair| {
        pair[1].time - pair[0].time >= SAME_TIME && pair[0].local.rotation.dot(pair[1].local.rotation) >= 0.0
    })
}

/// Makes key times in order, now and then two equal ones.
fn times() -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(0..300u16, 1..7).prop_map(|mut frames| {
        frames.sort_unstable();
        if let [first, second, ..] = frames[..]
            && second - first < 40
        {
            frames[1] = first;
        }
        frames.dedup_by(|a, b| a == b && *a % 2 == 0);
        frames.into_iter().map(|frame| f32::from(frame) / 100.0).collect()
    })
}

fn vector_track() -> impl Strategy<Value = Option<Track<Vec3>>> {
    let track = times().prop_flat_map(|times| {
        let values = prop::collection::vec(prop::array::uniform3(0.3f32..3.0), times.len());
        values.prop_map(move |values| {
            let values = values.into_iter().map(Vec3::from).collect();
            Track::new(times.clone(), values).expect("in order")
        })
    });
    prop::option::of(track)
}

/// Makes a track with small and large turns between keys.
fn rotation_track() -> impl Strategy<Value = Option<RotationTrack>> {
    let track = times().prop_flat_map(|times| {
        let angle = prop_oneof![0.0f32..0.35, 0.0f32..3.0];
        let turns = prop::collection::vec((unit_quat(), angle), times.len());
        turns.prop_map(move |turns| {
            let mut rotation = turns[0].0;
            let mut rotations = Vec::new();
            for (axis, angle) in turns {
                rotation *= Quat::from_axis_angle(axis * Vec3::X, angle);
                rotations.push(rotation);
            }
            RotationTrack::new(times.clone(), rotations).expect("in order")
        })
    });
    prop::option::of(track)
}

/// Makes tracks of a joint, each with its own key times.
pub(super) fn tracks(joint: usize) -> impl Strategy<Value = JointTracks> {
    let tracks = (vector_track(), rotation_track(), vector_track(), vector_track());
    tracks.prop_map(move |(translation, rotation, scale, shear)| JointTracks {
        joint,
        translation,
        rotation,
        scale,
        shear,
    })
}

/// Makes a clip of three joints.
pub(super) fn clip() -> impl Strategy<Value = Clip> {
    let tracks = (tracks(0), tracks(1), tracks(2));
    tracks.prop_map(|(a, b, c)| Clip::of_tracks("clip", vec![b, a, c]))
}

/// An edit of one of three joints.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// Number of the kind of edit, from 0 to 7.
    kind: u8,
    pub(super) joint: usize,
    key: usize,
    time: f32,
    local: Transform,
}

impl Edit {
    /// Makes this edit in a clip.
    pub(super) fn apply(&self, clip: &mut EditableClip) {
        let Self { kind, joint, key, time, local } = *self;
        match kind {
            0 | 1 => clip.set_key(joint, time, local),
            2 => clip.edit_keys(joint, |keys| _ = move_key(keys, key, time)).expect("in order"),
            3 => clip.delete_key(joint, key),
            4 => clip.set_end(time),
            5 | 6 => {
                let interpolation = if kind == 5 { Interpolation::Smooth } else { Interpolation::Held };
                let time = clip.key_times(joint).get(key).copied().unwrap_or(time);
                clip.set_interpolation(joint, time, interpolation);
            }
            _ => clip.name = format!("{kind}"),
        }
    }
}

/// Makes any edit, at hundredths of a second from 0 to 3.
pub(super) fn edit() -> impl Strategy<Value = Edit> {
    (0..8u8, 0..3usize, 0..5usize, 0..300u16, transform()).prop_map(|(kind, joint, key, frame, local)| Edit {
        kind,
        joint,
        key,
        time: f32::from(frame) / 100.0,
        local,
    })
}
