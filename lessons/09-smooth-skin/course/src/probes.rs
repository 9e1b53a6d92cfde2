//! Inputs of the checks.

use crate::figures::{JOINTS, LEANS};
use crate::tube_worm::heights;
use crate::{MAX_JOINTS, Swing, four_influences};
use check::{Probe, Random};
use common::scenes::skinning_probe::{self, SkinningProbe, Slots};
use drawing::cast::limb;
use glam::{Mat4, Vec3};

const VERTICES: usize = 24;

/// Returns pairs of height and margin: heights on both ramps of one margin, or in the last probe margins of every size, with
/// heights everywhere.
pub fn places(probe: &Probe) -> Vec<(f32, f32)> {
    let random = &mut probe.random();
    if !probe.is_last() {
        // Neither the largest margin nor a very small one.
        let margin = random.between(0.05, 0.14);
        return around_the_ramps(random, margin);
    }
    let mut places = Vec::new();
    // From almost 0 to 1/6, where the ramps touch.
    let margins = (0..8).map(|part| (part as f32 + random.between(0.1, 1.0)) / 8.0 / 6.0);
    let margins: Vec<f32> = margins.chain([1.0 / 24.0, 1.0 / 6.0]).collect();
    for margin in margins {
        let everywhere = (0..8).map(|part| (part as f32 + random.unit()) / 8.0);
        let heights: Vec<f32> = everywhere.chain(JOINTS).chain([0.5]).collect();
        places.extend(heights.into_iter().map(|height| (height, margin)));
        places.extend(around_the_ramps(random, margin));
    }
    places
}

/// Returns heights at both ends of the worm, and at both sides of both joints on the ramps and shortly beyond them.
fn around_the_ramps(random: &mut Random, margin: f32) -> Vec<(f32, f32)> {
    let mut heights = vec![0.0, 1.0];
    for joint in JOINTS {
        // In margins from the joint. Nothing lies on a joint or on a ramp's end, where mistakes agree.
        for (low, high) in [(-1.6, -1.3), (-0.9, -0.6), (-0.4, -0.15), (0.2, 0.45), (0.55, 0.85), (1.2, 1.5)] {
            let height: f32 = joint + margin * random.between(low, high);
            heights.push(height.clamp(0.0, 1.0));
        }
    }
    heights.sort_by(f32::total_cmp);
    heights.into_iter().map(|height| (height, margin)).collect()
}

/// Returns times, each with the swings of middle and head, which differ and are not about the upright. In the last probe they lean
/// as the worm does, both alike, not at all, and beyond the horizontal.
pub fn leans(probe: &Probe) -> Vec<(f32, [Swing; 2])> {
    let random = &mut probe.random();
    let middle = swing(random, [[0.1, 0.25], [0.3, 0.5], [2.2, 2.8], [0.1, 0.3]]);
    let head = swing(random, [[0.45, 0.6], [0.7, 0.9], [3.1, 3.7], [0.5, 0.8]]);
    if !probe.is_last() {
        let times = [0.0, 1.0, 2.0].map(|second| second + random.between(0.1, 0.9));
        return times.map(|time| (time, [middle, head])).into();
    }
    let far = Swing { middle: 2.0, ..middle };
    let still = Swing { reach: 0.0, ..head };
    let back = Swing { middle: -2.2, ..head };
    let mut inputs = Vec::new();
    for leans in [LEANS, [middle, middle], [still, head], [far, back], [back, still]] {
        inputs.push((0.0, leans));
        inputs.extend((0..8).map(|second| (second as f32 + random.unit(), leans)));
    }
    inputs
}

fn swing(random: &mut Random, ranges: [[f32; 2]; 4]) -> Swing {
    let [middle, reach, period, delay] = ranges.map(|[low, high]| random.between(low, high));
    Swing { middle, reach, period, delay }
}

/// Returns a full palette and vertices with four unequal weights that sum to 1, in random order. The last probe has the worm's own
/// vertices and every joint, with matrices that mirror and make everything smaller.
pub fn skinning(probe: &Probe) -> SkinningProbe {
    let random = &mut probe.random();
    let slots = if probe.is_last() { corners() } else { skinning_probe::mixed(random, VERTICES, weights) };
    let side = if probe.is_last() { 0.3 * Vec3::new(1.0, -1.0, 1.0) } else { Vec3::ONE };
    SkinningProbe::new(random, |random, _| random.rigid().to_mat4() * Mat4::from_scale(side), &slots)
}

fn weights(random: &mut Random) -> [f32; 4] {
    let pulls = [0.7, 0.2, 0.45, 0.3].map(|pull| pull * random.between(0.8, 1.25));
    let first = random.below(4);
    let sum: f32 = pulls.iter().sum();
    std::array::from_fn(|slot| pulls[(first + slot) % 4] / sum)
}

fn corners() -> Vec<Slots> {
    let rings = heights().into_iter().map(|height| {
        let (joints, weights) = four_influences(limb::weights(height, 0.14));
        (joints.map(usize::from), weights)
    });
    rings.chain(skinning_probe::every_joint(MAX_JOINTS)).collect()
}
