//! A file's figure, played by the answers of lessons 02, 05, 06 and 12, and skinned by those of 08 to 11. Lessons 13, 14,
//! 17 and 18 play with it, too: this room is what they share.
//!
//! ```text
//! File -> Character: tracks, a pose, matrices -> StudentSkin: the picture
//! ```

pub mod file;
pub mod own;
pub mod skin;
pub mod walk;

use crate::{Clip, OnStage, Tools, Track, Transform};
use common::animation::LoopMode;
use common::prelude::*;
use common::scenes::{answer_cache::AnswerCache, posed_model::WorldPose};
use file::File;
use glam::Mat4;
use std::rc::Rc;

/// The keys of every joint.
pub type Tracks = Vec<Option<Track>>;

/// Tracks by the list of channels and the answers that read them.
pub type TrackCache = AnswerCache<(usize, CharacterAnswers), Rc<Tracks>>;

/// A clip of a single pose.
pub(crate) const STILL: Clip = Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };

common::earlier_answers! {
    /// The answers that play a figure.
    pub struct CharacterAnswers {
        hierarchy: lesson_02 {
            "02.1" depth_first_order: "the order of the walk over the joints",
            "02.2" model_poses: "from local to model",
        }
        keyframes: lesson_05 {
            "05.1" set_keyframes: "matrices out of a channel's numbers",
            "05.2" segment: "which two keys",
            "05.3" wrap_time: "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1" shortest: "the short way round",
            "06.3" slerp: "rotations between two keys",
            "06.4" decompose: "keys and poses in three parts",
        }
        playback: crate {
            "12.1" tracks: "which channel moves which joint",
            "12.2" sample_joint: "a joint at a time",
            "12.3" sample_pose: "a pose at a time",
            "12.4" on_stage: "ticks, and his place in the world",
        }
    }
}

impl CharacterAnswers {
    /// What this lesson's answers work with.
    pub const fn tools(&self) -> Tools {
        Tools {
            set_keyframes: self.keyframes.set_keyframes,
            segment: self.keyframes.segment,
            shortest: self.rotations.shortest,
            slerp: self.rotations.slerp,
            decompose: self.rotations.decompose,
            sample_joint: self.playback.sample_joint,
            finished: crate::finished::ANSWERS.sample_joint,
            calls: Tools::CALLS,
        }
    }
}

/// A file's figure, and whose answers play it.
#[derive(Clone, Copy)]
pub struct Character<'a> {
    /// The file.
    pub file: &'a File,
    /// The answers.
    pub answers: &'a CharacterAnswers,
}

impl Character<'_> {
    /// The pose of a clip after so many seconds, joint by joint in their parents' spaces: 12.1, 05.3, 12.4, 12.3, and
    /// 06.4 to take the matrices apart.
    pub fn pose(&self, cache: &mut TrackCache, clip: usize, mode: LoopMode, seconds: f32) -> Vec<Transform> {
        let found = &self.file.clips[clip];
        let tracks = self.tracks(cache, found.channels);
        let seconds = self.wrapped(seconds, found.clip.seconds(), mode);
        let OnStage { tick, .. } = self.stage(&found.clip, seconds, &Transform::IDENTITY);
        let decompose = |local| todo("06.4", || (self.answers.rotations.decompose)(local));
        self.locals(&tracks, tick).into_iter().map(decompose).collect()
    }

    /// The figure in a pose, in their parents' spaces, at its place: 02.2 and 12.4's other half.
    pub fn stand(&self, pose: &[Transform], place: &Transform) -> WorldPose {
        let OnStage { world_from_model, .. } = self.stage(&STILL, 0.0, place);
        let locals = pose.iter().map(Transform::to_mat4).collect();
        WorldPose { world_from_model, model_from_joint: self.models(locals) }
    }

    /// 05.3; what is not a number becomes 0.
    pub fn wrapped(&self, seconds: f32, duration: f32, mode: LoopMode) -> f32 {
        let wrapped = todo("05.3", || (self.answers.keyframes.wrap_time)(seconds, duration, mode));
        if wrapped.is_finite() { wrapped } else { 0.0 }
    }

    /// 12.4.
    pub fn stage(&self, clip: &Clip, seconds: f32, place: &Transform) -> OnStage {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let stage = todo("12.4", || (self.answers.playback.on_stage)(clip, seconds, place, ours_from_file));
        if !stage.tick.is_finite() {
            report("12.4", format!("tick {}", stage.tick));
        } else if !stage.world_from_model.is_finite() {
            report("12.4", "a matrix whose numbers are not all finite");
        } else {
            return stage;
        }
        OnStage { tick: 0.0, world_from_model: ours_from_file }
    }

    /// 12.1, once for a list of channels: as many tracks as joints, each with as many keys as times.
    pub fn tracks(&self, cache: &mut TrackCache, channels: usize) -> Rc<Tracks> {
        let File { joints, channels: lists, .. } = self.file;
        cache.get_or_compute((channels, *self.answers), || {
            let tools = self.answers.tools();
            let mut tracks = match todo("12.1", || (self.answers.playback.tracks)(joints, &lists[channels], &tools)) {
                Ok(tracks) => fit("12.1", tracks, joints.len(), None),
                Err(error) => {
                    report("12.1", error);
                    vec![None; joints.len()]
                }
            };
            let is_bad = |track: &Track| track.keys.is_empty() || track.keys.len() != track.times.len();
            if let Some(Track { times, keys }) = tracks.iter().flatten().find(|track| is_bad(track)) {
                report("12.1", format!("{} keys at {} times", keys.len(), times.len()));
            }
            for track in &mut tracks {
                track.take_if(|track| is_bad(track));
            }
            Rc::new(tracks)
        })
    }

    /// 12.3: `parent_from_joint` of every joint at a tick.
    pub fn locals(&self, tracks: &[Option<Track>], tick: f32) -> Vec<Mat4> {
        let (joints, tools) = (&self.file.joints, self.answers.tools());
        let locals = todo("12.3", || (self.answers.playback.sample_pose)(joints, tracks, tick, &tools));
        fit("12.3", locals, joints.len(), Mat4::IDENTITY)
    }

    /// 02.1 and 02.2: `model_from_joint` of every joint.
    pub fn models(&self, locals: Vec<Mat4>) -> Vec<Mat4> {
        let joints = self.file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        lesson_02::posed(&self.answers.hierarchy, joints, &[locals]).remove(0)
    }
}
