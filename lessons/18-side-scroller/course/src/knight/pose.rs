//! His pose: which clips he is in, and how they are put together, step by step.

use super::animator::{Animator, Runtime};
use super::{Cast, Knight, Mine, feet, lying::lies, movement::STUNNED, part};
use crate::{Hand, State, share_of_run};
use common::animation::Cursors;
use common::skeleton::{Pose, local_to_model};
use glam::{Affine3A, DVec2, Mat4, Quat};
use lesson_13::{
    Fade,
    motion::{CYCLES, WALK},
};

/// How far he is bent back when something hurts him, in radians.
const FLINCH: f32 = 0.6;
/// In how many seconds he falls when he dies, and how far, in radians.
const FALLS: f32 = 0.45;
const LIES: f32 = 1.5;
/// How fast he takes on the slope of the ground on which he lies, in radians a second.
const TILTS: f32 = 4.0;
/// How far he bends forward in a punch and in a swing, in radians: creatures are low.
const BENDS: [f32; 2] = [1.0, 0.75];
/// In how many seconds his feet find the ground, and leave it.
const FINDS_GROUND: f32 = 0.12;

/// His pose, and what of it is remembered from step to step.
#[derive(Clone, Debug)]
pub struct Poser {
    fade: Fade,
    feet: feet::Feet,
    /// Of the ground on which he lies, in radians: up to his head positive.
    slope: f32,
    cursors: [Cursors; 8],
    poses: [Pose; 4],
    affines: Vec<Affine3A>,
    world_from_model: Mat4,
    model_from_joint: Vec<Mat4>,
    skinning: Vec<Mat4>,
}

impl Poser {
    /// He rests.
    pub fn new(cast: &Cast) -> Self {
        let count = cast.bind.locals.len();
        let mut poser = Poser {
            fade: Fade::new(&cast.bind.locals),
            feet: feet::Feet::default(),
            slope: 0.0,
            cursors: Default::default(),
            poses: std::array::from_fn(|_| cast.bind.clone()),
            affines: vec![Affine3A::IDENTITY; count],
            world_from_model: Mat4::from(cast.own_from_file()),
            model_from_joint: vec![Mat4::IDENTITY; count],
            skinning: vec![Mat4::IDENTITY; count],
        };
        // So that no step finds them too short.
        for (cursors, clip) in poser.cursors.iter_mut().zip(cast.clips) {
            let clip = &cast.file.model.clips[clip];
            clip.sample(clip.start, &cast.bind, cursors, &mut poser.poses[0]);
        }
        local_to_model(&cast.file.model.skeleton, &cast.bind, Affine3A::IDENTITY, &mut poser.affines);
        for (matrix, affine) in poser.model_from_joint.iter_mut().zip(&poser.affines) {
            *matrix = Mat4::from(*affine);
        }
        poser.skin(cast);
        poser
    }

    /// The pose after a step of `dt` seconds that has made `knight` what he is; `obstacles` is what his feet may stand
    /// on. By armature's runtime, or by `mine`.
    pub fn step(&mut self, cast: &Cast, knight: &Knight, obstacles: &[Vec<DVec2>], dt: f32, mine: Option<&Mine>) {
        let mut poses = std::mem::take(&mut self.poses);
        if let Some(mine) = mine {
            self.step_by(&mut mine.animator(cast), &mut poses, cast, knight, obstacles, dt);
        } else {
            let mut cursors = std::mem::take(&mut self.cursors);
            let mut affines = std::mem::take(&mut self.affines);
            let mut runtime = Runtime { cast, cursors: &mut cursors, affines: &mut affines };
            self.step_by(&mut runtime, &mut poses, cast, knight, obstacles, dt);
            (self.cursors, self.affines) = (cursors, affines);
        }
        self.poses = poses;
    }

    fn step_by(
        &mut self,
        animator: &mut impl Animator,
        [a, b, gait, pose]: &mut [Pose; 4],
        cast: &Cast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        dt: f32,
    ) {
        let Knight { state, speed, .. } = *knight;
        let phase = knight.gait.phase;
        let is_punch = state == State::Punch;
        if is_punch || matches!(state, State::Walk | State::Run) {
            animator.sample(State::Walk, phase * CYCLES[0], a);
            if is_punch && speed.abs() < WALK {
                animator.sample(State::Idle, knight.time, b);
                animator.blend(b, a, speed.abs() / WALK, gait);
            } else {
                animator.sample(State::Run, phase * CYCLES[1], b);
                animator.blend(a, b, share_of_run(speed), gait);
            }
        } else {
            animator.sample(state, knight.clip_seconds(), gait);
        }
        // A punch, and what he strikes in the air, is his upper body's.
        let blow = knight.blow();
        let target = match blow.filter(|(kind, _)| is_punch || kind.state() != state) {
            Some((kind, seconds)) => {
                animator.sample(kind.state(), seconds, a);
                animator.masked(gait, a, b);
                b
            }
            None => gait,
        };
        animator.fade(&mut self.fade, target, knight.begins, dt);
        pose.locals.clone_from(&self.fade.shown);

        // A difference, on the right side: about the spine's own axes.
        let flinch = (knight.stunned_for / STUNNED * std::f32::consts::PI).sin() * FLINCH;
        let bends = blow.map_or(0.0, |(kind, seconds)| {
            let (from, to, _) = part(kind.state());
            let struck = ((seconds - from) / (to - from)).min(1.0);
            (BENDS[kind as usize] + knight.descent) * (struck * std::f32::consts::PI).sin()
        });
        let bent = flinch - bends;
        pose.locals[cast.spine].rotation *= Quat::from_axis_angle(cast.across_spine, -bent);

        let mut place = knight.placed();
        if let Some(seconds) = knight.fallen_for {
            // About his heels, and once up again a little.
            let falls = (seconds / FALLS).min(1.0);
            let rebound = ((seconds / FALLS - 1.0) * 2.0).clamp(0.0, 1.0);
            let side = f64::from((knight.gait.heading.sin() * knight.falls).signum());
            let on_ground = knight.body.support.and_then(|_| lies(obstacles, knight.body.position, side));
            self.slope += (on_ground.unwrap_or(0.0) - self.slope).clamp(-TILTS * dt, TILTS * dt);
            let angle = (LIES - self.slope) * falls * falls - 0.16 * (rebound * std::f32::consts::PI).sin();
            place.rotation *= Quat::from_rotation_x(angle * knight.falls);
            place.translation.y += 0.16 * angle.sin();
        } else {
            self.slope = 0.0;
        }
        self.world_from_model = animator.place(&place);
        animator.models(pose, &mut self.model_from_joint);
        let is_supported = knight.body.support.is_some() && knight.fallen_for.is_none();
        self.feet.fraction(is_supported, dt / FINDS_GROUND);
        if self.feet.on_ground > 0.0 {
            let legs = feet::legs(cast, pose, &self.model_from_joint);
            let stand = self.feet.stand(&legs, knight, obstacles, dt);
            let stances = animator.plant(&legs, &stand);
            feet::apply(cast, &stances, self.feet.on_ground, &self.model_from_joint, pose);
            animator.models(pose, &mut self.model_from_joint);
        }
        self.skin(cast);
    }

    fn skin(&mut self, cast: &Cast) {
        let joints = self.model_from_joint.iter().zip(&cast.joint_from_bind);
        for (skinning, (model_from_joint, joint_from_bind)) in self.skinning.iter_mut().zip(joints) {
            *skinning = *model_from_joint * *joint_from_bind;
        }
    }

    /// From the file's axes to the world, where he stands.
    pub fn world_from_model(&self) -> Mat4 {
        self.world_from_model
    }

    /// Of every joint.
    pub fn model_from_joint(&self) -> &[Mat4] {
        &self.model_from_joint
    }

    /// Of every joint: `model_from_joint * joint_from_bind`.
    pub fn skinning(&self) -> &[Mat4] {
        &self.skinning
    }

    /// What 18.6 is asked about.
    pub fn hand(&self, cast: &Cast) -> Hand<'_> {
        Hand {
            world_from_model: self.world_from_model,
            model_from_joint: &self.model_from_joint,
            skinning: &self.skinning,
            socket: cast.socket,
            socket_from_sword: cast.socket_from_sword,
        }
    }
}
