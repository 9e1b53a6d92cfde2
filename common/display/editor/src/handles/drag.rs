//! A handle that is dragged: its amount, and the transform that results.

use super::{
    arrows,
    frame::{Handle, HandleFrame},
    rings,
    screen_projection::ScreenProjection,
};
use armature::math::Transform;
use glam::{Quat, Vec2, Vec3};
use verdict::wording::without_negative_zero;

/// Multiples by which a ring turns while control is held, in radians: 15 degrees.
pub const ANGLE_STEP: f32 = std::f32::consts::PI / 12.0;

/// Multiples by which an arrow moves while control is held, in metres.
pub const LENGTH_STEP: f32 = 0.05;

/// The least length of a radian, in font sizes: a ring that is seen from its edge would turn too fast near its ends.
const SLOWEST: f32 = 2.0;

/// A handle, from when the button went down on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    pub handle: Handle,
    /// The frame when the drag began.
    pub start: HandleFrame,
    press: Vec2,
    /// Movement of the pressed point on the screen, in pixels, for a radian or for a unit of the parent's space.
    along: Vec2,
    /// Length of a unit of the parent's space, in metres, for an arrow.
    metres: f32,
}

impl Drag {
    /// Begins a drag of a handle at the pixel `press`. It follows the tangent of a ring there, or an arrow.
    pub fn new(start: HandleFrame, handle: Handle, screen: &ScreenProjection, press: Vec2) -> Option<Self> {
        let (along, metres) = match handle {
            Handle::Ring(axis) => {
                let angle = rings::angle_at(&start, axis, screen, press)?;
                let (point, moved) = rings::ring_point(&start, axis, start.radius(screen)?, angle);
                let along = screen.speed(point, moved)?;
                let slowest = SLOWEST * screen.em;
                (along.try_normalize()? * along.length().max(slowest), 1.0)
            }
            Handle::Arrow(axis) => {
                let (.., unit) = arrows::arrow_line(&start, axis, screen)?;
                (screen.speed(start.origin(), unit)?, unit.length())
            }
        };
        let is_sound = along.length_squared() > 1e-12 && along.is_finite();
        is_sound.then_some(Self { handle, start, press, along, metres })
    }

    /// Returns how far the pointer has dragged the handle: an angle in radians, or a length in units of the parent's
    /// space. `in_steps` rounds to multiples of [`ANGLE_STEP`] or [`LENGTH_STEP`].
    pub fn amount(&self, pointer: Vec2, in_steps: bool) -> f32 {
        let amount = (pointer - self.press).dot(self.along) / self.along.length_squared();
        let step = match self.handle {
            Handle::Ring(_) => ANGLE_STEP,
            Handle::Arrow(_) => LENGTH_STEP / self.metres,
        };
        if in_steps { (amount / step).round() * step } else { amount }
    }

    /// The frame's transform after an amount: a turn about its own axis, a movement along its parent's.
    pub fn result(&self, amount: f32) -> Transform {
        let mut local = self.start.local;
        match self.handle {
            Handle::Ring(axis) => {
                let turn = Quat::from_axis_angle(Vec3::AXES[axis], amount);
                local.rotation = (local.rotation * turn).normalize();
            }
            Handle::Arrow(axis) => local.translation += Vec3::AXES[axis] * amount,
        }
        local
    }

    /// An amount in words: "about its own x +12.5°", "place y +0.031 m".
    pub fn words(&self, amount: f32) -> String {
        const AXES: [&str; 3] = ["x", "y", "z"];
        match self.handle {
            Handle::Ring(axis) => {
                format!("about its own {} {:+.1}°", AXES[axis], without_negative_zero(amount.to_degrees(), 1))
            }
            Handle::Arrow(axis) => {
                format!("place {} {:+.3} m", AXES[axis], without_negative_zero(amount * self.metres, 3))
            }
        }
    }
}
