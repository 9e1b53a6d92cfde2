//! The time that has passed since the last frame, by the player or by hand, and how far the figure has walked
//! in it.

use crate::character::walk::Walk;
use armature::animation::{self, wrap_time};
use common::player::Actor;
use std::f32::consts::TAU;

/// Time is in seconds of playing, within one repetition of the clip.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) before: f32,
    pub(crate) dt: f32,
    /// Distance walked, in metres.
    pub(crate) walked: f32,
    now: f32,
    clip: Option<usize>,
}

impl Clock {
    /// Makes the clock of an actor that has played its clip for `seconds`, walking at `speed`.
    pub(crate) fn new(actor: &Actor, seconds: f32, speed: f32) -> Self {
        let now = actor.player.elapsed();
        let clip = actor.clip;
        Clock { before: 0.0, dt: seconds, walked: seconds * speed, now, clip }
    }

    /// Takes the player's movement in the last `seconds`, played or dragged, as one step.
    pub(crate) fn update(&mut self, actor: &Actor, walk: &Walk, seconds: f32) {
        let player = &actor.player;
        let duration = actor.clip().map_or(0.0, animation::Clip::duration);
        if actor.clip != self.clip {
            self.clip = actor.clip;
            self.now = 0.0;
        }
        let now = player.elapsed();
        self.before = std::mem::replace(&mut self.now, now);
        let played = if player.is_playing() { seconds * player.speed() } else { 0.0 };
        let [expected, found] =
            [self.before + played, now].map(|elapsed| wrap_time(elapsed, duration, player.loop_mode()));
        let is_played = (expected - found).abs() < 1e-4;
        self.dt = if is_played { played } else { now - self.before };
        self.walked += self.dt * walk.speed(actor.active_clip());
        if walk.radius > 0.0 {
            // Without whole rounds, which would cost digits after hours.
            self.walked = self.walked.rem_euclid(TAU * walk.radius);
        }
    }
}
