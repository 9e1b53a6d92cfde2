//! The motion in the air: a jump from rest, a leap from a run, and a fall, as poses by his vertical speed.

use super::animator::Animator;
use super::bends::Bends;
use super::movement::{GRAVITY, JUMP_SPEED};
use super::table::poses::{APEX, FALL, LEAP, LEAP_FALL, RISE};
use super::{GameCast, Knight, eased, part};
use crate::measures::STEP;
use crate::{State, ground};
use armature::skeleton::Pose;
use given::CallError;
use glam::DVec2;

/// Time in the clip of the jump at which his push from the toes has stretched him, in seconds: with it he leaves the ground.
const STRETCHED: f32 = 0.36;
/// Speed of a fall at which the motion has ended, in metres a second, and the largest rate at which it follows his speed, in
/// 1 a second: a ceiling stops him at once.
const FALLING: f64 = 4.0;
const RATE: f32 = 1.9;
/// Fraction of its last step by which the motion goes on when a bounce throws him up again.
const GOES_ON: f32 = 0.6;
/// Fractions of the motion between which he comes from the first pose to the second, in a jump and in a leap, and from there
/// to that of a fall.
const TURNS: [[f32; 2]; 2] = [[0.17, 0.68], [0.35, 0.85]];
const FALLS: [[f32; 2]; 2] = [[0.66, 1.0], [0.85, 1.0]];
/// Angle by which arms and thighs swing past each other at the apex for each fraction of the motion, in radians, the fraction
/// of it that thighs have, and the largest fraction before and after the apex for which they do.
const SWING: f32 = 4.0;
const PEDAL: f32 = 0.6;
const HANG: f32 = 0.12;
/// Speed from which on a jump is a leap, in metres a second, and the phase of the run at which his right foot is ahead and his
/// sword behind.
const LEAP_SPEED: f32 = 1.6;
const LEAP_PHASE: f32 = 0.42;
/// Fractions of a leap in which his arms come down, and in which it becomes a fall.
const LEAP_ARMS: [f32; 2] = [0.0, 0.3];
const LEAP_FALLS: [f32; 2] = [0.6, 1.0];
/// Time before a landing at which the fade to its clip begins, in seconds.
const ANTICIPATES: f64 = 0.18;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Air {
    /// Completed fraction of the motion, from a jump's beginning (0) to a fall (1), and that of the last step.
    completed: f32,
    step: f32,
    /// Leap: he has left the ground running.
    pub(super) leaps: bool,
}

impl Air {
    /// Follows him for a step of `dt` seconds; `was_down` if he stood before it, and ran with that `pace`.
    pub(super) fn advance(&mut self, knight: &Knight, was_down: bool, pace: f32, dt: f32) {
        let air = (((JUMP_SPEED - knight.body.velocity.y) / (JUMP_SPEED + FALLING)) as f32).clamp(0.0, 1.0);
        let jumps = knight.state == State::Jump;
        if was_down && knight.body.support.is_none() || jumps && knight.new_fade.is_some() {
            self.completed = if jumps { 0.0 } else { 1.0 };
            self.step = 0.0;
            self.leaps = pace.abs() > LEAP_SPEED;
        }
        self.step = (air - self.completed).clamp(0.0, RATE * dt).max(GOES_ON * self.step);
        self.completed = (self.completed + self.step).min(1.0);
    }

    /// Samples what he does into the last of four poses; `holds` is the weight of his hands on an edge, for which his arms are
    /// free.
    pub(super) fn sample(
        &self,
        animator: &mut dyn Animator,
        cast: &GameCast,
        [a, b, rise, out]: [&mut Pose; 4],
        knight: &Knight,
        holds: f32,
    ) -> Result<(), CallError> {
        let leaps = usize::from(self.leaps);
        let turned = self.passed(TURNS[leaps]);
        let falls = self.passed(FALLS[leaps]);
        if self.leaps {
            animator.sample(State::Run, LEAP_PHASE * cast.seconds(State::Run), a)?;
            LEAP.apply(cast, a);
            animator.sample(State::Jump, part(State::Jump).end, b)?;
        } else {
            animator.sample(State::Jump, STRETCHED, a)?;
            animator.sample(State::Idle, 0.0, b)?;
        }
        animator.blend(a, b, turned, rise)?;
        animator.sample(State::Fall, knight.time, b)?;
        animator.blend(rise, b, falls, out)?;
        // Angles, not poses, are blended: between two poses of an arm there may be half a turn.
        let mut bends = if self.leaps { self.leap() } else { RISE.lerp(&self.apex(), turned).lerp(&FALL, falls) };
        bends.arms = bends.arms.map(|angle| angle * (1.0 - holds));
        bends.apply(cast, out);
        Ok(())
    }

    /// Returns the bends of a leap's arms and of its fall.
    fn leap(&self) -> Bends {
        let mut bends = LEAP_FALL.times(self.passed(LEAP_FALLS));
        bends.arms = LEAP_FALL.arms.map(|arm| arm * self.passed(LEAP_ARMS));
        bends
    }

    /// Returns the bends at the apex, where he is slow: his limbs go on.
    fn apex(&self) -> Bends {
        let swing = SWING * (self.completed - FALLS[0][0]).clamp(-HANG, HANG);
        let mut bends = APEX;
        for (side, swing) in [-swing, swing].into_iter().enumerate() {
            bends.arms[side] += swing;
            bends.thighs[side] -= PEDAL * swing;
        }
        bends
    }

    fn passed(&self, [from, to]: [f32; 2]) -> f32 {
        eased((self.completed - from) / (to - from))
    }
}

/// Time until he lands, in seconds, and displacement until then, in metres.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Landing {
    pub(super) seconds: f32,
    pub(super) away: DVec2,
}

impl Landing {
    /// Returns where he falls on something, if the clip of the landing should begin before.
    pub(super) fn find(knight: &Knight, obstacles: &[Vec<DVec2>]) -> Option<Self> {
        let mut position = knight.body.position;
        let mut velocity = knight.body.velocity;
        let mut seconds = 0.0;
        while seconds < ANTICIPATES {
            velocity.y -= GRAVITY * STEP;
            let next = position + velocity * STEP;
            seconds += STEP;
            let mut surfaces = ground::surfaces(obstacles, next.x).map(|(y, _)| y);
            if let Some(y) = surfaces.find(|y| velocity.y < 0.0 && (next.y..=position.y + 0.01).contains(y)) {
                return Some(Landing { seconds: seconds as f32, away: DVec2::new(next.x, y) - knight.body.position });
            }
            position = next;
        }
        None
    }
}
