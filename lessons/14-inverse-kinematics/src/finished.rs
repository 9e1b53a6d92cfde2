//! The finished form of the four answers.

use crate::given::turn_between;
use crate::{Answers, Bend, Chain, Ground, Leg, Limb, Placed, Planted, Stance, Tools};
use glam::Vec3;

/// Right on every probe.
pub(crate) const ANSWERS: Answers = Answers { elbow_angle, reach, gradient_step, plant };

/// Every tool as it was finished.
pub(crate) const TOOLS: Tools = Tools { elbow_angle, reach };

fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    let cosine = (upper * upper + lower * lower - distance * distance)
        / (2.0 * upper * lower).max(f32::MIN_POSITIVE);
    cosine.clamp(-1.0, 1.0).acos()
}

fn reach(limb: &Limb, target: Vec3, pole: Vec3, _: &Tools) -> Bend {
    let [root, elbow, hand] = two_bone(limb, target, pole);
    let before = limb.model_from_shoulder();
    let shoulder = turn_between(before * limb.upper, elbow - root) * before;
    let forearm = shoulder * limb.elbow;
    let forearm = turn_between(forearm * limb.lower, hand - elbow) * forearm;
    Bend {
        shoulder: limb.model_from_parent.inverse() * shoulder,
        elbow: shoulder.inverse() * forearm,
    }
}

fn two_bone(limb: &Limb, target: Vec3, pole: Vec3) -> [Vec3; 3] {
    let (root, upper, lower) = (limb.root, limb.upper.length(), limb.lower.length());
    let along = (target - root).normalize_or(Vec3::X);
    let distance = target.distance(root).clamp((upper - lower).abs(), upper + lower);
    let side = along.cross(pole - root).cross(along);
    let side = side.normalize_or(along.any_orthonormal_vector());
    let angle = elbow_angle(upper, distance, lower);
    let elbow = upper * (angle.cos() * along + angle.sin() * side);
    [root, root + elbow, root + distance * along]
}

fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, share: f32, rate: f32) -> Vec<f32> {
    let Placed { model_from_joint, tip } = chain.place(angles);
    let step = |((hinge, joint), angle): ((&crate::Hinge, &glam::Mat4), &f32)| {
        let axis = joint.transform_vector3(hinge.axis);
        let moves = axis.cross(tip - joint.w_axis.truncate());
        angle - rate * (moves.dot(tip - target) + share * angle)
    };
    chain.hinges.iter().zip(&model_from_joint).zip(angles).map(step).collect()
}

fn plant(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted {
    let target = |leg: &Leg| {
        let hit = ground.under(leg.limb.tip());
        (hit.point + hit.normal * leg.ankle_height, hit.normal)
    };
    let needs = legs.iter().map(|leg| leg.limb.tip().y - target(leg).0.y);
    let lowered = needs.fold(0.0, f32::max);
    let stance = |leg: &Leg| {
        let (ankle, normal) = target(leg);
        let limb = leg.limb.moved(Vec3::NEG_Y * lowered);
        let bend = tools.reach(&limb, ankle, leg.pole);
        let foot = turn_between(Vec3::Y, normal) * leg.limb.model_from_elbow() * leg.foot;
        Stance { bend, foot: limb.bent(&bend).model_from_elbow().inverse() * foot }
    };
    Planted { lowered, stances: legs.iter().map(stance).collect() }
}
