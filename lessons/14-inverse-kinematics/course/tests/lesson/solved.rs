//! Steps towards the answers: each is seen by itself, and a mistake in it has its name.

use common::check::{self, Submission, Verdict};
use given::Course;
use glam::Vec3;
use lesson_14::checks::{LESSON, REFERENCE};
use lesson_14::finished::ANSWERS;
use lesson_14::{Bend, InverseKinematics, Leg, Limb, Planted, Stance, Tools};

/// The verdict, the steps that are right, and the names of its mistakes.
fn judged(inverse_kinematics: InverseKinematics, todo: usize) -> (Verdict, Vec<Option<bool>>, Vec<String>) {
    let answers = &Course { inverse_kinematics, ..REFERENCE };
    let v = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, check::SEED);
    let (steps, names) = (v.steps.iter().map(|step| step.right).collect(), v.mistakes.iter().map(|m| m.name.clone()));
    (v.clone(), steps, names.collect())
}

/// Elbow and hand by 14.2, seen from the shoulder.
fn points(limb: &Limb, target: Vec3, to_pole: Vec3, tools: &Tools) -> [Vec3; 2] {
    let upper = limb.upper.length();
    let lower = limb.lower.length();
    let n = (target - limb.root).normalize_or(Vec3::X);
    let s = n.cross(to_pole).cross(n).normalize_or(n.any_orthonormal_vector());
    let distance = target.distance(limb.root).clamp((upper - lower).abs(), upper + lower);
    let angle = tools.elbow_angle(upper, distance, lower);
    [upper * (angle.cos() * n + angle.sin() * s), distance * n]
}

#[test]
fn points_are_seen_before_the_rotations_are_written() {
    fn bent(limb: &Limb, target: Vec3, to_pole: Vec3, tools: &Tools, from: Vec3) -> Bend {
        let [elbow, hand] = points(limb, target, to_pole, tools).map(|point| from + point);
        tools.bend_to(limb, elbow, hand)
    }
    let right = InverseKinematics {
        reach: |limb, target, pole, tools| Ok(bent(limb, target, pole - limb.root, tools, limb.root)),
        ..REFERENCE.inverse_kinematics
    };
    let (v, steps, names) = judged(right, 1);
    assert_eq!((&steps[..], &names[..]), (&[Some(true), Some(false)][..], &[][..]), "{}", check::text(&v));
    let direction = InverseKinematics {
        reach: |limb, target, pole, tools| Ok(bent(limb, target, pole, tools, limb.root)),
        ..REFERENCE.inverse_kinematics
    };
    let (_, steps, names) = judged(direction, 1);
    assert_eq!((&steps[..], &names[..]), (&[Some(false), None][..], &["POLE-AS-DIRECTION".to_owned()][..]));
    let from_the_shoulder = InverseKinematics {
        reach: |limb, target, pole, tools| Ok(bent(limb, target, pole - limb.root, tools, Vec3::ZERO)),
        ..REFERENCE.inverse_kinematics
    };
    assert_eq!(judged(from_the_shoulder, 1).2, ["SHOULDER-NOT-ADDED"]);
}

#[test]
fn rotations_that_are_wrong_say_nothing_of_the_points() {
    let in_the_model = InverseKinematics {
        reach: |limb, target, pole, tools| {
            let Bend { shoulder, elbow } = (ANSWERS.reach)(limb, target, pole, tools);
            Ok(Bend { shoulder: limb.model_from_parent * shoulder, elbow })
        },
        ..REFERENCE.inverse_kinematics
    };
    let (_, steps, names) = judged(in_the_model, 1);
    assert_eq!((&steps[..], &names[..]), (&[None, Some(false)][..], &["IN-THE-MODEL".to_owned()][..]));
}

/// Returns a figure that is lowered and whose legs have not reached yet.
fn lowered(legs: &[Leg], by: f32) -> Planted {
    Planted {
        lowered: by,
        stances: legs
            .iter()
            .map(|leg| {
                let bend = Bend { shoulder: leg.limb.shoulder, elbow: leg.limb.elbow };
                Stance { bend, foot: leg.foot }
            })
            .collect(),
    }
}

#[test]
fn hips_then_legs_then_soles() {
    let hips = InverseKinematics {
        plant: |legs, ground, tools| Ok(lowered(legs, (ANSWERS.plant)(legs, ground, tools).lowered)),
        ..REFERENCE.inverse_kinematics
    };
    assert_eq!(judged(hips, 3).1, [Some(true), Some(false), None]);
    let highest = InverseKinematics {
        plant: |legs, ground, _| {
            let need = |leg: &Leg| {
                let hit = ground.under(leg.limb.tip());
                leg.limb.tip().y - (hit.point + leg.ankle_height * hit.normal).y
            };
            Ok(lowered(legs, legs.iter().map(need).fold(f32::MAX, f32::min).max(0.0)))
        },
        ..REFERENCE.inverse_kinematics
    };
    let (_, steps, names) = judged(highest, 3);
    assert_eq!((&steps[..], &names[..]), (&[Some(false), None, None][..], &["HIGHER-FOOT".to_owned()][..]));
    let legs = InverseKinematics {
        plant: |legs, ground, tools| {
            let mut planted = (ANSWERS.plant)(legs, ground, tools);
            for (stance, leg) in planted.stances.iter_mut().zip(legs) {
                stance.foot = leg.foot;
            }
            Ok(planted)
        },
        ..REFERENCE.inverse_kinematics
    };
    assert_eq!(judged(legs, 3).1, [Some(true), Some(true), Some(false)]);
}
