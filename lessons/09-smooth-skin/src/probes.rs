//! What the checks ask about.

use crate::{MAX_JOINTS, Swing};
use common::check::Random;
use common::mesh::SkinnedVertex;
use glam::{Mat4, Vec3};

/// Vertices of a shader's probe.
const VERTICES: usize = 24;
/// A vertex follows joints whose numbers are below this, or joints that are far above; none between. So
/// it is all one from where on a shader has no matrices.
const LOW: usize = 3;
const HIGH: usize = 72;

/// A margin for all heights of a probe, neither the whole room that there is nor next to nothing.
pub fn margin(random: &mut Random) -> f32 {
    random.between(0.05, 0.14)
}

/// Heights on both ramps, at both sides of their joints, shortly before and behind them, and far away.
pub fn heights(random: &mut Random, margin: f32) -> Vec<f32> {
    let mut heights = vec![0.02, 0.98];
    for joint in [1.0 / 3.0, 2.0 / 3.0] {
        // In margins from the joint. Nothing lies on a joint or on a ramp's end, where mistakes agree.
        for (low, high) in
            [(-1.6, -1.3), (-0.9, -0.6), (-0.4, -0.15), (0.2, 0.45), (0.55, 0.85), (1.2, 1.5)]
        {
            let height: f32 = joint + margin * random.between(low, high);
            heights.push(height.clamp(0.0, 1.0));
        }
    }
    heights.sort_by(f32::total_cmp);
    heights
}

/// Two that lean differently, about another place than upright, and another time for each.
pub fn leans(random: &mut Random) -> ([Swing; 2], [f32; 3]) {
    let middle = Swing {
        middle: random.between(0.1, 0.25),
        reach: random.between(0.3, 0.5),
        period: random.between(2.2, 2.8),
        delay: random.between(0.1, 0.3),
    };
    let head = Swing {
        middle: random.between(0.45, 0.6),
        reach: random.between(0.7, 0.9),
        period: random.between(3.1, 3.7),
        delay: random.between(0.5, 0.8),
    };
    let times = [0.0, 1.0, 2.0].map(|second| second + random.between(0.1, 0.9));
    ([middle, head], times)
}

/// A full palette, and vertices with four slots each: different weights, in no order, that sum to 1.
pub fn palette_and_vertices(random: &mut Random) -> (Vec<Mat4>, Vec<SkinnedVertex>) {
    let palette = (0..MAX_JOINTS).map(|_| random.rigid().to_mat4()).collect();
    let vertices = (0..VERTICES).map(|vertex| {
        let is_high = vertex % 2 == 1;
        let first = random.below(LOW);
        let joints = [0, 1, 2, 3].map(|slot| {
            let place = match slot {
                // The last is left free, for those who count from 1.
                _ if is_high => HIGH + random.below(MAX_JOINTS - 1 - HIGH),
                3 => random.below(LOW),
                // All three, and never in the order of their numbers.
                _ => (first + 2 * slot) % LOW,
            };
            place as u16 // below 96
        });
        SkinnedVertex {
            position: random.vector(),
            normal: Vec3::new(0.48, 0.6, 0.64), // of length 1, and no axis
            joints,
            weights: weights(random),
            ..SkinnedVertex::default()
        }
    });
    (palette, vertices.collect())
}

fn weights(random: &mut Random) -> [f32; 4] {
    let pulls = [0.7, 0.2, 0.45, 0.3].map(|pull| pull * random.between(0.8, 1.25));
    let first = random.below(4);
    let sum: f32 = pulls.iter().sum();
    std::array::from_fn(|slot| pulls[(first + slot) % 4] / sum)
}
