//! A model that plays: its pose and its clock.

mod extent;

use crate::{
    ActorState, ClipFade, Held, Selection,
    clock::{self, ClockState, ON_FRAME},
    key_rows::KeyRows,
};
use armature::animation::{Clip, LoopMode, Playback, RootMotion};
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Vec3};
use std::cell::OnceCell;
use ui::Action;

/// A model with its pose, player and selection. The model itself never changes.
#[derive(Clone, Debug)]
pub struct Actor {
    pub model: Model,
    /// The current pose.
    pub instance: ModelInstance,
    /// The time in the clip.
    pub player: Playback,
    /// The clip that plays: index into the model's clips. `None` shows the pose at rest.
    pub clip: Option<usize>,
    pub selection: Selection,
    /// Stay in the bind pose whatever the clip says.
    pub bind_pose: bool,
    /// Frames per second of the clip's keys: one step is a frame.
    pub frame_rate: f32,
    /// The fade into another clip that is chosen while one plays.
    pub fade: ClipFade,
    /// Joints and weights that the user holds, whatever clip plays.
    pub held: Held,
    /// Rows of keys that are edited in the timeline; `None` where the timeline only shows the file's.
    pub key_rows: Option<KeyRows>,
    /// Each clip's root motion since the bind pose; `None` for a clip that moves no joint.
    motions: Vec<OnceCell<Option<RootMotion>>>,
}

/// The lengths of a fade between clips that one key offers, in seconds; 0 is off.
pub const FADES: [f32; 4] = [0.25, 0.5, 1.0, 0.0];

impl Actor {
    /// Plays the model's first clip that moves in a loop; the first joint that moves is selected.
    pub fn new(model: Model) -> Self {
        Self::with_clip_from(model, 0)
    }

    /// Plays the first of the clips from `first` on that moves, or else `first`; the first joint that moves is selected.
    pub fn with_clip_from(model: Model, first: usize) -> Self {
        let moving = model.clips.iter().skip(first).position(Clip::moves).map(|index| first + index);
        let mut selection = Selection::default();
        selection.set(first_joint(&model, moving));
        let mut actor = Self {
            motions: vec![OnceCell::new(); model.clips.len()],
            instance: ModelInstance::new(&model),
            model,
            player: Playback::new(0.0, 0.0),
            clip: None,
            selection,
            bind_pose: false,
            frame_rate: 30.0,
            fade: ClipFade::default(),
            held: Held::default(),
            key_rows: None,
        };
        actor.select_clip(moving.unwrap_or(first));
        actor.pose();
        actor
    }

    /// Replaces the model by `newer`, a newer version of it. Clip, selected joint and pins are kept by name, and the time.
    pub fn renew(&mut self, newer: Actor) {
        let state = ActorState::of(self);
        *self = newer;
        state.restore(self);
    }

    /// The clip that plays.
    pub fn clip(&self) -> Option<&Clip> {
        self.model.clips.get(self.clip?)
    }

    /// Replaces the clips. The current clip and its time stay if the new list has it.
    pub fn set_clips(&mut self, clips: Vec<Clip>) {
        self.motions = vec![OnceCell::new(); clips.len()];
        self.model.clips = clips;
        let last = self.model.clips.len().checked_sub(1);
        self.clip = self.clip.or(Some(0)).zip(last).map(|(clip, last)| clip.min(last));
        if let Some(clip) = self.clip() {
            let mut player = Playback::for_clip(clip);
            ClockState::new(&self.player).restore(&mut player);
            self.player = player;
        }
        self.pose();
    }

    /// Plays another clip from its start, with the same speed, loop mode and pause. While it plays, what is shown fades
    /// into the other clip.
    pub fn select_clip(&mut self, index: usize) {
        let Some(clip) = self.model.clips.get(index) else { return };
        self.fade.begin(&self.instance);
        let mut player = Playback::for_clip(clip);
        ClockState { seconds: clip.start, ..ClockState::new(&self.player) }.restore(&mut player);
        self.frame_rate = clip.frame_rate_among(&self.model.clips);
        self.player = player;
        self.clip = Some(index);
        self.pose();
    }

    /// Advances the player by `seconds` and poses the joints.
    pub fn advance(&mut self, seconds: f32) {
        self.player.advance(seconds);
        self.pose_after(seconds);
    }

    /// Poses the joints for the player's time.
    pub fn pose(&mut self) {
        self.pose_after(0.0);
    }

    /// Poses the joints `seconds` after the last time: that much of a fade has passed.
    fn pose_after(&mut self, seconds: f32) {
        let clip = self.active_clip();
        let mut change = self.instance.change(&self.model);
        match clip.and_then(|clip| self.model.clips.get(clip)) {
            Some(clip) => change.sample(clip, self.player.time()),
            None => change.rest(),
        }
        // A figure that is paused shows the file's pose.
        if self.bind_pose || !self.player.is_playing() {
            self.fade.end();
        }
        self.fade.advance(seconds, &mut change);
        self.held.set_joints(&self.model, change.pose_mut());
        drop(change);
        self.held.set_weights(&mut self.instance);
    }

    /// Holds a joint at a position in world space, by inverse kinematics over whatever clip plays, until
    /// [`release`](Self::release). Nothing for a joint that is at the end of [no limb](crate::Pin::new).
    pub fn pin(&mut self, joint: usize, position: Vec3) {
        self.held.pin(&self.model, joint, position);
        self.pose();
    }

    /// Holds the weight of a morph target, until [`release`](Self::release).
    pub fn hold_weight(&mut self, set: usize, target: usize, weight: f32) {
        self.held.weight(set, target, weight);
        self.pose();
    }

    /// Releases all joints that were dragged, and all weights.
    pub fn release(&mut self) {
        self.held.pins.clear();
        self.held.weights.clear();
        self.pose();
    }

    /// The clip, or `None` where the bind pose is shown.
    pub fn active_clip(&self) -> Option<usize> {
        if self.bind_pose { None } else { self.clip }
    }

    pub fn world_from_joint(&self, joint: usize) -> Affine3A {
        self.model.world_from_model * self.instance.model_from_joint()[joint]
    }

    /// Position of a joint, in world space.
    pub fn joint_position(&self, joint: usize) -> Vec3 {
        self.world_from_joint(joint).translation.into()
    }

    /// Performs an action on time or selection. Returns whether it is one of these.
    pub fn act(&mut self, action: Action) -> bool {
        match action {
            Action::ToEnd => self.seek(f32::MAX),
            Action::ClipBefore => self.move_clip(-1),
            Action::ClipAfter => self.move_clip(1),
            Action::JointBefore => self.selection.step(-1, self.model.skeleton.len()),
            Action::JointAfter => self.selection.step(1, self.model.skeleton.len()),
            Action::BindPose => self.bind_pose = !self.bind_pose,
            Action::Fade => {
                let next = FADES.iter().position(|fade| *fade == self.fade.seconds);
                self.fade.seconds = FADES[next.map_or(0, |next| (next + 1) % FADES.len())];
            }
            Action::Release => self.release(),
            _ if clock::act(&mut self.player, action, self.frame_rate) => {}
            _ => return false,
        }
        self.pose();
        true
    }

    /// The number of the frame that is shown, counted from 0 s as the file's keys are.
    pub fn frame(&self) -> f32 {
        self.player.time() * self.frame_rate
    }

    /// The time of the frame that is nearest to a time.
    pub fn frame_near(&self, time: f32) -> f32 {
        (time * self.frame_rate).round() / self.frame_rate
    }

    /// The time that is shown; that of the frame where it is one but for rounding, as at a loop's end.
    pub fn time_on_frame(&self) -> f32 {
        let time = self.player.time();
        let frame = self.frame_near(time);
        if (time - frame).abs() * self.frame_rate < ON_FRAME { frame } else { time }
    }

    /// Goes to a time of the clip, limited to the clip's range. In a loop the end is the start: just before it its last
    /// key shows.
    pub fn seek(&mut self, time: f32) {
        let Some((start, end)) = self.clip().map(|clip| (clip.start, clip.end)) else { return };
        let is_loop = self.player.loop_mode() == LoopMode::Loop;
        let last = if is_loop { end - (end - start) * 1e-4 } else { end };
        self.player.seek(time.min(last));
        self.pose();
    }

    /// Selects a joint: alone, or with `add` beside those that are selected where joints are edited; one that is selected
    /// already is then removed.
    pub fn select(&mut self, joint: usize, add: bool) {
        if add && self.key_rows.is_some() {
            self.selection.toggle(joint);
        } else {
            self.selection.set(joint);
        }
    }

    fn move_clip(&mut self, by: isize) {
        let count = self.model.clips.len() as isize;
        if count > 0 {
            let index = self.clip.map_or(0, |clip| (clip as isize + by).rem_euclid(count));
            self.select_clip(index as usize);
        }
    }
}

/// The first joint that moves in the clip; or else the first node that moves, or that the file marks as a joint, or the
/// first of all.
fn first_joint(model: &Model, clip: Option<usize>) -> Option<usize> {
    let tracks = clip.map_or(&[][..], |clip| &model.clips[clip].tracks);
    let mut moving: Vec<usize> = tracks.iter().filter(|tracks| tracks.moves()).map(|tracks| tracks.joint).collect();
    moving.sort_unstable();
    let nodes: Vec<usize> = (0..model.skeleton.len()).collect();
    for nodes in [moving, nodes] {
        let joint = nodes.iter().find(|node| model.is_joint.get(**node) == Some(&true)).or(nodes.first());
        if joint.is_some() {
            return joint.copied();
        }
    }
    None
}

#[cfg(test)]
mod tests;
