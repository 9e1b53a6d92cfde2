//! Animation clips: the tracks of all joints that play together under one name.

use super::{RotationTrack, Track};
use crate::skeleton::Pose;
use glam::Vec3;

/// The tracks of one joint. A component without a track keeps its bind value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointTracks {
    /// The joint of the skeleton.
    pub joint: usize,
    /// In the parent's space.
    pub translation: Option<Track<Vec3>>,
    /// In the parent's space.
    pub rotation: Option<RotationTrack>,
    /// Along the joint's own axes.
    pub scale: Option<Track<Vec3>>,
    /// Shear, as in [`Pose::shears`]: in rare files only.
    pub shear: Option<Track<Vec3>>,
}

impl JointTracks {
    /// When the first and the last key are, in seconds; `None` without a track.
    pub fn span(&self) -> Option<(f32, f32)> {
        let spans = [
            self.translation.as_ref().map(|t| (t.start(), t.end())),
            self.rotation.as_ref().map(|t| (t.track().start(), t.track().end())),
            self.scale.as_ref().map(|t| (t.start(), t.end())),
            self.shear.as_ref().map(|t| (t.start(), t.end())),
        ];
        spans.into_iter().flatten().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// How many keys all its tracks hold.
    pub fn key_count(&self) -> usize {
        self.translation.as_ref().map_or(0, Track::len)
            + self.rotation.as_ref().map_or(0, |t| t.track().len())
            + self.scale.as_ref().map_or(0, Track::len)
            + self.shear.as_ref().map_or(0, Track::len)
    }
}

/// A named animation: tracks, and the time span that plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// What it is called.
    pub name: String,
    /// When it begins, in seconds on its tracks' own clock (often not 0).
    pub start: f32,
    /// When it ends: not before `start`.
    pub end: f32,
    /// One entry for each moving joint.
    pub tracks: Vec<JointTracks>,
}

impl Clip {
    /// A clip as long as its keys reach; from 0 to 0 without any.
    pub fn of_tracks(name: impl Into<String>, tracks: Vec<JointTracks>) -> Self {
        let spans = tracks.iter().filter_map(JointTracks::span);
        let (start, end) = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0));
        Self { name: name.into(), start, end, tracks }
    }

    /// How long it plays, in seconds.
    pub fn duration(&self) -> f32 {
        self.end - self.start
    }

    /// Writes the pose at `time` (on the tracks' own clock, so `start` is where the clip begins):
    /// `bind` where nothing moves, the tracks everywhere else. Allocates nothing once `pose` and
    /// `cursors` have grown to size.
    ///
    /// # Panics
    /// If a track's joint is beyond `bind`.
    pub fn sample(&self, time: f32, bind: &Pose, cursors: &mut Cursors, pose: &mut Pose) {
        pose.set(bind);
        cursors.keys.resize(self.tracks.len(), [0; 4]);
        for (tracks, keys) in self.tracks.iter().zip(&mut cursors.keys) {
            let local = &mut pose.locals[tracks.joint];
            let [translation, rotation, scale, shear] = keys;
            if let Some(track) = &tracks.translation {
                local.translation = track.sample_vector(time, translation);
            }
            if let Some(track) = &tracks.rotation {
                local.rotation = track.sample(time, rotation);
            }
            if let Some(track) = &tracks.scale {
                local.scale = track.sample_vector(time, scale);
            }
            if let Some(track) = &tracks.shear {
                pose.shears.resize(pose.locals.len(), Vec3::ZERO);
                pose.shears[tracks.joint] = track.sample_vector(time, shear);
            }
        }
    }
}

/// Where each track of a clip was sampled last. One for each thing that plays the clip; starting
/// afresh, or using it for another clip, costs a search and changes no result.
#[derive(Clone, Debug, Default)]
pub struct Cursors {
    /// For each joint the key of translation, rotation, scale and shear.
    keys: Vec<[u32; 4]>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use glam::Quat;

    fn slide() -> Clip {
        let translation = Track::new(vec![1.0, 3.0], vec![Vec3::ZERO, Vec3::X * 4.0]).unwrap();
        let turn = Quat::from_rotation_y(1.0);
        let rotation = RotationTrack::new(vec![0.5, 2.0], vec![Quat::IDENTITY, turn]).unwrap();
        let still = JointTracks::default();
        let first = JointTracks { joint: 0, translation: Some(translation), ..still.clone() };
        let second = JointTracks { joint: 2, rotation: Some(rotation), ..still };
        Clip::of_tracks("slide", vec![first, second])
    }

    fn bind() -> Pose {
        Pose { locals: vec![Transform::from_translation(Vec3::ONE); 3], ..Pose::default() }
    }

    #[test]
    fn as_long_as_its_keys_reach() {
        let clip = slide();
        assert_eq!((clip.start, clip.end, clip.duration()), (0.5, 3.0, 2.5));
        assert_eq!(clip.tracks[0].key_count(), 2);
        let empty = Clip::of_tracks("still", vec![]);
        assert_eq!((empty.start, empty.duration()), (0.0, 0.0));
    }

    #[test]
    fn what_has_no_track_rests() {
        let (mut cursors, mut pose) = (Cursors::default(), Pose::default());
        slide().sample(2.0, &bind(), &mut cursors, &mut pose);
        assert_eq!(pose.locals[0].translation, Vec3::X * 2.0);
        assert_eq!(pose.locals[0].rotation, Quat::IDENTITY);
        assert_eq!(pose.locals[1], bind().locals[1], "no track at all");
        assert_eq!(pose.locals[2].translation, Vec3::ONE, "no translation track");
        assert!(pose.locals[2].rotation.dot(Quat::from_rotation_y(1.0)) > 1.0 - 1e-6);
    }

    #[test]
    fn shear_is_sampled_from_its_track() {
        let shear = Track::new(vec![0.0, 2.0], vec![Vec3::ZERO, Vec3::Y * 4.0]).unwrap();
        let tracks = JointTracks { joint: 1, shear: Some(shear), ..JointTracks::default() };
        let clip = Clip::of_tracks("shear", vec![tracks]);
        let (mut cursors, mut pose) = (Cursors::default(), Pose::default());
        clip.sample(0.5, &bind(), &mut cursors, &mut pose);
        assert_eq!(pose.shears, [Vec3::ZERO, Vec3::Y, Vec3::ZERO]);
        slide().sample(0.5, &bind(), &mut cursors, &mut pose);
        assert_eq!(pose.shears, [], "no shear by itself");
    }

    #[test]
    fn cursors_of_another_clip_do_no_harm() {
        let (mut cursors, mut pose, mut fresh) =
            (Cursors::default(), Pose::default(), Pose::default());
        let mut long = slide();
        long.tracks.extend(long.tracks.clone());
        long.sample(99.0, &bind(), &mut cursors, &mut pose);
        slide().sample(1.5, &bind(), &mut cursors, &mut pose);
        slide().sample(1.5, &bind(), &mut Cursors::default(), &mut fresh);
        assert_eq!(pose, fresh);
    }
}
