//! Measures of how he moves, and of random keys.

use super::game::{Play, door_run, ruins};
use check::Random;
use glam::Vec3;
use lesson_18::{
    Keys,
    game::{GameOutcome, Run, STEP, Stage},
    ground,
};
use std::sync::LazyLock;

/// Height of a toe at rest, in metres.
const REST: f32 = 0.026;
/// Height above that up to which a toe stands, in metres.
const STANDING_HEIGHT: f32 = 0.015;
/// Number of steps after a landing within which a toe must find the ground, and the depth in which there is none.
const FINDS_GROUND: usize = 5;
const NO_GROUND: f32 = 0.3;

/// The largest of each measure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measures {
    /// Distance of a joint from where its motion in the last two steps led, beside his body, in metres.
    pub(super) jump: f32,
    /// Height of the lower toe after a landing, in metres.
    toe_height: f32,
    /// Speed of a toe that stands, in metres a second.
    toe_speed: f32,
    /// Bend of a knee, in degrees a step.
    knee_bend: f32,
    /// Distance of a knee behind the line from hip to ankle, in metres.
    knee_behind: f32,
}

pub(super) const LIMITS: Measures =
    Measures { jump: 0.15, toe_height: 0.03, toe_speed: 0.3, knee_bend: 30.0, knee_behind: 0.03 };

impl Measures {
    /// Returns whether all are within these limits.
    pub(super) fn are_within(&self, limits: Measures) -> bool {
        self.jump <= limits.jump
            && self.toe_height <= limits.toe_height
            && self.toe_speed <= limits.toe_speed
            && self.knee_bend <= limits.knee_bend
            && self.knee_behind <= limits.knee_behind
    }
}

/// Makes a measure larger, if a value is.
fn enlarge(measure: &mut f32, value: f32) {
    *measure = measure.max(value);
}

/// The recorded run, played by the finished answers.
pub(crate) static RECORDED: LazyLock<Measured> = LazyLock::new(|| Measured::replayed(ruins()));

/// A game that is measured.
pub(crate) struct Measured {
    pub(crate) play: Play,
    pub(super) largest: Measures,
    pub(super) legs: [[usize; 3]; 2],
    toes: [usize; 2],
    is_arm: Vec<bool>,
    /// The joints in the last two steps, beside his body.
    before: Vec<Vec<Vec3>>,
    bent: [Option<f32>; 2],
    stood: [Option<Vec3>; 2],
    supported_for: usize,
    lowest: f32,
    /// The joint that has jumped farthest, and in which step.
    pub(super) jumper: String,
}

impl Measured {
    pub(super) fn new(play: Play) -> Self {
        let joint = |name: &str| play.stage.figures.cast.joint(name).expect(name);
        Measured {
            largest: Measures::default(),
            legs: ["l", "r"].map(|side| ["thigh", "shin", "foot"].map(|name| joint(&format!("{name}_{side}")))),
            toes: ["toes_l", "toes_r"].map(joint),
            is_arm: arms(&play.stage),
            before: Vec::new(),
            bent: [None; 2],
            stood: [None; 2],
            supported_for: 0,
            lowest: f32::INFINITY,
            jumper: String::new(),
            play,
        }
    }

    /// Plays the recorded run to its end.
    pub(super) fn replayed(stage: Stage) -> Self {
        let mut measured = Self::new(Play::new(stage));
        Run::read(&door_run()).expect("a run").steps.iter().for_each(|keys| measured.step(*keys));
        measured
    }

    fn joint(&self, joint: usize) -> Vec3 {
        let poser = &self.play.game.poser;
        (poser.world_from_model() * poser.model_from_joint()[joint]).w_axis.truncate()
    }

    pub(super) fn index(&self, name: &str) -> usize {
        self.play.stage.figures.cast.joint(name).unwrap_or_else(|| panic!("{name}: no such joint"))
    }

    pub(super) fn place(&self, name: &str) -> Vec3 {
        match name {
            "grip" => self.play.game.world_from_sword.w_axis.truncate(),
            "tip" => self.play.game.world_from_sword.transform_point3(0.64 * Vec3::Y),
            _ => self.joint(self.index(name)),
        }
    }

    /// Returns the angle of the middle one of three joints, in degrees: 180 for a straight limb.
    pub(super) fn bend(&self, joints: [usize; 3]) -> f32 {
        let [hip, knee, ankle] = joints.map(|joint| self.joint(joint));
        (hip - knee).angle_between(ankle - knee).to_degrees()
    }

    pub(super) fn step(&mut self, keys: Keys) {
        let time = self.play.game.knight.time;
        let was_playing = self.play.game.outcome == GameOutcome::Playing;
        self.play.step(keys);
        let game = &self.play.game;
        let knight = game.knight;
        if game.outcome != GameOutcome::Playing || !was_playing {
            self.before.clear();
            self.bent = [None; 2];
            self.stood = [None; 2];
            self.supported_for = 0;
            return;
        }
        if knight.time == time {
            return; // a blow stops everything for a moment
        }
        let place = knight.body.position.as_vec2().extend(0.0);
        let joints: Vec<Vec3> = (0..self.is_arm.len()).map(|joint| self.joint(joint) - place).collect();
        if let [a, b] = &self.before[..] {
            let mut most = self.largest.jump;
            let mut jumper = None;
            for joint in 0..joints.len() {
                let jump = (joints[joint] - 2.0 * b[joint] + a[joint]).length();
                // The arms of a blow are to be sudden.
                if jump > most && (knight.blow().is_none() || !self.is_arm[joint]) {
                    most = jump;
                    jumper = Some(joint);
                }
            }
            if let Some(joint) = jumper {
                self.largest.jump = most;
                let name = &self.play.stage.figures.cast.model.skeleton.joints()[joint].name;
                self.jumper = format!("{name} in step {}, {}", game.steps, knight.state.name());
            }
        }
        let heading = self.value("hips.turn");
        let ahead = Vec3::new(heading.sin(), 0.0, heading.cos());
        for side in 0..2 {
            let angle = self.bend(self.legs[side]);
            enlarge(&mut self.largest.knee_bend, (angle - self.bent[side].unwrap_or(angle)).abs());
            self.bent[side] = Some(angle);
            let [hip, knee, ankle] = self.legs[side].map(|joint| joints[joint]);
            let leg = (ankle - hip).normalize();
            if knight.fallen_for.is_none() {
                let behind = -(knee - hip).reject_from_normalized(leg).dot(ahead);
                enlarge(&mut self.largest.knee_behind, behind);
            }
        }
        self.supported_for = if knight.body.support.is_some() { self.supported_for + 1 } else { 0 };
        self.lowest = if self.supported_for <= 1 { f32::INFINITY } else { self.lowest };
        for side in 0..2 {
            let toe = joints[self.toes[side]] + place;
            let mut height = f32::INFINITY;
            for (y, _) in ground::surfaces(&self.play.stage.obstacles, f64::from(toe.x)) {
                let above = toe.y - REST - y as f32;
                height = if above > -0.2 { height.min(above) } else { height };
            }
            self.lowest = self.lowest.min(height);
            let stands = self.supported_for > 0 && height < STANDING_HEIGHT;
            if let Some(last) = self.stood[side].filter(|_| stands) {
                enlarge(&mut self.largest.toe_speed, (toe - last).with_y(0.0).length() / STEP as f32);
            }
            self.stood[side] = stands.then_some(toe);
        }
        if self.supported_for == FINDS_GROUND && self.lowest < NO_GROUND {
            enlarge(&mut self.largest.toe_height, self.lowest);
        }
        if self.before.len() == 2 {
            self.before.remove(0);
        }
        self.before.push(joints);
    }
}

fn arms(stage: &Stage) -> Vec<bool> {
    let mut is_arm: Vec<bool> = Vec::new();
    for joint in stage.figures.cast.model.skeleton.joints() {
        is_arm.push(joint.name.starts_with("upper_arm") || joint.parent.is_some_and(|parent| is_arm[parent]));
    }
    is_arm
}

/// No limb takes the other way round: not in a blend of two poses near half a turn apart, and not where he turns away from an
/// edge that he climbs.
#[test]
fn random_keys_flip_no_limb() {
    for seed in [4, 5, 7, 8, 10, 12, 14, 18] {
        let mut random = Random::new(seed);
        let mut measured = Measured::new(Play::new(ruins()));
        let mut steps = 0;
        let mut right = 1.0;
        while steps < 2500 {
            if random.below(6) == 0 {
                right = -right;
            }
            let runs = random.below(4) > 0;
            let hold = if random.below(3) > 0 { 32 } else { 4 };
            let deed = random.below(6);
            let stands = random.below(5) == 0;
            for step in 0..12 + random.below(20) {
                let begins = step == 0;
                measured.step(Keys {
                    right: if stands { 0.0 } else { right },
                    runs,
                    jump: begins && deed < 2,
                    jump_held: deed < 2 && step < hold,
                    punch: begins && deed == 2,
                    swing: begins && (3..5).contains(&deed),
                });
                steps += 1;
            }
        }
        println!("seed {seed}: {:.2} m, {}", measured.largest.jump, measured.jumper);
        assert!(measured.largest.jump < 0.25, "seed {seed}: {} m, {}", measured.largest.jump, measured.jumper);
    }
}
