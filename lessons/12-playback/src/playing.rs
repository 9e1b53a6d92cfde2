//! A frame: from seconds to every joint's matrix in the world, by the answers.
//!
//! ```text
//! seconds -> 05.4, 05.3 -> 12.4: a tick, and world_from_model
//! channels -> 12.1: tracks -> 12.3: locals at that tick -> 02.2: model_from_joint
//! ```

use crate::character::{Character, TrackCache, Tracks};
use crate::earlier::Earlier;
use crate::file::File;
use crate::finished;
use crate::moment::Moment;
use crate::skin::SkinnedFrame;
use crate::walk::Walk;
use crate::{AnimationIndex, Answers, Clip, OnStage, Transform};
use anyhow::Result;
use common::animation::LoopMode;
use common::app::{GuardedAnswers, Watchdog};
use glam::Mat4;
use std::sync::Arc;

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
        let answer = self.earlier.character(&answers.table);
        let character = Character { file: self.file, answers: answer };
        let still = Clip { name: String::new(), start: 0.0, end: 0.0, ticks_per_second: 24.0 };
        let (clip, tracks) = match time.clip.and_then(|clip| self.file.clips.get(clip)) {
            Some(found) => {
                (&found.clip, character.tracks(cache, answers.watchdog, found.channels)?)
            }
            None => (&still, Arc::new(vec![None; self.file.joints.len()])),
        };
        let watchdog = &mut *answers.watchdog;
        let mut moments = self.moments(&character, watchdog, clip, time);
        let places: Vec<(f32, Transform)> =
            moments.iter().map(|moment| (moment.seconds, moment.place)).collect();
        for (moment, stage) in moments.iter_mut().zip(character.stage(watchdog, clip, places)) {
            moment.stage = stage;
        }
        let ticks: Vec<f32> = moments.iter().map(|moment| moment.stage.tick).collect();
        let locals = character.locals(watchdog, &tracks, ticks);
        let poses = character.models(watchdog, locals);
        for (moment, pose) in moments.iter_mut().zip(poses) {
            moment.model_from_joint = pose;
        }
        Ok(Frame { tracks, moments, own: own(&answers.table), skinned: None })
    }

    /// 05.4 and 05.3: now, and the ghosts around it.
    fn moments(
        &self,
        character: &Character<'_>,
        watchdog: &mut Watchdog,
        clip: &Clip,
        time: &FrameTime,
    ) -> Vec<Moment> {
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
            let times = offsets.iter().map(|offset| elapsed + offset).collect();
            seconds = character.wrapped(watchdog, times, duration, mode);
        }
        let speed = time.clip.and_then(|clip| self.walk.speeds.get(clip)).copied().unwrap_or(0.0);
        let moment = |(&offset, seconds): (&f32, f32)| Moment {
            offset,
            seconds,
            stage: OnStage { tick: 0.0, world_from_model: Mat4::IDENTITY },
            place: self.walk.place(time.walked + speed * offset),
            model_from_joint: Vec::new(),
        };
        offsets.iter().zip(seconds).map(moment).collect()
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
