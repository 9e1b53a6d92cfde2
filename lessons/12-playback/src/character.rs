//! A file's figure, played by the answers of lessons 02, 05, 06 and 12: here, and in later lessons.

use crate::file::File;
use crate::{Clip, OnStage, Tools, Track, Transform};
use common::animation::LoopMode;
use common::app::{GuardedAnswers, Watchdog};
use common::collada::counted;
use common::scenes::answer_cache::AnswerCache;
use common::scenes::posed_figure::WorldPose;
use glam::Mat4;
use std::sync::Arc;

/// The keys of every joint.
pub type Tracks = Vec<Option<Track>>;

/// Tracks by the list of channels and the answers that read them.
pub type TrackCache = AnswerCache<(usize, CharacterAnswers), Arc<Tracks>>;

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
        }
    }
}

/// A file's figure, and whose answers play it. An answer that cannot be used is reported, and the finished one
/// stands in.
pub struct Character<'a> {
    /// The file.
    pub file: &'a Arc<File>,
    /// The answers.
    pub answers: GuardedAnswers<'a, CharacterAnswers>,
}

impl<'a> Character<'a> {
    /// Played by these.
    pub fn new(file: &'a Arc<File>, answers: CharacterAnswers, watchdog: &'a mut Watchdog) -> Self {
        Character { file, answers: watchdog.guard_all(answers) }
    }

    /// The poses of a clip after so many seconds, joint by joint in their parents' spaces: 05.3, 12.4, 12.1 to 12.3,
    /// and 06.4 to take the matrices apart.
    pub fn poses(
        &mut self,
        cache: &mut TrackCache,
        (clip, mode): (usize, LoopMode),
        seconds: Vec<f32>,
    ) -> Vec<Vec<Transform>> {
        let found = &self.file.clips[clip];
        let tracks = self.tracks(cache, found.channels);
        let seconds = self.wrapped(seconds, found.clip.seconds(), mode);
        let still = seconds.into_iter().map(|seconds| (seconds, Transform::IDENTITY)).collect();
        let ticks = self.stage(&found.clip, still).iter().map(|stage| stage.tick).collect();
        let locals = self.locals(&tracks, ticks);
        self.answers.call("06.4", locals, |answers, locals| {
            let decompose = answers.rotations.decompose;
            let pose = |pose: &Vec<Mat4>| pose.iter().map(|local| decompose(*local)).collect();
            locals.iter().map(pose).collect()
        })
    }

    /// The figure in each of these poses, in their parents' spaces, and at each one's place: 02.2 and 12.4's other
    /// half.
    pub fn stand(&mut self, poses: &[Vec<Transform>], places: &[Transform]) -> Vec<WorldPose> {
        let models = self.models_of(poses);
        let places = places.iter().map(|place| (0.0, *place)).collect();
        let stages = self.stage(&STILL, places);
        let pose = |(model_from_joint, stage): (Vec<Mat4>, OnStage)| WorldPose {
            world_from_model: stage.world_from_model,
            model_from_joint,
        };
        models.into_iter().zip(stages).map(pose).collect()
    }

    /// 02.1 and 02.2: `model_from_joint` of every joint, for poses in their parents' spaces.
    pub fn models_of(&mut self, poses: &[Vec<Transform>]) -> Vec<Vec<Mat4>> {
        let locals = poses.iter().map(|pose| pose.iter().map(Transform::to_mat4).collect());
        self.models(locals.collect())
    }

    /// 05.3, for all times; those that are not numbers become 0.
    pub fn wrapped(&mut self, times: Vec<f32>, duration: f32, mode: LoopMode) -> Vec<f32> {
        self.answers.call("05.3", times, move |answers, times| {
            let wrapped = times.iter().map(|t| (answers.keyframes.wrap_time)(*t, duration, mode));
            wrapped.map(|t| if t.is_finite() { t } else { 0.0 }).collect()
        })
    }

    /// 12.4, for several times in a clip, each with its place.
    pub fn stage(&mut self, clip: &Clip, places: Vec<(f32, Transform)>) -> Vec<OnStage> {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let inputs = (clip.clone(), places);
        let mut staged = self.answers.call("12.4", inputs, move |answers, (clip, places)| {
            let stage = |(seconds, place): &(f32, Transform)| {
                (answers.playback.on_stage)(clip, *seconds, place, ours_from_file)
            };
            places.iter().map(stage).collect::<Vec<_>>()
        });
        let is_bad = |stage: &OnStage| !(stage.tick.is_finite() && stage.world_from_model.is_finite());
        if let Some(bad) = staged.iter().find(|stage| is_bad(stage)) {
            self.answers.report("12.4", format!("tick {}, or a matrix without numbers", bad.tick));
        }
        for stage in staged.iter_mut().filter(|stage| is_bad(stage)) {
            *stage = OnStage { tick: 0.0, world_from_model: ours_from_file };
        }
        staged
    }

    /// 12.1, once for a list of channels.
    pub fn tracks(&mut self, cache: &mut TrackCache, channels: usize) -> Arc<Tracks> {
        let (file, table) = (self.file, self.answers.table);
        cache.get_or_compute((channels, table), self.answers.watchdog, |watchdog| {
            let mut answers = watchdog.guard_all(table);
            let found = answers.call("12.1", file.clone(), move |answers, file| {
                let tools = answers.tools();
                (answers.playback.tracks)(&file.joints, &file.channels[channels], &tools)
            });
            let mut tracks = found.unwrap_or_else(|error| {
                answers.report("12.1", error);
                Vec::new()
            });
            repair(&mut tracks, file.joints.len(), &mut answers);
            Arc::new(tracks)
        })
    }

    /// 12.3: `parent_from_joint` of every joint at every one of these ticks.
    pub fn locals(&mut self, tracks: &Arc<Tracks>, ticks: Vec<f32>) -> Vec<Vec<Mat4>> {
        let inputs = (self.file.clone(), tracks.clone(), ticks);
        let mut poses = self.answers.call("12.3", inputs, |answers, (file, tracks, ticks)| {
            let (tools, sample_pose) = (answers.tools(), answers.playback.sample_pose);
            let pose = |tick: &f32| sample_pose(&file.joints, tracks, *tick, &tools);
            ticks.iter().map(pose).collect::<Vec<_>>()
        });
        let count = self.file.joints.len();
        let say = |n| format!("{} for {count} joints", counted(n, "matrix", "matrices"));
        self.answers.resize("12.3", &mut poses, (count, Mat4::IDENTITY), say);
        poses
    }

    /// 02.1 and 02.2: `model_from_joint` of every joint, for all poses.
    pub fn models(&mut self, poses: Vec<Vec<Mat4>>) -> Vec<Vec<Mat4>> {
        let joints = self.file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let GuardedAnswers { table, watchdog, .. } = &mut self.answers;
        lesson_02::posed(&table.hierarchy, watchdog, joints, poses)
    }
}

/// As many tracks as joints, each with as many keys as times.
fn repair(tracks: &mut Tracks, count: usize, answers: &mut GuardedAnswers<'_, CharacterAnswers>) {
    if tracks.len() != count && !tracks.is_empty() {
        let tracks = counted(tracks.len(), "track", "tracks");
        answers.report("12.1", format!("{tracks} for {count} joints"));
    }
    tracks.resize(count, None);
    let is_bad = |track: &Track| track.keys.is_empty() || track.keys.len() != track.times.len();
    let bad = tracks.iter().flatten().find(|track| is_bad(track));
    if let Some(Track { times, keys }) = bad {
        answers.report("12.1", format!("{} keys at {} times", keys.len(), times.len()));
        for track in tracks.iter_mut() {
            track.take_if(|track| is_bad(track));
        }
    }
}
