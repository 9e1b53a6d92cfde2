//! Inputs of the checks: pivots off the origin, unequal swings, arms that bend both ways, puppets that branch. The last
//! probe adds the picture's own figures and limiting cases.

use crate::{Corner, Cutout, Fox, LAYERS, Part, Swing, cutouts};
use check::Random;
use drawing::cast::puppet;
use glam::{Mat3, Vec2};
use std::f32::consts::TAU;

/// Returns an angle from 20 to 80 degrees to either side: small ones hide mistakes, 90 and 180 repeat them.
fn angle(random: &mut Random) -> f32 {
    random.to_either_side(20.0, 80.0).to_radians()
}

/// Returns a point at a distance from 1 to 3 from the origin.
fn point(random: &mut Random) -> Vec2 {
    Vec2::from_angle(random.between(0.0, TAU)) * random.between(1.0, 3.0)
}

/// Returns pivots away from the origin, each with an angle of up to a full turn to either side.
pub(crate) fn rotations(random: &mut Random) -> Vec<(Vec2, f32)> {
    random.spread(8, -TAU, TAU).into_iter().map(|angle| (point(random), angle)).collect()
}

/// Returns rotations by a hair, by quarters, by a full turn and more; about the origin, as the bows, about the vine's
/// pins and about points at any distance.
pub(crate) fn special_rotations(random: &mut Random) -> Vec<Vec<(Vec2, f32)>> {
    let mut special = Vec::new();
    for degrees in [0.0, 1.0, -37.0, 90.0, -90.0, 180.0, 360.0, 400.0f32] {
        special.extend([Vec2::ZERO, Vec2::new(2.0, 1.0)].map(|pivot| (pivot, degrees.to_radians())));
    }
    let pins = cutouts().into_iter().flat_map(|cutout| cutout.pivots);
    special.extend(pins.map(|pivot| (pivot, angle(random))));
    let distances = random.spread(8, 0.0, 3.0).into_iter();
    special.extend(distances.map(|far| (far * Vec2::from_angle(4.0 * far), angle(random))));
    vec![special]
}

/// Returns a random swing and eight moments: before its start, in the first period and some periods later.
pub(crate) fn moments(random: &mut Random) -> (Swing, Vec<f32>) {
    let swing = swing(random);
    let periods = random.spread(8, -2.0, 2.0);
    (swing, periods.into_iter().map(|periods| swing.period * periods).collect())
}

/// Returns the swings of the picture, some of them without delay, middle or reach, and one with a delay longer than its period.
pub(crate) fn special_moments(_: &mut Random) -> Vec<(Swing, Vec<f32>)> {
    let late = Swing { middle: -0.2, reach: 1.4, period: 0.8, delay: 3.1 };
    let mut swings = vec![late, Swing { reach: 0.0, ..late }];
    swings.extend(Fox::read().swings);
    swings.extend(cutouts().iter().flat_map(Cutout::swings));
    let mut inputs = Vec::new();
    for swing in swings {
        let end = swing.delay + swing.period / 4.0;
        inputs.push((swing, vec![0.0, swing.delay, end, 0.4, 2.1, -1.3, 31.7]));
    }
    inputs
}

/// Returns a swing with no two numbers alike, and none of them 0 or 1.
fn swing(random: &mut Random) -> Swing {
    let long = random.below(2) == 0;
    let period = if long { random.between(1.3, 2.2) } else { random.between(0.5, 0.75) };
    let middle = random.between(0.25, 0.9) * if random.below(2) == 0 { 1.0 } else { -1.0 };
    let reach = random.between(0.3, 0.7);
    Swing { middle, reach, period, delay: period * random.between(0.12, 0.33) }
}

pub(crate) struct PaperArm {
    pub(crate) pivots: Vec<Vec2>,
    pub(crate) corners: Vec<Corner>,
    pub(crate) turns: Vec<Mat3>,
}

/// Returns an arm of four to nine bones, none as long as the one before, the root not at the origin. Each bone has two
/// corners away from its pivot; the bones do not come in order.
pub(crate) fn arm(random: &mut Random) -> PaperArm {
    let count = 4 + random.below(6);
    let mut pivots = vec![point(random)];
    let mut direction = random.between(0.0, TAU);
    for bone in 1..count {
        let length = if bone % 2 == 0 { random.between(0.5, 0.8) } else { random.between(1.1, 1.7) };
        direction += angle(random);
        pivots.push(pivots[bone - 1] + length * Vec2::from_angle(direction));
    }
    let mut bones: Vec<usize> = (0..2 * count).map(|corner| corner % count).collect();
    random.shuffle(&mut bones);
    let corners = bones
        .into_iter()
        .map(|bone| {
            let length = random.between(0.4, 0.9);
            Corner { at: pivots[bone] + length * Vec2::from_angle(random.between(0.0, TAU)), bone }
        })
        .collect();
    PaperArm { corners, turns: turns(random, pivots.iter().copied()), pivots }
}

/// Returns the bows and the vine; then one bone, corners on the root only, and no corner at all.
pub(crate) fn special_arms(random: &mut Random) -> Vec<PaperArm> {
    let mut arms = Vec::new();
    for cutout in cutouts() {
        let turns = turns(random, cutout.pivots.iter().copied());
        arms.push(PaperArm { pivots: cutout.pivots, corners: cutout.corners, turns });
    }
    for (bones, corners) in [(1, 2), (3, 2), (3, 0)] {
        let mut arm = arm(random);
        arm.corners.retain(|corner| corner.bone == 0);
        arm.corners.truncate(corners);
        arm.pivots.truncate(bones);
        arm.turns.truncate(bones);
        arms.push(arm);
    }
    arms
}

/// Returns the finished 03.1's matrices for a random angle about each pivot.
fn turns(random: &mut Random, pivots: impl IntoIterator<Item = Vec2>) -> Vec<Mat3> {
    pivots.into_iter().map(|pivot| puppet::rotate_about(pivot, angle(random))).collect()
}

/// Each part's parent. Both puppets branch, the second begins before the first is complete, and no part but the roots
/// has the previous entry as its parent.
const PARENTS: [Option<usize>; 9] = [None, Some(0), Some(0), None, Some(2), Some(3), Some(1), Some(3), Some(4)];

pub(crate) type Puppet = (Vec<Part>, Vec<Mat3>);

/// Returns two puppets in one list, with layers that neither rise nor fall along it; two parts share a layer.
pub(crate) fn puppet(random: &mut Random) -> Puppet {
    let mut all: Vec<usize> = (0..LAYERS).collect();
    let layers = loop {
        random.shuffle(&mut all);
        let mut layers = all[..PARENTS.len()].to_vec();
        layers[7] = layers[6];
        // The lowest and the highest layer are in use, layer 0 not by the first part, and the order is not just reversed.
        let rising = layers.windows(2).filter(|pair| pair[0] < pair[1]).count();
        let ends = layers[1..].contains(&0) && layers.contains(&(LAYERS - 1));
        if ends && (3..6).contains(&rising) {
            break layers;
        }
    };
    pinned(random, &PARENTS, &layers)
}

/// Returns the fox, at a hundredth of its size; then parts that are all roots, or all in one layer; one part, and none.
pub(crate) fn special_puppets(random: &mut Random) -> Vec<Puppet> {
    let mut fox = Fox::read().puppet.parts;
    for part in &mut fox {
        part.pivot *= 0.01;
        part.pin *= 0.01;
    }
    let turns = turns(random, fox.iter().map(|part| part.pivot));
    vec![
        (fox, turns),
        pinned(random, &[None; 4], &[5, LAYERS - 1, 0, 7]),
        pinned(random, &PARENTS, &[3; PARENTS.len()]),
        pinned(random, &[None], &[LAYERS - 1]),
        (vec![], vec![]),
    ]
}

/// Returns parts with these parents and layers, pinned at random points and turned by random angles.
fn pinned(random: &mut Random, parents: &[Option<usize>], layers: &[usize]) -> Puppet {
    let mut parts = Vec::new();
    for (&parent, &layer) in parents.iter().zip(layers) {
        parts.push(Part { parent, pivot: point(random), pin: point(random), layer });
    }
    let turns = turns(random, parts.iter().map(|part| part.pivot));
    (parts, turns)
}
