//! The knight's pose: his clips, put together step by step.

use super::animator::{Animator, Runtime};
use super::bends::bend;
use super::follow_through::FollowThrough;
use super::hurt::{Hurt, flinch, sample_hurt};
use super::motion::{SmoothedMotion, struck};
use super::table::{blows, brace, landings, poses};
use super::{GameCast, Knight, Poses, cape::Cape, eased, feet, gestures::Gestures, lying, part};
use crate::fight::BlowKind;
use crate::measures::ClipPart;
use crate::{Hand, State, run_weight};
use armature::animation::Cursors;
use armature::skeleton::{Pose, local_to_model};
use given::CallError;
use given::lesson_13::{Fade, WALK};
use glam::{Affine3A, DVec2, Mat4, Vec3};

/// Longest fade that is at once under way, in seconds: after a blow his arms have farther to go.
const AT_ONCE: f32 = 0.2;
/// Smallest angle of a joint's jump that is made even, in radians, and that of an arm, which is long, but in a blow.
const SUDDEN: [f32; 2] = [0.6, 0.3];

#[derive(Clone, Debug)]
pub struct Poser {
    fade: Fade,
    /// Seconds since the fade began, the state from which it goes, and that to which.
    faded: f32,
    states: [State; 2],
    /// Whether it is at once under way, as that to a jump from rest.
    fades_at_once: bool,
    follow_through: Vec<FollowThrough>,
    /// Smoothed heading and speed; `None` before the first step, and where he has been put elsewhere.
    motion: Option<SmoothedMotion>,
    gestures: Gestures,
    feet: feet::Feet,
    cape: Cape,
    hurt: Hurt,
    cursors: [Cursors; 8],
    poses: [Pose; 4],
    affines: Vec<Affine3A>,
    world_from_model: Mat4,
    model_from_joint: Vec<Mat4>,
    skinning: Vec<Mat4>,
}

/// A step of `dt` seconds, which has made `knight` what he is.
#[derive(Clone, Copy)]
struct Moment<'a> {
    cast: &'a GameCast,
    knight: &'a Knight,
    obstacles: &'a [Vec<DVec2>],
    dt: f32,
}

impl Poser {
    pub fn new(cast: &GameCast) -> Self {
        let count = cast.bind.locals.len();
        let mut poser = Poser {
            fade: Fade::new(&cast.bind.locals),
            faded: 0.0,
            states: [State::Idle; 2],
            fades_at_once: false,
            follow_through: vec![FollowThrough::default(); count],
            motion: None,
            gestures: Gestures::default(),
            feet: feet::Feet::default(),
            cape: Cape::default(),
            hurt: Hurt::default(),
            cursors: Default::default(),
            poses: std::array::from_fn(|_| cast.bind.clone()),
            affines: vec![Affine3A::IDENTITY; count],
            world_from_model: Mat4::from(cast.own_from_file()),
            model_from_joint: vec![Mat4::IDENTITY; count],
            skinning: vec![Mat4::IDENTITY; count],
        };
        // So that no step finds them too short.
        for (cursors, clip) in poser.cursors.iter_mut().zip(cast.clips) {
            let clip = &cast.model.clips[clip];
            clip.sample(clip.start, &cast.bind, cursors, &mut poser.poses[0]);
        }
        local_to_model(&cast.model.skeleton, &cast.bind, Affine3A::IDENTITY, &mut poser.affines);
        for (matrix, affine) in poser.model_from_joint.iter_mut().zip(&poser.affines) {
            *matrix = Mat4::from(*affine);
        }
        poser.skin(cast);
        poser
    }

    /// Poses him after a step of `dt` seconds that has made `knight` what he is, by armature's runtime or by `mine`.
    /// His feet stand on `obstacles`.
    pub fn step(
        &mut self,
        cast: &GameCast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        dt: f32,
        mine: Option<&dyn Poses>,
    ) -> Result<(), CallError> {
        let moment = Moment { cast, knight, obstacles, dt };
        let mut poses = std::mem::take(&mut self.poses);
        if let Some(mine) = mine {
            self.step_by(&mut *mine.animator(cast), &mut poses, moment)?;
        } else {
            let mut cursors = std::mem::take(&mut self.cursors);
            let mut affines = std::mem::take(&mut self.affines);
            let mut runtime = Runtime { cast, cursors: &mut cursors, affines: &mut affines };
            self.step_by(&mut runtime, &mut poses, moment)?;
            self.cursors = cursors;
            self.affines = affines;
        }
        self.poses = poses;
        Ok(())
    }

    /// Poses him by an animator.
    fn step_by(
        &mut self,
        animator: &mut dyn Animator,
        [a, b, gait, pose]: &mut [Pose; 4],
        moment: Moment,
    ) -> Result<(), CallError> {
        let Moment { cast, knight, obstacles, dt } = moment;
        let is_first = self.motion.is_none();
        let mut motion = self.motion.unwrap_or_else(|| SmoothedMotion::new(knight));
        let new_fade = motion.advance(knight, obstacles, dt);
        self.motion = Some(motion);
        let new_fade = self.hurt.advance(knight).or(new_fade);
        if self.hurt.is_posed {
            sample_hurt(animator, cast, [a, b, pose, gait], knight)?;
        } else {
            sample(animator, cast, [a, b, pose, gait], knight, &motion, self.gestures.climb.holds())?;
        }
        let target = strike(animator, cast, [a, b, gait], knight)?;
        self.fade(animator, target, new_fade, &motion, moment)?;
        pose.locals.clone_from(&self.fade.shown);
        self.make_even(pose, is_first, new_fade.is_some(), moment);
        brace_himself(cast, pose, &motion);
        flinch(cast, pose, knight, motion.heading.value);
        self.gestures.advance(knight, motion.heading.value, motion.landing.is_some(), obstacles, dt);
        self.gestures.apply(cast, pose, motion.heading.value, knight.time);
        self.stand(animator, pose, &motion, moment)?;
        self.cape.step(cast, knight, self.world_from_model, &self.model_from_joint, pose, dt);
        animator.models(pose, &mut self.model_from_joint)?;
        self.skin(cast);
        Ok(())
    }

    /// Fades by 13.2, with a time that begins and ends gently; to a jump from rest it begins at once.
    fn fade(
        &mut self,
        animator: &mut dyn Animator,
        target: &Pose,
        new_fade: Option<f32>,
        motion: &SmoothedMotion,
        Moment { knight, dt, .. }: Moment,
    ) -> Result<(), CallError> {
        if new_fade.is_some() {
            self.states[0] = self.states[1];
        }
        self.states[1] = knight.state;
        let is_from_rest = knight.state == State::Jump && !motion.air.leaps && motion.landing.is_none();
        let duration = new_fade.unwrap_or(self.fade.duration);
        if new_fade.is_some() {
            self.fades_at_once = is_from_rest && duration <= AT_ONCE && self.faded >= self.fade.duration;
            self.faded = 0.0;
        }
        let shape: fn(f32) -> f32 = if self.fades_at_once { eased_out } else { eased };
        let before = self.faded;
        self.faded += dt;
        let passes = if before < duration && duration > 0.0 {
            duration * shape(self.faded / duration) - duration * shape(before / duration)
        } else {
            dt
        };
        animator.fade(&mut self.fade, target, new_fade, passes)
    }

    /// Makes sudden turns of his joints even.
    fn make_even(&mut self, pose: &mut Pose, is_first: bool, fades: bool, Moment { cast, knight, dt, .. }: Moment) {
        let strikes = knight.blow().is_some();
        for (joint, (local, follow_through)) in pose.locals.iter_mut().zip(&mut self.follow_through).enumerate() {
            let is_arm = cast.hinges.arms.iter().flatten().flatten().any(|hinge| hinge.joint == joint);
            let sudden = SUDDEN[usize::from(is_arm && !strikes)];
            if is_first {
                *follow_through = FollowThrough::from(local.rotation);
            }
            follow_through.advance(&mut local.rotation, fades, sudden, dt);
        }
    }

    /// Places him, or lays him down; his feet stand on the ground, and his hands on the edge that he climbs.
    fn stand(
        &mut self,
        animator: &mut dyn Animator,
        pose: &mut Pose,
        motion: &SmoothedMotion,
        Moment { cast, knight, obstacles, dt }: Moment,
    ) -> Result<(), CallError> {
        let mut place = knight.placed(motion.heading.value);
        animator.models(pose, &mut self.model_from_joint)?;
        if let Some(seconds) = knight.fallen_for {
            lying::lay(cast, &self.model_from_joint, seconds, &mut place);
        }
        self.world_from_model = animator.place(&place)?;
        let mut legs = feet::legs(cast, pose, &self.model_from_joint);
        let dip = motion.dip.value + motion.crouch.value + self.gestures.climb.sink();
        let landing = motion.landing.map(|landing| landing.away);
        let carried = feet::Carried { knight, heading: motion.heading.value, dip, landing };
        let (stand, lowered) = self.feet.stand(animator, cast, &mut legs, carried, obstacles, dt)?;
        let mut stances = animator.plant(&legs, &stand)?;
        stances.lowered += lowered;
        self.feet.apply(cast, &stances, &self.model_from_joint, pose, dt);
        animator.models(pose, &mut self.model_from_joint)?;
        self.gestures.climb.reach(animator, cast, &self.model_from_joint, place.to_mat4(), pose, dt)
    }

    /// Forgets where his feet stand: he has been put elsewhere.
    pub fn forget(&mut self) {
        self.motion = None;
        self.gestures = Gestures::default();
        self.hurt = Hurt::default();
        self.feet = feet::Feet::default();
        self.cape = Cape::default();
    }

    fn skin(&mut self, cast: &GameCast) {
        let joints = self.model_from_joint.iter().zip(&cast.joint_from_bind);
        for (skinning, (model_from_joint, joint_from_bind)) in self.skinning.iter_mut().zip(joints) {
            *skinning = *model_from_joint * *joint_from_bind;
        }
    }

    pub fn feet(&self) -> [feet::FootMark; 2] {
        self.feet.marks()
    }

    /// Describes the fade to the state that is seen, and the blend of its gait.
    pub fn blend(&self) -> String {
        let [from, to] = self.states.map(State::name);
        let mut words = to.to_owned();
        if self.faded < self.fade.duration {
            words = format!("{from} to {to} {:.0} %", 100.0 * self.faded / self.fade.duration);
        }
        if let Some(motion) = self.motion.filter(|_| matches!(self.states[1], State::Walk | State::Run)) {
            let run = 100.0 * run_weight(motion.pace.value);
            words += &format!("   stride: walk {:.0} %, run {run:.0} %", 100.0 - run);
        }
        words
    }

    pub fn world_from_model(&self) -> Mat4 {
        self.world_from_model
    }

    pub fn model_from_joint(&self) -> &[Mat4] {
        &self.model_from_joint
    }

    pub fn skinning(&self) -> &[Mat4] {
        &self.skinning
    }

    pub fn hand(&self, cast: &GameCast) -> Hand<'_> {
        Hand {
            world_from_model: self.world_from_model,
            model_from_joint: &self.model_from_joint,
            skinning: &self.skinning,
            socket: cast.socket,
            socket_from_sword: cast.socket_from_sword,
        }
    }
}

/// Adds his blow, if he strikes, to his gait. Returns the pose that shows both.
fn strike<'a>(
    animator: &mut dyn Animator,
    cast: &GameCast,
    [a, b, gait]: [&'a mut Pose; 3],
    knight: &Knight,
) -> Result<&'a Pose, CallError> {
    let Some((kind, seconds)) = knight.blow() else { return Ok(gait) };
    let mut target = gait;
    // A punch, and what he strikes in the air, is his upper body's.
    if knight.state == State::Punch || kind.state() != knight.state {
        animator.sample(kind.state(), seconds, a)?;
        if kind == BlowKind::Punch {
            cast.mirror(a); // with the hand that has no sword
        }
        animator.masked(target, a, b)?;
        if kind == BlowKind::Punch {
            draw_sword_back(cast, b, target, struck(kind, seconds));
        }
        target = b;
    }
    let seconds = if knight.state == State::Swing { seconds_in_clip(knight) } else { seconds };
    lean_into_blow(cast, target, kind, knight.descent, struck(kind, seconds));
    Ok(target)
}

/// Puts him in the stance in which he brakes, by its weight.
fn brace_himself(cast: &GameCast, pose: &mut Pose, motion: &SmoothedMotion) {
    let brace = motion.brace.value;
    let front = usize::from(motion.stance != 0.0);
    poses::BRACE.times(brace).apply(cast, pose);
    bend(pose, Some(cast.hinges.thighs[front]), brace::FRONT_THIGH * brace);
    bend(pose, Some(cast.hinges.feet[front]), brace::FRONT_FOOT * brace);
    bend(pose, cast.hinges.arms[1].map(|[.., hand]| hand), brace::HAND * brace);
    let sink = brace::SINKS[usize::from(motion.skids)] * brace * Vec3::NEG_Y;
    pose.locals[cast.hinges.hips.joint].translation += cast.hinges.hips.parent_from_own * sink;
}

/// Leans the upper body into a blow, over ground that descends by this angle, and lets the head look ahead.
fn lean_into_blow(cast: &GameCast, pose: &mut Pose, kind: BlowKind, descent: f32, weight: f32) {
    let mut bends = [poses::PUNCH, poses::SWING][kind as usize].times(weight);
    bends.spine += weight * descent;
    bends.neck -= blows::LOOKS_AHEAD * weight * descent;
    bends.apply(cast, pose);
}

/// Keeps the sword's arm of a punch as `from` has it, but drawn back by this weight.
fn draw_sword_back(cast: &GameCast, pose: &mut Pose, from: &Pose, weight: f32) {
    let Some(arm) = cast.hinges.arms[1] else { return };
    for hinge in arm {
        pose.locals[hinge.joint] = from.locals[hinge.joint];
    }
    bend(pose, Some(arm[0]), blows::DRAWN_BACK * weight);
}

fn eased_out(u: f32) -> f32 {
    1.0 - (1.0 - u.clamp(0.0, 1.0)).powf(2.1)
}

/// Samples what he does into the last of four poses.
fn sample(
    animator: &mut dyn Animator,
    cast: &GameCast,
    [a, b, standing, out]: [&mut Pose; 4],
    knight: &Knight,
    motion: &SmoothedMotion,
    holds: f32,
) -> Result<(), CallError> {
    let phase = (motion.phase + motion.lead.value).rem_euclid(1.0);
    let is_punch = knight.state == State::Punch;
    if motion.landing.is_some() || knight.state == State::Land {
        let ClipPart { begin, rate, .. } = part(State::Land);
        let since = motion.landing.map_or(knight.since, |landing| -landing.seconds);
        animator.sample(State::Land, (begin + since * rate).max(0.0), b)?;
        animator.sample(State::Idle, knight.time, a)?;
        animator.blend(a, b, motion.impact, standing)?;
        animator.masked(standing, a, b)?;
        animator.blend(b, standing, landings::BOWS, out)?;
    } else if is_punch || matches!(knight.state, State::Walk | State::Run) {
        animator.sample(State::Walk, phase * cast.seconds(State::Walk), a)?;
        let pace = motion.pace.value.abs();
        if is_punch && pace < WALK {
            let weight = knight.blow().map_or(0.0, |(kind, seconds)| struck(kind, seconds));
            animator.sample(State::Idle, knight.time, b)?;
            animator.sample(State::Walk, blows::STANCE_PHASE * cast.seconds(State::Walk), out)?;
            animator.blend(b, out, blows::STANCE_WEIGHT * weight, standing)?;
            animator.blend(standing, a, eased(pace / WALK), out)?;
        } else {
            animator.sample(State::Run, phase * cast.seconds(State::Run), b)?;
            animator.blend(a, b, run_weight(pace), standing)?;
            animator.sample(State::Walk, motion.stance * cast.seconds(State::Walk), a)?;
            animator.blend(standing, a, motion.brace.value, out)?;
        }
    } else if matches!(knight.state, State::Jump | State::Fall) {
        motion.air.sample(animator, cast, [a, b, standing, out], knight, holds)?;
    } else {
        animator.sample(knight.state, seconds_in_clip(knight), out)?;
    }
    Ok(())
}

/// Returns the time in a state's clip, in seconds. A swing is slow after its cut.
fn seconds_in_clip(knight: &Knight) -> f32 {
    let seconds = knight.clip_seconds();
    if knight.state != State::Swing {
        return seconds;
    }
    seconds.min(blows::CUT_ENDS) + blows::FOLLOWS * (seconds - blows::CUT_ENDS).max(0.0)
}
