//! A clip whose joints can be keyed.

use super::{
    Key, SAME_TIME,
    convert::{keys_of, local_at, tracks_of},
    delete_key,
    keys::put_keys,
    move_key, set_key,
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
            tracks: self.moving().map(|motion| (*motion.tracks).clone()).collect(),
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

    /// The pose of a figure that nothing moves.
    pub fn rest(&self) -> &Pose {
        &self.rest
    }

    /// The joints with keys or tracks, in no particular order.
    pub fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.moving().map(|motion| motion.tracks.joint)
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
    pub(super) fn copy_keys(&self, selection: &[Selected]) -> CopiedKeys {
        let joints = by_joint(selection).into_iter().map(|(joint, selected)| {
            let keys = self.keys(joint);
            (joint, selected.iter().filter_map(|&key| keys.get(key).copied()).collect())
        });
        CopiedKeys { joints: joints.filter(|(_, keys): &(_, Vec<Key>)| !keys.is_empty()).collect() }
    }

    /// Puts copied keys so that the first of them stands at `at` (not before the clip begins); what stood in their places
    /// is replaced. Says where they are.
    pub(super) fn paste_keys(&mut self, copied: &CopiedKeys, at: f32) -> Vec<Selected> {
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

    /// All but those that lost their last key.
    fn moving(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| motion.keys.as_deref() != Some(&[]))
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
fn among(keys: &[Key], put: &[Key], joint: usize) -> Vec<Selected> {
    let was_put = |key: &Key| put.iter().any(|put| put.time == key.time);
    let found = keys.iter().enumerate().filter(|(_, key)| was_put(key));
    found.map(|(key, _)| Selected { joint, key }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        animation::edit::testing::{are_in_order, clip, edit},
        math::testing::transform,
        model::testing::chain,
    };
    use glam::Vec3;
    use proptest::prelude::*;

    fn at(x: f32) -> Transform {
        Transform::from_translation(Vec3::X * x)
    }

    /// Joint 0 has keys at 0, 1, 2; joint 1 at 1.
    fn made() -> EditableClip {
        let mut clip = EditableClip::empty("made", 1.5, &chain().skeleton);
        for (joint, time) in [(0, 0.0), (0, 1.0), (0, 2.0), (1, 1.0)] {
            clip.set_key(joint, time, at(time));
        }
        clip
    }

    fn selected(keys: &[(usize, usize)]) -> Vec<Selected> {
        keys.iter().map(|&(joint, key)| Selected { joint, key }).collect()
    }

    #[test]
    fn from_nothing_and_back_to_rest() {
        let skeleton = chain().skeleton;
        let mut clip = EditableClip::empty("wave", 2.0, &skeleton);
        assert_eq!((clip.start(), clip.end(), clip.joints().count()), (0.0, 2.0, 0));
        assert_eq!(clip.pose(1.0), skeleton.bind_pose());
        let empty = clip.clone();
        clip.set_key(1, 0.5, at(3.0));
        clip.set_key(1, 2.5, at(5.0));
        assert_eq!((clip.end(), clip.key_times(1)), (2.5, vec![0.5, 2.5]));
        assert_eq!(clip.local(1, 1.5), at(4.0));
        assert_eq!(clip.local(0, 1.5), skeleton.joints()[0].bind_local);
        clip.delete_key(1, 0);
        clip.delete_key(1, 0);
        assert_eq!(clip.pose(1.0), skeleton.bind_pose());
        assert_eq!(clip.clip().tracks, empty.clip().tracks);
        assert_eq!(EditableClip::empty("", f32::NAN, &skeleton).end(), 0.0);
    }

    #[test]
    fn keys_of_several_joints_move_together() {
        let begun = made();
        let mut clip = begun.clone();
        let moved = clip.move_keys(&selected(&[(0, 1), (1, 0)]), 1.0);
        assert_eq!(moved, selected(&[(0, 1), (1, 0)]));
        assert_eq!((clip.key_times(0), clip.key_times(1)), (vec![0.0, 2.0], vec![2.0]));
        assert_eq!(clip.local(0, 2.0), at(1.0), "the one that stood there is replaced");
        let mut clip = begun.clone();
        let moved = clip.move_keys(&selected(&[(0, 2), (0, 1), (0, 1)]), -9.0);
        assert_eq!(moved, selected(&[(0, 0), (0, 1)]), "not to before the start, and each once");
        assert_eq!((clip.key_times(0), clip.local(0, 0.0)), (vec![0.0, 1.0], at(1.0)));
        let mut clip = begun.clone();
        assert_eq!(clip.move_keys(&selected(&[(0, 0)]), 2.5), selected(&[(0, 2)]));
        assert_eq!((clip.key_times(0), clip.end()), (vec![1.0, 2.0, 2.5], 2.5), "past the others");
        clip.move_keys(&selected(&[(2, 7), (0, 99)]), 1.0);
        clip.delete_keys(&selected(&[(2, 7), (0, 99)]));
        clip.move_keys(&selected(&[(0, 0)]), f32::NAN);
        assert_eq!(clip.key_times(0), [1.0, 2.0, 2.5], "no such keys");
    }

    #[test]
    fn copies_leave_the_originals() {
        let mut clip = made();
        let copied = clip.copy_keys(&selected(&[(1, 0), (0, 0), (0, 1)]));
        assert_eq!(copied.start(), Some(0.0));
        assert_eq!(clip.paste_keys(&copied, 1.5), selected(&[(0, 2), (0, 4), (1, 1)]));
        assert_eq!(clip.key_times(0), [0.0, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!((clip.key_times(1), clip.end()), (vec![1.0, 2.5], 2.5));
        let mut other = EditableClip::empty("other", 1.0, &chain().skeleton);
        other.paste_keys(&copied, 0.25);
        assert_eq!((other.key_times(0), other.key_times(1)), (vec![0.25, 1.25], vec![1.25]));
        assert_eq!(other.local(0, 1.25), at(1.0));
        assert!(other.paste_keys(&CopiedKeys::default(), 0.0).is_empty());
        let mut pose = other.rest().clone();
        pose.locals[2] = at(7.0);
        other.set_pose(0.5, &pose, [1, 2]);
        assert_eq!(other.pose(0.5).locals[1..], pose.locals[1..]);
        assert_eq!(other.key_times(0).len(), 2, "only what was asked for");
    }

    #[test]
    fn a_jump_moves_as_one() {
        let mut clip = made();
        let jump = [0.0, 1.0, 1.0, 2.0].into_iter().zip([0.0, 1.0, 5.0, 6.0]);
        let jump: Vec<Key> = jump.map(|(time, x)| Key { time, local: at(x) }).collect();
        clip.edit_keys(0, |keys| *keys = jump).unwrap();
        let moved = clip.move_keys(&selected(&[(0, 1), (0, 2)]), 0.5);
        assert_eq!(moved, selected(&[(0, 1), (0, 2)]));
        assert_eq!(clip.key_times(0), [0.0, 1.5, 1.5, 2.0]);
        assert_eq!(
            (clip.local(0, 1.5), clip.local(0, 1.4999).translation.x < 1.0),
            (at(5.0), true)
        );
    }

    #[test]
    fn an_end_of_its_own() {
        let mut clip = made();
        clip.set_end(0.5);
        assert_eq!((clip.end(), clip.key_times(0).len()), (0.5, 3), "keys stay");
        clip.set_key(0, 0.25, at(0.0));
        assert_eq!(clip.end(), 0.5, "keys after the end do not bring it back");
        clip.set_end(-3.0);
        clip.set_end(f32::NAN);
        assert_eq!(clip.end(), 0.0);
    }

    #[test]
    fn what_is_no_list_of_keys_is_refused() {
        let begun = made();
        let mut clip = begun.clone();
        let back = clip.edit_keys(0, |keys| keys.swap(0, 1)).unwrap_err();
        assert!(back.to_string().starts_with("key 1 is at 0 s, after 1 s"), "{back}");
        let odd = clip.edit_keys(0, |keys| keys[2].local.scale.y = f32::NAN).unwrap_err();
        assert!(odd.to_string().starts_with("key 2 at 2 s holds no transform"), "{odd}");
        assert!(clip.edit_keys(1, |keys| keys[0].time = f32::NAN).is_err());
        assert_eq!(clip, begun);
    }

    #[test]
    fn files_keys_are_replaced_for_edited_joints() {
        let mut file = made().clip();
        file.file_keys = vec![(0, [0.0, 1.0, 2.0].into()), (1, [0.5].into())];
        let mut clip = EditableClip::of(&file, &chain().skeleton);
        clip.set_key(1, 0.75, at(0.0));
        clip.set_key(2, 0.25, at(0.0));
        let keys = |clip: &EditableClip| [0, 1, 2].map(|joint| clip.clip().key_times(joint));
        assert_eq!(keys(&clip), [vec![0.0, 1.0, 2.0], vec![0.75, 1.0], vec![0.25]]);
        clip.delete_key(2, 0);
        assert!(keys(&clip)[2].is_empty());
    }

    #[test]
    #[should_panic(expected = "joint 3 of 3")]
    fn a_joint_that_is_not_there() {
        made().set_key(3, 0.0, Transform::IDENTITY);
    }

    proptest! {
        /// What nobody edits is the file's own, bit for bit, and what is edited lies in between.
        #[test]
        fn unedited_joints_keep_their_tracks(clip in clip(), edits in prop::collection::vec(edit(), 0..6)) {
            let skeleton = chain().skeleton;
            let mut edited = EditableClip::of(&clip, &skeleton);
            prop_assert_eq!(&edited.clip(), &clip);
            edited.edit_keys(1, |_| ()).unwrap();
            prop_assert_eq!(&edited.clip(), &clip);
            for edit in edits.iter().filter(|edit| edit.joint != 0) {
                edit.apply(&mut edited);
            }
            let tracks = |clip: &Clip| clip.tracks.iter().find(|tracks| tracks.joint == 0).cloned();
            prop_assert_eq!(tracks(&edited.clip()), tracks(&clip));
        }

        /// It plays what its clip plays, exactly, and again when that clip is loaded.
        #[test]
        fn sampled_as_it_is(clip in clip(), edits in prop::collection::vec(edit(), 0..6), time in -0.2f32..4.0) {
            let skeleton = chain().skeleton;
            let mut edited = EditableClip::of(&clip, &skeleton);
            for edit in &edits {
                edit.apply(&mut edited);
            }
            let mut pose = Pose::default();
            edited.clip().sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            prop_assert_eq!(&edited.pose(time), &pose);
            for joint in 0..skeleton.len() {
                prop_assert_eq!(edited.local(joint, time), pose.locals[joint]);
            }
            let loaded = EditableClip::of(&edited.clip(), &skeleton);
            prop_assert_eq!(loaded.clip(), edited.clip());
        }

        /// The pose is as set, and elsewhere it is what it was up to the keys on both sides.
        #[test]
        fn a_key_changes_only_its_neighbourhood(clip in clip(), frame in 0..300u16, local in transform(), at in 0.0f32..3.0) {
            let mut edited = EditableClip::of(&clip, &chain().skeleton);
            let time = f32::from(frame) / 100.0;
            let before = edited.keys(1);
            edited.set_key(1, time, local);
            // A key that stood there already keeps its time.
            let is_set = |key: &&Key| (key.time - time).abs() <= SAME_TIME;
            let set = edited.local(1, edited.keys(1).iter().find(is_set).expect("a key at the time").time);
            prop_assert!(set.to_affine().abs_diff_eq(local.to_affine(), 1e-5));
            let from = before.iter().rfind(|key| key.time < time - SAME_TIME).map_or(f32::NEG_INFINITY, |key| key.time);
            let to = before.iter().find(|key| key.time > time + SAME_TIME).map_or(f32::INFINITY, |key| key.time);
            if at < from || at > to {
                let unedited = EditableClip::of(&clip, &chain().skeleton).local(1, at).to_affine();
                // Coordinates up to 10, turned by up to 3e-5 rad.
                prop_assert!(edited.local(1, at).to_affine().abs_diff_eq(unedited, 1e-4));
            }
            let keys = edited.keys(1);
            prop_assert!(keys.windows(2).all(|pair| pair[0].local.rotation.dot(pair[1].local.rotation) >= 0.0));
        }

        /// Several keys moved one by one are where they are moved together to, as long as none is in another's way.
        #[test]
        fn one_by_one_or_together(frames in prop::collection::btree_set(0..100u16, 1..6), by in 100..200u16) {
            let mut together = EditableClip::empty("", 1.0, &chain().skeleton);
            for &frame in &frames {
                together.set_key(0, f32::from(frame) / 100.0, at(f32::from(frame)));
            }
            let mut one_by_one = together.clone();
            let by = f32::from(by) / 100.0;
            for _ in &frames {
                let time = one_by_one.key_times(0)[0];
                one_by_one.move_key(0, 0, time + by);
            }
            let selection: Vec<Selected> = (0..frames.len()).map(|key| Selected { joint: 0, key }).collect();
            prop_assert_eq!(&together.move_keys(&selection, by), &selection);
            prop_assert!(are_in_order(&together.keys(0)));
            for (a, b) in together.keys(0).iter().zip(one_by_one.keys(0).iter()) {
                prop_assert!((a.time - b.time).abs() < 1e-5 && a.local == b.local);
            }
        }

        /// Any edits, on any clip: none fails, keys are in order, no more than one at a time but for the file's jumps.
        #[test]
        fn any_edits(edits in prop::collection::vec(edit(), 0..20)) {
            let mut clip = EditableClip::empty("", 1.0, &chain().skeleton);
            for edit in &edits {
                edit.apply(&mut clip);
                for joint in 0..3 {
                    let keys = clip.keys(joint);
                    prop_assert!(are_in_order(&keys), "{edit:?}: {keys:?}");
                    prop_assert!(keys.iter().all(|key| key.time >= clip.start()));
                }
            }
        }
    }
}
