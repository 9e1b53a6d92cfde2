//! A frame: from the clock's seconds to every joint's place in the world, by the answers.
//!
//! ```text
//! seconds -> 05.4, 05.3 -> 12.4: a tick, and world_from_model
//! channels -> 12.1: tracks -> 12.3: locals at that tick -> 02.2: model_from_joint
//! ```

use crate::earlier::{Earlier, FINISHED};
use crate::figure::File;
use crate::finished;
use crate::skin::Dressed;
use crate::walk::Walk;
use crate::{AnimationIndex, Answers, Clip, OnStage, Segment, Tools, Track, Transform};
use common::animation::LoopMode;
use common::app::Watchdog;
use glam::{Mat4, Quat};
use std::sync::Arc;

/// The keys of every joint.
pub type Tracks = Vec<Option<Track>>;

/// What a frame is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Place in the file's clips; `None` is the pose at rest.
    pub clip: Option<usize>,
    /// What happens at its ends.
    pub mode: LoopMode,
    /// Where the clock was: seconds of playing, within one round.
    pub before: f32,
    /// How many seconds have passed since, backwards if negative.
    pub dt: f32,
    /// How far the figure has walked by then, in metres.
    pub walked: f32,
    /// How many seconds lie between two ghosts; 0 shows none.
    pub ghosts: f32,
}

/// Ghosts on either side of now.
pub const GHOSTS: usize = 2;

/// A figure at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// How long before now (negative) or after, in seconds.
    pub apart: f32,
    /// Where it has got to in the clip.
    pub seconds: f32,
    /// 12.4.
    pub stage: OnStage,
    /// Where it was put in the world.
    pub place: Transform,
    /// 02.2: in the file's axes.
    pub model_from_joint: Vec<Mat4>,
}

/// What the answers give for a frame, checked just enough to be drawn.
pub struct Frame {
    /// 12.1.
    pub tracks: Arc<Tracks>,
    /// Now first, then the ghosts from the farthest on.
    pub moments: Vec<Moment>,
    /// For each TODO, whether it was another answer than the finished one.
    pub own: [bool; 4],
    /// How it is drawn by lessons 08 to 11; `None` draws as `common` does.
    pub dressed: Option<Dressed>,
}

/// Tracks that have been asked for, the latest first.
#[derive(Default)]
pub struct Memory(Vec<Known>);

struct Known {
    channels: usize,
    functions: [usize; 3],
    tracks: Arc<Tracks>,
    said: Vec<String>,
}

/// Who answers, about which file.
pub struct Play<'a> {
    /// What is played.
    pub file: &'a Arc<File>,
    /// Where it goes.
    pub walk: &'a Walk,
    /// This lesson's answers.
    pub answers: &'a Answers,
    /// Those of earlier lessons.
    pub earlier: &'a Earlier,
}

impl Play<'_> {
    /// Puts all questions for one frame.
    pub fn ask(&self, memory: &mut Memory, watchdog: &mut Watchdog, cue: &Cue) -> Frame {
        let clip = cue.clip.and_then(|clip| self.file.clips.get(clip));
        let still = Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };
        let (clip, tracks) = match clip {
            Some(motion) => (&motion.clip, self.tracks(memory, watchdog, motion.channels)),
            None => (&still, Arc::new(vec![None; self.file.joints.len()])),
        };
        let mut moments = self.moments(watchdog, clip, cue);
        self.stage(watchdog, clip, &mut moments);
        let ticks: Vec<f32> = moments.iter().map(|moment| moment.stage.tick).collect();
        let poses = self.poses(watchdog, &tracks, &ticks);
        for (moment, pose) in moments.iter_mut().zip(poses) {
            moment.model_from_joint = pose;
        }
        Frame { tracks, moments, own: own(self.answers), dressed: None }
    }

    /// 12.1, once for a list of channels.
    fn tracks(&self, memory: &mut Memory, watchdog: &mut Watchdog, channels: usize) -> Arc<Tracks> {
        let tools = self.earlier.tools(self.answers);
        let functions =
            [self.answers.tracks as usize, tools.set_keyframes as usize, tools.decompose as usize];
        let is_known = |known: &&Known| known.channels == channels && known.functions == functions;
        if let Some(known) = memory.0.iter().find(is_known) {
            for line in &known.said {
                watchdog.report(line.as_str());
            }
            return known.tracks.clone();
        }
        let before = watchdog.take_reports();
        let tools = self.tried_on_channels(watchdog, channels, tools);
        let (mine, file) = (self.answers.tracks, self.file.clone());
        let asked = watchdog.call(
            "12.1 tracks",
            move || mine(&file.joints, &file.channels[channels], &tools),
            || {
                let (joints, channels) = (&self.file.joints, &self.file.channels[channels]);
                (finished::ANSWERS.tracks)(joints, channels, &finished::TOOLS)
            },
        );
        let mut tracks = asked.unwrap_or_else(|error| {
            watchdog.report(format!("12.1 tracks: {error}"));
            Vec::new()
        });
        self.mend_tracks(&mut tracks, watchdog);
        let tracks = Arc::new(tracks);
        let said = watchdog.take_reports();
        for line in before.into_iter().chain(said.clone()) {
            watchdog.report(line);
        }
        memory.0.truncate(3); // the student's and the finished ones, of two lists
        memory.0.insert(0, Known { channels, functions, tracks: tracks.clone(), said });
        tracks
    }

    /// 05.1 and 06.4 by themselves, so that each is called by its own name if it fails.
    fn tried_on_channels(
        &self,
        watchdog: &mut Watchdog,
        channels: usize,
        mut tools: Tools,
    ) -> Tools {
        let read = move |tools: &Tools, file: &File| -> Vec<Mat4> {
            let lists = file.channels[channels].iter().map(|channel| &channel.floats);
            lists.filter_map(|floats| tools.matrices(floats).ok()).flatten().collect()
        };
        let (trial, file) = (tools, self.file.clone());
        let matrices =
            watchdog.call("05.1 set_keyframes", move || Some(read(&trial, &file)), || None);
        let matrices = matrices.unwrap_or_else(|| {
            tools.set_keyframes = finished::TOOLS.set_keyframes;
            read(&tools, self.file)
        });
        let decompose = tools.decompose;
        let count = matrices.len();
        let take_apart = move || {
            let parts: Vec<Transform> = matrices.into_iter().map(decompose).collect();
            parts.len() == count
        };
        if !watchdog.call("06.4 decompose", take_apart, || false) {
            tools.decompose = finished::TOOLS.decompose;
        }
        tools
    }

    fn mend_tracks(&self, tracks: &mut Tracks, watchdog: &mut Watchdog) {
        let count = self.file.joints.len();
        if tracks.len() != count && !tracks.is_empty() {
            watchdog.report(format!("12.1 tracks: {} tracks for {count} joints", tracks.len()));
        }
        tracks.resize(count, None);
        let is_bad = |track: &Track| track.keys.is_empty() || track.keys.len() != track.times.len();
        let bad = tracks.iter().flatten().find(|track| is_bad(track));
        if let Some(Track { times, keys }) = bad {
            watchdog.report(format!("12.1 tracks: {} keys at {} times", keys.len(), times.len()));
            for track in tracks.iter_mut() {
                track.take_if(|track| is_bad(track));
            }
        }
    }

    /// 05.4 and 05.3: now, and the ghosts around it.
    fn moments(&self, watchdog: &mut Watchdog, clip: &Clip, cue: &Cue) -> Vec<Moment> {
        let duration = clip.seconds();
        let Cue { mode, before, dt, .. } = *cue;
        let mut aparts = vec![0.0];
        if cue.ghosts > 0.0 {
            for number in (1..=GHOSTS).rev() {
                aparts.extend([-1.0, 1.0].map(|side| side * cue.ghosts * number as f32));
            }
        }
        let mut seconds = vec![0.0; aparts.len()];
        if duration > 0.0 && duration.is_finite() {
            let clip_of = move |earlier: &Earlier| lesson_05::Clip {
                times: vec![0.0, if mode == LoopMode::Loop { 0.5 * duration } else { duration }],
                closes_at: duration,
                mode,
                find_segment: earlier.keyframes.segment,
                find_time: earlier.keyframes.wrap_time,
            };
            let advance = move |earlier: &Earlier| {
                let mut index = AnimationIndex { elapsed: before, ..AnimationIndex::default() };
                (earlier.keyframes.advance)(&mut index, dt, &clip_of(earlier));
                index.elapsed
            };
            let mine = *self.earlier;
            let elapsed =
                watchdog.call("05.4 advance", move || advance(&mine), || advance(&FINISHED));
            let times: Vec<f32> = aparts.iter().map(|apart| elapsed + apart).collect();
            let wrap = move |earlier: &Earlier, times: &[f32]| -> Vec<f32> {
                times.iter().map(|t| (earlier.keyframes.wrap_time)(*t, duration, mode)).collect()
            };
            let known = times.clone();
            seconds = watchdog.call(
                "05.3 wrap_time",
                move || wrap(&mine, &known),
                || wrap(&FINISHED, &times),
            );
        }
        let speed = cue.clip.and_then(|clip| self.walk.speeds.get(clip)).copied().unwrap_or(0.0);
        let moment = |(&apart, seconds): (&f32, f32)| Moment {
            apart,
            seconds: if seconds.is_finite() { seconds } else { 0.0 },
            stage: OnStage { tick: 0.0, world_from_model: Mat4::IDENTITY },
            place: self.walk.place(cue.walked + speed * apart),
            model_from_joint: Vec::new(),
        };
        aparts.iter().zip(seconds).map(moment).collect()
    }

    /// 12.4, for all moments.
    fn stage(&self, watchdog: &mut Watchdog, clip: &Clip, moments: &mut [Moment]) {
        let ours_from_file = Mat4::from(self.file.model.world_from_model);
        let asked: Vec<(f32, Transform)> =
            moments.iter().map(|moment| (moment.seconds, moment.place)).collect();
        let (mine, clip, again) = (self.answers.on_stage, clip.clone(), asked.clone());
        let put = move |on_stage: OnStageFn, clip: &Clip, asked: &[(f32, Transform)]| {
            let one = |(seconds, place): &(f32, Transform)| {
                on_stage(clip, *seconds, place, ours_from_file)
            };
            asked.iter().map(one).collect::<Vec<_>>()
        };
        let known = clip.clone();
        let staged = watchdog.call(
            "12.4 on_stage",
            move || put(mine, &clip, &asked),
            || put(finished::ANSWERS.on_stage, &known, &again),
        );
        for (moment, mut stage) in moments.iter_mut().zip(staged) {
            if !(stage.tick.is_finite() && stage.world_from_model.is_finite()) {
                if moment.apart == 0.0 {
                    watchdog.report(format!(
                        "12.4 on_stage: tick {}, or a matrix without numbers",
                        stage.tick
                    ));
                }
                stage = OnStage { tick: 0.0, world_from_model: ours_from_file };
            }
            moment.stage = stage;
        }
    }

    /// 12.3, and 02.2 after it.
    fn poses(
        &self,
        watchdog: &mut Watchdog,
        tracks: &Arc<Tracks>,
        ticks: &[f32],
    ) -> Vec<Vec<Mat4>> {
        let tools = self.tried_on_tracks(watchdog, tracks, ticks);
        let (file, joints) = (self.file.clone(), &self.file.joints);
        let (mine, known, at) = (self.answers.sample_pose, tracks.clone(), ticks.to_vec());
        let mut poses: Vec<Vec<Mat4>> = watchdog.call(
            "12.3 sample_pose",
            move || at.iter().map(|tick| mine(&file.joints, &known, *tick, &tools)).collect(),
            || {
                let pose = finished::ANSWERS.sample_pose;
                ticks.iter().map(|tick| pose(joints, tracks, *tick, &finished::TOOLS)).collect()
            },
        );
        if poses[0].len() != joints.len() {
            let count = joints.len();
            watchdog.report(format!(
                "12.3 sample_pose: {} matrices for {count} joints",
                poses[0].len()
            ));
        }
        for pose in &mut poses {
            pose.resize(joints.len(), Mat4::IDENTITY);
        }
        self.models(watchdog, &Arc::new(poses))
    }

    /// 02.1 and 02.2, for all poses.
    fn models(&self, watchdog: &mut Watchdog, poses: &Arc<Vec<Vec<Mat4>>>) -> Vec<Vec<Mat4>> {
        let joint = |joint: &crate::Joint| lesson_02::Joint {
            name: joint.name.clone(),
            parent: joint.parent,
        };
        let joints: Arc<Vec<lesson_02::Joint>> =
            Arc::new(self.file.joints.iter().map(joint).collect());
        let (mine, asked) = (self.earlier.hierarchy, joints.clone());
        let finished = FINISHED.hierarchy;
        let mut order = watchdog.call(
            "02.1 depth_first_order",
            move || (mine.depth_first_order)(&asked),
            || (finished.depth_first_order)(&joints),
        );
        if !is_walk(&joints, &order) {
            watchdog
                .report("02.1 depth_first_order: a joint before its parent, twice, or not at all");
            order = (finished.depth_first_order)(&joints);
        }
        let walk = move |poses_of: lesson_02::ModelPoses,
                         joints: &[lesson_02::Joint],
                         order: &[usize],
                         poses: &[Vec<Mat4>]| {
            let one = |locals: &Vec<Mat4>| poses_of(joints, order, locals, Mat4::IDENTITY);
            poses.iter().map(one).collect::<Vec<_>>()
        };
        let (asked, known, locals) = (joints.clone(), order.clone(), poses.clone());
        let mut models = watchdog.call(
            "02.2 model_poses",
            move || walk(mine.model_poses, &asked, &known, &locals),
            || walk(finished.model_poses, &joints, &order, poses),
        );
        for model in &mut models {
            model.resize(joints.len(), Mat4::IDENTITY);
        }
        models
    }

    /// 05.2, 06.1, 06.3 and 12.2 by themselves, now and for every track, so that each is called by its own
    /// name if it fails.
    fn tried_on_tracks(
        &self,
        watchdog: &mut Watchdog,
        tracks: &Arc<Tracks>,
        ticks: &[f32],
    ) -> Tools {
        let mut tools = self.earlier.tools(self.answers);
        let tick = ticks.first().copied().unwrap_or(0.0);
        let find = move |segment: FindSegment, tracks: &Tracks| -> Vec<Segment> {
            tracks.iter().flatten().map(|track| segment(&track.times, tick, None)).collect()
        };
        let (mine, known) = (tools.segment, tracks.clone());
        let found = watchdog.call("05.2 segment", move || Some(find(mine, &known)), || None);
        let is_good =
            |(track, segment): (&Track, &Segment)| segment.from.max(segment.to) < track.keys.len();
        let fits = |found: &Vec<Segment>| tracks.iter().flatten().zip(found).all(is_good);
        if found.as_ref().is_some_and(|found| !fits(found)) {
            watchdog.report(
                "05.2 segment: a key that does not exist (The finished one plays instead.)",
            );
        }
        let segments = found.filter(fits).unwrap_or_else(|| {
            tools.segment = finished::TOOLS.segment;
            find(tools.segment, tracks)
        });
        let pair = |(track, segment): (&Track, &Segment)| {
            let [a, b] = [segment.from, segment.to].map(|key| track.keys[key].rotation);
            (a, b, segment.alpha)
        };
        let pairs: Vec<(Quat, Quat, f32)> =
            tracks.iter().flatten().zip(&segments).map(pair).collect();
        let near = |shortest: fn(Quat, Quat) -> Quat, pairs: &[(Quat, Quat, f32)]| {
            pairs.iter().map(|(a, b, u)| (*a, shortest(*a, *b), *u)).collect::<Vec<_>>()
        };
        let (mine, known) = (tools.shortest, pairs.clone());
        let found = watchdog.call("06.1 shortest", move || Some(near(mine, &known)), || None);
        let pairs = found.unwrap_or_else(|| {
            tools.shortest = finished::TOOLS.shortest;
            near(tools.shortest, &pairs)
        });
        let slerp = tools.slerp;
        let turn = move || pairs.into_iter().map(|(a, b, u)| slerp(a, b, u)).all(Quat::is_finite);
        if !watchdog.call("06.3 slerp", turn, || false) {
            tools.slerp = finished::TOOLS.slerp;
        }
        let (trial, known) = (tools, tracks.clone());
        let sample = move || {
            let sample = |track| trial.sample_joint(track, tick);
            let samples: Vec<Transform> = known.iter().flatten().map(sample).collect();
            samples.len() == known.iter().flatten().count()
        };
        if !watchdog.call("12.2 sample_joint", sample, || false) {
            tools.sample_joint = finished::TOOLS.sample_joint;
        }
        tools
    }
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

/// 05.2
type FindSegment = fn(&[f32], f32, Option<f32>) -> Segment;

/// 12.4
type OnStageFn = fn(&Clip, f32, &Transform, Mat4) -> OnStage;

/// Whether a walk comes to every joint once, and to its parent before it.
fn is_walk(joints: &[lesson_02::Joint], order: &[usize]) -> bool {
    let mut seen = vec![false; joints.len()];
    let mut step = |joint: usize| {
        let fresh = seen.get(joint) == Some(&false)
            && joints[joint].parent.is_none_or(|parent| seen[parent]);
        if fresh {
            seen[joint] = true;
        }
        fresh
    };
    order.len() == joints.len() && order.iter().all(|&joint| step(joint))
}
