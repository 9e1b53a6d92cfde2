//! The lowest ground along a level: what is behind a pit is dark from there on, so that nobody takes it for a meadow.

use super::surfaces;

/// Distance to both sides within which ground counts, in metres: more than the width of a roof over a pit.
const NEAR: usize = 6;

/// Height of the lowest ground near each metre of a level.
#[derive(Clone, Debug)]
pub struct GroundHeights {
    left: f32,
    heights: Vec<f32>,
}

impl GroundHeights {
    /// Measures the ground above the `abyss` between two x. In the middle of a wide pit it is as high as to the left of it.
    pub fn new(obstacles: &[Vec<glam::DVec2>], abyss: f64, (left, right): (f64, f64)) -> Self {
        let left = left.floor();
        let mut lowest = Vec::new();
        for metre in 0..=(right - left) as u32 {
            let tops = surfaces(obstacles, left + f64::from(metre)).map(|(y, _)| y).filter(|y| *y > abyss);
            lowest.push(tops.fold(f64::INFINITY, f64::min) as f32);
        }
        let mut heights = Vec::new();
        let mut height = abyss as f32;
        for metre in 0..lowest.len() {
            let near = &lowest[metre.saturating_sub(NEAR)..(metre + NEAR + 1).min(lowest.len())];
            let least = near.iter().copied().fold(f32::INFINITY, f32::min);
            height = if least.is_finite() { least } else { height };
            heights.push(height);
        }
        GroundHeights { left: left as f32, heights }
    }

    pub fn at(&self, x: f32) -> f32 {
        let metre = (x - self.left).max(0.0) as usize;
        self.heights[metre.min(self.heights.len() - 1)]
    }
}
