//! Lesson 14: inverse kinematics: from where a hand should be to how its joints are turned.

use crate::{Answers, Bend, Chain, Ground, Leg, Limb, Planted, Stance, Tools};
use glam::Vec3;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { elbow_angle, reach, gradient_step, plant };

/// The angle between two bones whose ends are `distance` apart, in radians: 0 folded, pi straight.
///
/// If there is no such triangle: folded if the ends are too near for these bones, straight if they are too far
/// apart. A bone may be 0 long; then any finite number will do.
fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    // TODO 14.1: the law of cosines. And if no triangle has these sides?
    let _ = (upper, lower, distance); // you will need them
    std::f32::consts::PI
}

/// New local rotations for shoulder and elbow, by which the hand is at `target`; or as near as it gets.
///
/// `target` and `pole` are points in the model. The elbow lies in the plane of shoulder, target and pole, on
/// the pole's side. If these three lie on one line any plane will do, and if the target is at the
/// shoulder any direction.
fn reach(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend {
    // TODO 14.2: points first. Where should elbow and hand be in the model?
    let _ = (target, pole); // you will need them
    let [_, elbow, hand] = limb.points(); // where they are now
    // Then rotations: turn one bone after the other there yourself, without `bend_to`.
    tools.bend_to(limb, elbow, hand)
}

/// The angles after one step down the energy: half the squared distance of the tip from `target`, and half of
/// `weight` times the sum of the squared angles.
///
/// Element i for hinge i, in radians: all slopes are those of `angles`, and each angle changes by `rate`
/// times its own. `target` is a point in the model.
fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32> {
    // TODO 14.3: for each hinge: how does the tip move, what does that do to the energy? Then all go down.
    let _ = (chain, target, weight, rate); // you will need them
    angles.to_vec()
}

/// Returns the stance of a figure on `ground`: the distance by which its hips are lowered, and the turns of hips, knees
/// and feet.
///
/// Each ankle comes to stand over the ground that is straight below it now, as high over it as `ankle_height`
/// says, along the ground's normal. The hips go down by the largest distance that any ankle must go
/// down, and never up. Each foot is turned as the ground is tilted.
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
