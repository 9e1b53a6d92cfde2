//! Clips that can be edited by keys.

use super::convert::{keys_of_tracks, local_at, restore_keys, tracks_of_keys};
use super::{Key, SAME_TIME, delete_key, interpolate::to_linear_keys, key_at, set_key};
use armature::animation::{Clip, Interpolation, JointKeys, JointTracks, Track, TrackError, WeightTrack};
use armature::math::Transform;
use armature::skeleton::{Pose, Skeleton};
use std::{error::Error, fmt, sync::Arc};

/// A clip that can be edited. Edited joints have keys of whole transforms; all others keep their tracks bit for bit.
///
/// The first edit of a joint makes keys of its tracks: one at each key of any track (two at a jump), and a few more
/// where the rotation would differ in between. The motion changes by less than 0.00001. Shear keeps its own track.
///
/// Each key has an [`Interpolation`] to the next key. Interpolations that are not linear become more linear keys of the
/// joint's tracks; the clip's [`JointKeys`] have the keys themselves.
///
/// Cloning is cheap, because clones share the motion of joints, so that a [`History`](super::History) can keep many.
///
/// All methods panic if the skeleton does not have a joint. Keys that do not exist are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct EditableClip {
    /// Name of the clip.
    pub name: String,
    start: f32,
    end: f32,
    motions: Vec<JointMotion>,
    file_keys: Vec<JointKeys>,
    /// Tracks of morph targets, which are not edited.
    weights: Arc<[WeightTrack]>,
    rest: Arc<Pose>,
}

/// Motion of one joint.
#[derive(Clone, Debug, PartialEq)]
struct JointMotion {
    tracks: Arc<JointTracks>,
    /// Keys of an edited joint.
    keys: Option<Arc<[Key]>>,
    /// Interpolation from each key; empty if all are linear.
    interpolations: Arc<[Interpolation]>,
}

/// Error of keys that cannot be those of a joint.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum KeysError {
    /// A time is not finite, or less than the one before.
    Order(TrackError),
    /// A number of a transform is not finite, or a rotation has length 0.
    NotFinite {
        /// Index of the key.
        key: usize,
        /// Time of the key, in seconds.
        time: f32,
        /// Transform of the key.
        local: Transform,
    },
}

impl Error for KeysError {}
armature::debug_as_display!(KeysError);

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(error) => error.fmt(f),
            Self::NotFinite { key, time, local } => write!(f, "key {key} at {time} s holds no transform: {local:?}"),
        }
    }
}

impl From<TrackError> for KeysError {
    fn from(error: TrackError) -> Self {
        Self::Order(error)
    }
}

impl EditableClip {
    /// Makes an editable copy of a clip. Tracks of joints that the skeleton does not have are left out.
    pub fn new(clip: &Clip, skeleton: &Skeleton) -> Self {
        let mut motions: Vec<JointMotion> = Vec::with_capacity(clip.tracks.len());
        for tracks in clip.tracks.iter().filter(|tracks| tracks.joint < skeleton.len()) {
            let tracks = tracks.clone();
            match motions.iter_mut().find(|motion| motion.tracks.joint == tracks.joint) {
                // Of two tracks of a joint the later one plays.
                Some(motion) => {
                    let earlier = Arc::make_mut(&mut motion.tracks);
                    earlier.translation = tracks.translation.or(earlier.translation.take());
                    earlier.rotation = tracks.rotation.or(earlier.rotation.take());
                    earlier.scale = tracks.scale.or(earlier.scale.take());
                    earlier.shear = tracks.shear.or(earlier.shear.take());
                }
                None => motions.push(JointMotion { tracks: tracks.into(), keys: None, interpolations: [].into() }),
            }
        }
        let rest = skeleton.bind_pose();
        for file_keys in clip.file_keys.iter().filter(|keys| !keys.interpolations.is_empty()) {
            if let Some(motion) = motions.iter_mut().find(|motion| motion.tracks.joint == file_keys.joint) {
                let (keys, interpolations) = restore_keys(&motion.tracks, &rest.locals[file_keys.joint], file_keys);
                motion.keys = Some(keys.into());
                motion.interpolations = interpolations.into();
            }
        }
        Self {
            name: clip.name.clone(),
            start: clip.start,
            end: clip.end,
            motions,
            file_keys: clip.file_keys.clone(),
            weights: clip.weights.clone().into(),
            rest: rest.into(),
        }
    }

    /// Makes a clip of `seconds` without keys, in which the figure rests; 0 s if `seconds` is negative or not finite.
    pub fn empty(name: impl Into<String>, seconds: f32, skeleton: &Skeleton) -> Self {
        let end = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        Self { end, ..Self::new(&Clip::of_tracks(name, Vec::new()), skeleton) }
    }

    /// Returns the clip to play. Tracks of joints that were not edited are as they were loaded.
    pub fn clip(&self) -> Clip {
        let mut file_keys = self.file_keys.clone();
        // Without file keys, all keys of tracks count as the joints', which is wrong if tracks have more.
        let has_more = self.motions.iter().any(|motion| !motion.interpolations.is_empty());
        if !file_keys.is_empty() || has_more {
            let is_new = file_keys.is_empty();
            for motion in self.motions.iter().filter(|motion| is_new || motion.keys.is_some()) {
                let keys = self.joint_keys(motion);
                match file_keys.iter_mut().find(|known| known.joint == keys.joint) {
                    Some(known) => *known = keys,
                    None => file_keys.push(keys),
                }
            }
            file_keys.retain(|keys| !keys.times.is_empty());
        }
        Clip {
            name: self.name.clone(),
            start: self.start,
            end: self.end,
            tracks: self.moving().map(|motion| (*motion.tracks).clone()).collect(),
            weights: self.weights.to_vec(),
            file_keys,
        }
    }

    /// Returns the time at which the clip begins, in seconds on its own clock.
    pub fn start(&self) -> f32 {
        self.start
    }

    /// Returns the time at which the clip ends.
    pub fn end(&self) -> f32 {
        self.end
    }

    /// Sets the time at which the clip ends, not before its start. Keys do not move; those after the end are not
    /// played.
    pub fn set_end(&mut self, end: f32) {
        if end.is_finite() {
            self.end = end.max(self.start);
        }
    }

    /// Returns the joints with keys or tracks, in any order.
    pub fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.moving().map(|motion| motion.tracks.joint)
    }

    /// Returns the keys of a joint; those that its first edit will make if it is not edited, and none if it rests.
    pub fn keys(&self, joint: usize) -> Arc<[Key]> {
        match self.motion(joint) {
            Some(JointMotion { keys: Some(keys), .. }) => keys.clone(),
            Some(JointMotion { tracks, .. }) => keys_of_tracks(tracks, &self.rest.locals[joint]).into(),
            None => [].into(),
        }
    }

    /// Returns the times of a joint's keys, in seconds.
    pub fn key_times(&self, joint: usize) -> Vec<f32> {
        self.keys(joint).iter().map(|key| key.time).collect()
    }

    /// Returns a joint's transform at `time`, in its parent's space.
    pub fn local(&self, joint: usize, time: f32) -> Transform {
        let rest = self.rest.locals[joint];
        self.motion(joint).map_or(rest, |motion| local_at(&motion.tracks, &rest, time))
    }

    /// Returns the interpolation of a joint from the last key up to `time` to the next one.
    pub fn interpolation(&self, joint: usize, time: f32) -> Interpolation {
        let Some(motion) = self.motion(joint).filter(|motion| !motion.interpolations.is_empty()) else {
            return Interpolation::Linear;
        };
        let keys = motion.keys.as_deref().unwrap_or_default();
        // Before the first key, it is the interpolation of the first.
        let key = keys.iter().rposition(|key| key.time < time + SAME_TIME).unwrap_or(0);
        motion.interpolations.get(key).copied().unwrap_or_default()
    }

    /// Sets the interpolation of a joint from the key at `time` to the next one. Without a key at that time, nothing
    /// changes.
    pub fn set_interpolation(&mut self, joint: usize, time: f32, interpolation: Interpolation) {
        let keys = self.keys(joint);
        let Some(key) = key_at(&keys, time) else { return };
        let mut interpolations: Vec<_> = keys.iter().map(|key| self.interpolation(joint, key.time)).collect();
        if std::mem::replace(&mut interpolations[key], interpolation) != interpolation {
            let changed = self.set_keys(joint, keys, interpolations);
            debug_assert!(changed.is_ok(), "{changed:?}"); // they were keys before
        }
    }

    /// Edits the keys of a joint by a function. If the keys do not change, the joint keeps its tracks; if none is left,
    /// it rests. A key at a new time has the interpolation of the key before.
    ///
    /// # Errors
    /// If times go back, or a number is not finite; the clip is then unchanged.
    pub fn edit_keys(&mut self, joint: usize, edit: impl FnOnce(&mut Vec<Key>)) -> Result<(), KeysError> {
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
        let interpolations = keys.iter().map(|key| self.interpolation(joint, key.time)).collect();
        Ok(self.set_keys(joint, keys.into(), interpolations)?)
    }

    /// Sets the keys of a joint, and its tracks.
    fn set_keys(
        &mut self,
        joint: usize,
        keys: Arc<[Key]>,
        mut interpolations: Vec<Interpolation>,
    ) -> Result<(), TrackError> {
        if interpolations.iter().all(|interpolation| *interpolation == Interpolation::Linear) {
            interpolations.clear();
        }
        let index = self.motions.iter().position(|motion| motion.tracks.joint == joint);
        let shear: Option<Track<_>> = index.and_then(|index| self.motions[index].tracks.shear.clone());
        let tracks = Arc::new(tracks_of_keys(joint, &to_linear_keys(&keys, &interpolations), shear)?);
        let motion = JointMotion { tracks, keys: Some(keys), interpolations: interpolations.into() };
        match index {
            Some(index) => self.motions[index] = motion,
            None => self.motions.push(motion),
        }
        Ok(())
    }

    /// Returns the key times of a joint for [`Clip::file_keys`], that of a jump once, and their interpolations.
    fn joint_keys(&self, motion: &JointMotion) -> JointKeys {
        let joint = motion.tracks.joint;
        let mut times = self.key_times(joint);
        times.dedup();
        let interpolations = if motion.interpolations.is_empty() {
            Vec::new()
        } else {
            times.iter().map(|time| self.interpolation(joint, *time)).collect()
        };
        JointKeys { joint, times: times.into(), interpolations }
    }

    /// Edits the keys of a joint by a function that keeps them in order.
    fn edit_in_order(&mut self, joint: usize, edit: impl FnOnce(&mut Vec<Key>)) {
        let edited = self.edit_keys(joint, edit);
        assert!(edited.is_ok(), "{edited:?}");
    }

    /// Sets the key of a joint at `time`, by [`set_key`]. If the clip ends before `time`, its end moves there.
    pub fn set_key(&mut self, joint: usize, time: f32, local: Transform) {
        self.edit_in_order(joint, |keys| set_key(keys, time, local));
        self.set_end(self.end.max(time));
    }

    /// Removes a key of a joint, by [`delete_key`].
    pub fn delete_key(&mut self, joint: usize, key: usize) {
        self.edit_in_order(joint, |keys| delete_key(keys, key));
    }

    /// Returns all motions except those without keys.
    fn moving(&self) -> impl Iterator<Item = &JointMotion> {
        self.motions.iter().filter(|motion| motion.keys.as_deref() != Some(&[]))
    }

    fn motion(&self, joint: usize) -> Option<&JointMotion> {
        assert!(joint < self.rest.locals.len(), "joint {joint} of {}", self.rest.locals.len());
        self.motions.iter().find(|motion| motion.tracks.joint == joint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        edit::{
            SAME_TIME,
            testing::{are_in_order, clip, edit},
        },
        testing::{models::chain, values::transform},
    };
    use armature::animation::Cursors;
    use glam::Vec3;
    use proptest::prelude::*;

    fn at(x: f32) -> Transform {
        Transform::from_translation(Vec3::X * x)
    }

    /// Makes a clip with keys at 0, 1 and 2 s for joint 0, and at 1 s for joint 1.
    fn keyed_clip() -> EditableClip {
        let mut clip = EditableClip::empty("made", 1.5, &chain().skeleton);
        for (joint, time) in [(0, 0.0), (0, 1.0), (0, 2.0), (1, 1.0)] {
            clip.set_key(joint, time, at(time));
        }
        clip
    }

    #[test]
    fn keys_are_set_and_deleted() {
        let skeleton = chain().skeleton;
        let mut clip = EditableClip::empty("wave", 2.0, &skeleton);
        assert_eq!((clip.start(), clip.end(), clip.joints().count()), (0.0, 2.0, 0));
        assert_eq!(clip.local(1, 1.0), skeleton.joints()[1].bind_local);
        let empty = clip.clone();
        clip.set_key(1, 0.5, at(3.0));
        clip.set_key(1, 2.5, at(5.0));
        assert_eq!((clip.end(), clip.key_times(1)), (2.5, vec![0.5, 2.5]));
        assert_eq!(clip.local(1, 1.5), at(4.0));
        assert_eq!(clip.local(0, 1.5), skeleton.joints()[0].bind_local);
        clip.delete_key(1, 0);
        clip.delete_key(1, 0);
        assert_eq!(clip.local(1, 1.0), skeleton.joints()[1].bind_local);
        assert_eq!(clip.clip().tracks, empty.clip().tracks);
        assert_eq!(EditableClip::empty("", f32::NAN, &skeleton).end(), 0.0);
    }

    #[test]
    fn the_end_does_not_depend_on_keys() {
        let mut clip = keyed_clip();
        clip.set_end(0.5);
        assert_eq!((clip.end(), clip.key_times(0).len()), (0.5, 3), "keys stay");
        clip.set_key(0, 0.25, at(0.0));
        assert_eq!(clip.end(), 0.5, "keys after the end do not move it");
        clip.set_end(-3.0);
        clip.set_end(f32::NAN);
        assert_eq!(clip.end(), 0.0);
    }

    #[test]
    fn bad_keys_are_errors_and_change_nothing() {
        let original = keyed_clip();
        let mut clip = original.clone();
        let back = clip.edit_keys(0, |keys| keys.swap(0, 1)).unwrap_err();
        assert!(back.to_string().starts_with("key 1 is at 0 s, after 1 s"), "{back}");
        let odd = clip.edit_keys(0, |keys| keys[2].local.scale.y = f32::NAN).unwrap_err();
        assert!(odd.to_string().starts_with("key 2 at 2 s holds no transform"), "{odd}");
        assert!(clip.edit_keys(1, |keys| keys[0].time = f32::NAN).is_err());
        assert_eq!(clip, original);
    }

    #[test]
    fn file_keys_are_replaced_for_edited_joints() {
        let mut file = keyed_clip().clip();
        file.file_keys = vec![JointKeys::linear(0, [0.0, 1.0, 2.0]), JointKeys::linear(1, [0.5])];
        let mut clip = EditableClip::new(&file, &chain().skeleton);
        clip.set_key(1, 0.75, at(0.0));
        clip.set_key(2, 0.25, at(0.0));
        let times = [0, 1, 2].map(|joint| clip.clip().key_times(joint));
        assert_eq!(times, [vec![0.0, 1.0, 2.0], vec![0.75, 1.0], vec![0.25]]);
        clip.delete_key(2, 0);
        assert!(clip.clip().key_times(2).is_empty());
    }

    /// A new key has the interpolation of the key before.
    #[test]
    fn keys_keep_their_interpolations() {
        let mut clip = keyed_clip();
        clip.set_interpolation(0, 0.0, Interpolation::Held);
        clip.set_interpolation(0, 2.0, Interpolation::Smooth);
        clip.set_interpolation(0, 0.7, Interpolation::Smooth); // no key there
        clip.set_key(0, 0.5, at(0.5));
        clip.set_key(0, -0.5, at(0.5));
        let [held, linear, smooth] = [Interpolation::Held, Interpolation::Linear, Interpolation::Smooth];
        assert_eq!(clip.joint_keys(clip.motion(0).unwrap()).interpolations, [held, held, held, linear, smooth]);
        clip.delete_key(0, 1);
        assert_eq!(clip.joint_keys(clip.motion(0).unwrap()).interpolations, [held, held, linear, smooth]);
        assert_eq!(clip.local(0, 0.4), at(0.5), "held since -0.5");
        let keys = [JointKeys::linear(1, [1.0]), clip.joint_keys(clip.motion(0).unwrap())];
        assert!(keys.iter().all(|keys| clip.clip().file_keys.contains(keys)), "{:?}", clip.clip().file_keys);
        for time in clip.key_times(0) {
            clip.set_interpolation(0, time, linear);
        }
        assert!(clip.clip().file_keys.is_empty(), "the tracks have the same keys");
    }

    /// A container has no two keys at the same time.
    #[test]
    fn a_jump_is_one_file_key() {
        let mut file = keyed_clip().clip();
        let jump = Track::new(vec![0.0, 1.0, 1.0, 2.0], vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
        file.tracks = vec![JointTracks { joint: 0, translation: Some(jump), ..JointTracks::default() }];
        file.file_keys = vec![JointKeys::linear(0, [0.0, 1.0, 2.0])];
        let mut clip = EditableClip::new(&file, &chain().skeleton);
        clip.set_key(0, 0.5, at(7.0));
        assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 1.0, 2.0]);
        clip.set_interpolation(0, 0.5, Interpolation::Smooth);
        assert_eq!(*clip.clip().file_keys[0].times, [0.0, 0.5, 1.0, 2.0]);
        let reloaded = EditableClip::new(&clip.clip(), &chain().skeleton);
        assert_eq!(reloaded.key_times(0), clip.key_times(0), "it is a jump again");
    }

    proptest! {
        #[test]
        fn unedited_joints_keep_their_tracks_bit_for_bit(clip in clip(), edits in prop::collection::vec(edit(), 0..6)) {
            let skeleton = chain().skeleton;
            let mut edited = EditableClip::new(&clip, &skeleton);
            prop_assert_eq!(&edited.clip(), &clip);
            edited.edit_keys(1, |_| ()).unwrap();
            prop_assert_eq!(&edited.clip(), &clip);
            for edit in edits.iter().filter(|edit| edit.joint != 0) {
                edit.apply(&mut edited);
            }
            let tracks = |clip: &Clip| clip.tracks.iter().find(|tracks| tracks.joint == 0).cloned();
            prop_assert_eq!(tracks(&edited.clip()), tracks(&clip));
        }

        /// Also after the clip is loaded again.
        #[test]
        fn the_clip_has_exactly_the_edited_motion(clip in clip(), edits in prop::collection::vec(edit(), 0..6), time in -0.2f32..4.0) {
            let skeleton = chain().skeleton;
            let mut edited = EditableClip::new(&clip, &skeleton);
            for edit in &edits {
                edit.apply(&mut edited);
            }
            let mut pose = Pose::default();
            edited.clip().sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            for joint in 0..skeleton.len() {
                prop_assert_eq!(edited.local(joint, time), pose.locals[joint]);
            }
            let loaded = EditableClip::new(&edited.clip(), &skeleton);
            prop_assert_eq!(loaded.clip(), edited.clip());
            // Keys that are not all linear are restored, although tracks have more.
            for joint in (0..skeleton.len()).filter(|joint| loaded.motion(*joint).is_some_and(|motion| motion.keys.is_some())) {
                let keys = [&loaded, &edited].map(|clip| clip.joint_keys(clip.motion(joint).unwrap()));
                prop_assert_eq!(&keys[0], &keys[1]);
                for time in keys[0].times.iter() {
                    let [now, was] = [&loaded, &edited].map(|clip| {
                        let keys = clip.keys(joint);
                        keys[key_at(&keys, *time).unwrap()].local.to_affine()
                    });
                    // Coordinates up to 10, and quaternions normalised again.
                    prop_assert!(now.abs_diff_eq(was, 1e-4), "{} {}", now, was);
                }
            }
        }

        #[test]
        fn a_key_changes_the_motion_up_to_its_neighbours(clip in clip(), frame in 0..300u16, local in transform(), at in 0.0f32..3.0) {
            let mut edited = EditableClip::new(&clip, &chain().skeleton);
            let time = f32::from(frame) / 100.0;
            let before = edited.keys(1);
            edited.set_key(1, time, local);
            // An existing key keeps its time.
            let set = edited.local(1, edited.keys(1).iter().find(|key| (key.time - time).abs() <= SAME_TIME).expect("a key at the time").time);
            prop_assert!(set.to_affine().abs_diff_eq(local.to_affine(), 1e-5));
            let from = before.iter().rfind(|key| key.time < time - SAME_TIME).map_or(f32::NEG_INFINITY, |key| key.time);
            let to = before.iter().find(|key| key.time > time + SAME_TIME).map_or(f32::INFINITY, |key| key.time);
            if at < from || at > to {
                let unedited = EditableClip::new(&clip, &chain().skeleton).local(1, at).to_affine();
                // Scales up to 3, turned by up to 1e-4 rad, and rounding.
                prop_assert!(edited.local(1, at).to_affine().abs_diff_eq(unedited, 4e-4));
            }
            let keys = edited.keys(1);
            prop_assert!(keys.windows(2).all(|pair| pair[0].local.rotation.dot(pair[1].local.rotation) >= 0.0));
        }

        #[test]
        fn any_edits_keep_keys_in_order(edits in prop::collection::vec(edit(), 0..20)) {
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
