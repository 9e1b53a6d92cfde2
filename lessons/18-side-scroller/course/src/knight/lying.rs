//! The angle of a dead knight: along the ground, and not beyond its edge.

use crate::ground::{depth, surfaces};
use glam::DVec2;

/// Distances from his feet at which the ground is looked for, in metres.
const BESIDE: [f64; 3] = [0.5, 1.0, 1.5];
/// Angle at which he hangs down where there is none, in radians.
const HANGS: f32 = -0.9;
/// Height above the ground at which nothing may be in his way, in metres.
const ROOM: f64 = 0.3;

/// Returns the slope on which he lies with his head at that side of his feet (1 right, -1 left), in radians, upwards
/// positive; `None` if something is in the way.
pub fn lying_slope(obstacles: &[Vec<DVec2>], feet: DVec2, side: f64) -> Option<f32> {
    let mut steepest = None;
    for away in BESIDE {
        let x = feet.x + side * away;
        let near = surfaces(obstacles, x).map(|(y, _)| y - feet.y).filter(|height| height.abs() <= away);
        let height = near.reduce(f64::max);
        let middle = DVec2::new(x, feet.y + height.unwrap_or(0.0) + ROOM);
        if obstacles.iter().any(|obstacle| depth(obstacle, middle) > 0.0) {
            return None;
        }
        let angle = height.map(|height| (height / away).atan() as f32);
        steepest = angle.into_iter().chain(steepest).reduce(f32::max);
    }
    Some(steepest.unwrap_or(HANGS))
}
