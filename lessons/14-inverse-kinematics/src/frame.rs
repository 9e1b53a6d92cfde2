//! What the answers give for one picture: the robot's arm, two knights, three tentacles.

use crate::arm::{ArmPose, RobotArm};
use crate::checks::LESSON;
use crate::knight::{self, Knight, Pose};
use crate::tentacles::{self, Descended, History, ITERATIONS, PERIOD, RATE};
use crate::{Answers, Bend, Ground, Leg, Limb, Planted, Tools, finished};
use anyhow::Result;
use common::animation::LoopMode;
use common::app::GuardedAnswers;
use common::ik;
use common::math::Transform;
use common::scenes::answer_cache::AnswerCache;
use common::scenes::posed_figure::WorldPose;
use glam::{Quat, Vec2, Vec3};
use lesson_12::character::{Character, CharacterAnswers, TrackCache};
use std::f32::consts::PI;
use std::sync::Arc;

/// Where the knights stand, and how they are turned: on the stairs, on the slope.
pub const PLACES: [(Vec3, f32); 2] = [(Vec3::new(-0.70, 0.44, -0.15), 0.35), (Vec3::new(0.72, 0.30, -0.15), 0.45)];
/// The tentacles' roots.
pub const ROOTS: [Vec3; 3] = [Vec3::new(1.85, 0.12, 0.0), Vec3::new(2.45, 0.12, 0.0), Vec3::new(3.05, 0.12, 0.0)];
/// Stairs and slope rise along it.
pub const RISES: [Vec3; 2] = [Vec3::X, Vec3::new(0.94, 0.0, -0.34)];

/// The slope sways so far to either side until it is turned by hand, in radians.
const SWAY: f32 = 0.33;

/// From what a knight reaches for to his wrist, in metres; where his elbow's pole is, seen from the shoulder: low,
/// outside and behind.
const HAND: f32 = 0.13;
const ELBOW: Vec3 = Vec3::new(0.6, -1.0, -0.5);

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

impl Setting {
    /// As long as nothing is set by hand.
    pub fn at(robot: &RobotArm, seconds: f32) -> Self {
        let path = Vec2::new(0.52 + 0.25 * (0.9 * seconds - 3.6).sin(), 0.35 + 0.40 * (1.3 * seconds - 5.9).sin());
        Setting {
            seconds,
            target: robot.shoulder + path,
            slope: SWAY * (0.55 * seconds - 1.5).sin(),
            share: tentacles::SHARE,
        }
    }

    /// How often the pearls have jumped.
    fn number(&self) -> usize {
        (self.seconds / PERIOD) as usize
    }
}

/// The answers' picture.
pub struct Frame {
    /// How it is set.
    pub setting: Setting,
    /// The robot.
    pub arm: ArmPose,
    /// The knight's, as the animation has them.
    pub legs: Vec<Leg>,
    /// The knights: on the stairs, on the slope.
    pub knights: Vec<Standing>,
    /// Each method's iterations for the target of now: CCD, FABRIK, the gradient.
    pub histories: Arc<[History; 3]>,
    /// The tentacles' target, seen from each one's root.
    pub pearl: Vec3,
    /// How many iterations have been made by now, and a part of the next.
    pub iterations: f32,
}

type Guarded<'a> = GuardedAnswers<'a, Answers>;

/// A knight, put in his place.
pub struct Standing {
    /// How he stands there.
    pub planted: Planted,
    /// On the stage, with all his joints.
    pub pose: WorldPose,
}

/// Who is on the stage.
pub struct Cast {
    /// On the left.
    pub robot: RobotArm,
    /// In the middle, twice.
    pub knight: Knight,
    /// His clip's keys.
    tracks: TrackCache,
    /// On the right: by how often the pearls have jumped, the share, and the answers.
    histories: AnswerCache<(usize, f32, Answers), Arc<[History; 3]>>,
}

impl Cast {
    /// Reads the knight's file.
    ///
    /// # Errors
    /// If that cannot be used.
    pub fn load() -> Result<Self> {
        Ok(Cast {
            robot: RobotArm::with_motor(),
            knight: Knight::load()?,
            tracks: TrackCache::default(),
            histories: AnswerCache::default(),
        })
    }
}

impl Frame {
    /// Calls the answers; `earlier` has those of the lessons that play a figure.
    pub fn evaluate(answers: &mut Guarded<'_>, earlier: &CharacterAnswers, cast: &mut Cast, setting: Setting) -> Self {
        let Cast { robot, knight, tracks, histories: cache } = cast;
        let arm = arm(answers, robot, setting.target);
        let mut character = Character::new(&knight.file, *earlier, answers.watchdog);
        let idle = (knight.idle, LoopMode::Loop);
        let times = vec![setting.seconds];
        let poses = character.poses(tracks, idle, times);
        let models = character.models_of(&poses).concat();
        let at_ease = Pose { locals: poses.concat(), models };
        let legs = knight.legs(&at_ease);
        let (planted, poses) = knights(answers, (knight, &at_ease, &legs), setting);
        let mut character = Character::new(&knight.file, *earlier, answers.watchdog);
        let standing = planted.into_iter().zip(character.stand(&poses, &[0, 1].map(place)));
        let knights = standing.map(|(planted, pose)| Standing { planted, pose }).collect();
        let number = setting.number();
        let table = answers.table;
        let key = (number, setting.share, table);
        let histories = cache.get_or_compute(key, answers.watchdog, |watchdog| {
            Arc::new(histories(&mut watchdog.guard(&LESSON, table), number, setting.share))
        });
        let since = setting.seconds - number as f32 * PERIOD;
        let iterations = (since * RATE).min(ITERATIONS as f32);
        let pearl = tentacles::target(number);
        Frame { setting, arm, legs, knights, histories, pearl, iterations }
    }
}

/// 14.1.
fn arm(answers: &mut Guarded<'_>, robot: &RobotArm, target: Vec2) -> ArmPose {
    let [upper, lower] = robot.bones();
    let distance = robot.shoulder.distance(target);
    let elbow = answers.call("14.1", (), move |answers, ()| (answers.elbow_angle)(upper, lower, distance));
    if !elbow.is_finite() {
        answers.report("14.1", "not a number");
    }
    robot.aim(if elbow.is_finite() { elbow } else { PI }, target)
}

/// 14.2 and 14.4: how both stand, and each one's joints in their parents' spaces.
fn knights(
    answers: &mut Guarded<'_>,
    (knight, pose, legs): (&Knight, &Pose, &[Leg]),
    setting: Setting,
) -> ([Planted; 2], [Vec<Transform>; 2]) {
    let grounds = grounds(setting.slope);
    let holding = reaching(answers, (knight, pose), setting, (legs, &grounds));
    let inputs = Arc::new((legs.to_vec(), grounds));
    let plant = |answers: &mut Guarded<'_>| {
        answers.call("14.4", inputs.clone(), |answers, inputs| {
            let (legs, grounds) = &**inputs;
            let tools = Tools::of(answers);
            grounds.each_ref().map(|ground| (answers.plant)(legs, ground, &tools))
        })
    };
    let mut planted = plant(answers);
    if planted.iter().any(|planted| planted.stances.len() != legs.len()) {
        let count = planted[0].stances.len();
        answers.report("14.4", format!("{count} stances for {} legs", legs.len()));
    }
    if planted.iter().any(|planted| !is_finite(planted)) {
        answers.refuse("14.4", "not a number");
        planted = plant(answers);
    }
    let poses = [0, 1].map(|side| knight.stand(pose, &planted[side], (side, &holding[side])));
    (planted, poses)
}

/// 14.2 by itself: one knight reaches for the ball, the other for the first pearl.
fn reaching(
    answers: &mut Guarded<'_>,
    (knight, pose): (&Knight, &Pose),
    setting: Setting,
    (legs, grounds): (&[Leg], &[Ground; 2]),
) -> [Bend; 2] {
    let wanted = [setting.target.extend(0.0), ROOTS[0] + tentacles::target(setting.number())];
    let reaches: [(Limb, Vec3, Vec3); 2] = std::array::from_fn(|number| {
        let lowered = (finished::ANSWERS.plant)(legs, &grounds[number], &finished::TOOLS).lowered;
        let arm = knight.arm(pose, number, lowered);
        let at = place(number).to_affine().inverse().transform_point3(wanted[number]);
        let wrist = at + HAND * (arm.root - at).normalize_or(Vec3::Y);
        let outside = if number == 0 { -1.0 } else { 1.0 };
        (arm, wrist, arm.root + ELBOW * Vec3::new(outside, 1.0, 1.0))
    });
    let reach = |answers: &mut Guarded<'_>| {
        answers.call("14.2", reaches, |answers, reaches| {
            let tools = Tools::of(answers);
            reaches.map(|(arm, target, pole)| (answers.reach)(&arm, target, pole, &tools))
        })
    };
    let bends = reach(answers);
    if bends.iter().all(|bend| bend.shoulder.is_finite() && bend.elbow.is_finite()) {
        return bends;
    }
    answers.refuse("14.2", "not a number");
    reach(answers)
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
        let start =
            before.map_or(rest.clone(), |before| tentacles::by_points(&rest, before, iterate).swap_remove(ITERATIONS));
        tentacles::by_points(&start, now, iterate)
    };
    let Descended { history: by_gradient, odd, .. } = answers.call("14.3", (), move |answers, ()| {
        let step = answers.gradient_step;
        let rest = tentacles::rest();
        let start = match before {
            Some(before) => tentacles::by_gradient(step, &rest, before, share).angles,
            None => rest,
        };
        tentacles::by_gradient(step, &start, now, share)
    });
    if let Some(odd) = odd {
        answers.report("14.3", odd);
    }
    [by_points(ik::ccd_step), by_points(ik::fabrik_step), by_gradient]
}

/// From a knight's own space to the stage.
pub fn place(number: usize) -> Transform {
    let (translation, yaw) = PLACES[number];
    Transform { rotation: Quat::from_rotation_y(yaw), ..Transform::from_translation(translation) }
}

/// What the knights stand on, each in his own space.
pub fn grounds(slope: f32) -> [Ground; 2] {
    [knight::stairs(local(0, RISES[0])), knight::slope(local(1, RISES[1]), slope)]
}

/// A direction of the stage in a knight's own space.
fn local(number: usize, direction: Vec3) -> Vec3 {
    Quat::from_rotation_y(-PLACES[number].1) * direction.normalize()
}
