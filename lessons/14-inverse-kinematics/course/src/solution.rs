//! Lesson 14: inverse kinematics. From where a hand should be to how its joints are turned.

use crate::{Answers, Bend, Chain, Ground, Leg, Limb, Planted, Stance, Tools};
use glam::Vec3;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { elbow_angle, reach, gradient_step, plant };

/// The angle between two bones whose ends are `distance` apart, in radians: 0 folded, pi straight.
///
/// You need `x.acos()`. A division by 0 may give a NaN.
fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    // BEGIN 14.1
    let squares = upper * upper + lower * lower - distance * distance;
    let cosine = squares / (2.0 * upper * lower).max(f32::MIN_POSITIVE);
    cosine.clamp(-1.0, 1.0).acos()
    // STUB // TODO 14.1: the law of cosines. And if no triangle has these sides?
    // STUB let _ = (upper, lower, distance); // you will need them
    // STUB std::f32::consts::PI
    // END 14.1
}

/// New local rotations of shoulder and elbow that bring the hand to `target`, or as near as it gets.
///
/// The elbow is in the plane of shoulder, target and pole, on the pole's side.
fn reach(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend {
    // BEGIN 14.2
    let upper = limb.upper.length();
    let lower = limb.lower.length();
    let distance = target.distance(limb.root).clamp((upper - lower).abs(), upper + lower);
    let n = (target - limb.root).normalize_or(Vec3::X);
    let s = n.cross(pole - limb.root).cross(n).normalize_or(n.any_orthonormal_vector());
    let angle = tools.elbow_angle(upper, distance, lower);
    let elbow = limb.root + upper * (angle.cos() * n + angle.sin() * s);
    let hand = limb.root + distance * n;

    // How shoulder and elbow are turned for that, in the model.
    let before = limb.model_from_shoulder();
    let shoulder = tools.turn_between(before * limb.upper, elbow - limb.root) * before;
    let forearm = shoulder * limb.elbow;
    let forearm = tools.turn_between(forearm * limb.lower, hand - elbow) * forearm;
    Bend { shoulder: limb.model_from_parent.inverse() * shoulder, elbow: shoulder.inverse() * forearm }
    // STUB // TODO 14.2: points first. Where should elbow and hand be in the model?
    // STUB let _ = (target, pole); // you will need them
    // STUB let [_, elbow, hand] = limb.points(); // where they are now
    // STUB // Then rotations: turn one bone after the other there yourself, without `bend_to`.
    // STUB tools.bend_to(limb, elbow, hand)
    // END 14.2
}

/// The hinges' angles in radians, element i for hinge i, after one step down the slopes of the energy.
///
/// `target` is a point in the model's space. Compute all slopes at `angles`.
fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32> {
    // BEGIN 14.3
    let placed = chain.place(angles);
    let mut next = Vec::new();
    for i in 0..angles.len() {
        let axis = placed.model_from_joint[i].transform_vector3(chain.hinges[i].axis);
        let joint = placed.model_from_joint[i].w_axis.truncate();
        let slope = axis.cross(placed.tip - joint).dot(placed.tip - target) + weight * angles[i];
        next.push(angles[i] - rate * slope);
    }
    next
    // STUB // TODO 14.3: how does each hinge move the tip, and what does that do to the energy? Then turn all of them.
    // STUB let _ = (chain, target, weight, rate); // you will need them
    // STUB angles.to_vec()
    // END 14.3
}

/// How far the hips of a figure go down on this `ground`, and how its hips, knees and feet are turned.
///
/// The hips never go up.
fn plant(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted {
    // BEGIN 14.4
    let mut planted = Planted::default();
    let mut targets = Vec::new();
    for leg in legs {
        let hit = ground.under(leg.limb.tip());
        let target = hit.point + leg.ankle_height * hit.normal;
        planted.lowered = planted.lowered.max(leg.limb.tip().y - target.y);
        targets.push((target, hit.normal));
    }
    for (leg, (target, normal)) in legs.iter().zip(targets) {
        let limb = leg.limb.moved(-planted.lowered * Vec3::Y);
        let bend = tools.reach(&limb, target, leg.pole);
        let tilted = tools.turn_between(Vec3::Y, normal) * leg.model_from_foot();
        let foot = limb.bent(&bend).model_from_elbow().inverse() * tilted;
        planted.stances.push(Stance { bend, foot });
    }
    planted
    // STUB // TODO 14.4: hips first. A target for each ankle, and how far the hips go down.
    // STUB let _ = (ground, tools); // you will need them
    // STUB let mut planted = Planted::default(); // the hips are lowered by 0, and no leg has a stance yet
    // STUB for leg in legs {
    // STUB     // Then legs: each reaches for its target with `tools.reach`. Then soles: its foot.
    // STUB     let bend = Bend { shoulder: leg.limb.shoulder, elbow: leg.limb.elbow };
    // STUB     planted.stances.push(Stance { bend, foot: leg.foot });
    // STUB }
    // STUB planted
    // END 14.4
}
