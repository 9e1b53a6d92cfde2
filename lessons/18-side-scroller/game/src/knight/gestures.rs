//! Gestures on top of the clips: a lean against what brakes him, a look to where he turns, his weight, which goes from foot to
//! foot while he stands, and the climb of an edge.

use super::{GameCast, Knight, climb::Climb, spring::Spring};
use crate::{IDLE_BELOW, State};
use armature::skeleton::Pose;
use glam::{DVec2, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Largest lean, in radians, the acceleration that causes it, in metres a second each second, and its spring's rate.
const LEAN: f32 = 0.25;
const LEAN_FROM: f32 = 20.0;
const LEAN_RATE: f32 = 16.0;
/// Largest angle by which head and chest turn before the rest of him, in radians, and their fractions of it.
const LOOK: f32 = 1.0;
const LOOK_PARTS: [f32; 2] = [0.7, 0.3];
const LOOK_RATE: f32 = 28.0;
/// Time in which his weight goes to the other foot and back, in seconds, the distance ahead and back, in metres: a viewer at his
/// side sees it. Angles by which his spine bends meanwhile, and by which his chest and his head turn, in radians, and the rates at
/// which it ends and begins.
const SHIFT_TIME: f32 = 5.2;
const SHIFT: f32 = 0.03;
const SHIFT_BEND: f32 = -0.14;
const SHIFT_TURNS: [f32; 2] = [0.1, -0.25];
const SHIFT_RATES: [f32; 2] = [14.0, 3.0];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gestures {
    /// Lean to the right, in radians.
    lean: Spring<f32>,
    /// Speed in the last step on the ground.
    speed: Option<f32>,
    /// Angle of head and chest beyond his heading, in radians.
    look: Spring<f32>,
    /// Weight of his rest: 1 as long as he stands.
    rest: Spring<f32>,
    pub(super) climb: Climb,
}

impl Gestures {
    /// Follows him for a step of `dt` seconds; `heading` is the one that is seen, and `lands` if he is about to land.
    pub(super) fn advance(&mut self, knight: &Knight, heading: f32, lands: bool, obstacles: &[Vec<DVec2>], dt: f32) {
        let is_free = knight.blow().is_none() && knight.fallen_for.is_none() && knight.stunned_for == 0.0;
        let speed = knight.body.support.map(|_| knight.speed);
        let lean = match (self.speed, speed) {
            (Some(before), Some(now)) if is_free && dt > 0.0 => {
                ((now - before) / dt / LEAN_FROM).clamp(-1.0, 1.0) * LEAN
            }
            _ => 0.0,
        };
        self.speed = speed;
        self.lean.advance(lean, LEAN_RATE, dt);
        let side = if knight.aim == 0.0 { knight.wanted_side } else { knight.aim };
        let look = if is_free && side != 0.0 { (FRAC_PI_2 * side - heading).clamp(-LOOK, LOOK) } else { 0.0 };
        self.look.advance(look, LOOK_RATE, dt);
        let rests = is_free && knight.state == State::Idle && knight.speed.abs() < IDLE_BELOW;
        self.rest.advance(f32::from(u8::from(rests)), SHIFT_RATES[usize::from(rests)], dt);
        self.climb.advance(knight, is_free && !lands, obstacles, dt);
    }

    /// Adds all but the limbs of a climb to a pose.
    pub(super) fn apply(&self, cast: &GameCast, pose: &mut Pose, heading: f32, seconds: f32) {
        let shift = (seconds / SHIFT_TIME * TAU).sin() * self.rest.value;
        pose.locals[cast.hinges.hips.joint].translation += cast.hinges.hips.parent_from_own * (SHIFT * shift * Vec3::Z);
        cast.hinges.spine.turn(pose, SHIFT_BEND * shift * Vec3::X);
        let own_from_world = Quat::from_rotation_y(-heading);
        cast.hinges.spine.turn(pose, own_from_world * Vec3::NEG_Z * self.lean.value);
        self.climb.bend(cast, pose);
        for (hinge, turn) in [
            (cast.hinges.neck, LOOK_PARTS[0] * self.look.value + SHIFT_TURNS[1] * shift),
            (cast.hinges.chest, LOOK_PARTS[1] * self.look.value + SHIFT_TURNS[0] * shift),
        ] {
            if let Some(hinge) = hinge {
                hinge.turn(pose, turn * Vec3::Y);
            }
        }
    }
}
