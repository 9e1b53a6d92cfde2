//! A camera from the side that looks ahead of him: by the simulation's steps, so that pictures are the same every time.

use common::graphics::OrbitCamera;
use glam::{DVec2, FloatExt, Vec3};

/// Distance ahead at which it looks when he stands, in metres, and time ahead when he moves, in seconds.
const FACING: f64 = 0.8;
const SECONDS: f64 = 0.36;
/// Height above his feet at which it looks, in metres.
const ABOVE: f64 = 1.15;
/// Rates with which it comes to its goal, in 1 a second: ahead, up, down when he falls, and to what lies below a ledge.
const RATES: [f64; 4] = [2.0, 3.0, 6.0, 2.5];
/// Height of a jump that it does not follow, in metres.
const JUMP_ROOM: f64 = 1.35;
/// Largest distance of whom he fights from the middle of the picture, and his own, in metres.
const FOE_REACH: f64 = 3.3;
const OWN_REACH: f64 = 3.6;
/// Distance of a wall from the middle of the picture, in metres: of its front, which says nothing, little is seen.
const WALL_MARGIN: f64 = 3.0;
/// Velocity below which it follows a fall, in metres a second.
const FAST: f64 = -4.0;
/// Speed of a fall from which on it looks ahead of him, in metres a second, the time by which it does, in seconds, and the
/// largest depth, in metres.
const FALLING: f64 = 7.0;
const FALL_SECONDS: f64 = 0.2;
const MAX_BELOW: f64 = 1.5;
/// Distance by which the middle of the picture may lie below his feet, in metres: then his head is at its upper edge.
const UNDER_HIM: f64 = 0.6;
/// Largest distance from the height at which it should look, below and above, in metres.
const MAX_APART: [f64; 2] = [1.9, 0.6];
/// Distance from the ends of the level, in metres.
const MARGIN: f64 = 9.5;
/// Distance from him, and angle from above, in radians.
const DISTANCE: f32 = 8.7;
const PITCH: f32 = 0.13;

/// Motion of the point at which the camera looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    at: DVec2,
    ahead: f64,
    /// Height of the ground that he left last, or of his feet where they are far from it.
    floor: f64,
    /// Depth by which it looks lower at a ledge and in a fall, in metres.
    below: f64,
    /// Places along x of the walls to his left and right.
    walls: [f64; 2],
}

/// The knight as the camera follows him after a step.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    pub feet: DVec2,
    pub velocity: DVec2,
    /// 1 if he looks to the right, -1 to the left.
    pub facing: f64,
    pub is_supported: bool,
    /// Depth by which it looks lower before a deep fall, in metres.
    pub looks_down: f64,
    /// Distance along x of whom he fights, in metres.
    pub foe: Option<f64>,
    /// Places along x of the walls to his left and right, infinite where there are none; `None` in the air.
    pub walls: Option<[f64; 2]>,
}

impl Lead {
    pub fn new(feet: DVec2) -> Self {
        let walls = [f64::NEG_INFINITY, f64::INFINITY];
        Lead { at: feet + ABOVE * DVec2::Y, ahead: FACING, floor: feet.y, below: 0.0, walls }
    }

    /// Moves the point at which the camera looks for a step of `seconds`.
    pub fn step(&mut self, followed: &Followed, seconds: f64) {
        let Followed { feet, velocity, facing, is_supported, looks_down, foe, walls } = *followed;
        self.walls = walls.unwrap_or(self.walls);
        let left = self.walls[0] + WALL_MARGIN - feet.x;
        let right = self.walls[1] - WALL_MARGIN - feet.x;
        let mut ahead = facing * FACING + velocity.x * SECONDS;
        // Between two walls that are near it stays in the middle.
        ahead = if left < right { ahead.clamp(left, right) } else { 0.5 * (left + right) };
        if let Some(foe) = foe {
            ahead = ahead.clamp(foe - FOE_REACH, foe + FOE_REACH).clamp(-OWN_REACH, OWN_REACH);
        }
        self.ahead += (ahead - self.ahead) * fraction(RATES[0], seconds);
        self.at.x = feet.x + self.ahead;
        self.floor = if is_supported { feet.y } else { self.floor.clamp(feet.y - JUMP_ROOM, feet.y) };
        let falls = if is_supported { 0.0 } else { (FALL_SECONDS * (-velocity.y - FALLING)).clamp(0.0, MAX_BELOW) };
        let goal = self.floor + ABOVE;
        let [_, up, down, below] = RATES;
        // Who falls fast moves the picture enough.
        let looks_down = if velocity.y < FAST { looks_down.min(self.below) } else { looks_down };
        self.below += (looks_down.max(falls) - self.below) * fraction(if falls > 0.0 { down } else { below }, seconds);
        self.at.y += (goal - self.at.y) * fraction(if velocity.y < FAST { down } else { up }, seconds);
        self.at.y = self.at.y.clamp(goal - MAX_APART[0], goal + MAX_APART[1]);
        self.below = self.below.min(self.at.y - feet.y + UNDER_HIM);
    }

    /// Returns the point at which the camera looks between two steps (`u` from 0 to 1), within the level's `bounds` and
    /// above its `abyss`.
    pub fn target(from: &Self, to: &Self, u: f64, bounds: (DVec2, DVec2), abyss: f64) -> Vec3 {
        let at = from.at.lerp(to.at, u) - from.below.lerp(to.below, u) * DVec2::Y;
        let left = bounds.0.x + MARGIN;
        let right = bounds.1.x - MARGIN;
        let x = if left < right { at.x.clamp(left, right) } else { 0.5 * (left + right) };
        DVec2::new(x, at.y.max(abyss + 1.0)).as_vec2().extend(0.0)
    }
}

/// Returns the fraction of the distance to a goal that is covered in `seconds`.
fn fraction(rate: f64, seconds: f64) -> f64 {
    1.0 - (-rate * seconds).exp()
}

/// Returns the game's camera, to be aimed at [`Lead::target`].
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
