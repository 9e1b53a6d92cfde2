//! What the answers give for one picture: the robot's arm, two knights, three tentacles.

use crate::arm::{ArmPose, RobotArm};
use crate::knight::{self, Knight};
use crate::tentacles::{self, History, ITERATIONS, PERIOD, RATE};
use crate::{Answers, Ground, Leg, Planted, Tools, finished};
use common::app::GuardedAnswers;
use common::model::ModelInstance;
use glam::{Affine3A, Quat, Vec2, Vec3};
use std::f32::consts::PI;

/// Where the knights stand, and how they are turned: on the stairs, on the slope.
pub const PLACES: [(Vec3, f32); 2] =
    [(Vec3::new(-0.72, 0.44, 0.0), 0.30), (Vec3::new(0.78, 0.30, 0.0), 0.45)];
/// Stairs and slope rise along it.
pub const RISES: [Vec3; 2] = [Vec3::X, Vec3::new(0.94, 0.0, -0.34)];

/// What of the picture is set by hand, or by time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Of the scene.
    pub seconds: f32,
    /// The robot's target, in the plane of its arm.
    pub target: Vec2,
    /// Of the slope, in radians.
    pub slope: f32,
    /// Of the squared angles in 14.3.
    pub share: f32,
}

/// The answers' picture.
pub struct Frame {
    /// How it is set.
    pub setting: Setting,
    /// The robot.
    pub arm: ArmPose,
    /// How the knights stand, and all their joints.
    pub knights: [(Planted, ModelInstance); 2],
    /// Each method's iterations for the target of now: CCD, FABRIK, the gradient.
    pub histories: [History; 3],
    /// The tentacles' target, seen from each one's root.
    pub pearl: Vec3,
    /// How many iterations have been made by now, and a part of the next.
    pub iterations: f32,
}

type Guarded<'a> = GuardedAnswers<'a, Answers>;

impl Frame {
    /// Calls the answers.
    pub fn evaluate(
        answers: &mut Guarded<'_>,
        robot: &RobotArm,
        knight: &mut Knight,
        setting: Setting,
    ) -> Self {
        let mut tools =
            Tools { elbow_angle: answers.table.elbow_angle, reach: answers.table.reach };
        let arm = arm(answers, &mut tools, robot, setting.target);
        let knights = knights(answers, &mut tools, knight, setting);
        let number = (setting.seconds / PERIOD) as usize;
        let histories = histories(answers, number, setting.share);
        let since = setting.seconds - number as f32 * PERIOD;
        let iterations = (since * RATE).min(ITERATIONS as f32);
        let pearl = tentacles::target(number);
        Frame { setting, arm, knights, histories, pearl, iterations }
    }
}

/// 14.1. If it fails by itself the others do without it.
fn arm(answers: &mut Guarded<'_>, tools: &mut Tools, robot: &RobotArm, target: Vec2) -> ArmPose {
    let [upper, lower] = robot.bones();
    let distance = robot.shoulder.distance(target);
    let found = answers
        .try_call("14.1", (), move |answers, ()| (answers.elbow_angle)(upper, lower, distance));
    let elbow = found.unwrap_or_else(|| {
        tools.elbow_angle = finished::TOOLS.elbow_angle;
        tools.elbow_angle(upper, lower, distance)
    });
    if !elbow.is_finite() {
        answers.report("14.1", "not a number");
    }
    robot.aim(if elbow.is_finite() { elbow } else { PI }, target)
}

/// 14.2 and 14.4.
fn knights(
    answers: &mut Guarded<'_>,
    tools: &mut Tools,
    knight: &mut Knight,
    setting: Setting,
) -> [(Planted, ModelInstance); 2] {
    let grounds =
        [knight::stairs(local(0, RISES[0])), knight::slope(local(1, RISES[1]), setting.slope)];
    let legs = knight.legs(setting.seconds);
    // Each leg once by itself, so that what goes wrong in 14.2 is reported as that.
    let (given, all) = (*tools, legs.clone());
    let tried = answers.try_call("14.2", (), move |answers, ()| {
        let reach = |leg: &Leg| (answers.reach)(&leg.limb, leg.limb.tip(), leg.pole, &given);
        all.iter().map(reach).collect::<Vec<_>>()
    });
    match tried {
        None => tools.reach = finished::TOOLS.reach,
        Some(bends) if bends.iter().any(|b| !b.shoulder.is_finite() || !b.elbow.is_finite()) => {
            answers.report("14.2", "not a number");
            tools.reach = finished::TOOLS.reach;
        }
        Some(_) => {}
    }
    let tools = *tools;
    let inputs = (legs.clone(), grounds);
    let stand = |plant: crate::Plant, (legs, grounds): &(Vec<Leg>, [Ground; 2]), tools: &Tools| {
        grounds.each_ref().map(|ground| plant(legs, ground, tools))
    };
    let found = answers.try_call("14.4", inputs.clone(), move |answers, inputs| {
        stand(answers.plant, inputs, &tools)
    });
    let mut planted =
        found.unwrap_or_else(|| stand(finished::ANSWERS.plant, &inputs, &finished::TOOLS));
    if planted.iter().any(|planted| planted.stances.len() != legs.len()) {
        let count = planted[0].stances.len();
        answers.report("14.4", format!("stances for 2 legs: {count}"));
    }
    if planted.iter().any(|planted| !is_finite(planted)) {
        answers.report("14.4", "not a number");
        planted = stand(crate::starter::ANSWERS.plant, &inputs, &tools);
    }
    planted.map(|planted| {
        let figure = knight.stand(&planted);
        (planted, figure)
    })
}

fn is_finite(planted: &Planted) -> bool {
    let is_finite = |stance: &crate::Stance| {
        let all = [stance.bend.shoulder, stance.bend.elbow, stance.foot];
        all.into_iter().all(Quat::is_finite)
    };
    planted.lowered.is_finite() && planted.stances.iter().all(is_finite)
}

/// 14.3 for one tentacle; the other two are given.
fn histories(answers: &mut Guarded<'_>, number: usize, share: f32) -> [History; 3] {
    let chain = tentacles::chain();
    let rest = tentacles::points(&chain, &tentacles::rest());
    let now = tentacles::target(number);
    let before = number.checked_sub(1).map(tentacles::target);
    let by_points = |iterate: fn(&mut [Vec3], Vec3)| {
        let start = before.map_or(rest.clone(), |before| {
            tentacles::by_points(&rest, before, iterate).swap_remove(ITERATIONS)
        });
        tentacles::by_points(&start, now, iterate)
    };
    let by_gradient = answers.call("14.3", (), move |answers, ()| {
        let mut angles = tentacles::rest();
        if let Some(before) = before {
            angles = tentacles::by_gradient(answers.gradient_step, &angles, before, share).1;
        }
        tentacles::by_gradient(answers.gradient_step, &angles, now, share).0
    });
    [by_points(tentacles::ccd_step), by_points(tentacles::fabrik_step), by_gradient]
}

/// From a knight's own space to the stage.
pub fn world_from_place(number: usize) -> Affine3A {
    let (at, yaw) = PLACES[number];
    Affine3A::from_rotation_translation(Quat::from_rotation_y(yaw), at)
}

/// A direction of the stage in a knight's own space.
fn local(number: usize, direction: Vec3) -> Vec3 {
    Quat::from_rotation_y(-PLACES[number].1) * direction.normalize()
}
