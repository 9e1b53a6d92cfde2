//! Values that the answers give for one picture: the robot's arm, two knights, three tentacles.

use crate::arm::{ArmPose, RobotArm};
use crate::figures::points;
use crate::knight::{self, Pose, ReachingKnight};
use crate::tentacles::{self, History, ITERATIONS, PERIOD, RATE};
use crate::{Bend, Ground, InverseKinematics, Leg, Planted, Stance, finished, tools_of};
use armature::animation::LoopMode;
use armature::ik;
use armature::math::Transform;
use drawing::WorldPose;
use drawing::answer_cache::AnswerCache;
use drawing::report::report;
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};
use lesson_12::character::{Character, TrackCache, file::CharacterFile};
use std::{f32::consts::PI, rc::Rc};

/// Positions and headings of the knights: on the stairs, on the slope.
pub const PLACES: [(Vec3, f32); 2] = [(Vec3::new(-0.70, 0.44, -0.15), 0.35), (Vec3::new(0.72, 0.30, -0.15), 0.45)];
pub const ROOTS: [Vec3; 3] = [Vec3::new(1.85, 0.12, 0.0), Vec3::new(2.45, 0.12, 0.0), Vec3::new(3.05, 0.12, 0.0)];
/// Stairs and slope rise along it.
pub const RISES: [Vec3; 2] = [Vec3::X, Vec3::new(0.94, 0.0, -0.34)];

/// The slope sways so far to either side until it is turned by hand, in radians.
const SWAY: f32 = 0.33;

/// Weight of the squared angles in the tentacle's energy, unless it is set by hand.
pub(crate) const WEIGHT: f32 = 0.002;

/// Distance from a knight's target to his wrist, in metres.
const HAND: f32 = 0.13;
/// Pole of his elbow, seen from the shoulder: low, outside and behind.
const ELBOW: Vec3 = Vec3::new(0.6, -1.0, -0.5);

/// Parameters of the picture, set by hand or by time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub seconds: f32,
    /// The robot's target, in the plane of its arm.
    pub target: Vec2,
    /// In radians.
    pub slope: f32,
    /// Weight of the squared angles in 14.3.
    pub weight: f32,
}

impl Setting {
    /// Returns the setting that time gives, unless it is changed by hand.
    pub fn at(robot: &RobotArm, seconds: f32) -> Self {
        let path = Vec2::new(0.52 + 0.25 * (0.9 * seconds - 3.6).sin(), 0.35 + 0.40 * (1.3 * seconds - 5.9).sin());
        Setting { seconds, target: robot.shoulder + path, slope: SWAY * (0.55 * seconds - 1.5).sin(), weight: WEIGHT }
    }

    fn number(&self) -> usize {
        (self.seconds / PERIOD) as usize
    }
}

pub struct ReachFrame {
    pub setting: Setting,
    pub arm: ArmPose,
    pub legs: Vec<Leg>,
    /// The knights: on the stairs, on the slope.
    pub knights: Vec<Standing>,
    /// Each method's iterations for the target of now: CCD, FABRIK, the gradient.
    pub histories: Rc<[History; 3]>,
    /// The tentacles' target, seen from each one's root.
    pub pearl: Vec3,
    /// Number of iterations that have been made by now, and a part of the next.
    pub iterations: f32,
}

pub struct Standing {
    pub planted: Planted,
    pub pose: WorldPose,
}

pub struct ReachCast {
    pub robot: RobotArm,
    pub knight: ReachingKnight,
    tracks: TrackCache,
    /// Iterations of the tentacles on the right: by the number of jumps, the weight, and the answers.
    histories: AnswerCache<(usize, f32, InverseKinematics), Rc<[History; 3]>>,
}

impl ReachCast {
    /// Returns `None` if the file is not the knight's.
    pub fn new(file: CharacterFile) -> Option<Self> {
        Some(ReachCast {
            robot: RobotArm::with_motor(),
            knight: ReachingKnight::new(file)?,
            tracks: TrackCache::default(),
            histories: AnswerCache::default(),
        })
    }
}

impl ReachFrame {
    /// Poses robot, knights and tentacles by the answers.
    ///
    /// # Errors
    /// If one cannot be used.
    pub fn evaluate(course: &Course, cast: &mut ReachCast, setting: Setting) -> Result<Self, CallError> {
        let ReachCast { robot, knight, tracks, histories: cache } = cast;
        let answers = &course.inverse_kinematics;
        let arm = pose_arm(answers, robot, setting.target)?;
        let character = Character { file: &knight.file, course };
        let locals = character.pose(tracks, knight.idle, LoopMode::Loop, setting.seconds)?;
        let models = character.models(locals.iter().map(Transform::to_mat4).collect())?;
        let at_ease = Pose { locals, models };
        let legs = knight.legs(&at_ease);
        let number = setting.number();
        let pearl = tentacles::target(number);
        // One knight reaches for the ball, the other for the first pearl.
        let wanted = [setting.target.extend(0.0), ROOTS[0] + pearl];
        let mut knights = Vec::new();
        for (side, ground) in grounds(setting.slope).iter().enumerate() {
            let lowered = (finished::ANSWERS.plant)(&legs, ground, &finished::TOOLS).lowered;
            let holding = reach_for(answers, knight, &at_ease, side, wanted[side], lowered)?;
            let planted = plant_legs(answers, &legs, ground)?;
            let pose = knight.stand(&at_ease, &planted, side, &holding);
            knights.push(Standing { pose: character.stand(&pose, &place(side))?, planted });
        }
        let key = (number, setting.weight, *answers);
        let histories =
            cache.get_or_compute(key, || iterate_tentacles(answers, number, setting.weight).map(Rc::new))?;
        let since = setting.seconds - number as f32 * PERIOD;
        let iterations = (since * RATE).min(ITERATIONS as f32);
        Ok(ReachFrame { setting, arm, legs, knights, histories, pearl, iterations })
    }
}

/// Poses the robot's arm by 14.1. Without an angle it has no forearm: only the upper arm points at the target.
fn pose_arm(answers: &InverseKinematics, robot: &RobotArm, target: Vec2) -> Result<ArmPose, CallError> {
    let [upper, lower] = robot.bones();
    let elbow = answers.elbow_angle(upper, lower, robot.shoulder.distance(target))?;
    if elbow.is_finite() {
        return Ok(robot.aim(elbow, target));
    }
    report("14.1", "not a number");
    Ok(ArmPose { elbow: f32::NAN, ..robot.aim(PI, target) })
}

/// Returns the rotations of a knight's arm that reach for a target in the world, by 14.2, with his hips lowered.
fn reach_for(
    answers: &InverseKinematics,
    knight: &ReachingKnight,
    pose: &Pose,
    side: usize,
    target: Vec3,
    lowered: f32,
) -> Result<Bend, CallError> {
    let arm = knight.arm(pose, side, lowered);
    let target = place(side).to_affine().inverse().transform_point3(target);
    let wrist = target + HAND * (arm.root - target).normalize_or(Vec3::Y);
    let outside = if side == 0 { -1.0 } else { 1.0 };
    let pole = arm.root + ELBOW * Vec3::new(outside, 1.0, 1.0);
    let bend = answers.reach(&arm, wrist, pole, &tools_of(answers))?;
    if !(bend.shoulder.is_finite() && bend.elbow.is_finite()) {
        return Err(CallError::unusable("14.2", "not a number"));
    }
    Ok(bend)
}

/// Returns 14.4's result for legs on the ground, and reports it if stances are missing.
fn plant_legs(answers: &InverseKinematics, legs: &[Leg], ground: &Ground) -> Result<Planted, CallError> {
    let planted = answers.plant(legs, ground, &tools_of(answers))?;
    let mut is_finite = planted.lowered.is_finite();
    for Stance { bend, foot } in &planted.stances {
        is_finite &= bend.shoulder.is_finite() && bend.elbow.is_finite() && foot.is_finite();
    }
    if !is_finite {
        return Err(CallError::unusable("14.4", "not a number"));
    }
    if planted.stances.len() != legs.len() {
        report("14.4", format!("{} stances for {} legs", planted.stances.len(), legs.len()));
    }
    Ok(planted)
}

/// Returns the largest errors of the legs: of an ankle's position in metres, and of a sole's upward direction and a knee's
/// direction in degrees.
pub fn leg_errors(legs: &[Leg], ground: &Ground, planted: &Planted) -> [f32; 3] {
    let mut worst = [0.0f32; 3];
    for (leg, stance) in legs.iter().zip(&planted.stances) {
        let hit = ground.under(leg.limb.tip());
        let limb = leg.limb.moved(Vec3::NEG_Y * planted.lowered).bent(&stance.bend);
        let [hip, knee, ankle] = limb.points();
        let foot_from_model = leg.model_from_foot().inverse();
        let up = limb.model_from_elbow() * stance.foot * foot_from_model * Vec3::Y;
        let axis = (ankle - hip).normalize_or_zero();
        let bent = (knee - hip).reject_from(axis);
        let wanted = (leg.pole - hip).reject_from(axis);
        let errors = [
            ankle.distance(hit.point + leg.ankle_height * hit.normal),
            up.angle_between(hit.normal).to_degrees(),
            bent.angle_between(wanted).to_degrees(),
        ];
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error);
        }
    }
    worst
}

/// Returns the iterations of the three tentacles for this target: by CCD, by FABRIK, and by 14.3.
fn iterate_tentacles(answers: &InverseKinematics, number: usize, weight: f32) -> Result<[History; 3], CallError> {
    let mut angles = tentacles::rest();
    let at_rest = points(&tentacles::chain(), &angles);
    let now = tentacles::target(number);
    let before = number.checked_sub(1).map(tentacles::target);
    if let Some(before) = before {
        angles = tentacles::by_gradient(answers, &angles, before, weight)?.1;
    }
    let by_gradient = tentacles::by_gradient(answers, &angles, now, weight)?.0;
    let [by_ccd, by_fabrik] = [ik::ccd_step, ik::fabrik_step].map(|iterate: fn(&mut [Vec3], Vec3)| {
        let mut start = at_rest.clone();
        if let Some(before) = before {
            start = tentacles::by_points(&start, before, iterate).swap_remove(ITERATIONS);
        }
        tentacles::by_points(&start, now, iterate)
    });
    Ok([by_ccd, by_fabrik, by_gradient])
}

pub fn place(number: usize) -> Transform {
    let (translation, yaw) = PLACES[number];
    Transform { rotation: Quat::from_rotation_y(yaw), ..Transform::from_translation(translation) }
}

pub fn grounds(slope: f32) -> [Ground; 2] {
    [knight::stairs(local(0, RISES[0])), knight::slope(local(1, RISES[1]), slope)]
}

fn local(number: usize, direction: Vec3) -> Vec3 {
    Quat::from_rotation_y(-PLACES[number].1) * direction.normalize()
}
