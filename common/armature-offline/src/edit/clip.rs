//! A clip whose joints can be keyed.

use super::{
    Key, SAME_TIME,
    convert::{keys_again, keys_of, local_at, tracks_of},
    delete_key,
    interpolate::baked,
    key_at, set_key,
};
use armature::{
    animation::{Clip, Interpolation, JointKeys, JointTracks, Track, TrackError, WeightTrack},
    math::Transform,
    skeleton::{Pose, Skeleton},
};
use std::sync::Arc;
use thiserror::Error;

/// A clip that can be edited: a list of whole-transform keys for each joint that somebody has edited, and the tracks as
/// they were for all others, bit for bit.
///
/// A joint gets keys with its first edit: one wherever any of its tracks has a key (two where it jumps), and a few more
/// where a rotation would else turn differently in between. The motion stays within 0.00001 of what it was. Shear keeps
/// its own track.
///
/// From each key to the next a joint moves as that key's [`Interpolation`] says. What is not linear becomes further keys
/// of its tracks; [`JointKeys`] of the clip say which are its own.
///
/// Cloning is cheap (what joints do is shared), so a [`History`](super::History) can keep many.
///
/// All of its methods panic if a joint is beyond the skeleton. Keys that do not exist are passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct EditableClip {
    /// Name of the clip.
    pub name: String,
    start: f32,
    end: f32,
    motions: Vec<Motion>,
    file_keys: Vec<JointKeys>,
    /// Tracks of morph targets, which are not edited.
    weights: Arc<[WeightTrack]>,
    rest: Arc<Pose>,
}

/// Keys of one joint.
#[derive(Clone, Debug, PartialEq)]
struct Motion {
    tracks: Arc<JointTracks>,
    /// `None` as long as nobody has edited the joint.
    keys: Option<Arc<[Key]>>,
    /// One for each key; none where all are linear.
    interpolations: Arc<[Interpolation]>,
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
        /// Transform of the key.
        local: Transform,
    },
}

impl EditableClip {
    /// A loaded clip of a figure. Tracks of joints that the skeleton does not have are left out.
    pub fn new(clip: &Clip, skeleton: &Skeleton) -> Self {
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
                None => motions.push(Motion { tracks: tracks.into(), keys: None, interpolations: [].into() }),
            }
        }
        let rest = skeleton.bind_pose();
        for of in clip.file_keys.iter().filter(|keys| !keys.interpolations.is_empty()) {
            if let Some(motion) = motions.iter_mut().find(|motion| motion.tracks.joint == of.joint) {
                let (keys, interpolations) = keys_again(&motion.tracks, &rest.locals[of.joint], of);
                (motion.keys, motion.interpolations) = (Some(keys.into()), interpolations.into());
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

    /// A clip without keys: the figure rests for `seconds` (none, if that is no number or negative).
    pub fn empty(name: impl Into<String>, seconds: f32, skeleton: &Skeleton) -> Self {
        let end = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        Self { end, ..Self::new(&Clip::of_tracks(name, Vec::new()), skeleton) }
    }

    /// The clip as it plays. What was not edited is as it was loaded.
    pub fn clip(&self) -> Clip {
        let mut file_keys = self.file_keys.clone();
        // Without any, a track's keys count as the joint's: not where it has more.
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

    /// Returns a joint's transform at `time`, in its parent's space.
    pub fn local(&self, joint: usize, time: f32) -> Transform {
        let rest = self.rest.locals[joint];
        self.motion(joint).map_or(rest, |motion| local_at(&motion.tracks, &rest, time))
    }

    /// Returns the interpolation of a joint from the key at `time` to the next one; from the one before if there is
    /// none.
    pub fn interpolation(&self, joint: usize, time: f32) -> Interpolation {
        let Some(motion) = self.motion(joint).filter(|motion| !motion.interpolations.is_empty()) else {
            return Interpolation::Linear;
        };
        let keys = motion.keys.as_deref().unwrap_or_default();
        // A key before the first goes on as that one does.
        let at = keys.iter().rposition(|key| key.time < time + SAME_TIME).unwrap_or(0);
        motion.interpolations.get(at).copied().unwrap_or_default()
    }

    /// Lets a joint move so from the key at `time` to the next one. No key there, no change.
    pub fn set_interpolation(&mut self, joint: usize, time: f32, interpolation: Interpolation) {
        let keys = self.keys(joint);
        let Some(at) = key_at(&keys, time) else { return };
        let mut interpolations: Vec<_> = keys.iter().map(|key| self.interpolation(joint, key.time)).collect();
        if std::mem::replace(&mut interpolations[at], interpolation) != interpolation {
            let changed = self.change(joint, keys, interpolations);
            debug_assert!(changed.is_ok(), "{changed:?}"); // they were keys before
        }
    }

    /// Edits the keys of a joint by any function: all other edits come down to this one. If the keys are as before, the
    /// joint keeps the tracks that it had; without a key left it rests. A key at a new time goes on as the one before it.
    ///
    /// # Errors
    /// If times go back, or something is no number: the clip is then as it was.
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
        Ok(self.change(joint, keys.into(), interpolations)?)
    }

    /// Gives a joint keys, and the tracks that they make.
    fn change(
        &mut self,
        joint: usize,
        keys: Arc<[Key]>,
        mut interpolations: Vec<Interpolation>,
    ) -> Result<(), TrackError> {
        if interpolations.iter().all(|interpolation| *interpolation == Interpolation::Linear) {
            interpolations.clear();
        }
        let at = self.motions.iter().position(|motion| motion.tracks.joint == joint);
        let shear: Option<Track<_>> = at.and_then(|at| self.motions[at].tracks.shear.clone());
        let tracks = Arc::new(tracks_of(joint, &baked(&keys, &interpolations), shear)?);
        let motion = Motion { tracks, keys: Some(keys), interpolations: interpolations.into() };
        match at {
            Some(at) => self.motions[at] = motion,
            None => self.motions.push(motion),
        }
        Ok(())
    }

    /// The keys of a joint as its clip keeps them: of two at one time, a jump, the later.
    fn joint_keys(&self, motion: &Motion) -> JointKeys {
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

    /// An edit by functions that keep keys in order.
    fn edit(&mut self, joint: usize, edit: impl FnOnce(&mut Vec<Key>)) {
        let edited = self.edit_keys(joint, edit);
        assert!(edited.is_ok(), "{edited:?}");
    }

    /// [`set_key`] for a joint. A clip that ends before `time` then ends there.
    pub fn set_key(&mut self, joint: usize, time: f32, local: Transform) {
        self.edit(joint, |keys| set_key(keys, time, local));
        self.set_end(self.end.max(time));
    }

    /// [`delete_key`] for a joint.
    pub fn delete_key(&mut self, joint: usize, key: usize) {
        self.edit(joint, |keys| delete_key(keys, key));
    }

    /// Returns all motions but those that lost their last key.
    fn moving(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| motion.keys.as_deref() != Some(&[]))
    }

    fn motion(&self, joint: usize) -> Option<&Motion> {
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

    /// Joint 0 has keys at 0, 1, 2; joint 1 at 1.
    fn made() -> EditableClip {
        let mut clip = EditableClip::empty("made", 1.5, &chain().skeleton);
        for (joint, time) in [(0, 0.0), (0, 1.0), (0, 2.0), (1, 1.0)] {
            clip.set_key(joint, time, at(time));
        }
        clip
    }

    #[test]
    fn from_nothing_and_back_to_rest() {
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
        file.file_keys = vec![JointKeys::linear(0, [0.0, 1.0, 2.0]), JointKeys::linear(1, [0.5])];
        let mut clip = EditableClip::new(&file, &chain().skeleton);
        clip.set_key(1, 0.75, at(0.0));
        clip.set_key(2, 0.25, at(0.0));
        let keys = |clip: &EditableClip| [0, 1, 2].map(|joint| clip.clip().key_times(joint));
        assert_eq!(keys(&clip), [vec![0.0, 1.0, 2.0], vec![0.75, 1.0], vec![0.25]]);
        clip.delete_key(2, 0);
        assert!(keys(&clip)[2].is_empty());
    }

    /// A new key goes on as the one before it, and a key keeps what it had when others are edited.
    #[test]
    fn keys_keep_how_they_go_on() {
        let mut clip = made();
        clip.set_interpolation(0, 0.0, Interpolation::Held);
        clip.set_interpolation(0, 2.0, Interpolation::Smooth);
        clip.set_interpolation(0, 0.7, Interpolation::Smooth); // no key there
        clip.set_key(0, 0.5, at(0.5));
        clip.set_key(0, -0.5, at(0.5));
        let of =
            |clip: &EditableClip| clip.key_times(0).iter().map(|time| clip.interpolation(0, *time)).collect::<Vec<_>>();
        let [held, linear, smooth] = [Interpolation::Held, Interpolation::Linear, Interpolation::Smooth];
        assert_eq!(of(&clip), [held, held, held, linear, smooth]);
        clip.delete_key(0, 1);
        assert_eq!(of(&clip), [held, held, linear, smooth]);
        assert_eq!(clip.local(0, 0.4), at(0.5), "held since -0.5");
        let keys = [JointKeys::linear(1, [1.0]), clip.joint_keys(clip.motion(0).unwrap())];
        assert!(keys.iter().all(|keys| clip.clip().file_keys.contains(keys)), "{:?}", clip.clip().file_keys);
        for time in clip.key_times(0) {
            clip.set_interpolation(0, time, linear);
        }
        assert!(clip.clip().file_keys.is_empty(), "the tracks have no others");
    }

    /// A jump of the file becomes one key in the clip that is saved: a container holds no two at one time.
    #[test]
    fn a_jump_is_one_time() {
        let mut file = made().clip();
        let jump = Track::new(vec![0.0, 1.0, 1.0, 2.0], vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
        file.tracks = vec![JointTracks { joint: 0, translation: Some(jump), ..JointTracks::default() }];
        file.file_keys = vec![JointKeys::linear(0, [0.0, 1.0, 2.0])];
        let mut clip = EditableClip::new(&file, &chain().skeleton);
        clip.set_key(0, 0.5, at(7.0));
        assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 1.0, 2.0]);
        clip.set_interpolation(0, 0.5, Interpolation::Smooth);
        assert_eq!(*clip.clip().file_keys[0].times, [0.0, 0.5, 1.0, 2.0]);
        let again = EditableClip::new(&clip.clip(), &chain().skeleton);
        assert_eq!(again.key_times(0), clip.key_times(0), "and it jumps on");
    }

    proptest! {
        /// Joints that nobody edits keep the file's own tracks, bit for bit, and edited ones lie in between.
        #[test]
        fn unedited_joints_keep_their_tracks(clip in clip(), edits in prop::collection::vec(edit(), 0..6)) {
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

        /// It plays what its clip plays, exactly, and again when that clip is loaded.
        #[test]
        fn sampled_as_it_is(clip in clip(), edits in prop::collection::vec(edit(), 0..6), time in -0.2f32..4.0) {
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
            // Its keys come back, though its tracks have more; of several joints, those that are not all linear.
            for joint in (0..skeleton.len()).filter(|joint| loaded.is_edited(*joint)) {
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

        /// The pose is as set, and elsewhere it is what it was up to the keys on both sides.
        #[test]
        fn a_key_changes_only_its_neighbourhood(clip in clip(), frame in 0..300u16, local in transform(), at in 0.0f32..3.0) {
            let mut edited = EditableClip::new(&clip, &chain().skeleton);
            let time = f32::from(frame) / 100.0;
            let before = edited.keys(1);
            edited.set_key(1, time, local);
            // A key that stood there already keeps its time.
            let set = edited.local(1, edited.keys(1).iter().find(|key| (key.time - time).abs() <= SAME_TIME).expect("a key at the time").time);
            prop_assert!(set.to_affine().abs_diff_eq(local.to_affine(), 1e-5));
            let from = before.iter().rfind(|key| key.time < time - SAME_TIME).map_or(f32::NEG_INFINITY, |key| key.time);
            let to = before.iter().find(|key| key.time > time + SAME_TIME).map_or(f32::INFINITY, |key| key.time);
            if at < from || at > to {
                let unedited = EditableClip::new(&clip, &chain().skeleton).local(1, at).to_affine();
                // Coordinates up to 10, turned by up to 3e-5 rad.
                prop_assert!(edited.local(1, at).to_affine().abs_diff_eq(unedited, 1e-4));
            }
            let keys = edited.keys(1);
            prop_assert!(keys.windows(2).all(|pair| pair[0].local.rotation.dot(pair[1].local.rotation) >= 0.0));
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
