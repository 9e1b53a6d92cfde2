//! A clip whose joints can be keyed.

use super::{
    Key, SAME_TIME,
    convert::{keys_of, local_at, tracks_of},
    delete_key, move_key, put_keys, set_key,
};
use crate::{
    animation::{Clip, Cursors, JointTracks, Track, TrackError},
    math::Transform,
    skeleton::{Pose, Skeleton},
};
use std::{collections::BTreeMap, sync::Arc};
use thiserror::Error;

/// A clip that can be edited: a list of whole-transform keys for each joint that somebody has edited, and the tracks as
/// they were for all others, bit for bit.
///
/// A joint gets keys with its first edit: one wherever any of its tracks has a key (two where it jumps), and a few more
/// where a rotation would else turn differently in between. The motion stays within 0.00001 of what it was. Shear keeps
/// its own track.
///
/// Cloning is cheap (what joints do is shared), so a [`History`](super::History) can keep many. It can be sampled as it
/// is, without making a [`Clip`] of it first.
///
/// All of its methods panic if a joint is beyond the skeleton. Keys that do not exist are passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct EditableClip {
    /// What it is called.
    pub name: String,
    start: f32,
    end: f32,
    motions: Vec<Motion>,
    file_keys: Vec<(usize, Arc<[f32]>)>,
    rest: Arc<Pose>,
}

/// What one joint does.
#[derive(Clone, Debug, PartialEq)]
struct Motion {
    tracks: Arc<JointTracks>,
    /// `None` as long as nobody has edited the joint.
    keys: Option<Arc<[Key]>>,
}

/// A key of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selected {
    /// The joint.
    pub joint: usize,
    /// The index of the key among [`EditableClip::keys`] of the joint.
    pub key: usize,
}

/// Keys of several joints, to be pasted into any clip of the same figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CopiedKeys {
    /// Joints with their keys, in order.
    pub joints: Vec<(usize, Vec<Key>)>,
}

impl CopiedKeys {
    /// When the first of them stood, in seconds.
    pub fn start(&self) -> Option<f32> {
        self.joints.iter().flat_map(|(_, keys)| keys).map(|key| key.time).reduce(f32::min)
    }
}

/// Why a list of keys is not one.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KeysError {
    /// Times are finite and never go back.
    #[error(transparent)]
    Order(#[from] TrackError),
    /// All numbers of a transform are finite, and no rotation has length 0.
    #[error("key {key} at {time} s holds no transform: {local:?}")]
    NotFinite {
        /// The key.
        key: usize,
        /// Its time, in seconds.
        time: f32,
        /// What it holds.
        local: Transform,
    },
}

impl EditableClip {
    /// A loaded clip of a figure. Tracks of joints that the skeleton does not have are left out.
    pub fn of(clip: &Clip, skeleton: &Skeleton) -> Self {
        let mut motions: Vec<Motion> = Vec::with_capacity(clip.tracks.len());
        for tracks in clip.tracks.iter().filter(|tracks| tracks.joint < skeleton.len()) {
            let tracks = tracks.clone();
            match motions.iter_mut().find(|motion| motion.tracks.joint == tracks.joint) {
                // Of two tracks of a joint the later plays.
                Some(motion) => {
                    let earlier = Arc::make_mut(&mut motion.tracks);
                    earlier.translation = tracks.translation.or(earlier.translation.take());
                    earlier.rotation = tracks.rotation.or(earlier.rotation.take());
                    earlier.scale = tracks.scale.or(earlier.scale.take());
                    earlier.shear = tracks.shear.or(earlier.shear.take());
                }
                None => motions.push(Motion { tracks: tracks.into(), keys: None }),
            }
        }
        Self {
            name: clip.name.clone(),
            start: clip.start,
            end: clip.end,
            motions,
            file_keys: clip.file_keys.clone(),
            rest: skeleton.bind_pose().into(),
        }
    }

    /// A clip without keys: the figure rests for `seconds` (none, if that is no number or negative).
    pub fn empty(name: impl Into<String>, seconds: f32, skeleton: &Skeleton) -> Self {
        let end = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        Self { end, ..Self::of(&Clip::of_tracks(name, Vec::new()), skeleton) }
    }

    /// The clip as it plays. What was not edited is as it was loaded.
    pub fn clip(&self) -> Clip {
        let mut file_keys = self.file_keys.clone();
        if !file_keys.is_empty() {
            for motion in self.motions.iter().filter(|motion| motion.keys.is_some()) {
                let joint = motion.tracks.joint;
                file_keys.retain(|(keyed, _)| *keyed != joint);
                file_keys.push((joint, self.key_times(joint).into()));
            }
            file_keys.retain(|(_, times)| !times.is_empty());
        }
        Clip {
            name: self.name.clone(),
            start: self.start,
            end: self.end,
            tracks: self.motions.iter().map(|motion| (*motion.tracks).clone()).collect(),
            file_keys,
        }
    }

    /// When it begins, in seconds on its own clock.
    pub fn start(&self) -> f32 {
        self.start
    }

    /// When it ends.
    pub fn end(&self) -> f32 {
        self.end
    }

    /// Lets it end at `end`, but not before it begins. No key moves: those after the end are not played.
    pub fn set_end(&mut self, end: f32) {
        if end.is_finite() {
            self.end = end.max(self.start);
        }
    }

    /// Lets it end at `time` if it ended before. All edits that put keys somewhere do so.
    pub fn reach(&mut self, time: f32) {
        self.set_end(self.end.max(time));
    }

    /// Plays it faster or slower, so that it ends at `end`: the times of all keys change, of unedited joints too. Nothing
    /// happens where it has no length, or would have none.
    pub fn stretch(&mut self, end: f32) {
        let factor = (end - self.start) / (self.end - self.start);
        if !(factor.is_finite() && factor > 0.0 && end - self.start >= SAME_TIME) {
            return;
        }
        let start = self.start;
        let moved = |time: f32| start + (time - start) * factor;
        for motion in &mut self.motions {
            Arc::make_mut(&mut motion.tracks).map_times(moved);
            if let Some(keys) = &mut motion.keys {
                *keys = keys.iter().map(|key| Key { time: moved(key.time), ..*key }).collect();
            }
        }
        for (_, times) in &mut self.file_keys {
            *times = times.iter().copied().map(moved).collect();
        }
        self.end = end;
    }

    /// The pose of a figure that nothing moves.
    pub fn rest(&self) -> &Pose {
        &self.rest
    }

    /// The joints with keys or tracks, in no particular order.
    pub fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.motions.iter().map(|motion| motion.tracks.joint)
    }

    /// Whether a joint has keys of its own: not those of its file's tracks.
    pub fn is_edited(&self, joint: usize) -> bool {
        self.motion(joint).is_some_and(|motion| motion.keys.is_some())
    }

    /// The keys of a joint; those that its first edit will give it where there was none. None where it rests.
    pub fn keys(&self, joint: usize) -> Arc<[Key]> {
        match self.motion(joint) {
            Some(Motion { keys: Some(keys), .. }) => keys.clone(),
            Some(Motion { tracks, .. }) => keys_of(tracks, &self.rest.locals[joint]).into(),
            None => [].into(),
        }
    }

    /// When its keys are, in seconds.
    pub fn key_times(&self, joint: usize) -> Vec<f32> {
        self.keys(joint).iter().map(|key| key.time).collect()
    }

    /// Where a joint is at `time`, in its parent's space.
    pub fn local(&self, joint: usize, time: f32) -> Transform {
        let rest = self.rest.locals[joint];
        self.motion(joint).map_or(rest, |motion| local_at(&motion.tracks, &rest, time))
    }

    /// Writes the pose at `time`, as [`Clip::sample`] of [`clip`](Self::clip) would.
    pub fn sample(&self, time: f32, cursors: &mut Cursors, pose: &mut Pose) {
        pose.set(&self.rest);
        cursors.keys.resize(self.motions.len(), [0; 4]);
        for (motion, keys) in self.motions.iter().zip(&mut cursors.keys) {
            motion.tracks.sample(time, keys, pose);
        }
    }

    /// The pose at `time`.
    pub fn pose(&self, time: f32) -> Pose {
        let mut pose = Pose::default();
        self.sample(time, &mut Cursors::default(), &mut pose);
        pose
    }

    /// Edits the keys of a joint by any function: all other edits come down to this one. If the keys are as before, the
    /// joint keeps the tracks that it had; without a key left it rests.
    ///
    /// # Errors
    /// If times go back, or something is no number: the clip is then as it was.
    pub fn edit_keys(
        &mut self,
        joint: usize,
        edit: impl FnOnce(&mut Vec<Key>),
    ) -> Result<(), KeysError> {
        let before = self.keys(joint);
        let mut keys = before.to_vec();
        edit(&mut keys);
        if keys[..] == before[..] {
            return Ok(());
        }
        if let Some(key) = keys.iter().position(|key| !key.is_sound() && key.time.is_finite()) {
            let Key { time, local } = keys[key];
            return Err(KeysError::NotFinite { key, time, local });
        }
        let at = self.motions.iter().position(|motion| motion.tracks.joint == joint);
        let shear: Option<Track<_>> = at.and_then(|at| self.motions[at].tracks.shear.clone());
        let tracks = Arc::new(tracks_of(joint, &keys, shear)?);
        let motion = Motion { tracks, keys: Some(keys.into()) };
        match at {
            Some(at) => self.motions[at] = motion,
            None => self.motions.push(motion),
        }
        Ok(())
    }

    /// An edit by functions that keep keys in order.
    fn edit(&mut self, joint: usize, edit: impl FnOnce(&mut Vec<Key>)) {
        let edited = self.edit_keys(joint, edit);
        debug_assert!(edited.is_ok(), "{edited:?}");
    }

    /// [`set_key`] for a joint.
    pub fn set_key(&mut self, joint: usize, time: f32, local: Transform) {
        self.edit(joint, |keys| set_key(keys, time, local));
        self.reach(time);
    }

    /// [`move_key`] for a joint, not to before the clip begins.
    pub fn move_key(&mut self, joint: usize, key: usize, time: f32) -> usize {
        let time = time.max(self.start);
        let mut at = key;
        self.edit(joint, |keys| at = move_key(keys, key, time));
        self.reach(time);
        at
    }

    /// [`delete_key`] for a joint.
    pub fn delete_key(&mut self, joint: usize, key: usize) {
        self.edit(joint, |keys| delete_key(keys, key));
    }

    /// Sets keys for `joints`, as they are in `pose`.
    pub fn set_pose(&mut self, time: f32, pose: &Pose, joints: impl IntoIterator<Item = usize>) {
        for joint in joints {
            self.set_key(joint, time, pose.locals[joint]);
        }
    }

    /// Copies keys.
    pub fn copy_keys(&self, selection: &[Selected]) -> CopiedKeys {
        let joints = by_joint(selection).into_iter().map(|(joint, selected)| {
            let keys = self.keys(joint);
            (joint, selected.iter().filter_map(|&key| keys.get(key).copied()).collect())
        });
        CopiedKeys { joints: joints.filter(|(_, keys): &(_, Vec<Key>)| !keys.is_empty()).collect() }
    }

    /// Puts copied keys so that the first of them stands at `at` (not before the clip begins); what stood in their places
    /// is replaced. Says where they are.
    pub fn paste_keys(&mut self, copied: &CopiedKeys, at: f32) -> Vec<Selected> {
        let Some(first) = copied.start().filter(|_| at.is_finite()) else { return Vec::new() };
        let by = at.max(self.start) - first;
        let mut pasted = Vec::new();
        for (joint, keys) in &copied.joints {
            let moved = |key: &Key| Key { time: key.time + by, ..*key };
            let moved: Vec<Key> = keys.iter().map(moved).collect();
            self.edit(*joint, |keys| {
                put_keys(keys, &moved);
                pasted.extend(among(keys, &moved, *joint));
            });
            for key in &moved {
                self.reach(key.time);
            }
        }
        pasted
    }

    /// Moves keys of any joints together by `by` seconds, past others too, but none to before the clip begins; what stands
    /// where they come is replaced. Says where they are. For a drag see [`move_key`].
    pub fn move_keys(&mut self, selection: &[Selected], by: f32) -> Vec<Selected> {
        let copied = self.copy_keys(selection);
        let Some(first) = copied.start().filter(|_| by.is_finite() && by.abs() >= SAME_TIME) else {
            return selection.to_vec();
        };
        let mut moved = self.clone();
        moved.delete_keys(selection);
        let selected = moved.paste_keys(&copied, first + by);
        *self = moved;
        selected
    }

    /// Deletes keys of any joints.
    pub fn delete_keys(&mut self, selection: &[Selected]) {
        for (joint, selected) in by_joint(selection) {
            self.edit(joint, |keys| {
                for key in selected.into_iter().rev() {
                    delete_key(keys, key);
                }
            });
        }
    }

    fn motion(&self, joint: usize) -> Option<&Motion> {
        assert!(joint < self.rest.locals.len(), "joint {joint} of {}", self.rest.locals.len());
        self.motions.iter().find(|motion| motion.tracks.joint == joint)
    }
}

/// The keys of each joint, in order, each once.
fn by_joint(selection: &[Selected]) -> BTreeMap<usize, Vec<usize>> {
    let mut sorted = selection.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut joints: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for Selected { joint, key } in sorted {
        joints.entry(joint).or_default().push(key);
    }
    joints
}

/// Where the keys that were put are.
fn among(keys: &[Key], put: &[Key], joint: usize) -> impl Iterator<Item = Selected> {
    let first = put.first().map_or(0, |put| keys.partition_point(|key| key.time < put.time));
    let found = keys.iter().enumerate().skip(first);
    let put_there = found.filter(|(_, key)| put.iter().any(|put| put.time == key.time));
    put_there.map(|(key, _)| Selected { joint, key }).collect::<Vec<_>>().into_iter()
}
