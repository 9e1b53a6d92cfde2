//! A model that plays on the fast paths: its figure, and its clips, each made ready when it is first
//! asked for.

use super::{Figure, Motion, MotionCursors, Path};
use crate::model::Model;
use std::{cell::OnceCell, rc::Rc};

/// What [`crate::model::Figure`] is to a lesson, this is to the viewer: the same calls, on the fast
/// paths. A clone is a second figure of the same model, and shares the clips.
///
/// ```
/// use armature::{fast::Performer, model::creature::Family};
///
/// let model = Family::mother().model;
/// let mut performer = Performer::of_model(&model);
/// if !model.clips.is_empty() {
///     performer.sample(&model, 0, 0.5);
/// }
/// assert_eq!(performer.figure().palette(0).len(), model.skins[0].bindings.len());
/// ```
#[derive(Clone, Debug)]
pub struct Performer {
    figure: Figure,
    motions: Rc<[OnceCell<Motion>]>,
    /// The clip that played last, and where in it.
    current: Option<(usize, MotionCursors)>,
    path: Path,
}

impl Performer {
    /// A figure of `model` in its bind pose.
    pub fn of_model(model: &Model) -> Self {
        let motions = model.clips.iter().map(|_| OnceCell::new()).collect();
        Self { figure: Figure::of_model(model), motions, current: None, path: Path::best() }
    }

    /// The pose of a clip (its place in the model's list) at `time`, on the clip's own clock, carried
    /// on to joints and palettes. Any time may follow any other. Allocates only when the clip is
    /// another than last time.
    ///
    /// # Panics
    /// If there is no such clip, or `model` is another than the one it was made of.
    pub fn sample(&mut self, model: &Model, clip: usize, time: f32) {
        let Self { figure, motions, current, path } = self;
        let make = || Motion::of_clip(figure.rig(), &model.clips[clip]);
        let motion = motions[clip].get_or_init(make);
        let (_, cursors) = match current {
            Some(known) if known.0 == clip => known,
            _ => current.insert((clip, motion.cursors())),
        };
        figure.play_motion(*path, motion, cursors, time);
    }

    /// Every joint where it rests.
    pub fn rest(&mut self) {
        self.figure.rest(self.path);
    }

    /// See [`Figure::leave_unskinned`].
    ///
    /// # Panics
    /// If `model` is another than the one it was made of.
    pub fn leave_unskinned(&mut self, model: &Model) {
        self.figure.leave_unskinned(&model.skins);
    }

    /// Where joints and palettes are now.
    pub fn figure(&self) -> &Figure {
        &self.figure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        animation::{Clip, Track},
        fast::testing::skeleton_and_clip,
        model::{self, creature::Family},
        skin::Skin,
    };
    use glam::{Affine3A, Vec3};
    use proptest::prelude::*;

    proptest! {
        /// Clips that are baked, are not, and lean, in any order and at any times, back and forth, as a hand
        /// on the ruler does. The bound is that of `fast::Figure`.
        #[test]
        fn any_clip_at_any_time(
            (skeleton, shared) in skeleton_and_clip(10, true),
            wanted in prop::collection::vec((0usize..3, 0.0f32..6.0, any::<bool>()), 1..12),
            leans_at_rest: bool,
        ) {
            let mut skeleton = skeleton;
            if leans_at_rest {
                skeleton.make_room_for_shear();
            }
            let mut uneven = shared.clone();
            for (number, tracks) in uneven.tracks.iter_mut().enumerate() {
                tracks.translation = tracks.translation.as_ref().map(|track| later(track, number));
            }
            let mut leaning = shared.clone();
            for tracks in leaning.tracks.iter_mut().skip(1) {
                tracks.shear = tracks.translation.as_ref().map(tenth);
            }
            let model = Model {
                skins: vec![Skin::bound(&skeleton)],
                skeleton,
                clips: vec![shared, uneven, leaning],
                ..Model::default()
            };
            let mut plain = model::Figure::new(&model);
            let mut performer = Performer::of_model(&model);
            for (clip, time, rest_before) in wanted {
                if rest_before {
                    performer.rest();
                }
                performer.sample(&model, clip, time);
                plain.sample(&model, &model.clips[clip], time);
                let largest = |size: f32, m: &Affine3A| m.to_cols_array().iter().fold(size, |size, c| size.max(c.abs()));
                let size = plain.model_from_joint().iter().fold(1.0, largest)
                    * model.skins[0].bindings.iter().fold(1.0, |size, b| largest(size, &b.joint_from_bind));
                for (got, want) in performer.figure().palette(0).iter().zip(plain.palette(0)) {
                    let got = Affine3A::from(*got);
                    prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "clip {clip} at {time}: {got:?} {want:?}");
                }
            }
            performer.rest();
            plain.rest(&model);
            for joint in 0..model.skeleton.len() {
                let (got, want) = (performer.figure().model_from_joint(joint), plain.model_from_joint()[joint]);
                let size = want.to_cols_array().iter().fold(1.0f32, |size, c| size.max(c.abs()));
                prop_assert!(got.abs_diff_eq(want, size * 6e-5), "at rest, joint {joint}: {got:?} {want:?}");
            }
        }
    }

    /// The same keys at times that no other joint has.
    fn later(track: &Track<Vec3>, number: usize) -> Track<Vec3> {
        let times = track.times().iter().map(|time| time + 0.013 * number as f32).collect();
        Track::new(times, track.values().to_vec()).unwrap()
    }

    /// Leans of up to 1 from translations of up to 10.
    fn tenth(track: &Track<Vec3>) -> Track<Vec3> {
        let values = track.values().iter().map(|value| *value * 0.1).collect();
        Track::new(track.times().to_vec(), values).unwrap()
    }

    #[test]
    fn clips_are_baked_where_that_loses_nothing() {
        let model = Family::mother().model;
        let keys = |times: &[f32]| {
            Track::new(times.to_vec(), times.iter().map(|time| Vec3::splat(*time)).collect())
                .unwrap()
        };
        let tracks = |joint, times: &[f32]| crate::animation::JointTracks {
            joint,
            translation: Some(keys(times)),
            ..Default::default()
        };
        let shared = vec![tracks(0, &[0.0, 1.0]), tracks(1, &[0.0, 1.0]), tracks(2, &[0.5])];
        let uneven = vec![tracks(0, &[0.0, 1.0]), tracks(1, &[0.0, 0.5, 1.0])];
        let rig = super::super::Rig::new(&model.skeleton);
        let of = |tracks| Motion::of_clip(&rig, &Clip::of_tracks("clip", tracks));
        assert!(of(shared).is_baked());
        assert!(!of(uneven).is_baked());
        assert!(of(vec![]).is_baked());
    }

    #[test]
    fn left_as_modelled() {
        let mut model = Family::mother().model;
        model.skins[0].bind_from_mesh = Affine3A::from_translation(Vec3::Y);
        let mut plain = model::Figure::new(&model);
        plain.leave_unskinned(&model);
        let mut performer = Performer::of_model(&model);
        performer.leave_unskinned(&model);
        for skin in 0..model.skins.len() {
            let got = performer.figure().palette(skin).iter().map(|rows| Affine3A::from(*rows));
            for (got, want) in got.zip(plain.palette(skin)) {
                assert!(got.abs_diff_eq(*want, 1e-5), "skin {skin}: {got:?} {want:?}");
            }
        }
        let skinned = Performer::of_model(&model);
        assert_ne!(performer.figure().palettes(), skinned.figure().palettes());
    }
}
