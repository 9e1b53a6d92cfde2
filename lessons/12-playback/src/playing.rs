//! A frame: from seconds to every joint's matrix in the world, by the answers.
//!
//! ```text
//! seconds -> 05.4, 05.3 -> 12.4: a tick, and world_from_model
//! channels -> 12.1: tracks -> 12.3: locals at that tick -> 02.2: model_from_joint
//! ```

use crate::checks::LESSON;
use crate::earlier::Earlier;
use crate::file::File;
use crate::finished;
use crate::moment::Moment;
use crate::skin::SkinnedFrame;
use crate::walk::Walk;
use crate::{AnimationIndex, Answers, Clip, OnStage, SamplePose, Segment, Tools, Track, Transform};
use anyhow::Result;
use common::animation::LoopMode;
use common::app::{GuardedAnswers, Watchdog};
use common::check::AnswerTable;
use common::collada::counted;
use common::scenes::answer_cache::AnswerCache;
use glam::{Mat4, Quat};
use std::sync::Arc;

/// The keys of every joint.
pub type Tracks = Vec<Option<Track>>;

/// Tracks by the list of channels and the functions that read them.
pub type TrackCache = AnswerCache<(usize, [usize; 3]), Arc<Tracks>>;

/// Which frame is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTime {
    /// Index in the file's clips; `None` is the pose at rest.
    pub clip: Option<usize>,
    /// What happens at its ends.
    pub mode: LoopMode,
    /// The time of the last frame: seconds of playing, within one repetition.
    pub before: f32,
    /// Seconds since then, negative if time runs backwards.
    pub dt: f32,
    /// How far the figure has walked by then, in metres.
    pub walked: f32,
    /// Seconds from one ghost to the next; 0 shows none.
    pub ghost_step: f32,
}

/// Ghosts before now, and as many after.
pub const GHOSTS: usize = 2;

/// What the answers return for a frame, repaired as far as drawing needs it.
pub struct Frame {
    /// 12.1.
    pub tracks: Arc<Tracks>,
    /// Now, then the ghosts from the farthest on.
    pub moments: Vec<Moment>,
    /// For each TODO, whether it was another answer than the finished one.
    pub own: [bool; 4],
    /// How lessons 08 to 11 draw it; `None` draws as `common` does.
    pub skinned: Option<SkinnedFrame>,
}

/// What is played, and with which answers of earlier lessons.
pub struct Playback<'a> {
    /// The file.
    pub file: &'a Arc<File>,
    /// Where the figure goes.
    pub walk: &'a Walk,
    /// The answers.
    pub earlier: &'a Earlier,
}

type Guarded<'a> = GuardedAnswers<'a, Answers>;

impl Playback<'_> {
    /// Calls every answer that a frame needs.
    ///
    /// # Errors
    /// None of its own.
    pub fn frame(
        &self,
        cache: &mut TrackCache,
        answers: &mut Guarded<'_>,
        time: &FrameTime,
    ) -> Result<Frame> {
        let still = Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };
        let (clip, tracks) = match time.clip.and_then(|clip| self.file.clips.get(clip)) {
            Some(found) => (&found.clip, self.tracks(cache, answers, found.channels)?),
            None => (&still, Arc::new(vec![None; self.file.joints.len()])),
        };
        let mut moments = self.moments(answers.watchdog, clip, time);
        self.stage(answers, clip, &mut moments);
        let ticks: Vec<f32> = moments.iter().map(|moment| moment.stage.tick).collect();
        let poses = self.poses(answers, &tracks, ticks);
        for (moment, pose) in moments.iter_mut().zip(poses) {
            moment.model_from_joint = pose;
        }
        Ok(Frame { tracks, moments, own: own(&answers.table), skinned: None })
    }

    /// 12.1, once for a list of channels.
    fn tracks(
        &self,
        cache: &mut TrackCache,
        answers: &mut Guarded<'_>,
        channels: usize,
    ) -> Result<Arc<Tracks>> {
        let table = answers.table;
        let tools = self.earlier.tools(&table);
        let functions =
            [table.tracks as usize, tools.set_keyframes as usize, tools.decompose as usize];
        cache.get_or_compute((channels, functions), answers.watchdog, |watchdog| {
            let tools = self.try_on_channels(watchdog, channels, tools);
            let mut answers = watchdog.guard(&LESSON, table);
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
            Ok(Arc::new(tracks))
        })
    }

    /// The tools, without those of 05.1 and 06.4 that fail by themselves: each is reported by its own name.
    fn try_on_channels(&self, watchdog: &mut Watchdog, channels: usize, mut tools: Tools) -> Tools {
        let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.earlier.keyframes);
        let finish = |tools: &mut Tools| tools.set_keyframes = finished::TOOLS.set_keyframes;
        let file = self.file.clone();
        let matrices = try_tool(&mut keyframes, "05.1", (&mut tools, finish), move |tools| {
            let lists = file.channels[channels].iter().map(|channel| &channel.floats);
            lists.filter_map(|floats| tools.matrices(floats).ok()).flatten().collect::<Vec<_>>()
        });
        let mut rotations = watchdog.guard(&lesson_06::checks::LESSON, self.earlier.rotations);
        let finish = |tools: &mut Tools| tools.decompose = finished::TOOLS.decompose;
        try_tool(&mut rotations, "06.4", (&mut tools, finish), move |tools| {
            matrices.iter().map(|matrix| tools.decompose(*matrix)).collect::<Vec<_>>()
        });
        tools
    }

    fn repair(&self, tracks: &mut Tracks, answers: &mut Guarded<'_>) {
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

    /// 05.4 and 05.3: now, and the ghosts around it.
    fn moments(&self, watchdog: &mut Watchdog, clip: &Clip, time: &FrameTime) -> Vec<Moment> {
        let duration = clip.seconds();
        let FrameTime { mode, before, dt, .. } = *time;
        let mut offsets = vec![0.0];
        if time.ghost_step > 0.0 {
            for number in (1..=GHOSTS).rev() {
                offsets.extend([-1.0, 1.0].map(|side| side * time.ghost_step * number as f32));
            }
        }
        let mut seconds = vec![0.0; offsets.len()];
        if duration > 0.0 && duration.is_finite() {
            let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.earlier.keyframes);
            let elapsed = keyframes.call("05.4", (), move |answers, ()| {
                let last = if mode == LoopMode::Loop { 0.5 * duration } else { duration };
                let clip = lesson_05::Clip {
                    times: vec![0.0, last],
                    closes_at: duration,
                    mode,
                    find_segment: answers.segment,
                    find_time: answers.wrap_time,
                };
                let mut index = AnimationIndex { elapsed: before, ..AnimationIndex::default() };
                (answers.advance)(&mut index, dt, &clip);
                index.elapsed
            });
            let times: Vec<f32> = offsets.iter().map(|offset| elapsed + offset).collect();
            seconds = keyframes.call("05.3", times, move |answers, times| {
                times.iter().map(|t| (answers.wrap_time)(*t, duration, mode)).collect()
            });
        }
        let speed = time.clip.and_then(|clip| self.walk.speeds.get(clip)).copied().unwrap_or(0.0);
        let moment = |(&offset, seconds): (&f32, f32)| Moment {
            offset,
            seconds: if seconds.is_finite() { seconds } else { 0.0 },
            stage: OnStage { tick: 0.0, world_from_model: Mat4::IDENTITY },
            place: self.walk.place(time.walked + speed * offset),
            model_from_joint: Vec::new(),
        };
        offsets.iter().zip(seconds).map(moment).collect()
    }

    /// 12.4, for all moments.
    fn stage(&self, answers: &mut Guarded<'_>, clip: &Clip, moments: &mut [Moment]) {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let places: Vec<(f32, Transform)> =
            moments.iter().map(|moment| (moment.seconds, moment.place)).collect();
        let staged =
            answers.call("12.4", (clip.clone(), places), move |answers, (clip, places)| {
                let stage = |(seconds, place): &(f32, Transform)| {
                    (answers.on_stage)(clip, *seconds, place, ours_from_file)
                };
                places.iter().map(stage).collect::<Vec<_>>()
            });
        for (moment, mut stage) in moments.iter_mut().zip(staged) {
            if !(stage.tick.is_finite() && stage.world_from_model.is_finite()) {
                if moment.offset == 0.0 {
                    let what = format!("tick {}, or a matrix without numbers", stage.tick);
                    answers.report("12.4", what);
                }
                stage = OnStage { tick: 0.0, world_from_model: ours_from_file };
            }
            moment.stage = stage;
        }
    }

    /// 12.3, and 02.2 after it.
    fn poses(
        &self,
        answers: &mut Guarded<'_>,
        tracks: &Arc<Tracks>,
        ticks: Vec<f32>,
    ) -> Vec<Vec<Mat4>> {
        type Inputs = (Arc<File>, Arc<Tracks>, Vec<f32>);
        let tools = self.try_on_tracks(answers, tracks, ticks[0]);
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
        if poses[0].len() != count {
            answers.report(
                "12.3",
                format!("{} for {count} joints", counted(poses[0].len(), "matrix", "matrices")),
            );
        }
        for pose in &mut poses {
            pose.resize(count, Mat4::IDENTITY);
        }
        self.models(answers.watchdog, poses)
    }

    /// 02.1 and 02.2, for all poses.
    fn models(&self, watchdog: &mut Watchdog, poses: Vec<Vec<Mat4>>) -> Vec<Vec<Mat4>> {
        let joints = self.file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        lesson_02::posed(&self.earlier.hierarchy, watchdog, joints, poses)
    }

    /// The tools, without those of 05.2, 06.1, 06.3 and 12.2 that fail by themselves on some track at
    /// `tick`: each is reported by its own name.
    fn try_on_tracks(&self, answers: &mut Guarded<'_>, tracks: &Arc<Tracks>, tick: f32) -> Tools {
        let mut tools = self.earlier.tools(&answers.table);
        let watchdog = &mut *answers.watchdog;
        let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, self.earlier.keyframes);
        let finish = |tools: &mut Tools| tools.segment = finished::TOOLS.segment;
        let all = tracks.clone();
        let pairs = try_tool(&mut keyframes, "05.2", (&mut tools, finish), move |tools| {
            let pair = |track: &Track| {
                let Segment { from, to, alpha } = tools.segment(&track.times, tick);
                (track.keys[from].rotation, track.keys[to].rotation, alpha)
            };
            all.iter().flatten().map(pair).collect::<Vec<_>>()
        });
        let mut rotations = watchdog.guard(&lesson_06::checks::LESSON, self.earlier.rotations);
        let finish = |tools: &mut Tools| tools.shortest = finished::TOOLS.shortest;
        let pairs = try_tool(&mut rotations, "06.1", (&mut tools, finish), move |tools| {
            let nearest = |(a, b, u): &(Quat, Quat, f32)| (*a, tools.shortest(*a, *b), *u);
            pairs.iter().map(nearest).collect::<Vec<_>>()
        });
        let finish = |tools: &mut Tools| tools.slerp = finished::TOOLS.slerp;
        try_tool(&mut rotations, "06.3", (&mut tools, finish), move |tools| {
            pairs.iter().map(|(a, b, u)| tools.slerp(*a, *b, *u)).collect::<Vec<_>>()
        });
        let finish = |tools: &mut Tools| tools.sample_joint = finished::TOOLS.sample_joint;
        let all = tracks.clone();
        try_tool(answers, "12.2", (&mut tools, finish), move |tools| {
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

/// Which answers are not the finished ones.
fn own(answers: &Answers) -> [bool; 4] {
    let finished = finished::ANSWERS;
    [
        answers.tracks as usize != finished.tracks as usize,
        answers.sample_joint as usize != finished.sample_joint as usize,
        answers.sample_pose as usize != finished.sample_pose as usize,
        answers.on_stage as usize != finished.on_stage as usize,
    ]
}
