//! A frame: from seconds to every joint's matrix in the world, by the answers.
//!
//! ```text
//! seconds -> 05.4, 05.3 -> 12.4: a tick, and world_from_model
//! channels -> 12.1: tracks -> 12.3: locals at that tick -> 02.2: model_from_joint
//! ```

use crate::character::{Character, STILL, TrackCache, Tracks};
use crate::skin::SkinnedFrame;
use crate::walk::Walk;
use crate::{AnimationIndex, Clip, Transform};
use common::animation::LoopMode;
use common::app::GuardedAnswers;
use common::scenes::posed_figure::WorldPose;
use glam::Mat4;
use std::sync::Arc;

/// Which frame is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// The figure at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Seconds from now; negative for the past.
    pub offset: f32,
    /// The time in the clip.
    pub seconds: f32,
    /// The same on the clock of the tracks: 12.4.
    pub tick: f32,
    /// Where it was placed in the world.
    pub place: Transform,
    /// 12.4 and 02.2.
    pub pose: WorldPose,
}

/// What the answers return for a frame, repaired as far as drawing needs it.
pub struct Frame {
    /// 12.1.
    pub tracks: Arc<Tracks>,
    /// Now, then the ghosts from the farthest on.
    pub moments: Vec<Moment>,
    /// How lessons 08 to 11 draw it; `None` draws as `common` does.
    pub skinned: Option<SkinnedFrame>,
}

/// Calls every answer that a frame needs.
pub fn frame(character: &mut Character<'_>, walk: &Walk, cache: &mut TrackCache, time: &FrameTime) -> Frame {
    let file = character.file;
    let (clip, tracks) = match time.clip.and_then(|clip| file.clips.get(clip)) {
        Some(found) => (&found.clip, character.tracks(cache, found.channels)),
        None => (&STILL, Arc::new(vec![None; file.joints.len()])),
    };
    let (offsets, seconds) = times(character, clip, time);
    let speed = walk.speed(time.clip);
    let place = |offset: &f32| walk.place(time.walked + speed * offset);
    let places: Vec<Transform> = offsets.iter().map(place).collect();
    let times = seconds.iter().copied().zip(places.iter().copied()).collect();
    let stages = character.stage(clip, times);
    let ticks = stages.iter().map(|stage| stage.tick).collect();
    let locals = character.locals(&tracks, ticks);
    let models = character.models(locals);
    let moment = |(index, model_from_joint): (usize, Vec<Mat4>)| Moment {
        offset: offsets[index],
        seconds: seconds[index],
        tick: stages[index].tick,
        place: places[index],
        pose: WorldPose { world_from_model: stages[index].world_from_model, model_from_joint },
    };
    let moments = models.into_iter().enumerate().map(moment).collect();
    Frame { tracks, moments, skinned: None }
}

/// 05.4 and 05.3: seconds from now, and in the clip, of now and of the ghosts around it.
fn times(
    character: &mut Character<'_>,
    clip: &Clip,
    &FrameTime { mode, before, dt, ghost_step, .. }: &FrameTime,
) -> (Vec<f32>, Vec<f32>) {
    let duration = clip.seconds();
    let mut offsets = vec![0.0];
    if ghost_step > 0.0 {
        for number in (1..=GHOSTS).rev() {
            offsets.extend([-1.0, 1.0].map(|side| side * ghost_step * number as f32));
        }
    }
    if !(duration > 0.0 && duration.is_finite()) {
        let seconds = vec![0.0; offsets.len()];
        return (offsets, seconds);
    }
    let GuardedAnswers { table, watchdog, .. } = &mut character.answers;
    let mut keyframes = watchdog.guard(&lesson_05::checks::LESSON, table.keyframes);
    let elapsed = keyframes.call("05.4", (), move |answers, ()| {
        let last = if mode == LoopMode::Loop { 0.5 * duration } else { duration };
        let keys = lesson_05::Keys { times: vec![0.0, last], closes_at: duration };
        let mut index = AnimationIndex { elapsed: before, ..AnimationIndex::default() };
        (answers.advance)(&mut index, dt, &keys.clip(mode, answers));
        index.elapsed
    });
    table.keyframes = keyframes.table;
    let times = offsets.iter().map(|offset| elapsed + offset).collect();
    let seconds = character.wrapped(times, duration, mode);
    (offsets, seconds)
}
