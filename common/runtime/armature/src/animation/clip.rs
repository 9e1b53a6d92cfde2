//! Animation clips: the tracks of all joints that play together under one name.

use super::{RotationTrack, Track, WeightTrack};
use crate::{
    math::Transform,
    skeleton::{Pose, Skeleton, no_joint},
};
use glam::Vec3;
use std::{error::Error, fmt, sync::Arc};

/// Tracks of one joint. A component without a track keeps its value in the bind pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointTracks {
    /// The joint of the skeleton.
    pub joint: usize,
    /// Translation in the parent's space.
    pub translation: Option<Track<Vec3>>,
    /// Rotation in the parent's space.
    pub rotation: Option<RotationTrack>,
    /// Scale along the joint's own axes.
    pub scale: Option<Track<Vec3>>,
    /// Shear, as in [`Pose::shears`]: in rare files only.
    pub shear: Option<Track<Vec3>>,
}

impl JointTracks {
    /// Returns whether some track has two different values.
    pub fn moves(&self) -> bool {
        fn differ<T: PartialEq>(values: &[T]) -> bool {
            values.iter().any(|value| *value != values[0])
        }
        let vectors = [&self.translation, &self.scale, &self.shear];
        vectors.into_iter().flatten().any(|track| differ(track.values()))
            || self.rotation.as_ref().is_some_and(|track| differ(track.track().values()))
    }

    /// Returns the key times of all tracks, in seconds, one track after the other.
    pub fn key_times(&self) -> impl Iterator<Item = f32> {
        let vectors = [&self.translation, &self.scale, &self.shear].into_iter().flatten();
        let vectors = vectors.flat_map(Track::times);
        vectors.chain(self.rotation.iter().flat_map(RotationTrack::times)).copied()
    }

    /// Writes the joint's local transform at `time` into `pose`; components without a track stay. `keys` are the
    /// cursors of translation, rotation, scale and shear.
    #[inline]
    pub(super) fn sample(&self, time: f32, keys: &mut [u32; 4], pose: &mut Pose) {
        let joints = pose.locals.len();
        let Some(local) = pose.locals.get_mut(self.joint) else { no_joint(self.joint, joints) };
        self.sample_local(time, keys, local);
        if let Some(track) = &self.shear {
            pose.shears.resize(pose.locals.len(), Vec3::ZERO);
            pose.shears[self.joint] = track.sample_vector(time, &mut keys[3]);
        }
    }

    /// Writes the joint's translation, rotation and scale at `time` into `local`, as [`Clip::sample`] does.
    #[inline]
    pub fn sample_local(&self, time: f32, keys: &mut [u32; 4], local: &mut Transform) {
        let [translation, rotation, scale, _] = keys;
        if let Some(track) = &self.translation {
            local.translation = track.sample_vector(time, translation);
        }
        if let Some(track) = &self.rotation {
            local.rotation = track.sample(time, rotation);
        }
        if let Some(track) = &self.scale {
            local.scale = track.sample_vector(time, scale);
        }
    }

    /// Returns the number of keys of all tracks together.
    pub fn key_count(&self) -> usize {
        self.key_times().count()
    }
}

/// Interpolation from a key to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Interpolation {
    /// A straight line.
    #[default]
    Linear,
    /// A curve without corners, which stays between the values of its keys; its speed is 0 at the first and the last
    /// key and wherever the motion turns back.
    Smooth,
    /// The value of the first key, up to a jump at the second.
    Held,
}

/// Key times of a joint, as an animator has set them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointKeys {
    /// The joint of the skeleton.
    pub joint: usize,
    /// Times in seconds, in order, each time once.
    pub times: Arc<[f32]>,
    /// Interpolation from each key to the next; empty if all are linear. The joint's tracks have the same motion as
    /// linear keys.
    pub interpolations: Vec<Interpolation>,
}

impl JointKeys {
    /// Makes linear keys.
    pub fn linear(joint: usize, times: impl Into<Arc<[f32]>>) -> Self {
        Self { joint, times: times.into(), interpolations: Vec::new() }
    }
}

/// A named animation: tracks, and the time span that plays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clip {
    /// Name of the clip.
    pub name: String,
    /// Time at which the clip begins, in seconds on its tracks' own clock (often not 0).
    pub start: f32,
    /// Time at which the clip ends, not before `start`.
    pub end: f32,
    /// One entry for each moving joint; [`check`](Clip::check) finds a joint with two.
    pub tracks: Vec<JointTracks>,
    /// Tracks of the weights of morph targets.
    pub weights: Vec<WeightTrack>,
    /// Keys of the file or the editor; the tracks may have more or fewer. Empty if they have the same.
    pub file_keys: Vec<JointKeys>,
}

/// Error of a clip that does not fit a skeleton, or itself.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum ClipError {
    /// A track moves a joint that the skeleton does not have.
    NoJoint {
        /// Name of the clip.
        clip: String,
        /// Index of the joint.
        joint: usize,
        /// Number of joints of the skeleton.
        joints: usize,
    },
    /// Two entries move the same joint.
    TwoTracks {
        /// Name of the clip.
        clip: String,
        /// Index of the joint.
        joint: usize,
    },
    /// Key times of [`Clip::file_keys`] that do not rise, or are not finite.
    FileKeys {
        /// Name of the clip.
        clip: String,
        /// Index of the joint.
        joint: usize,
    },
    /// The clip ends before it starts, or one of the times is not finite.
    Span {
        /// Name of the clip.
        clip: String,
        /// Its start, in seconds.
        start: f32,
        /// Its end, in seconds.
        end: f32,
    },
}

impl Error for ClipError {}
crate::debug_as_display!(ClipError);

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJoint { clip, joint, joints } => {
                write!(f, "clip {clip:?} moves joint {joint}, but the skeleton has {joints} joints")
            }
            Self::TwoTracks { clip, joint } => write!(f, "clip {clip:?} has two entries for joint {joint}"),
            Self::FileKeys { clip, joint } => {
                write!(f, "clip {clip:?} has key times of joint {joint} that do not rise, or are not finite")
            }
            Self::Span { clip, start, end } => write!(f, "clip {clip:?} lasts from {start} s to {end} s"),
        }
    }
}

/// Usual frame rates, the likelier ones first.
const FRAME_RATES: [f32; 10] = [30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0, 30_000.0 / 1001.0, 24_000.0 / 1001.0];

/// Largest distance of a key from its frame, in frames: files round their times.
const ON_FRAME: f32 = 0.02;

/// Returns whether each time is that of a frame, at a frame rate.
fn has_frame_at_each(rate: f32, times: &[f32]) -> bool {
    times.iter().all(|time| (time * rate - (time * rate).round()).abs() < ON_FRAME)
}

impl Clip {
    /// Makes a clip that lasts from the first key to the last one, or from 0 to 0 s without keys.
    pub fn of_tracks(name: impl Into<String>, tracks: Vec<JointTracks>) -> Self {
        let mut span: Option<(f32, f32)> = None;
        for time in tracks.iter().flat_map(JointTracks::key_times) {
            span = Some(span.map_or((time, time), |(start, end)| (start.min(time), end.max(time))));
        }
        let (start, end) = span.unwrap_or_default();
        Self { name: name.into(), start, end, tracks, weights: Vec::new(), file_keys: Vec::new() }
    }

    /// Returns the key times of a joint in seconds, in order, each time once: those of [`file_keys`](Self::file_keys),
    /// or of the tracks where no joint has any.
    pub fn key_times(&self, joint: usize) -> Vec<f32> {
        self.key_times_where(|keyed| keyed == joint)
    }

    fn key_times_where(&self, has_joint: impl Fn(usize) -> bool) -> Vec<f32> {
        let keys = self.file_keys.iter().filter(|keys| has_joint(keys.joint));
        let mut times: Vec<f32> = keys.flat_map(|keys| keys.times.iter().copied()).collect();
        if self.file_keys.is_empty() {
            let tracks = self.tracks.iter().filter(|tracks| has_joint(tracks.joint));
            times.extend(tracks.flat_map(JointTracks::key_times));
        }
        in_order(times)
    }

    /// Returns the frame rate of the keys, in frames per second: the first usual rate that has a frame at each key,
    /// counted from 0 s, or else the rate that fits the shortest time between two keys, from 10 to 120.
    pub fn frame_rate(&self) -> f32 {
        let times = self.key_times_where(|_| true);
        FRAME_RATES.into_iter().find(|rate| has_frame_at_each(*rate, &times)).unwrap_or_else(|| {
            let gaps = times.windows(2).map(|pair| pair[1] - pair[0]);
            (1.0 / gaps.fold(f32::INFINITY, f32::min)).clamp(10.0, 120.0)
        })
    }

    /// Returns the frame rate of this clip, one of `clips`, all of one figure: the lowest frame rate of any clip that
    /// has a frame at each of this clip's keys. A clip without keys has the highest rate of the others.
    pub fn frame_rate_among(&self, clips: &[Self]) -> f32 {
        let times = self.key_times_where(|_| true);
        let keyed = clips.iter().filter(|clip| !clip.key_times_where(|_| true).is_empty());
        if times.is_empty() {
            let rates = keyed.map(|clip| clip.frame_rate_among(clips));
            return rates.reduce(f32::max).unwrap_or_else(|| self.frame_rate());
        }
        let rates = keyed.map(Self::frame_rate).filter(|rate| has_frame_at_each(*rate, &times));
        rates.fold(self.frame_rate(), f32::min)
    }

    /// Returns whether some track of a joint or of a weight has two different values.
    pub fn moves(&self) -> bool {
        self.tracks.iter().any(JointTracks::moves)
            || self.weights.iter().any(|it| it.track.values().iter().any(|value| *value != it.track.values()[0]))
    }

    /// Returns the number of keys of all tracks together.
    pub fn key_count(&self) -> usize {
        let weight_keys: usize = self.weights.iter().map(|it| it.track.len()).sum();
        weight_keys + self.tracks.iter().map(JointTracks::key_count).sum::<usize>()
    }

    /// Returns the duration, in seconds; 0 if the clip ends before it starts.
    pub fn duration(&self) -> f32 {
        if self.end < self.start { 0.0 } else { self.end - self.start }
    }

    /// Checks that a clip made by hand, or from another program's data, fits a skeleton.
    ///
    /// # Errors
    /// If a track moves a joint that the skeleton does not have, if two entries of [`tracks`](Self::tracks) move the
    /// same joint, of which the last would be seen, if [`file_keys`](Self::file_keys) are not in order, or if the clip
    /// ends before it starts or at no finite time.
    pub fn check(&self, skeleton: &Skeleton) -> Result<(), ClipError> {
        self.check_joints(skeleton.len())
    }

    /// Checks the clip as [`check`](Self::check) does, for a skeleton with `joints` joints.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn check_joints(&self, joints: usize) -> Result<(), ClipError> {
        let name = self.name.clone();
        if !(self.start.is_finite() && self.end.is_finite() && self.start <= self.end) {
            return Err(ClipError::Span { clip: name, start: self.start, end: self.end });
        }
        let mut has_tracks = vec![false; joints];
        for tracks in &self.tracks {
            let joint = tracks.joint;
            match has_tracks.get_mut(joint) {
                None => return Err(ClipError::NoJoint { clip: name, joint, joints }),
                Some(true) => return Err(ClipError::TwoTracks { clip: name, joint }),
                Some(first) => *first = true,
            }
        }
        for JointKeys { joint, times, .. } in &self.file_keys {
            let joint = *joint;
            if joint >= joints {
                return Err(ClipError::NoJoint { clip: name, joint, joints });
            }
            if !times.is_sorted_by(|a, b| a < b) || !times.iter().all(|time| time.is_finite()) {
                return Err(ClipError::FileKeys { clip: name, joint });
            }
        }
        Ok(())
    }

    /// Writes the pose at `time` into `pose`: the values of the tracks, and those of `bind` where there are none.
    /// `time` is in seconds on the tracks' own clock, on which the clip begins at `start`. Allocates nothing once
    /// `pose` and `cursors` have grown to size.
    ///
    /// # Panics
    /// If a track moves a joint that `bind` does not have.
    pub fn sample(&self, time: f32, bind: &Pose, cursors: &mut Cursors, pose: &mut Pose) {
        pose.set(bind);
        cursors.keys.resize(self.tracks.len(), [0; 4]);
        for (tracks, keys) in self.tracks.iter().zip(&mut cursors.keys) {
            tracks.sample(time, keys, pose);
        }
    }
}

/// Returns the times sorted, each time once.
pub fn in_order(mut times: Vec<f32>) -> Vec<f32> {
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Returns the key times of all joints, the times just before jumps, and the clip's start and end: sorted, each time
/// once.
pub fn key_times(clip: &Clip) -> Vec<f32> {
    let mut times: Vec<f32> = clip.tracks.iter().flat_map(JointTracks::key_times).collect();
    let jumps = times.windows(2).filter(|pair| pair[0] == pair[1]);
    let before: Vec<f32> = jumps.map(|pair| pair[0].next_down()).collect();
    times.extend(before);
    times.extend([clip.start, clip.end]);
    in_order(times)
}

/// Returns `start`, `end` and the key times of some tracks between them, sorted: the time of a jump twice, others once.
pub fn times_and_jumps<'a>(tracks: impl Iterator<Item = &'a JointTracks>, (start, end): (f32, f32)) -> Vec<f32> {
    let mut times = vec![start, end];
    let mut jumps = Vec::new();
    for tracks in tracks {
        let keys: Vec<f32> = tracks.key_times().collect();
        jumps.extend(keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
        times.extend(keys);
    }
    let mut times = in_order(times);
    times.extend(in_order(jumps));
    times.retain(|time| (start..=end).contains(time));
    times.sort_by(f32::total_cmp);
    times
}

/// Keys at which each track of a clip was sampled last: where the next search begins. Each figure that plays the clip
/// keeps its own. New cursors, and those of another clip, cost a search and change no result.
#[derive(Clone, Debug, Default)]
pub struct Cursors {
    /// Cursors of translation, rotation, scale and shear, for each joint that has tracks.
    pub(super) keys: Vec<[u32; 4]>,
    /// Cursors of the weights' tracks.
    pub(super) weights: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;
    use glam::Quat;

    /// Makes a clip in which joint 0 slides from 1 to 3 s and joint 2 turns from 0.5 to 2 s.
    fn slide_and_turn() -> Clip {
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
    fn what_does_not_fit_a_skeleton() {
        let clip = slide_and_turn();
        let [two, three] = [2, 3].map(|count| {
            let joint = Joint { name: String::new(), parent: None, bind_local: Transform::IDENTITY };
            Skeleton::new(vec![joint; count]).unwrap()
        });
        assert_eq!(clip.check(&three), Ok(()));
        assert_eq!(clip.check(&two), Err(ClipError::NoJoint { clip: "slide".into(), joint: 2, joints: 2 }));
        let backwards = Clip { start: 5.0, end: 1.0, ..clip.clone() };
        assert_eq!(backwards.duration(), 0.0);
        assert_eq!(backwards.check(&three).unwrap_err().to_string(), "clip \"slide\" lasts from 5 s to 1 s");
        let mut twice = clip;
        twice.tracks.push(twice.tracks[0].clone());
        assert_eq!(twice.check(&three), Err(ClipError::TwoTracks { clip: "slide".into(), joint: 0 }));
    }

    #[test]
    fn as_long_as_its_keys_reach() {
        let clip = slide_and_turn();
        assert_eq!((clip.start, clip.end, clip.duration()), (0.5, 3.0, 2.5));
        assert_eq!(clip.tracks[0].key_count(), 2);
        let empty = Clip::of_tracks("still", vec![]);
        assert_eq!((empty.start, empty.duration()), (0.0, 0.0));
    }

    #[test]
    fn keys_are_those_of_the_file() {
        let mut clip = slide_and_turn();
        assert_eq!(clip.key_times(2), [0.5, 2.0], "made in code: its tracks' own");
        clip.file_keys = vec![JointKeys::linear(0, [1.0, 2.0]), JointKeys::linear(2, [])];
        assert_eq!(clip.key_times(0), [1.0, 2.0]);
        assert!(clip.key_times(2).is_empty());
        assert!(clip.tracks[0].moves() && !JointTracks::default().moves());
        let still = Some(Track::new(vec![0.0, 1.0], vec![Vec3::X; 2]).unwrap());
        assert!(!JointTracks { translation: still, ..JointTracks::default() }.moves());
    }

    /// A clip with keys at these times in the file.
    fn keyed_at(times: &[f32]) -> Clip {
        Clip { file_keys: vec![JointKeys::linear(0, times)], ..Clip::of_tracks("", vec![]) }
    }

    #[test]
    fn the_rate_whose_frames_have_all_keys() {
        let ntsc: Vec<f32> = (0..90).map(|frame| frame as f32 * 1001.0 / 30_000.0).collect();
        for (times, expected) in [
            (&[0.0333, 0.0667, 0.6667][..], 30.0),
            (&[0.041_667, 0.208_333, 2.625], 24.0),
            (&[0.0, 0.04, 0.08], 25.0),
            (&[0.0, 0.016_667, 0.5], 60.0),
            (&[0.0, 1.0], 30.0), // on many rates' frames
            (&ntsc, 30_000.0 / 1001.0),
            (&[0.0, 0.0713, 0.1919], 1.0 / 0.0713), // none of these
            (&[], 30.0),
        ] {
            assert!((keyed_at(times).frame_rate() - expected).abs() < 0.01, "{times:?}");
        }
    }

    #[test]
    fn a_clip_without_keys_has_the_rate_of_the_others() {
        let clips = [keyed_at(&[0.0, 1.0 / 24.0]), Clip::of_tracks("new", vec![]), keyed_at(&[0.0, 0.5])];
        assert!(clips.iter().all(|clip| clip.frame_rate_among(&clips) == 24.0));
        let odd = [keyed_at(&[0.0, 1.0 / 24.0]), keyed_at(&[0.0, 0.3])];
        assert_eq!(odd.each_ref().map(|clip| clip.frame_rate_among(&odd)), [24.0, 30.0], "each its own");
    }

    #[test]
    fn what_has_no_track_rests() {
        let mut cursors = Cursors::default();
        let mut pose = Pose::default();
        slide_and_turn().sample(2.0, &bind(), &mut cursors, &mut pose);
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
        let mut cursors = Cursors::default();
        let mut pose = Pose::default();
        clip.sample(0.5, &bind(), &mut cursors, &mut pose);
        assert_eq!(pose.shears, [Vec3::ZERO, Vec3::Y, Vec3::ZERO]);
        slide_and_turn().sample(0.5, &bind(), &mut cursors, &mut pose);
        assert_eq!(pose.shears, [], "no shear by itself");
    }

    #[test]
    fn cursors_of_another_clip_do_no_harm() {
        let mut cursors = Cursors::default();
        let mut pose = Pose::default();
        let mut fresh = Pose::default();
        let mut long = slide_and_turn();
        long.tracks.extend(long.tracks.clone());
        long.sample(99.0, &bind(), &mut cursors, &mut pose);
        slide_and_turn().sample(1.5, &bind(), &mut cursors, &mut pose);
        slide_and_turn().sample(1.5, &bind(), &mut Cursors::default(), &mut fresh);
        assert_eq!(pose, fresh);
    }
}
