//! The change of tracks from one file's axes and unit to those of another.

use armature::animation::{JointTracks, MAX_KEY_NUMBER, RotationTrack, Track};
use armature::{math::Transform, model::Model, skeleton::Joint};
use glam::{Affine3A, Quat, Vec3};

/// Change from one file's axes and unit to those of another.
pub(super) struct Change {
    to_from: Affine3A,
    pub(super) turn: Quat,
    /// Number of the new file's units in a unit of the old.
    pub(super) scale: f32,
    is_identity: bool,
}

impl Change {
    pub(super) fn between(from: &Model, to: &Model) -> Self {
        let to_from = to.world_from_model.inverse() * from.world_from_model;
        let turn = Transform::from_matrix(&to_from).rotation;
        let scale = to_from.matrix3.determinant().abs().cbrt();
        let is_identity = to_from.abs_diff_eq(Affine3A::IDENTITY, 1e-5);
        Self { to_from, turn, scale, is_identity }
    }

    /// Returns the tracks of the joint `original` for `joint` of the other file. Below the roots only lengths change,
    /// since joints keep their own axes. The local transform of a root is expressed in the model's axes and changes
    /// with them; its scale does not change, since the lengths below it do.
    pub(super) fn apply(&self, tracks: &JointTracks, joint: usize, original: &Joint) -> JointTracks {
        let mut tracks = JointTracks { joint, ..tracks.clone() };
        if self.is_identity {
            return tracks;
        }
        if original.parent.is_some() {
            tracks.translation = tracks.translation.map(|track| map_track(&track, |v| v * self.scale));
            return tracks;
        }
        let bind = original.bind_local;
        let translation = tracks.translation.unwrap_or_else(|| Track::constant(bind.translation));
        tracks.translation = Some(map_track(&translation, |v| self.to_from.transform_point3(v)));
        let mut times = vec![0.0];
        let mut keys = vec![bind.rotation];
        if let Some(track) = &tracks.rotation {
            times = track.times().to_vec();
            keys = track.track().values().to_vec();
        }
        let keys = keys.into_iter().map(|key| self.turn * key).collect();
        tracks.rotation = Some(RotationTrack::new(times, keys).expect("the times are those of a track"));
        tracks
    }
}

/// Returns a track with each value changed, kept within the numbers of keys.
fn map_track(track: &Track<Vec3>, change: impl Fn(Vec3) -> Vec3) -> Track<Vec3> {
    let largest = Vec3::splat(MAX_KEY_NUMBER);
    let values = track.values().iter().map(|value| change(*value).clamp(-largest, largest)).collect();
    Track::new(track.times().to_vec(), values).expect("the times are those of a track")
}
