//! The robot's grip: its claw goes to the crate, closes on the handle and lifts it. Then the crate hangs there, and follows the
//! sliders.

use crate::frame::Sliders;
use glam::{Mat4, Quat, Vec3};

/// Slider positions with the claw at the handle, and with the crate lifted.
const HANDLE: Sliders = Sliders { a: -44.0, b: -58.0 };
const LIFTED: Sliders = Sliders { a: -100.0, b: -20.0 };
// Times at which the claw is at the handle, is closed, and has lifted the crate, in seconds.
pub const ARRIVES: f32 = 1.4;
pub const CLOSED: f32 = 2.0;
pub const ENDS: f32 = 5.0;
/// The time in which the robot then goes to where the sliders stand, in seconds.
const RETURNS: f32 = 2.0;
/// Vertical distance from the claw to the crate's middle, in metres.
const ROPE: f32 = 0.28;
/// Angular frequency of the crate's swing, in radians per second, and its damping ratio.
const SWING: f32 = 6.0;
const DAMPING: f32 = 0.2;
/// Longest step of the swing that is stable, in seconds.
const STEP: f32 = 0.01;

/// The robot while it grips, and afterwards.
#[derive(Default)]
pub struct Grip {
    seconds: f32,
    /// Positions of the claw when it closed, and of the crate's middle as it swings, with its velocity.
    closed_at: Option<Vec3>,
    middle: Vec3,
    velocity: Vec3,
}

impl Grip {
    /// Lets time pass. `claw` is the claw's position in the world.
    pub fn advance(&mut self, seconds: f32, claw: Vec3) {
        self.seconds += seconds;
        if self.seconds < CLOSED || !claw.is_finite() {
            return;
        }
        if self.closed_at.is_none() {
            self.closed_at = Some(claw);
            self.middle = claw + ROPE * Vec3::NEG_Y;
        }
        let mut left = seconds;
        while left > 0.0 {
            let step = left.min(STEP);
            let away = self.middle - (claw + ROPE * Vec3::NEG_Y);
            self.velocity += step * (-SWING * SWING * away - 2.0 * DAMPING * SWING * self.velocity);
            self.middle += step * self.velocity;
            left -= step;
        }
    }

    /// Returns the slider positions. The robot comes from those that are `set`, and goes there again.
    pub fn sliders(&self, set: Sliders) -> Sliders {
        if self.seconds < CLOSED {
            between(set, HANDLE, self.seconds / ARRIVES)
        } else if self.seconds < ENDS {
            between(HANDLE, LIFTED, (self.seconds - CLOSED) / (ENDS - CLOSED))
        } else {
            between(LIFTED, set, (self.seconds - ENDS) / RETURNS)
        }
    }

    /// Returns how far the claw is closed, from 0 to 1.
    pub fn closed(&self) -> f32 {
        ((self.seconds - ARRIVES) / (CLOSED - ARRIVES)).clamp(0.0, 1.0)
    }

    /// Returns how the crate has moved in the world, with slider A at `a`.
    pub fn world_from_start(&self, claw: Vec3, a: f32) -> Mat4 {
        let Some(closed_at) = self.closed_at.filter(|_| claw.is_finite()) else { return Mat4::IDENTITY };
        let hangs = Quat::from_rotation_arc(Vec3::NEG_Y, (self.middle - claw).normalize_or(Vec3::NEG_Y));
        let turn = hangs * Quat::from_rotation_y((a - HANDLE.a).to_radians());
        Mat4::from_rotation_translation(turn, claw) * Mat4::from_translation(-closed_at)
    }
}

/// Returns slider positions between `from` (u = 0) and `to` (u = 1), with a motion that is slow at both ends.
fn between(from: Sliders, to: Sliders, u: f32) -> Sliders {
    let u = u.clamp(0.0, 1.0);
    let u = u * u * (3.0 - 2.0 * u);
    Sliders { a: from.a + u * (to.a - from.a), b: from.b + u * (to.b - from.b) }
}
