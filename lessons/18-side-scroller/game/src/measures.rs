//! Measures of the game and the figures.

use crate::State;
use glam::DVec2;

pub const STEP: f64 = 1.0 / 60.0;

/// Speeds of his walk and his run, in metres a second.
pub const WALK: f64 = 1.3;
pub const RUN: f64 = 3.6;

/// Outline of his for the ground, in metres: counterclockwise from the point between his feet, which is his place. It
/// is pointed below, so that he stands on a slope as he does on a floor.
pub const COLLIDER: [DVec2; 7] = [
    DVec2::new(0.0, 0.0),
    DVec2::new(0.22, 0.12),
    DVec2::new(0.22, 1.55),
    DVec2::new(0.1, 1.75),
    DVec2::new(-0.1, 1.75),
    DVec2::new(-0.22, 1.55),
    DVec2::new(-0.22, 0.12),
];

/// Part of a clip that is played, in seconds from its beginning, and its rate.
#[derive(Clone, Copy, Debug)]
pub struct ClipPart {
    pub begin: f32,
    pub end: f32,
    pub rate: f32,
}

/// Returns the part of a state's clip: the crouch before a leap is left out, and blows are quicker. A landing begins as
/// the feet touch the ground: what comes before is seen while he still falls.
pub fn part(state: State) -> ClipPart {
    let (begin, end, rate) = match state {
        State::Jump => (0.25, 0.75, 1.0),
        State::Land => (0.125, 0.52, 1.2),
        State::Punch => (0.02, 0.62, 1.6),
        State::Swing => (0.2, 0.84, 1.25),
        State::Idle | State::Walk | State::Run | State::Fall => (0.0, f32::INFINITY, 1.0),
    };
    ClipPart { begin, end, rate }
}

/// Duration of the fade from a state to another, in seconds: longer than in lesson 13 where his arms have far to go.
pub fn fade_time(from: State, to: State) -> f32 {
    match (from, to) {
        (_, State::Punch | State::Land) => 0.16,
        (State::Punch | State::Swing, _) | (_, State::Idle | State::Walk | State::Run) => 0.3,
        _ => 0.2,
    }
}
