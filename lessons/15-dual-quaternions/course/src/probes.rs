//! Inputs of the checks.

use crate::DualQuat;
use crate::figures::Blend;
use armature::math::DualQuaternion;
use check::{Probe, Random};
use common::scenes::skinned_mesh::MAX_JOINTS;
use common::scenes::skinning_probe::{self, SkinningProbe, Slots};
use glam::{Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

/// Numbers of a kind in a probe: one from each eighth of their range.
const EIGHTHS: usize = 8;
/// Vertices of a shader's probe.
const VERTICES: usize = 16;
/// Rotations, far from each other, near which those of a shader's probe are.
const CLASSES: usize = 5;
/// Vertices of the last one: nobody should be right for a few of a mesh's vertices alone.
const MANY: usize = 3 * MAX_JOINTS;
/// The first of the joints that only the vertices about signs follow.
const UNUSED: usize = 24;

/// Returns angles from 0 to PI with weights from 0 to 1; in the last probe the ends of both ranges, too.
pub fn rings(probe: &Probe) -> Vec<(f32, f32)> {
    let random = &mut probe.random();
    let angles = random.spread(EIGHTHS, 0.02, PI - 0.02);
    let mut rings: Vec<(f32, f32)> = angles.into_iter().zip(random.spread(EIGHTHS, 0.02, 0.98)).collect();
    rings.push((2.0 / 3.0 * PI, 0.5));
    if probe.is_last() {
        let weights = [0.0, 0.25, 0.5, 0.7, 1.0];
        let angles = [0.0, 0.5 * PI, 2.0, PI];
        rings.extend(angles.into_iter().flat_map(|angle| weights.map(|weight| (angle, weight))));
    }
    rings
}

/// Returns rotations by angles up to a whole turn, with translations; in the last probe the identity, half a turn and no
/// translation, too.
pub fn rigid(probe: &Probe) -> Vec<(Quat, Vec3)> {
    let random = &mut probe.random();
    let angles = random.spread(EIGHTHS, 0.2, TAU - 0.2);
    let reaches = random.spread(EIGHTHS, 0.2, 2.4);
    let pairs = angles.into_iter().zip(reaches);
    let mut rigid: Vec<(Quat, Vec3)> = pairs
        .map(|(angle, reach)| (Quat::from_axis_angle(random.direction(), angle), reach * random.direction()))
        .collect();
    if probe.is_last() {
        let turn = rigid[3].0;
        let half = Quat::from_axis_angle(random.direction(), PI);
        let shift = random.vector();
        for turn in [Quat::IDENTITY, -Quat::IDENTITY, turn, -turn, half] {
            rigid.extend([(turn, Vec3::ZERO), (turn, shift), (turn, 30.0 * shift)]);
        }
    }
    rigid
}

/// The product whose sign decides on its own for the motion of an index; the last argument is the sum of the motions
/// before it.
type Compared<'a> = &'a dyn Fn(&[DualQuat], usize, Vec4) -> f32;

/// The right product: with the real part of the first motion.
const WITH_THE_FIRST: Compared = &|motions, i, _| motions[0].real.dot(motions[i].real);

/// Products that an answer may compare instead: all eight numbers, the motion with the one before it, or with the sum
/// so far.
const OTHERS: [Compared; 3] = [
    &|motions, i, sum| WITH_THE_FIRST(motions, i, sum) + motions[0].dual.dot(motions[i].dual),
    &|motions, i, _| motions[i - 1].real.dot(motions[i].real),
    &|motions, i, sum| sum.dot(motions[i].real.into()),
];

impl Blend {
    /// Returns which of the motions after the first are negated if signs are compared by `near`; `None` if rounding may
    /// decide.
    fn signs(&self, near: Compared) -> Option<Vec<bool>> {
        let mut sum = Vec4::from(self.motions[0].real) * self.weights[0];
        let mut signs = Vec::new();
        for (i, weight) in self.weights.iter().enumerate().skip(1) {
            let near = near(&self.motions, i, sum);
            if near.abs() < 0.02 {
                return None;
            }
            sum += Vec4::from(self.motions[i].real) * weight * near.signum();
            signs.push(near < 0.0);
        }
        Some(signs)
    }
}

/// Returns blends of two to four motions, far from each other, and two blends for each wrong way to compare signs that
/// only the right way blends correctly.
pub fn blends(probe: &Probe) -> Vec<Blend> {
    let random = &mut probe.random();
    let firsts = random.spread(EIGHTHS, 0.34, 0.98);
    let mut blends: Vec<Blend> = firsts.into_iter().map(|first| random_blend(random, first)).collect();
    for other in OTHERS.into_iter().flat_map(|other| [other, other]) {
        blends.push(blend_against(random, other));
    }
    if probe.is_last() {
        let one = random_blend(random, 0.9).motions[0];
        blends.push(Blend { weights: vec![1.0], motions: vec![one] });
        blends.push(Blend { weights: vec![0.5, 0.5], motions: vec![one, one] });
        let DualQuat { real, dual } = one;
        let same = DualQuat { real: -real, dual: -dual };
        blends.push(Blend { weights: vec![0.6, 0.4, 0.0], motions: vec![one, same, same] });
    }
    blends
}

/// Draws a blend whose signs `other` gets wrong. That takes a few dozen draws.
fn blend_against(random: &mut Random, other: Compared) -> Blend {
    loop {
        let first = random.between(0.34, 0.5);
        let blend = random_blend(random, first);
        let right = blend.signs(WITH_THE_FIRST);
        let signs = blend.signs(other);
        if signs.is_some() && signs != right {
            return blend;
        }
    }
}

/// Returns a random blend with this weight of the first motion, between 0.34 and 1.
fn random_blend(random: &mut Random, first: f32) -> Blend {
    // Enough motions that no other weight exceeds the first.
    let fewest = 2 + usize::from(first < 0.54) + usize::from(first < 0.42);
    let count = fewest + random.below(5 - fewest);
    let mut weights = vec![first];
    let fractions = random.spread(count - 1, 0.8, 1.2);
    let sum: f32 = fractions.iter().sum();
    weights.extend(fractions.into_iter().map(|fraction| (1.0 - first) * fraction / sum));
    weights[1..].sort_by(|a, b| b.total_cmp(a));
    let real = far_apart(random, count);
    let motions = real.into_iter().map(|turn| {
        let shift = random.between(0.5, 2.5) * random.direction();
        DualQuaternion::from_rotation_translation(turn, shift).into()
    });
    Blend { weights, motions: motions.collect() }
}

/// Returns rotations of which no two are near each other, or near half a turn apart, where rounding decides on the sign.
fn far_apart(random: &mut Random, count: usize) -> Vec<Quat> {
    let mut all: Vec<Quat> = Vec::new();
    while all.len() < count {
        let angle = random.to_either_side(0.6, 6.0);
        let turn = Quat::from_axis_angle(random.direction(), angle);
        if all.iter().all(|other| (0.22..0.92).contains(&other.dot(turn).abs())) {
            all.push(turn);
        }
    }
    all
}

/// Returns a full palette of rigid motions, every second one negated, and vertices with four weights each, the largest
/// first; in the last probe vertices of each joint with weights of all sizes.
pub fn skinning(probe: &Probe) -> SkinningProbe {
    let random = &mut probe.random();
    let mut palette = random_palette(random);
    let slots: Vec<Slots> = if probe.is_last() {
        let all = skinning_probe::every_joint(MAX_JOINTS).into_iter().map(strongest_first);
        all.cycle().take(MANY).collect()
    } else {
        let mixed = skinning_probe::mixed(random, VERTICES, weights);
        mixed.into_iter().chain(about_signs(random, &mut palette)).collect()
    };
    SkinningProbe::new(random, |_, joint| palette[joint], &slots)
}

/// Returns random motions whose rotations are near those of a few classes, far from each other.
fn random_palette(random: &mut Random) -> Vec<DualQuaternion> {
    let classes = far_apart(random, CLASSES);
    (0..MAX_JOINTS)
        .map(|joint| {
            let aside = Quat::from_axis_angle(random.direction(), random.between(0.0, 0.1));
            let shift = random.between(0.5, 2.0) * random.direction();
            let turn = classes[joint % CLASSES] * aside;
            let turn = if joint.is_multiple_of(2) { turn } else { -turn };
            DualQuaternion::from_rotation_translation(turn, shift)
        })
        .collect()
}

/// Vertices that blend what is drawn as for 15.3. Each puts its motions where the palette has some that no other needs.
fn about_signs(random: &mut Random, palette: &mut [DualQuaternion]) -> Vec<Slots> {
    let joint_0 = palette[0].real;
    let with_joint_0: Compared = &|motions, i, _| {
        let [first, other] = [0, i].map(|i| joint_0.dot(motions[i].real));
        first * other
    };
    let mut slots = Vec::new();
    for (from, other) in (UNUSED..).step_by(4).zip(OTHERS.into_iter().chain([with_joint_0])) {
        let mut blend = blend_against(random, other);
        for (joint, motion) in palette[from..].iter_mut().zip(blend.motions) {
            *joint = motion.into();
        }
        blend.weights.resize(4, 0.0);
        let weights = &blend.weights;
        slots.push(([from, from + 1, from + 2, from + 3], [weights[0], weights[1], weights[2], weights[3]]));
    }
    slots
}

fn weights(random: &mut Random) -> [f32; 4] {
    let pulls = [0.45, 0.30, 0.18, 0.11].map(|pull| pull * random.between(0.85, 1.15));
    let sum: f32 = pulls.iter().sum();
    pulls.map(|pull| pull / sum)
}

fn strongest_first((joints, weights): Slots) -> Slots {
    let mut order = [0, 1, 2, 3];
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    (order.map(|slot| joints[slot]), order.map(|slot| weights[slot]))
}
