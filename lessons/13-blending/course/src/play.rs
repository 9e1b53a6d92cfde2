//! The knight from frame to frame: states, poses, fades, by the answers, and what was shown in the last seconds.

use crate::finished::tools_of;
use crate::motion::{CYCLES, Controls, KnightMotion, WALK, part};
use crate::{Blending, Fade, Now, State, Transform};
use armature::animation::LoopMode;
use drawing::report::fit;
use given::{CallError, Course};
use glam::Vec3;
use lesson_12::character::{Character, TrackCache, file::CharacterFile};
use std::rc::Rc;

/// Below the joints every pose has a marker for each state, twice: once as a child of the spine, once as a child of the
/// hips. Its x is 1 in the poses of its state. So blends, fades and masks leave in it how large the state's fraction is.
pub const MARKERS: usize = 2 * State::ALL.len();
pub const MEMORY: f32 = 6.0;

pub struct KnightCast {
    pub file: CharacterFile,
    /// Parents of his joints, and of the markers.
    pub parents: Vec<Option<usize>>,
    /// The joint that a punch begins with.
    pub spine: usize,
    clips: [usize; 8],
    tracks: TrackCache,
}

impl KnightCast {
    /// Returns `None` if he has other joints or clips than he should.
    pub fn new(file: CharacterFile) -> Option<Self> {
        let [spine, hips] = ["spine", "hips"].map(|name| file.joints.iter().position(|joint| joint.name == name));
        let [spine, hips] = [spine?, hips?];
        let mut clips = [0; 8];
        for state in State::ALL {
            let name = if state == State::Swing { "sword_swing" } else { state.name() };
            clips[state as usize] = file.clips.iter().position(|found| found.clip.name == name)?;
        }
        let mut parents: Vec<Option<usize>> = file.joints.iter().map(|joint| joint.parent).collect();
        for parent in [spine, hips] {
            parents.extend(State::ALL.map(|_| Some(parent)));
        }
        Some(KnightCast { parents, spine, clips, tracks: TrackCache::default(), file })
    }

    /// Returns the pose of a state's clip, with the state's markers set.
    fn pose(&mut self, course: &Course, state: State, motion: &KnightMotion) -> Result<Vec<Transform>, CallError> {
        let seconds = match state {
            State::Walk => motion.phase * CYCLES[0],
            State::Run => motion.phase * CYCLES[1],
            State::Idle => motion.time,
            _ => part(state)[0] + motion.since,
        };
        let mode = if state.is_played_once() { LoopMode::Clamp } else { LoopMode::Loop };
        let character = Character { file: &self.file, course };
        let mut pose = character.pose(&mut self.tracks, self.clips[state as usize], mode, seconds)?;
        for marker in 0..MARKERS {
            let is_on = marker % State::ALL.len() == state as usize;
            pose.push(Transform::from_translation(if is_on { Vec3::X } else { Vec3::ZERO }));
        }
        Ok(pose)
    }

    /// Returns the blend of walk and run in step; below the walk's speed, of standing and walking.
    fn gait(&mut self, course: &Course, motion: &KnightMotion) -> Result<Vec<Transform>, CallError> {
        let mut states = [State::Walk, State::Run];
        let mut u = motion.share_of_run();
        if motion.state == State::Punch && motion.speed() < WALK {
            states = [State::Idle, State::Walk];
            u = motion.speed() / WALK;
        }
        let a = self.pose(course, states[0], motion)?;
        let b = self.pose(course, states[1], motion)?;
        let blended = course.blending.blend(&a, &b, u, &tools_of(course))?;
        let count = self.parents.len();
        if blended.len() != count {
            return Err(CallError::unusable("13.1", format!("{} of {count} joints", blended.len())));
        }
        Ok(blended)
    }

    /// Returns the fraction of each state in a pose: from the spine up, and below.
    pub fn fractions(&self, pose: &[Transform]) -> [[f32; 8]; 2] {
        [0, 8].map(|from| {
            std::array::from_fn(|state| {
                let x = pose.get(self.file.joints.len() + from + state).map_or(0.0, |marker| marker.translation.x);
                if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 }
            })
        })
    }
}

#[derive(Clone, Debug)]
pub struct ShownKnight {
    pub motion: KnightMotion,
    /// The pose that 13.2 has shown, his joints and the markers, and its memory.
    pub fade: Fade,
    /// Number of steps of the log that have been made by then.
    pub done: usize,
}

/// A frame to come: the keys, and how long it takes.
pub type Step = (Controls, f32);

#[derive(Clone)]
pub struct KnightPlay {
    /// The last frames, the latest last; never empty.
    pub shown: Vec<Rc<ShownKnight>>,
}

impl KnightPlay {
    /// Begins a play with the knight standing at his first position.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    pub fn new(cast: &mut KnightCast, course: &Course) -> Result<Self, CallError> {
        let motion = KnightMotion::default();
        let pose = cast.pose(course, State::Idle, &motion)?;
        Ok(KnightPlay { shown: vec![Rc::new(ShownKnight { motion, fade: Fade::new(&pose), done: 0 })] })
    }

    /// Goes back to the frame after `done` steps. Returns false if that is forgotten.
    pub fn rewind(&mut self, done: usize) -> bool {
        self.shown.retain(|shown| shown.done <= done);
        !self.shown.is_empty()
    }

    pub fn last(&self) -> &ShownKnight {
        &self.shown[self.shown.len() - 1]
    }

    /// Makes the next frame: 13.3 chooses the state, 13.1 and 13.4 make the pose, and 13.2 fades to it.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn step(&mut self, cast: &mut KnightCast, course: &Course, (controls, dt): &Step) -> Result<(), CallError> {
        let ShownKnight { mut motion, mut fade, done } = self.last().clone();
        let next = course.blending.next_state(motion.state, motion.now(controls))?;
        motion.step(next, controls, *dt);
        let count = cast.parents.len();
        let tools = tools_of(course);
        let target = match motion.state {
            State::Walk | State::Run => cast.gait(course, &motion)?,
            State::Punch => {
                // On legs that go on.
                let legs = cast.gait(course, &motion)?;
                let punch = cast.pose(course, State::Punch, &motion)?;
                let masked = course.blending.masked(&legs, &punch, &cast.parents, cast.spine)?;
                fit("13.4", masked, count, Transform::IDENTITY)
            }
            state => cast.pose(course, state, &motion)?,
        };
        course.blending.fade(&mut fade, &target, motion.begins, *dt, &tools)?;
        fade.shown = fit("13.2", fade.shown, count, Transform::IDENTITY);
        let since = motion.time - MEMORY;
        self.shown.push(Rc::new(ShownKnight { motion, fade, done: done + 1 }));
        self.shown.retain(|shown| shown.motion.time >= since);
        Ok(())
    }
}

/// Returns the pairs of states that 13.3 connects, over all inputs.
///
/// # Errors
/// If the answer cannot be used.
pub fn arrows(blending: &Blending) -> Result<Vec<(State, State)>, CallError> {
    let mut arrows = Vec::new();
    for (state, now) in table() {
        if let Some(next) = blending.next_state(state, now)?
            && !arrows.contains(&(state, next))
        {
            arrows.push((state, next));
        }
    }
    Ok(arrows)
}

/// Returns all possible inputs of 13.3. A clip that loops never ends.
pub(crate) fn table() -> Vec<(State, Now)> {
    use State::{Idle, Jump, Punch, Run, Swing, Walk};
    let mut all = Vec::new();
    for wanted in [Idle, Walk, Run, Jump, Punch, Swing] {
        for ended in [false, true] {
            for supported in [true, false] {
                let states = State::ALL.into_iter().filter(|state| !ended || state.is_played_once());
                all.extend(states.map(|state| (state, Now { supported, ended, wanted })));
            }
        }
    }
    all
}
