//! A frame: from seconds to every joint's matrix in the world, by the answers.
//!
//! ```text
//! seconds -> 06.4, 06.3 -> 12.4: a tick, and world_from_model
//! channels -> 12.1: tracks -> 12.3: locals at that tick -> 02.2: model_from_joint
//! ```

use crate::character::walk::Walk;
use crate::character::{Character, STILL, TrackCache, Tracks};
use crate::{AnimationIndex, OnStage, Transform};
use armature::animation::LoopMode;
use drawing::WorldPose;
use given::CallError;
use lesson_06::Keyframes;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameTime {
    /// Index in the file's clips; `None` is the pose at rest.
    pub clip: Option<usize>,
    pub mode: LoopMode,
    /// The time of the last frame: seconds of playing, within one repetition.
    pub before: f32,
    /// Seconds since then, negative if time runs backwards.
    pub dt: f32,
    /// Distance that the figure has walked by then, in metres.
    pub walked: f32,
    /// Seconds from one ghost to the next; 0 shows none.
    pub ghost_step: f32,
}

/// Ghosts before now, and as many after.
pub const GHOSTS: usize = 2;

#[derive(Clone, Debug)]
pub struct WalkSnapshot {
    /// Seconds from now; negative for the past.
    pub offset: f32,
    pub seconds: f32,
    /// Time on the clock of the tracks: 12.4.
    pub tick: f32,
    pub place: Transform,
    pub pose: WorldPose,
}

/// Values that the answers return for a frame, repaired as far as drawing needs it.
pub struct WalkFrame {
    pub tracks: Rc<Tracks>,
    /// Now, then the ghosts from the farthest on.
    pub moments: Vec<WalkSnapshot>,
}

/// Returns the figure now and at each ghost's time, by the answers.
///
/// # Errors
/// If one cannot be used.
pub fn frame(
    character: Character<'_>,
    walk: &Walk,
    cache: &mut TrackCache,
    time: &FrameTime,
) -> Result<WalkFrame, CallError> {
    let file = character.file;
    let mut clip = &STILL;
    let mut tracks = Rc::new(vec![None; file.joints.len()]);
    if let Some(found) = time.clip.and_then(|clip| file.clips.get(clip)) {
        clip = &found.clip;
        tracks = character.tracks(cache, found.keys)?;
    }
    let duration = clip.seconds();
    let speed = walk.speed(time.clip);
    let elapsed = elapsed(&character.course.keyframes, duration, time)?;
    let mut moments = Vec::new();
    for offset in offsets(time.ghost_step) {
        let seconds = match elapsed {
            Some(elapsed) => character.wrapped(elapsed + offset, duration, time.mode)?,
            None => 0.0,
        };
        let place = walk.world_from_figure(time.walked + speed * offset);
        let OnStage { tick, world_from_model } = character.stage(clip, seconds, &place)?;
        let model_from_joint = character.models(character.locals(&tracks, tick)?)?;
        let pose = WorldPose { world_from_model, model_from_joint };
        moments.push(WalkSnapshot { offset, seconds, tick, place, pose });
    }
    Ok(WalkFrame { tracks, moments })
}

/// Returns the seconds from now for now itself, then for the ghosts from the farthest on.
fn offsets(ghost_step: f32) -> Vec<f32> {
    let mut offsets = vec![0.0];
    if ghost_step > 0.0 {
        for number in (1..=GHOSTS).rev() {
            offsets.extend([-1.0, 1.0].map(|side| side * ghost_step * number as f32));
        }
    }
    offsets
}

/// Returns how long the clip has played, by 06.4; `None` for a single pose.
fn elapsed(keyframes: &Keyframes, duration: f32, time: &FrameTime) -> Result<Option<f32>, CallError> {
    if !(duration > 0.0 && duration.is_finite()) {
        return Ok(None);
    }
    let last = if time.mode == LoopMode::Loop { 0.5 * duration } else { duration };
    let keys = lesson_06::Keys { times: vec![0.0, last], closes_at: duration };
    let mut index = AnimationIndex { elapsed: time.before, ..AnimationIndex::default() };
    keyframes.advance(&mut index, time.dt, &keys.clip(time.mode, keyframes))?;
    Ok(Some(index.elapsed))
}
