//! The knight from frame to frame: states, poses, fades, by the answers, and what was shown in the last seconds.

use crate::earlier::Earlier;
use crate::motion::{CYCLES, Controls, Motion, WALK, part};
use crate::{Answers, Fade, State, Tools, Transform};
use anyhow::Result;
use common::animation::LoopMode;
use common::app::GuardedAnswers;
use glam::Vec3;
use lesson_12::character::{Character, TrackCache};
use lesson_12::file::File;
use std::sync::Arc;

/// Below the joints every pose has a marker for each state, twice: once as a child of the spine, once as a child of the
/// hips. Its x is 1 in the poses of its state. So blends, fades and masks leave in it what the state's share is.
pub const MARKERS: usize = 2 * State::ALL.len();
/// Seconds that are remembered.
pub const MEMORY: f32 = 6.0;

/// The figure, as it is played.
pub struct Cast {
    /// The knight.
    pub file: Arc<File>,
    /// Of his joints, and of the markers.
    pub parents: Arc<Vec<Option<usize>>>,
    /// The joint that a punch begins with.
    pub spine: usize,
    /// The clip of each state.
    clips: [usize; 8],
}

impl Cast {
    /// # Errors
    /// If he has other joints or clips than he should.
    pub fn new(file: File) -> Result<Self> {
        let joint = |name: &str| file.joints.iter().position(|joint| joint.name == name);
        let clip = |name: &str| file.clips.iter().position(|found| found.clip.name == name);
        let missing = || anyhow::anyhow!("the knight's joints and clips");
        let spine = joint("spine").ok_or_else(missing)?;
        let hips = joint("hips").ok_or_else(missing)?;
        let mut clips = [0; 8];
        for state in State::ALL {
            let name = if state == State::Swing { "sword_swing" } else { state.name() };
            clips[state as usize] = clip(name).ok_or_else(missing)?;
        }
        let mut parents: Vec<Option<usize>> = file.joints.iter().map(|joint| joint.parent).collect();
        for parent in [spine, hips] {
            parents.extend(State::ALL.map(|_| Some(parent)));
        }
        Ok(Cast { parents: Arc::new(parents), spine, clips, file: Arc::new(file) })
    }

    /// His file, played by these.
    pub fn character<'a>(&'a self, answers: &'a mut Guarded<'_>) -> Character<'a> {
        Character::new(&self.file, answers.table.1.character(), answers.watchdog)
    }

    fn joints(&self) -> usize {
        self.file.joints.len()
    }

    /// How much of each state is in a pose: from the spine up, and below.
    pub fn shares(&self, pose: &[Transform]) -> [[f32; 8]; 2] {
        let marker = |at: usize| {
            let x = pose.get(self.joints() + at).map_or(0.0, |marker| marker.translation.x);
            if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 }
        };
        [0, 8].map(|from| std::array::from_fn(|state| marker(from + state)))
    }
}

/// A frame that has been shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Where he was, and what he did.
    pub motion: Motion,
    /// What 13.2 has shown, his joints and the markers, and what it remembers.
    pub fade: Fade,
    /// How many steps of the log have been made by then.
    pub done: usize,
}

/// A frame to come: the keys, and how long it takes.
pub type Step = (Controls, f32);

/// The knight as these answers have played him so far.
#[derive(Clone)]
pub struct Play {
    /// The last frames, the latest last; never empty.
    pub shown: Vec<Arc<Shown>>,
}

/// This lesson's answers, and those of earlier ones that they call.
pub type Guarded<'a> = GuardedAnswers<'a, (Answers, Earlier)>;
/// What two poses are blended from, and by how much.
type Pairs = Vec<(Vec<Transform>, Vec<Transform>, f32)>;

impl Play {
    /// He stands where he begins.
    pub fn new(cast: &Cast, tracks: &mut TrackCache, answers: &mut Guarded<'_>) -> Self {
        let motions = [Motion::default()];
        let pose = samples(cast, &mut cast.character(answers), tracks, State::Idle, &motions).remove(0);
        let shown = Shown { motion: Motion::default(), fade: Fade::new(&pose), done: 0 };
        Play { shown: vec![Arc::new(shown)] }
    }

    /// Back to where he had made so many steps; false if that is forgotten.
    pub fn rewind(&mut self, done: usize) -> bool {
        self.shown.retain(|shown| shown.done <= done);
        !self.shown.is_empty()
    }

    /// What is shown now.
    pub fn last(&self) -> &Shown {
        &self.shown[self.shown.len() - 1]
    }

    /// Makes these steps.
    pub fn advance(&mut self, cast: &Cast, tracks: &mut TrackCache, answers: &mut Guarded<'_>, steps: &[Step]) {
        if steps.is_empty() {
            return;
        }
        let motions = motions(answers, self.last().motion, steps);
        let mut character = cast.character(answers);
        let mut sample = |state| samples(cast, &mut character, tracks, state, &motions);
        let is_played = |state: State| {
            matches!(state, State::Idle | State::Walk | State::Run)
                || motions.iter().any(|motion| motion.state == state)
        };
        let poses = State::ALL.map(|s| if is_played(s) { sample(s) } else { Vec::new() });
        let pose = |state: State, at: usize| poses[state as usize][at].clone();
        let frames = || motions.iter().enumerate();
        // 13.1: walk and run in step; below the walk's speed, standing and walking.
        let pair = |(at, motion): (usize, &Motion)| match motion.state {
            State::Punch if motion.speed() < WALK => {
                (pose(State::Idle, at), pose(State::Walk, at), motion.speed() / WALK)
            }
            _ => (pose(State::Walk, at), pose(State::Run, at), motion.share_of_run()),
        };
        let gaits = blended(answers, frames().map(pair).collect());
        // 13.4: the punch, on legs that go on.
        let punching = frames().filter(|(_, motion)| motion.state == State::Punch);
        let layers = punching.map(|(at, _)| (gaits[at].clone(), pose(State::Punch, at))).collect();
        let mut punches = masked(answers, cast, layers).into_iter();
        let targets = frames().map(|(at, motion)| match motion.state {
            State::Walk | State::Run => gaits[at].clone(),
            State::Punch => punches.next().unwrap_or_default(),
            state => pose(state, at),
        });
        let frames = targets.zip(steps).zip(&motions);
        let frames = frames.map(|((pose, (_, dt)), motion)| (pose, motion.begins, *dt)).collect();
        let count = cast.parents.len();
        let fades = faded(answers, self.last().fade.clone(), frames, count);
        for (motion, fade) in motions.into_iter().zip(fades) {
            let done = self.last().done + 1;
            self.shown.push(Arc::new(Shown { motion, fade, done }));
        }
        let now = self.last().motion.time;
        let old = self.shown.iter().take_while(|shown| shown.motion.time < now - MEMORY).count();
        self.shown.drain(..old.min(self.shown.len() - 1));
    }
}

/// 13.3: states and places, frame by frame.
fn motions(answers: &mut Guarded<'_>, from: Motion, steps: &[Step]) -> Vec<Motion> {
    answers.call("13.3", (from, steps.to_vec()), |(answers, _), (from, steps)| {
        let mut motion = *from;
        let step = |(controls, dt): &Step| {
            motion.step(answers.next_state, controls, *dt);
            motion
        };
        steps.iter().map(step).collect()
    })
}

/// The pose of a state's clip in each of these frames, with its markers.
fn samples(
    cast: &Cast,
    character: &mut Character<'_>,
    tracks: &mut TrackCache,
    state: State,
    motions: &[Motion],
) -> Vec<Vec<Transform>> {
    let seconds = |motion: &Motion| match state {
        State::Walk => motion.phase * CYCLES[0],
        State::Run => motion.phase * CYCLES[1],
        State::Idle => motion.time,
        _ => part(state).0 + motion.since,
    };
    let mode = if state.is_played_once() { LoopMode::Clamp } else { LoopMode::Loop };
    let clip = (cast.clips[state as usize], mode);
    let seconds = motions.iter().map(seconds).collect();
    let mut poses = character.poses(tracks, clip, seconds);
    for pose in &mut poses {
        pose.resize(cast.joints(), Transform::IDENTITY);
        for marker in 0..MARKERS {
            let is_on = marker % State::ALL.len() == state as usize;
            pose.push(Transform::from_translation(if is_on { Vec3::X } else { Vec3::ZERO }));
        }
    }
    poses
}

fn blended(answers: &mut Guarded<'_>, pairs: Pairs) -> Vec<Vec<Transform>> {
    let pairs = Arc::new(pairs);
    let all = |answers: &mut Guarded<'_>| {
        answers.call("13.1", pairs.clone(), |(answers, earlier), pairs| {
            let tools = Tools::of(&earlier.rotations, answers);
            let poses = pairs.iter().map(|(a, b, u)| (answers.blend)(a, b, *u, &tools));
            poses.collect::<Vec<_>>()
        })
    };
    let poses = all(answers);
    let right = pairs.iter().map(|(a, ..)| a.len());
    let Some((pose, right)) = poses.iter().zip(right).find(|(pose, right)| pose.len() != *right) else {
        return poses;
    };
    answers.refuse("13.1", format!("{} of {right} joints", pose.len()));
    all(answers)
}

fn masked(
    answers: &mut Guarded<'_>,
    cast: &Cast,
    layers: Vec<(Vec<Transform>, Vec<Transform>)>,
) -> Vec<Vec<Transform>> {
    if layers.is_empty() {
        return Vec::new();
    }
    let (spine, count) = (cast.spine, cast.parents.len());
    let inputs = (layers, cast.parents.clone());
    let mut poses = answers.call("13.4", inputs, move |(table, _), (layers, parents)| {
        let mask = |(base, over): &(Vec<Transform>, Vec<Transform>)| (table.masked)(base, over, parents, spine);
        layers.iter().map(mask).collect::<Vec<_>>()
    });
    let say = |n| format!("{n} of {count} joints");
    answers.resize("13.4", &mut poses, (count, Transform::IDENTITY), say);
    poses
}

/// 13.2, frame by frame.
fn faded(
    answers: &mut Guarded<'_>,
    fade: Fade,
    frames: Vec<(Vec<Transform>, Option<f32>, f32)>,
    count: usize,
) -> Vec<Fade> {
    let mut fades = answers.call("13.2", (fade, frames), |(table, earlier), (fade, frames)| {
        let tools = Tools::of(&earlier.rotations, table);
        let mut fade = fade.clone();
        let show = |(pose, begins, dt): &(Vec<Transform>, Option<f32>, f32)| {
            (table.fade)(&mut fade, pose, *begins, *dt, &tools);
            fade.clone()
        };
        frames.iter().map(show).collect::<Vec<_>>()
    });
    let say = |n| format!("{n} of {count} joints are shown");
    let shown = fades.iter_mut().map(|fade| &mut fade.shown);
    answers.resize("13.2", shown, (count, Transform::IDENTITY), say);
    fades
}

/// Which state may follow which, by 13.3: asked about everything that may be known.
pub fn arrows(answers: &mut GuardedAnswers<'_, Answers>) -> Vec<(State, State)> {
    answers.call("13.3", (), |answers, ()| {
        let mut arrows = Vec::new();
        for (state, now) in crate::probes::table() {
            if let Some(next) = (answers.next_state)(state, now)
                && !arrows.contains(&(state, next))
            {
                arrows.push((state, next));
            }
        }
        arrows
    })
}
