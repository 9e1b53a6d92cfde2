//! The right answers: those of the solution, but 14.1 to 14.3 by what they have become in `armature::ik`.

use crate::{Answers, Bend, Chain, InverseKinematics, Limb, Tools, mistaken};
use armature::ik;
use glam::Vec3;

pub const ANSWERS: Answers = Answers { elbow_angle: ik::elbow_angle, reach, gradient_step, ..mistaken::ANSWERS };

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
