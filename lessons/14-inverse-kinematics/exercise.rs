//! Lesson 14: inverse kinematics. From where a hand should be to how its joints are turned.

use crate::{Answers, Bend, Chain, Ground, Leg, Limb, Planted, Stance, Tools};
use glam::Vec3;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { elbow_angle, reach, gradient_step, plant };

/// The angle between two bones whose ends are `distance` apart, in radians: 0 folded, pi straight.
///
/// You need `x.acos()`. A division by 0 may give a NaN.
fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    // TODO 14.1: the law of cosines. And if no triangle has these sides?
    let _ = (upper, lower, distance); // you will need them
    std::f32::consts::PI
}

/// New local rotations of shoulder and elbow that bring the hand to `target`, or as near as it gets.
///
/// The elbow is in the plane of shoulder, target and pole, on the pole's side.
fn reach(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend {
    // TODO 14.2: points first. Where should elbow and hand be in the model?
    let _ = (target, pole); // you will need them
    let [_, elbow, hand] = limb.points(); // where they are now
    // Then rotations: turn one bone after the other there yourself, without `bend_to`.
    tools.bend_to(limb, elbow, hand)
}

/// The hinges' angles in radians, element i for hinge i, after one step down the slopes of the energy.
///
/// `target` is a point in the model's space. Compute all slopes at `angles`.
fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32> {
    // TODO 14.3: how does each hinge move the tip, and what does that do to the energy? Then turn all of them.
    let _ = (chain, target, weight, rate); // you will need them
    angles.to_vec()
}

/// How far the hips of a figure go down on this `ground`, and how its hips, knees and feet are turned.
///
/// The hips never go up.
fn plant(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted {
    // TODO 14.4: hips first. A target for each ankle, and how far the hips go down.
    let _ = (ground, tools); // you will need them
    let mut planted = Planted::default(); // the hips are lowered by 0, and no leg has a stance yet
    for leg in legs {
        // Then legs: each reaches for its target with `tools.reach`. Then soles: its foot.
        let bend = Bend { shoulder: leg.limb.shoulder, elbow: leg.limb.elbow };
        planted.stances.push(Stance { bend, foot: leg.foot });
    }
    planted
}
