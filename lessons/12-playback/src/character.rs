//! A file's figure, played by the answers of lessons 02, 05, 06 and 12: here, and in later lessons.

use crate::checks::LESSON;
use crate::file::File;
use crate::finished;
use crate::{Answers, Clip, OnStage, SamplePose, Segment, Tools, Track, Transform};
use common::animation::LoopMode;
use common::app::{GuardedAnswers, Watchdog};
use common::check::AnswerTable;
use common::collada::counted;
use common::scenes::answer_cache::AnswerCache;
use common::scenes::posed_figure::WorldPose;
use glam::{Mat4, Quat};
use std::sync::Arc;

/// The keys of every joint.
pub type Tracks = Vec<Option<Track>>;

/// Tracks by the list of channels and the answers that read them.
pub type TrackCache = AnswerCache<(usize, CharacterAnswers), Arc<Tracks>>;

/// A clip of a single pose.
pub(crate) const STILL: Clip =
    Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };

/// The answers that play a figure.
#[derive(Clone, Copy, PartialEq)]
pub struct CharacterAnswers {
    /// Of lesson 02.
    pub hierarchy: lesson_02::Answers,
    /// Of lesson 05.
    pub keyframes: lesson_05::Answers,
    /// Of lesson 06.
    pub rotations: lesson_06::Answers,
    /// Of this lesson.
    pub playback: Answers,
}

impl CharacterAnswers {
    /// What this lesson's answers work with.
    pub fn tools(&self) -> Tools {
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
    pub answers: CharacterAnswers,
}

impl Character<'_> {
    /// The poses of a clip after so many seconds, joint by joint in their parents' spaces: 05.3, 12.4, 12.1 to 12.3,
    /// and 06.4 to take the matrices apart.
    pub fn poses(
        &self,
        cache: &mut TrackCache,
        watchdog: &mut Watchdog,
        (clip, mode): (usize, LoopMode),
        seconds: Vec<f32>,
    ) -> Vec<Vec<Transform>> {
        let found = &self.file.clips[clip];
        let tracks = self.tracks(cache, watchdog, found.channels);
        let seconds = self.wrapped(watchdog, seconds, found.clip.seconds(), mode);
        let still = seconds.into_iter().map(|seconds| (seconds, Transform::IDENTITY)).collect();
        let ticks =
            self.stage(watchdog, &found.clip, still).iter().map(|stage| stage.tick).collect();
        let locals = self.locals(watchdog, &tracks, ticks);
        let mut rotations = watchdog.guard(&lesson_06::checks::LESSON, self.answers.rotations);
        rotations.call("06.4", locals, |answers, locals| {
            let pose =
                |pose: &Vec<Mat4>| pose.iter().map(|local| (answers.decompose)(*local)).collect();
            locals.iter().map(pose).collect()
        })
    }

    /// The figure in each of these poses, in their parents' spaces, and at each one's place: 02.2 and 12.4's other
    /// half.
    pub fn stand(
        &self,
        watchdog: &mut Watchdog,
        poses: &[Vec<Transform>],
        places: &[Transform],
    ) -> Vec<WorldPose> {
        let models = self.models_of(watchdog, poses);
        let places = places.iter().map(|place| (0.0, *place)).collect();
        let stages = self.stage(watchdog, &STILL, places);
        let pose = |(model_from_joint, stage): (Vec<Mat4>, OnStage)| WorldPose {
            world_from_model: stage.world_from_model,
            model_from_joint,
        };
        models.into_iter().zip(stages).map(pose).collect()
    }

    /// 02.1 and 02.2: `model_from_joint` of every joint, for poses in their parents' spaces.
    pub fn models_of(&self, watchdog: &mut Watchdog, poses: &[Vec<Transform>]) -> Vec<Vec<Mat4>> {
        let locals = poses.iter().map(|pose| pose.iter().map(Transform::to_mat4).collect());
        self.models(watchdog, locals.collect())
    }

    /// 05.3, for all times; those that are not numbers become 0.
    pub fn wrapped(
        &self,
        watchdog: &mut Watchdog,
        times: Vec<f32>,
        duration: f32,
        mode: LoopMode,
    ) -> Vec<f32> {
        let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.answers.keyframes);
        let wrapped = keyframes.call("05.3", times, move |answers, times| {
            times.iter().map(|t| (answers.wrap_time)(*t, duration, mode)).collect::<Vec<_>>()
        });
        wrapped.into_iter().map(|t| if t.is_finite() { t } else { 0.0 }).collect()
    }

    /// 12.4, for several times in a clip, each with its place.
    pub fn stage(
        &self,
        watchdog: &mut Watchdog,
        clip: &Clip,
        places: Vec<(f32, Transform)>,
    ) -> Vec<OnStage> {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let mut answers = watchdog.guard(&LESSON, self.answers.playback);
        let mut staged =
            answers.call("12.4", (clip.clone(), places), move |answers, (clip, places)| {
                let stage = |(seconds, place): &(f32, Transform)| {
                    (answers.on_stage)(clip, *seconds, place, ours_from_file)
                };
                places.iter().map(stage).collect::<Vec<_>>()
            });
        let is_bad =
            |stage: &OnStage| !(stage.tick.is_finite() && stage.world_from_model.is_finite());
        if let Some(bad) = staged.iter().find(|stage| is_bad(stage)) {
            answers.report("12.4", format!("tick {}, or a matrix without numbers", bad.tick));
        }
        for stage in staged.iter_mut().filter(|stage| is_bad(stage)) {
            *stage = OnStage { tick: 0.0, world_from_model: ours_from_file };
        }
        staged
    }

    /// 12.1, once for a list of channels.
    pub fn tracks(
        &self,
        cache: &mut TrackCache,
        watchdog: &mut Watchdog,
        channels: usize,
    ) -> Arc<Tracks> {
        cache.get_or_compute((channels, self.answers), watchdog, |watchdog| {
            let tools = self.try_on_channels(watchdog, channels);
            let mut answers = watchdog.guard(&LESSON, self.answers.playback);
            let read = move |answers: &Answers, file: &File, tools: &Tools| {
                (answers.tracks)(&file.joints, &file.channels[channels], tools)
            };
            let file = self.file.clone();
            let found =
                answers.try_call("12.1", file, move |table, file| read(table, file, &tools));
            let found =
                found.unwrap_or_else(|| read(&finished::ANSWERS, self.file, &finished::TOOLS));
            let mut tracks = found.unwrap_or_else(|error| {
                answers.report("12.1", error);
                Vec::new()
            });
            self.repair(&mut tracks, &mut answers);
            Arc::new(tracks)
        })
    }

    /// The tools, without those of 05.1 and 06.4 that fail by themselves: each is reported by its own name.
    fn try_on_channels(&self, watchdog: &mut Watchdog, channels: usize) -> Tools {
        let mut tools = self.answers.tools();
        let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.answers.keyframes);
        let finish = |tools: &mut Tools| tools.set_keyframes = finished::TOOLS.set_keyframes;
        let file = self.file.clone();
        let matrices = try_tool(&mut keyframes, "05.1", (&mut tools, finish), move |tools| {
            let lists = file.channels[channels].iter().map(|channel| &channel.floats);
            lists.filter_map(|floats| tools.matrices(floats).ok()).flatten().collect::<Vec<_>>()
        });
        let mut rotations = watchdog.guard(&lesson_06::checks::LESSON, self.answers.rotations);
        let finish = |tools: &mut Tools| tools.decompose = finished::TOOLS.decompose;
        try_tool(&mut rotations, "06.4", (&mut tools, finish), move |tools| {
            matrices.iter().map(|matrix| tools.decompose(*matrix)).collect::<Vec<_>>()
        });
        tools
    }

    fn repair(&self, tracks: &mut Tracks, answers: &mut GuardedAnswers<'_, Answers>) {
        let count = self.file.joints.len();
        if tracks.len() != count && !tracks.is_empty() {
            answers.report(
                "12.1",
                format!("{} for {count} joints", counted(tracks.len(), "track", "tracks")),
            );
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

    /// 12.3: `parent_from_joint` of every joint at every one of these ticks.
    pub fn locals(
        &self,
        watchdog: &mut Watchdog,
        tracks: &Arc<Tracks>,
        ticks: Vec<f32>,
    ) -> Vec<Vec<Mat4>> {
        type Inputs = (Arc<File>, Arc<Tracks>, Vec<f32>);
        let tools = self.try_on_tracks(watchdog, tracks, ticks.first().copied().unwrap_or(0.0));
        let mut answers = watchdog.guard(&LESSON, self.answers.playback);
        let sample = |sample_pose: SamplePose, tools: &Tools, (file, tracks, ticks): &Inputs| {
            let pose = |tick: &f32| sample_pose(&file.joints, tracks, *tick, tools);
            ticks.iter().map(pose).collect::<Vec<_>>()
        };
        let inputs = (self.file.clone(), tracks.clone(), ticks);
        let poses = answers.try_call("12.3", inputs.clone(), move |answers, inputs| {
            sample(answers.sample_pose, &tools, inputs)
        });
        let mut poses = poses
            .unwrap_or_else(|| sample(finished::ANSWERS.sample_pose, &finished::TOOLS, &inputs));
        let count = self.file.joints.len();
        let say = |n| format!("{} for {count} joints", counted(n, "matrix", "matrices"));
        answers.resize("12.3", &mut poses, (count, Mat4::IDENTITY), say);
        poses
    }

    /// 02.1 and 02.2: `model_from_joint` of every joint, for all poses.
    pub fn models(&self, watchdog: &mut Watchdog, poses: Vec<Vec<Mat4>>) -> Vec<Vec<Mat4>> {
        let joints = self.file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        lesson_02::posed(&self.answers.hierarchy, watchdog, joints, poses)
    }

    /// The tools, without those of 05.2, 06.1, 06.3 and 12.2 that fail by themselves on some track at
    /// `tick`: each is reported by its own name.
    fn try_on_tracks(&self, watchdog: &mut Watchdog, tracks: &Arc<Tracks>, tick: f32) -> Tools {
        let mut tools = self.answers.tools();
        let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.answers.keyframes);
        let finish = |tools: &mut Tools| tools.segment = finished::TOOLS.segment;
        let all = tracks.clone();
        let pairs = try_tool(&mut keyframes, "05.2", (&mut tools, finish), move |tools| {
            let pair = |track: &Track| {
                let Segment { from, to, alpha } = tools.segment(&track.times, tick);
                (track.keys[from].rotation, track.keys[to].rotation, alpha)
            };
            all.iter().flatten().map(pair).collect::<Vec<_>>()
        });
        let mut rotations = watchdog.guard(&lesson_06::checks::LESSON, self.answers.rotations);
        let finish = |tools: &mut Tools| tools.shortest = finished::TOOLS.shortest;
        let pairs = try_tool(&mut rotations, "06.1", (&mut tools, finish), move |tools| {
            let nearest = |(a, b, u): &(Quat, Quat, f32)| (*a, tools.shortest(*a, *b), *u);
            pairs.iter().map(nearest).collect::<Vec<_>>()
        });
        let finish = |tools: &mut Tools| tools.slerp = finished::TOOLS.slerp;
        try_tool(&mut rotations, "06.3", (&mut tools, finish), move |tools| {
            pairs.iter().map(|(a, b, u)| tools.slerp(*a, *b, *u)).collect::<Vec<_>>()
        });
        let mut playback = watchdog.guard(&LESSON, self.answers.playback);
        let finish = |tools: &mut Tools| tools.sample_joint = finished::TOOLS.sample_joint;
        let all = tracks.clone();
        try_tool(&mut playback, "12.2", (&mut tools, finish), move |tools| {
            let tracks = all.iter().flatten();
            tracks.map(|track| tools.sample_joint(track, tick)).collect::<Vec<_>>()
        });
        tools
    }
}

/// What `call` makes of the tools on the thread of a TODO. If it fails, `finish` puts the finished tool in the
/// place of that TODO's, for good.
fn try_tool<A: AnswerTable, T: Send + 'static>(
    answers: &mut GuardedAnswers<'_, A>,
    id: &str,
    (tools, finish): (&mut Tools, fn(&mut Tools)),
    call: impl Fn(&Tools) -> T + Clone + Send + 'static,
) -> T {
    let (mine, again) = (*tools, call.clone());
    answers.try_call(id, (), move |_, ()| call(&mine)).unwrap_or_else(|| {
        finish(tools);
        again(tools)
    })
}
