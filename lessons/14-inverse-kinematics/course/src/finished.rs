//! The finished form of the four answers: `armature::ik`, at the edge to this lesson's types.

use crate::{Answers, Bend, Chain, Ground, InverseKinematics, Leg, Limb, Planted, Stance, Tools};
use armature::ik;
use glam::Vec3;

pub const ANSWERS: Answers = Answers { elbow_angle: ik::elbow_angle, reach, gradient_step, plant };

pub const TOOLS: Tools = Tools {
    elbow_angle: TABLE.elbow_angle,
    reach: TABLE.reach,
    finished: TABLE.reach,
    bend_to: |limb, elbow, hand, tools| given::answer(&"14.2", || bend_to(limb, elbow, hand, tools)),
};

const TABLE: InverseKinematics = given::table!(InverseKinematics, ANSWERS);

pub fn tools_of(answers: &InverseKinematics) -> Tools {
    Tools { elbow_angle: answers.elbow_angle, reach: answers.reach, ..TOOLS }
}

fn reach(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend {
    let [_, elbow, hand] = ik::two_bone_points(limb.points(), target, pole);
    bend_to(limb, elbow, hand, tools)
}

/// The rotations of 14.2, by points of the model.
fn bend_to(limb: &Limb, elbow: Vec3, hand: Vec3, tools: &Tools) -> Bend {
    let before = limb.model_from_shoulder();
    let shoulder = tools.turn_between(before * limb.upper, elbow - limb.root) * before;
    let forearm = shoulder * limb.elbow;
    let forearm = tools.turn_between(forearm * limb.lower, hand - elbow) * forearm;
    Bend { shoulder: limb.model_from_parent.inverse() * shoulder, elbow: shoulder.inverse() * forearm }
}

fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32> {
    let mut next = angles.to_vec();
    ik::gradient_step(&chain.hinges, &mut next, target, weight, rate);
    next
}

fn plant(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted {
    let mut targets = Vec::new();
    let mut offsets = Vec::new();
    for leg in legs {
        let hit = ground.under(leg.limb.tip());
        let target = ik::ankle_target(hit.point, hit.normal, leg.ankle_height);
        offsets.push(target.y - leg.limb.tip().y);
        targets.push((target, hit.normal));
    }
    let drop = ik::hips_drop(&offsets);
    let mut stances = Vec::new();
    for (leg, (target, normal)) in legs.iter().zip(targets) {
        let limb = leg.limb.moved(Vec3::Y * drop);
        let bend = tools.reach(&limb, target, leg.pole);
        let foot = tools.turn_between(Vec3::Y, normal) * leg.model_from_foot();
        stances.push(Stance { bend, foot: limb.bent(&bend).model_from_elbow().inverse() * foot });
    }
    Planted { lowered: -drop, stances }
}
