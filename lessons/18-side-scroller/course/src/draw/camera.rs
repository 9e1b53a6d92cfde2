//! A camera from the side that looks ahead of him: by the simulation's steps, so that pictures are the same every time.

use common::graphics::OrbitCamera;
use glam::{DVec2, Vec3};

/// Distance ahead at which it looks when he stands, in metres, and time ahead when he moves, in seconds.
const FACING: f64 = 0.8;
const SECONDS: f64 = 0.36;
/// What it looks at is so far above his feet, in metres.
const ABOVE: f64 = 1.15;
/// Rates with which it comes to its goal, in 1 a second: ahead, up, and down when he falls.
const RATES: [f64; 3] = [2.0, 3.0, 6.0];
/// Height of a jump that it does not follow, in metres.
const JUMP_ROOM: f64 = 1.35;
/// So much lower it looks before a ledge, in metres.
const DOWN: f64 = 1.1;
/// He is never farther than this from the height that it looks at.
const MAX_APART: f64 = 1.9;
/// It keeps so far away from the ends of the level, in metres.
const MARGIN: f64 = 9.5;
/// From how far, and from how far above it looks.
const DISTANCE: f32 = 8.7;
const PITCH: f32 = 0.13;

/// What the camera looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    at: DVec2,
    ahead: f64,
    /// Height of the ground that he left last, or of his feet where they are far from it.
    floor: f64,
}

/// What it follows, after a step.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    /// His feet, and their velocity.
    pub feet: DVec2,
    /// In metres a second.
    pub velocity: DVec2,
    /// 1 if he looks to the right, -1 to the left.
    pub facing: f64,
    /// Whether he stands on something.
    pub is_supported: bool,
    /// Whether he is about to fall.
    pub is_at_a_ledge: bool,
    /// Whether there is nothing below him: then it stays where it is.
    pub is_lost: bool,
}

impl Lead {
    /// On him who stands there.
    pub fn new(feet: DVec2) -> Self {
        Lead { at: feet + ABOVE * DVec2::Y, ahead: FACING, floor: feet.y }
    }

    /// Follows him for a step of so many seconds.
    pub fn step(&mut self, followed: &Followed, seconds: f64) {
        let Followed { feet, velocity, facing, is_supported, is_at_a_ledge, is_lost } = *followed;
        let fraction = |rate: f64| 1.0 - (-rate * seconds).exp();
        if is_lost {
            return;
        }
        self.ahead += (facing * FACING + velocity.x * SECONDS - self.ahead) * fraction(RATES[0]);
        self.at.x = feet.x + self.ahead;
        self.floor = if is_supported { feet.y } else { self.floor.clamp(feet.y - JUMP_ROOM, feet.y) };
        let goal = self.floor + ABOVE - if is_at_a_ledge { DOWN } else { 0.0 };
        let rate = if velocity.y < -4.0 { RATES[2] } else { RATES[1] };
        self.at.y += (goal - self.at.y) * fraction(rate);
        self.at.y = self.at.y.clamp(goal - MAX_APART, goal + MAX_APART);
    }

    /// Between two steps, and not beyond the level's ends: its `bounds`, and the height below which all is lost.
    pub fn target(from: &Self, to: &Self, u: f64, bounds: (DVec2, DVec2), abyss: f64) -> Vec3 {
        let at = from.at.lerp(to.at, u);
        let (left, right) = (bounds.0.x + MARGIN, bounds.1.x - MARGIN);
        let x = if left < right { at.x.clamp(left, right) } else { 0.5 * (left + right) };
        DVec2::new(x, at.y.max(abyss + 1.0)).as_vec2().extend(0.0)
    }
}

/// The camera, which is where it is told by [`Lead::target`].
pub fn from_the_side() -> OrbitCamera {
    OrbitCamera {
        target: Vec3::ZERO,
        yaw: 0.0,
        pitch: PITCH,
        distance: DISTANCE,
        scene_radius: 6.0,
        ..OrbitCamera::default()
    }
}
