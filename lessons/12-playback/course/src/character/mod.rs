//! A file's figure, played by the answers of lessons 02, 06, 07 and 12, and skinned by those of 08 to 11. Lessons 13, 14,
//! 17 and 18 play with it, too: this room is what they share.
//!
//! ```text
//! CharacterFile -> Character: tracks, a pose, matrices -> CharacterSkins: meshes and palettes
//! ```

pub mod bound;
pub mod file;
#[cfg(feature = "graphics")]
pub mod own;
#[cfg(feature = "graphics")]
mod read;
#[cfg(feature = "graphics")]
pub mod saved;
#[cfg(feature = "graphics")]
pub mod skin;
pub mod walk;

use crate::{Clip, OnStage, Tools, Track, Transform};
use armature::animation::LoopMode;
use drawing::WorldPose;
use drawing::answer_cache::AnswerCache;
use drawing::report::{fit, report};
use file::{CharacterFile, ClipKeys};
use given::{CallError, Course};
use glam::Mat4;
use std::rc::Rc;

pub type Tracks = Vec<Option<Track>>;

/// Tracks by the index of a clip's keys and the answers that read them.
pub type TrackCache = AnswerCache<(usize, Course), Rc<Tracks>>;

pub(crate) const STILL: Clip = Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };

/// Reads the knight for a scene.
///
/// # Errors
/// If his file cannot be read.
#[cfg(feature = "graphics")]
pub fn read_knight(_: &common::exercise::NoOptions) -> anyhow::Result<common::painter::ReadFigure> {
    own::CharacterOptions::default().read_figure()
}

/// Returns the tools of this lesson by the answers of a course.
pub const fn tools(course: &Course) -> Tools {
    Tools {
        keyframes: course.keyframes,
        rotations: course.rotations,
        playback: course.playback,
        finished: crate::finished::TOOLS.finished,
    }
}

/// A file's figure, and whose answers play it.
#[derive(Clone, Copy)]
pub struct Character<'a> {
    pub file: &'a CharacterFile,
    pub course: &'a Course,
}

impl Character<'_> {
    /// Returns the local transform of every joint after so many seconds of a clip, by 12.1, 06.3, 12.4, 12.3 and 07.4.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    pub fn pose(
        &self,
        cache: &mut TrackCache,
        clip: usize,
        mode: LoopMode,
        seconds: f32,
    ) -> Result<Vec<Transform>, CallError> {
        let found = &self.file.clips[clip];
        let tracks = self.tracks(cache, found.keys)?;
        let seconds = self.wrapped(seconds, found.clip.seconds(), mode)?;
        let OnStage { tick, .. } = self.stage(&found.clip, seconds, &Transform::IDENTITY)?;
        let mut pose = Vec::new();
        for local in self.locals(&tracks, tick)? {
            pose.push(self.course.rotations.decompose(local)?);
        }
        Ok(pose)
    }

    /// Returns the figure in a pose of local transforms at a place in the world, by 02.2 and 12.4.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn stand(&self, pose: &[Transform], place: &Transform) -> Result<WorldPose, CallError> {
        let OnStage { world_from_model, .. } = self.stage(&STILL, 0.0, place)?;
        let locals = pose.iter().map(Transform::to_mat4).collect();
        Ok(WorldPose { world_from_model, model_from_joint: self.models(locals)? })
    }

    /// Returns 06.3's time within the clip, or 0 if that is not finite.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn wrapped(&self, seconds: f32, duration: f32, mode: LoopMode) -> Result<f32, CallError> {
        let wrapped = self.course.keyframes.wrap_time(seconds, duration, mode)?;
        Ok(if wrapped.is_finite() { wrapped } else { 0.0 })
    }

    /// Returns 12.4's tick and matrix, repaired and reported if they are not finite.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn stage(&self, clip: &Clip, seconds: f32, place: &Transform) -> Result<OnStage, CallError> {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let stage = self.course.playback.on_stage(clip, seconds, place, ours_from_file)?;
        if !stage.tick.is_finite() {
            report("12.4", format!("tick {}", stage.tick));
        } else if !stage.world_from_model.is_finite() {
            report("12.4", "a matrix whose numbers are not all finite");
        } else {
            return Ok(stage);
        }
        Ok(OnStage { tick: 0.0, world_from_model: ours_from_file })
    }

    /// Returns the track of each joint: the loader's, or 12.1's, which is called once for a list of channels. Tracks with a
    /// list of more or fewer keys than times are reported and left out.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn tracks(&self, cache: &mut TrackCache, keys: usize) -> Result<Rc<Tracks>, CallError> {
        let CharacterFile { joints, keys: all, .. } = self.file;
        cache.get_or_compute((keys, *self.course), || {
            let channels = match &all[keys] {
                ClipKeys::Channels(channels) => channels,
                ClipKeys::Tracks(tracks) => return Ok(Rc::new(tracks.clone())),
            };
            let mut tracks = match self.course.playback.tracks(joints, channels, &tools(self.course))? {
                Ok(tracks) => fit("12.1", tracks, joints.len(), None),
                Err(error) => {
                    report("12.1", error);
                    vec![None; joints.len()]
                }
            };
            for track in &mut tracks {
                if let Some(fault) = track.as_ref().and_then(fault_of) {
                    report("12.1", fault);
                    *track = None;
                }
            }
            Ok(Rc::new(tracks))
        })
    }

    /// Returns `parent_from_joint` of every joint at a tick, by 12.3.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn locals(&self, tracks: &[Option<Track>], tick: f32) -> Result<Vec<Mat4>, CallError> {
        let joints = &self.file.joints;
        let locals = self.course.playback.sample_pose(joints, tracks, tick, &tools(self.course))?;
        Ok(fit("12.3", locals, joints.len(), Mat4::IDENTITY))
    }

    /// Returns `model_from_joint` of every joint, by 02.1 and 02.2.
    ///
    /// # Errors
    /// See [`pose`](Self::pose).
    pub fn models(&self, locals: Vec<Mat4>) -> Result<Vec<Mat4>, CallError> {
        let joints = self.file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        Ok(lesson_02::posed(&self.course.hierarchy, joints, &[locals])?.concat())
    }
}

/// Returns what is wrong with a track that has a list of more or fewer keys than times.
pub fn fault_of(track: &Track) -> Option<String> {
    let Track { translations, rotations, scales, .. } = track;
    for (times, keys) in [
        (translations.times.len(), translations.values.len()),
        (rotations.times.len(), rotations.values.len()),
        (scales.times.len(), scales.values.len()),
    ] {
        if keys != times {
            return Some(format!("{keys} keys at {times} times"));
        }
    }
    None
}
