//! Inputs of the checks.

use crate::figures::Descent;
use crate::{Chain, Ground, Hinge, Hit, Leg, Limb};
use check::{Probe, Random};
use glam::{Quat, Vec3};

/// Returns the sides of triangles, two bones and the distance of their ends: within reach, from nearly folded to nearly
/// straight, too near, and too far. Every second one has the size of a finger.
pub(crate) fn triangles(random: &mut Random, probe: &Probe) -> Vec<[f32; 3]> {
    let mut all = Vec::new();
    let more = if probe.is_last() { 40 } else { 5 };
    for fraction in random.spread(more, 0.05, 0.95) {
        let [upper, lower] = bones(random);
        let least = (upper - lower).abs();
        let most = upper + lower;
        all.push([upper, lower, least + fraction * (most - least)]);
    }
    for fraction in random.spread(3, 1.05, 1.5) {
        let [upper, lower] = bones(random);
        all.push([upper, lower, fraction * (upper + lower)]);
    }
    for fraction in random.spread(2, 0.1, 0.9) {
        let [upper, lower] = bones(random);
        all.push([upper, lower, fraction * (upper - lower).abs()]);
    }
    all.iter_mut().step_by(2).for_each(|sides| *sides = sides.map(|side| 0.05 * side));
    all
}

/// Returns many triangles that are straight or folded, exactly or but for the last digit, so that rounding matters.
pub(crate) fn limits(random: &mut Random) -> Vec<[f32; 3]> {
    let mut all = Vec::new();
    for number in 0..60_000 {
        let [upper, lower] = bones(random);
        let least = (upper - lower).abs();
        let most = upper + lower;
        all.push([upper, lower, [most, least, most.next_down(), least.next_up()][number % 4]]);
    }
    all
}

/// Returns the unequal lengths of two bones, of which either may be the longer.
fn bones(random: &mut Random) -> [f32; 2] {
    let long = random.between(0.5, 0.9);
    let short = random.between(0.2, 0.4);
    if random.below(2) == 0 { [long, short] } else { [short, long] }
}

/// A limb, its target and its pole.
pub(crate) type Reaching = (Limb, Vec3, Vec3);

/// Returns a limb, given the vectors from its shoulder to the target and to the pole.
fn reach(limb: Limb, to_target: Vec3, to_pole: Vec3) -> Reaching {
    (limb, limb.root + to_target, limb.root + to_pole)
}

/// Returns a bent limb with a turned parent, away from the origin, whose bones lie along no axis.
fn limb(random: &mut Random) -> Limb {
    limb_of(random, bones)
}

fn limb_of(random: &mut Random, bones: fn(&mut Random) -> [f32; 2]) -> Limb {
    let [upper, lower] = bones(random);
    Limb {
        model_from_parent: random.rigid().rotation,
        root: 1.5 * random.vector(),
        shoulder: random.rigid().rotation,
        elbow: random.rigid().rotation,
        upper: upper * random.direction(),
        lower: lower * random.direction(),
    }
}

/// Returns limbs, targets and poles: within reach, too far, too near, straight, and where a direction has no length.
pub(crate) fn reaching(random: &mut Random) -> Vec<Reaching> {
    let mut all = Vec::new();
    for fraction in random.spread(3, 0.15, 0.85) {
        let limb = limb(random);
        let along = random.direction() * within(&limb, fraction);
        all.push(reach(limb, along, aside(random, along)));
    }
    let limb_now = limb(random);
    let along = random.direction() * (limb_now.upper.length() + limb_now.lower.length());
    let farther = random.between(1.2, 1.6) * along;
    all.push(reach(limb_now, farther, aside(random, along)));
    let limb_now = limb(random);
    let least = (limb_now.upper.length() - limb_now.lower.length()).abs();
    let along = random.direction();
    let nearer = random.between(0.3, 0.7) * least * along;
    all.push(reach(limb_now, nearer, aside(random, along)));
    let axis = [Vec3::X, Vec3::Y, Vec3::NEG_Z][random.below(3)];
    let [upper, lower] = bones(random);
    let straight = Limb { elbow: Quat::IDENTITY, upper: upper * axis, lower: lower * axis, ..limb(random) };
    let along = random.direction() * within(&straight, 0.5);
    all.push(reach(straight, along, aside(random, along)));
    // It points there already, or the other way: exactly.
    let still = Limb {
        model_from_parent: Quat::IDENTITY,
        root: (straight.root * 8.0).round() / 8.0,
        shoulder: Quat::IDENTITY,
        ..straight
    };
    for along in [2.0 * axis, -2.0 * axis] {
        all.push(reach(still, along, along + axis.any_orthonormal_vector()));
    }
    for axis in [Vec3::X, Vec3::Y, Vec3::NEG_Z] {
        let on_line = limb_of(random, |random| [random.between(0.5, 0.6), random.between(0.25, 0.4)]);
        // All of it exact in single precision: the pole is on the line, and not merely near it.
        let root = (on_line.root * 8.0).round() / 8.0;
        all.push(reach(Limb { root, ..on_line }, 0.5 * axis, 2.0 * axis));
    }
    let limb_now = limb(random);
    all.push(reach(limb_now, Vec3::ZERO, 2.0 * random.direction()));
    all
}

/// Returns a distance of the hand between the limb's shortest (0) and longest (1).
fn within(limb: &Limb, fraction: f32) -> f32 {
    let upper = limb.upper.length();
    let lower = limb.lower.length();
    let least = (upper - lower).abs();
    let most = upper + lower;
    least + fraction * (most - least)
}

/// Returns the vector to a pole: well away from the line along `along`, and not perpendicular to it.
fn aside(random: &mut Random, along: Vec3) -> Vec3 {
    let direction = along.normalize();
    let across = direction.cross(random.direction()).normalize_or(direction.any_orthonormal_vector());
    across * random.between(0.8, 1.5) + direction * random.to_either_side(0.4, 0.9)
}

/// Returns three inputs with a chain: with all its hinges about z, so that each axis in the model is the hinge's own; about
/// random axes; and with a weight.
pub(crate) fn descents(random: &mut Random, hinges: usize, kind: [f32; 2]) -> Vec<Descent> {
    let weighted = descent(random, hinges, kind);
    let turned = Descent { weight: 0.0, ..weighted.clone() };
    let mut plane = turned.clone();
    for hinge in &mut plane.chain.hinges {
        hinge.axis = Vec3::Z;
    }
    vec![plane, turned, weighted]
}

/// Returns a chain of hinges about random axes, turned by up to `most` radians, and a rate `longer` times the usual one.
/// The last hinge turns about the line to the tip.
fn descent(random: &mut Random, hinges: usize, [most, longer]: [f32; 2]) -> Descent {
    let mut all = Vec::new();
    for number in 1..=hinges {
        let axis = random.direction();
        let is_last = number == hinges && hinges > 1;
        let along = if is_last { axis } else { random.direction() };
        all.push(Hinge { axis, offset: random.between(0.25, 0.6) * along });
    }
    let angles: Vec<f32> = all.iter().map(|_| random.to_either_side(0.5, most)).collect();
    let chain = Chain { hinges: all };
    let target = chain.place(&angles).tip + random.between(1.0, 1.5) * random.direction();
    let weight = random.between(0.15, 0.35);
    let rate = longer * random.between(0.23, 0.35);
    Descent { chain, angles, target, weight, rate }
}

/// Returns a leg that hangs down from `hip`, its knee bent and its foot level.
fn leg(random: &mut Random, hip: Vec3) -> Leg {
    let [model_from_parent, model_from_hip, model_from_knee] = [0, 1, 2].map(|_| random.rigid().rotation);
    // The legs are spread: a pole that is lowered is then elsewhere beside them, too.
    let aside = random.to_either_side(0.1, 0.16);
    let thigh = Vec3::new(aside, -0.42, random.between(0.10, 0.16));
    let shin = Vec3::new(0.9 * aside, -0.40, -random.between(0.10, 0.16));
    let limb = Limb {
        model_from_parent,
        root: hip,
        shoulder: model_from_parent.inverse() * model_from_hip,
        elbow: model_from_hip.inverse() * model_from_knee,
        upper: model_from_hip.inverse() * thigh,
        lower: model_from_knee.inverse() * shin,
    };
    let level = Quat::from_rotation_y(random.to_either_side(0.2, 0.7)) * random.rigid().rotation;
    Leg {
        limb,
        pole: limb.points()[1] + Vec3::new(random.to_either_side(0.05, 0.1), 0.0, 0.2),
        foot: model_from_knee.inverse() * level,
        ankle_height: random.between(0.07, 0.13),
    }
}

/// Returns the height of an ankle above its place on the ground.
fn height_above_ground(leg: &Leg, ground: &Ground) -> f32 {
    let ankle = leg.limb.tip();
    let Hit { point, normal } = ground.under(ankle);
    ankle.y - (point + leg.ankle_height * normal).y
}

/// Returns figures on a slope, on stairs, and on ground that is higher than their feet.
pub(crate) fn standing(random: &mut Random, legs: usize) -> Vec<(Vec<Leg>, Ground)> {
    let mut all = Vec::new();
    for what in ["a slope", "stairs", "a ridge", "high ground"] {
        let middle = Vec3::new(random.between(-0.5, 0.5), 0.9, random.between(-0.5, 0.5));
        let mut all_legs = Vec::new();
        for number in 0..legs {
            let aside = 0.14 + 0.05 * random.unit();
            let hip = middle + Vec3::X * if number % 2 == 0 { aside } else { -aside };
            all_legs.push(leg(random, hip + Vec3::Z * (number / 2) as f32 * 0.5));
        }
        // The lower foot is not always the same one.
        let side = if all.len().is_multiple_of(2) { 1.0 } else { -1.0 };
        let mut lowest = f32::MAX;
        let mut highest = f32::MIN;
        for leg in &all_legs {
            let foot = leg.limb.tip().y - leg.ankle_height;
            lowest = lowest.min(foot);
            highest = highest.max(foot);
        }
        let ground = if what == "stairs" {
            let [upper, lower] = [lowest - 0.03, lowest - random.between(0.15, 0.22)]
                .map(|y| Hit { point: Vec3::Y * y, normal: Vec3::Y });
            Ground::two_planes(middle, Vec3::X * side, upper, lower)
        } else if what == "a ridge" {
            let [ahead, behind] = [[-0.5, -0.3], [0.15, 0.25]].map(|[low, high]| {
                let tilt = Quat::from_rotation_z(random.between(low, high));
                let normal = Quat::from_rotation_x(0.15) * tilt * Vec3::Y;
                Hit { point: middle.with_y(lowest - 0.05), normal }
            });
            Ground::two_planes(middle, Vec3::X, ahead, behind)
        } else {
            let tilt = random.between(0.25, 0.4);
            let pitch = random.to_either_side(0.2, 0.35);
            let turn = Quat::from_rotation_z(side * tilt) * Quat::from_rotation_x(pitch);
            let y = if what == "a slope" { lowest - 0.12 } else { highest + 0.25 };
            Ground::plane(middle.with_y(y), turn * Vec3::Y)
        };
        // On a slope the first leg has to go down farthest, on stairs the last one.
        if what == "a slope" || what == "stairs" {
            all_legs.sort_by(|a, b| height_above_ground(a, &ground).total_cmp(&height_above_ground(b, &ground)));
        }
        if what == "a slope" {
            all_legs.reverse();
        }
        all.push((all_legs, ground));
    }
    all
}
