//! What is asked: pivots off the origin, unequal swings, arms that bend both ways, puppets that branch.

use crate::{Corner, LAYERS, Part, Swing};
use common::cast::puppet;
use common::check::Random;
use glam::{Mat3, Vec2};
use std::f32::consts::TAU;

/// From 20 to 80 degrees to either side: small ones hide mistakes, 90 and 180 repeat them.
pub(crate) fn angle(random: &mut Random) -> f32 {
    random.to_either_side(20.0, 80.0).to_radians()
}

/// A place whose distance from the origin is from 1 to 3.
pub(crate) fn place(random: &mut Random) -> Vec2 {
    Vec2::from_angle(random.between(0.0, TAU)) * random.between(1.0, 3.0)
}

/// No two of its numbers alike, and none of them 0 or 1.
pub(crate) fn swing(random: &mut Random) -> Swing {
    let long = random.below(2) == 0;
    let period = if long { random.between(1.3, 2.2) } else { random.between(0.5, 0.75) };
    let middle = random.between(0.25, 0.9) * if random.below(2) == 0 { 1.0 } else { -1.0 };
    let reach = random.between(0.3, 0.7);
    Swing { middle, reach, period, delay: period * random.between(0.12, 0.33) }
}

/// Pivots at rest: four bones, none as long as the one before, the root not at the origin.
pub(crate) fn pivots(random: &mut Random) -> Vec<Vec2> {
    let mut pivots = vec![place(random)];
    let mut direction = random.between(0.0, TAU);
    for bone in 1..4 {
        let length =
            if bone % 2 == 0 { random.between(0.5, 0.8) } else { random.between(1.1, 1.7) };
        direction += angle(random);
        pivots.push(pivots[bone - 1] + length * Vec2::from_angle(direction));
    }
    pivots
}

/// Two corners on every bone, away from its pivot; the bones do not come in order.
pub(crate) fn corners(random: &mut Random, pivots: &[Vec2]) -> Vec<Corner> {
    let start = random.below(pivots.len());
    let bone = |number: usize| (start + 3 * number) % pivots.len();
    let corner = |number: usize| {
        let (bone, length) = (bone(number), random.between(0.4, 0.9));
        Corner { at: pivots[bone] + length * Vec2::from_angle(random.between(0.0, TAU)), bone }
    };
    (0..2 * pivots.len()).map(corner).collect()
}

/// What the finished 07.1 gives for some angle about each pivot.
pub(crate) fn turns(random: &mut Random, pivots: impl IntoIterator<Item = Vec2>) -> Vec<Mat3> {
    let turn = |pivot| puppet::rotate_about(pivot, angle(random));
    pivots.into_iter().map(turn).collect()
}

/// For each part its parent. Two puppets, both branch, the second begins before the first is complete, and
/// no part but the roots has the previous entry as its parent.
const PARENTS: [Option<usize>; 9] =
    [None, Some(0), Some(0), None, Some(2), Some(3), Some(1), Some(3), Some(4)];

/// Parts of two puppets, with layers that neither rise nor fall along the list; two parts share one.
pub(crate) fn parts(random: &mut Random) -> Vec<Part> {
    let mut all: Vec<usize> = (0..LAYERS).collect();
    let layers = loop {
        for place in (1..all.len()).rev() {
            all.swap(place, random.below(place + 1));
        }
        let mut layers = all[..PARENTS.len()].to_vec();
        layers[7] = layers[6];
        // Layer 0 is in use, not by the first part, and the order is no mere turning round.
        let zero = layers.iter().position(|&layer| layer == 0);
        let rising = layers.windows(2).filter(|pair| pair[0] < pair[1]).count();
        if zero.is_some_and(|place| place > 0) && (3..6).contains(&rising) {
            break layers;
        }
    };
    let part = |(index, &parent): (usize, &Option<usize>)| Part {
        parent,
        pivot: place(random),
        pin: place(random),
        layer: layers[index],
    };
    PARENTS.iter().enumerate().map(part).collect()
}
