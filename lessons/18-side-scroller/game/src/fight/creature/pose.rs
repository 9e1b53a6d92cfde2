//! A creature's pose: clips of its moods, and what is added to them.

use super::{Creature, Mood, OPEN_BLOWS};
use crate::fight::species::{SIZE, Species};
use armature::animation::{Cursors, Fade};
use armature::skeleton::{Pose, local_to_model};
use glam::{Affine3A, Mat4, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Time in which its rage is seen, in seconds, and the angle by which it rears then, in radians.
const RAGE_TIME: f32 = 0.4;
const RAGE_TURN: f32 = 0.2;
/// Breaths a second of one that sleeps, and by how much each lifts its back.
const BREATHS: f32 = 0.3;
const BREATH: f32 = 0.05;
/// Angle by which it rocks on its back, in radians, how often a second, by how much more before it turns round, and the time
/// for which it does, in seconds; and the cycles of its legs a second.
const ROCKS: f32 = 0.1;
const ROCKING: f32 = 1.6;
const ROCKS_MORE: f32 = 5.0;
const TURNS_SOON: f32 = 0.8;
const KICKS: f32 = 1.8;
/// Frames a second of its clips, and the frame of "idle" in which its lids are closed.
const FRAME_RATE: f32 = 24.0;
const LIDS_CLOSED: f32 = 17.0;

#[derive(Clone, Debug)]
pub struct CreaturePose {
    pub world_from_model: Mat4,
    pub model_from_joint: Vec<Mat4>,
    /// Weight of the look of one who is enraged.
    pub rage: f32,
    /// Angle about y in radians, as a knight's heading.
    pub(super) heading: f32,
    /// Slope of the ground below it, in radians.
    pub(super) slope: f32,
    /// Cycles that it has walked.
    pub(super) cycles: f64,
    pub(super) fade: Fade,
    seconds: f32,
    target: Pose,
    cursors: Cursors,
    affines: Vec<Affine3A>,
}

impl CreaturePose {
    pub(super) fn new(species: &Species) -> Self {
        let joints = species.bind.locals.len();
        let mut pose = CreaturePose {
            world_from_model: Mat4::IDENTITY,
            model_from_joint: vec![Mat4::IDENTITY; joints],
            rage: 0.0,
            heading: -FRAC_PI_2,
            slope: 0.0,
            cycles: 0.0,
            fade: Fade::new(&species.bind),
            seconds: 0.0,
            target: species.bind.clone(),
            cursors: Cursors::default(),
            affines: vec![Affine3A::IDENTITY; joints],
        };
        // So that no step finds them too short.
        for clip in &species.model.clips {
            clip.sample(clip.start, &species.bind, &mut pose.cursors, &mut pose.target);
        }
        pose.fade.begin(0.0);
        pose
    }
}

impl Creature {
    /// Samples the clip of the mood and computes the matrices of the joints.
    pub(super) fn move_joints(&mut self, species: &Species, dt: f32) {
        self.pose.seconds += dt;
        if self.is_enraged() {
            self.pose.rage = (self.pose.rage + dt / RAGE_TIME).min(1.0);
        }
        let (clip, time) = match self.mood {
            Mood::Asleep => (species.idle, LIDS_CLOSED / FRAME_RATE),
            Mood::Idle => (species.idle, self.pose.seconds),
            // Closed again, it stands upright.
            Mood::Recover if self.is_charger() && self.memory.blows >= OPEN_BLOWS => (species.idle, self.pose.seconds),
            Mood::Patrol | Mood::Chase | Mood::Charge => {
                (species.walk, self.pose.cycles.rem_euclid(1.0) as f32 * 18.0 / FRAME_RATE)
            }
            _ => (species.startle, self.startle_time()),
        };
        let clip = &species.model.clips[clip];
        let time = clip.start + time % (clip.end - clip.start);
        let is_alive = self.is_alive();
        let CreaturePose { target, fade, cursors, affines, model_from_joint, .. } = &mut self.pose;
        target.set(&species.bind);
        clip.sample(time, &species.bind, cursors, target);
        if !is_alive {
            // On its back it would float where the clip ducks.
            for (local, bind) in target.locals.iter_mut().zip(&species.bind.locals) {
                local.translation = bind.translation;
            }
        }
        local_to_model(&species.model.skeleton, fade.advance(dt, target), Affine3A::IDENTITY, affines);
        for (matrix, affine) in model_from_joint.iter_mut().zip(affines) {
            *matrix = Mat4::from(*affine);
        }
        self.pose.world_from_model = self.world_from_own() * Mat4::from(species.model.world_from_model);
    }

    /// Returns the time in the clip "startle": the flinch before the leap, the leap, and the tremble after it.
    fn startle_time(&self) -> f32 {
        let (first, last, seconds) = match self.mood {
            Mood::Notice => (0.0, 3.0, 0.2),
            Mood::Crouch => (0.0, 5.0, 0.45),
            Mood::Leap => (8.0, 15.0, 0.45),
            Mood::Hurt => (8.0, 12.0, 0.45),
            Mood::Beaten => (7.0, 19.0, 0.5),
            _ => (16.0, 33.0, 0.8),
        };
        // On its back it kicks again and again.
        let is_again = self.mood == Mood::OnItsBack && self.since > seconds;
        let fraction =
            if is_again { (KICKS * (self.since - seconds)).fract() } else { (self.since / seconds).min(1.0) };
        (first + (last - first) * fraction) / FRAME_RATE
    }

    /// Returns the creature's `world_from_own` (y up, z ahead). A beaten creature turns on its back and shrinks.
    fn world_from_own(&self) -> Mat4 {
        let beaten = if self.is_alive() { 0.0 } else { self.since };
        let on_its_back = match self.mood {
            Mood::OnItsBack => self.since.min(self.mood.duration() - self.since).max(0.0),
            _ => beaten,
        };
        let turn = (on_its_back / 0.3).min(1.0) * (PI + self.rocking());
        let size = SIZE * self.scale() as f32 * ((self.time_on_ground() - beaten) / 0.3).clamp(0.1, 1.0);
        // It ducks before it leaps, and trembles.
        let (duck, tremble, breath) = match self.mood {
            Mood::Asleep => (1.0, 0.0, BREATH * (self.pose.seconds * BREATHS * TAU).sin()),
            Mood::Crouch => {
                let duck = (self.since / 0.2).min(1.0);
                (duck, 0.015 * duck * (self.since * 70.0).sin(), 0.0)
            }
            _ => (0.0, 0.0, 0.0),
        };
        let size = size * Vec3::new(1.0 + 0.1 * duck + tremble, 1.0 - 0.3 * duck + breath, 1.0 + 0.1 * duck);
        let rears = if self.is_alive() { RAGE_TURN * self.pose.rage * (1.0 - duck) } else { 0.0 };
        // About the middle between its feet and its back.
        let middle = Vec3::Y * if self.is_alive() { 0.22 } else { 0.165 };
        Mat4::from_translation(self.body.position.as_vec2().extend(0.0))
            * Mat4::from_rotation_z(self.pose.slope)
            * Mat4::from_rotation_y(self.pose.heading)
            * Mat4::from_scale(size)
            * Mat4::from_translation(middle)
            * Mat4::from_rotation_x(-rears)
            * Mat4::from_rotation_z(turn)
            * Mat4::from_translation(-middle)
    }

    /// Returns the angle by which it rocks on its back, in radians: more when it is about to turn round.
    fn rocking(&self) -> f32 {
        if self.mood != Mood::OnItsBack {
            return 0.0;
        }
        let soon = ((self.since - self.mood.duration() + 0.3 + TURNS_SOON) / TURNS_SOON).clamp(0.0, 1.0);
        ROCKS * (1.0 + ROCKS_MORE * soon) * (ROCKING * (1.0 + soon) * TAU * self.since).sin()
    }
}
