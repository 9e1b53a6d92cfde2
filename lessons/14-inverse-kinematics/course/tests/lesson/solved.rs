//! Steps towards the answers: each is seen by itself, and a mistake in it has its name.

use check::Submission;
use given::Course;
use glam::Vec3;
use lesson_14::checks::{LESSON, REFERENCE};
use lesson_14::finished::ANSWERS;
use lesson_14::{Bend, InverseKinematics, Leg, Limb, Planted, Stance, Tools};

/// Asserts which steps of a TODO the verdict calls right, and which mistake it names.
fn assert_judged(inverse_kinematics: InverseKinematics, todo: usize, steps: &[Option<bool>], mistake: Option<&str>) {
    let answers = &Course { inverse_kinematics, ..REFERENCE };
    let v = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, verdict::SEED);
    assert!(v.steps.iter().map(|step| step.right).eq(steps.iter().copied()), "{}", verdict::text(&v));
    assert!(v.mistakes.iter().map(|found| found.name.as_str()).eq(mistake), "{}", verdict::text(&v));
}

/// Returns elbow and hand by 14.2's formulas, relative to the shoulder.
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
    assert_judged(right, 1, &[Some(true), Some(false)], None);
    let direction = InverseKinematics {
        reach: |limb, target, pole, tools| Ok(bent(limb, target, pole, tools, limb.root)),
        ..REFERENCE.inverse_kinematics
    };
    assert_judged(direction, 1, &[Some(false), None], Some("POLE-AS-DIRECTION"));
    let from_the_shoulder = InverseKinematics {
        reach: |limb, target, pole, tools| Ok(bent(limb, target, pole - limb.root, tools, Vec3::ZERO)),
        ..REFERENCE.inverse_kinematics
    };
    assert_judged(from_the_shoulder, 1, &[Some(false), None], Some("SHOULDER-NOT-ADDED"));
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
    assert_judged(in_the_model, 1, &[None, Some(false)], Some("IN-THE-MODEL"));
}

/// Returns a figure that is lowered and whose legs have not reached yet.
fn lowered(legs: &[Leg], by: f32) -> Planted {
    let mut stances = Vec::new();
    for Leg { limb, foot, .. } in legs {
        stances.push(Stance { bend: Bend { shoulder: limb.shoulder, elbow: limb.elbow }, foot: *foot });
    }
    Planted { lowered: by, stances }
}

#[test]
fn hips_then_legs_then_soles() {
    let hips = InverseKinematics {
        plant: |legs, ground, tools| Ok(lowered(legs, (ANSWERS.plant)(legs, ground, tools).lowered)),
        ..REFERENCE.inverse_kinematics
    };
    assert_judged(hips, 3, &[Some(true), Some(false), None], None);
    let highest = InverseKinematics {
        plant: |legs, ground, _| {
            let mut smallest = f32::MAX;
            for leg in legs {
                let hit = ground.under(leg.limb.tip());
                smallest = smallest.min(leg.limb.tip().y - (hit.point + leg.ankle_height * hit.normal).y);
            }
            Ok(lowered(legs, smallest.max(0.0)))
        },
        ..REFERENCE.inverse_kinematics
    };
    assert_judged(highest, 3, &[Some(false), None, None], Some("HIGHER-FOOT"));
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
    assert_judged(legs, 3, &[Some(true), Some(true), Some(false)], None);
}
