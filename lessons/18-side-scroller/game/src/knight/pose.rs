//! The knight's pose: his clips, put together step by step.

use super::air::{Air, Landing};
use super::animator::{Animator, Runtime};
use super::bends::bend;
use super::hurt::{Hurt, flinch, sample_hurt};
use super::{
    GameCast, Knight, Poses,
    blade::{Blade, after_cuts},
    cape::Cape,
    eased, feet,
    gestures::Gestures,
    lying::Lying,
    movement::STUNNED,
    part,
    spring::Spring,
};
use crate::fight::BlowKind;
use crate::measures::ClipPart;
use crate::{Hand, State, run_weight};
use armature::animation::Cursors;
use armature::skeleton::{Pose, local_to_model};
use given::CallError;
use given::lesson_13::{Fade, RUN, WALK};
use glam::{Affine3A, DVec2, Mat4, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use std::ops::Range;

/// Rates of the springs by which what is seen follows what he does, in 1 a second.
struct Rates {
    heading: f32,
    pace: f32,
    phase: f32,
    crouch: f32,
    dip: f32,
    brace: f32,
    follow_through: f32,
}
const RATES: Rates =
    Rates { heading: 19.0, pace: 20.0, phase: 30.0, crouch: 22.0, dip: 14.0, brace: 24.0, follow_through: 13.0 };

/// Angles by which spine and chest lean forward and by which the striking arm aims lower still, in radians, and depth of
/// the crouch, in metres.
struct Posture {
    spine: f32,
    chest: f32,
    aim: f32,
    crouch: f32,
}
/// Postures in a punch and in a swing: creatures are low.
const POSTURES: [Posture; 2] = [
    Posture { spine: 0.25, chest: 0.25, aim: 0.2, crouch: 0.14 },
    Posture { spine: 0.75, chest: 0.0, aim: 0.0, crouch: 0.0 },
];

/// Blows.
struct Blows {
    /// Fraction of a blow's lean that the neck takes back: he looks where he strikes.
    looks_ahead: f32,
    /// Angles by which the sword's arm is drawn back in a punch, and reaches ahead after the cut of a swing, in radians.
    drawn_back: f32,
    reaches_ahead: f32,
    /// Time of the swing's clip at which its cut ends, in seconds, and the rate at which the clip goes on from there: a second
    /// swing begins where it has come to.
    cut_ends: f32,
    follows: f32,
    /// Phase of the walk at which his feet are farthest apart, and the weight of that stance in a punch from rest.
    stance_phase: f32,
    stance_weight: f32,
}
const BLOWS: Blows = Blows {
    looks_ahead: 0.7,
    drawn_back: 0.7,
    reaches_ahead: 0.8,
    cut_ends: 0.61,
    follows: 0.25,
    stance_phase: 0.0,
    stance_weight: 0.6,
};

/// A stop and a skid. Angles are in radians.
struct Brace {
    /// Decelerations with which he brakes, in metres a second each second (a wall stops him faster), and his speed then at least,
    /// in metres a second.
    decelerations: Range<f32>,
    min_speed: f32,
    /// Speed of a skid from which on his body does not turn yet, in metres a second.
    holds_from: f32,
    /// Depth of his hips in a stop, after which both feet are on the ground, and in a skid, in metres.
    sinks: [f32; 2],
    front_thigh: f32,
    front_foot: f32,
    spine: f32,
    chest: f32,
    sword_arm: f32,
    hand: f32,
}
const BRACE: Brace = Brace {
    decelerations: 15.0..30.0,
    min_speed: 0.7,
    holds_from: 2.6,
    sinks: [0.17, 0.1],
    front_thigh: -0.6,
    front_foot: 0.45,
    spine: -0.16,
    chest: -0.08,
    sword_arm: -0.45,
    hand: 1.1,
};

/// A landing. Speeds are those of the fall, in metres a second.
struct Landings {
    /// Fraction of the speed with which his hips sink, and the largest such speed.
    dip: f32,
    max_dip: f32,
    /// Speed after which he lands as in the clip, and weight of his upper body in the clip then.
    hard: f32,
    bows: f32,
    /// Durations of the fade to a landing that nothing has announced, from an expected one to a fall that continues, and to one
    /// that comes otherwise than expected, in seconds, and the error from which on it does.
    min_fade: f32,
    missed: f32,
    surprised: f32,
    surprise: f32,
}
const LANDINGS: Landings = Landings {
    dip: 0.6,
    max_dip: 4.0,
    hard: 8.0,
    bows: 0.4,
    min_fade: 0.16,
    missed: 0.15,
    surprised: 0.1,
    surprise: 0.05,
};

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
    blade: Blade,
    cape: Cape,
    hurt: Hurt,
    lying: Lying,
    cursors: [Cursors; 8],
    poses: [Pose; 4],
    affines: Vec<Affine3A>,
    world_from_model: Mat4,
    model_from_joint: Vec<Mat4>,
    skinning: Vec<Mat4>,
}

/// Rotation in which a joint continues when a fade begins, which alone would stop it at once, and where a blend of rotations
/// near half a turn apart takes the other way round.
#[derive(Clone, Copy, Debug, Default)]
struct FollowThrough {
    /// Rotation in the last step, and its rate, in radians a second.
    rotation: Quat,
    velocity: Vec3,
    /// Angle beyond the pose, about its axis.
    beyond: Spring<Vec3>,
}

impl FollowThrough {
    fn advance(&mut self, rotation: &mut Quat, begins: bool, sudden: f32, dt: f32) {
        if begins {
            self.beyond.rate = self.velocity;
        }
        self.beyond.advance(Vec3::ZERO, RATES.follow_through, dt);
        let pose = *rotation;
        *rotation *= Quat::from_scaled_axis(self.beyond.value);
        let continued = self.rotation * Quat::from_scaled_axis(self.velocity * dt);
        if continued.angle_between(*rotation) > sudden {
            *rotation = continued;
            let beyond = armature::math::shortest(Quat::IDENTITY, pose.inverse() * continued);
            self.beyond = Spring { value: beyond.to_scaled_axis(), rate: self.velocity };
        }
        let turn = self.rotation.inverse() * armature::math::shortest(self.rotation, *rotation);
        self.velocity = if dt > 0.0 { turn.to_scaled_axis() / dt } else { Vec3::ZERO };
        self.rotation = *rotation;
    }
}

/// The knight's motion as it is seen: more even than it is.
#[derive(Clone, Copy, Debug, Default)]
struct SmoothedMotion {
    heading: Spring<f32>,
    /// Speed for the blend of walk and run, in metres a second.
    pace: Spring<f32>,
    /// Phase of his steps, in cycles, its rate, in cycles a second, and the lead of the one that is seen.
    phase: f32,
    cadence: f32,
    lead: Spring<f32>,
    /// Depth of his hips below the pose, in metres.
    dip: Spring<f32>,
    /// Weight of the clip of his last landing.
    impact: f32,
    /// Depth of his hips in a blow, in metres.
    crouch: Spring<f32>,
    /// Weight of the stance in which he brakes, its phase in the walk, whether it is that of a skid, and his speed along the
    /// ground in the last step.
    brace: Spring<f32>,
    stance: f32,
    skids: bool,
    speed: f32,
    air: Air,
    jumps: bool,
    /// Upward velocity in the last step.
    rises: f64,
    /// His landing, if it is about to happen.
    landing: Option<Landing>,
    is_down: bool,
}

impl SmoothedMotion {
    fn new(knight: &Knight) -> Self {
        SmoothedMotion {
            heading: Spring::at(knight.gait.heading),
            pace: Spring::at(knight.speed),
            phase: knight.gait.phase,
            is_down: knight.body.support.is_some(),
            ..SmoothedMotion::default()
        }
    }

    /// Follows him for a step of `dt` seconds. Returns the duration of the fade that begins with it, if one does.
    fn advance(&mut self, knight: &Knight, obstacles: &[Vec<DVec2>], dt: f32) -> Option<f32> {
        let is_free = knight.blow().is_none() && knight.fallen_for.is_none() && knight.stunned_for == 0.0;
        let is_down = knight.body.support.is_some();
        let is_grounded = is_down && self.is_down;
        let brakes = is_free
            && is_grounded
            && BRACE.decelerations.contains(&((self.speed.abs() - knight.speed.abs()) / dt))
            && knight.speed.abs() > BRACE.min_speed;
        if brakes && self.brace.value < 0.1 {
            self.stance = if knight.gait.phase < 0.5 { 0.5 } else { 0.0 };
            self.skids = knight.speed * knight.side_asked < 0.0;
        }
        self.brace.advance(f32::from(u8::from(brakes)), RATES.brace, dt);
        self.speed = knight.speed;
        let skids =
            if brakes && knight.speed * knight.side_asked < 0.0 { knight.speed.abs() / BRACE.holds_from } else { 0.0 };
        let held = FRAC_PI_2 * knight.speed.signum();
        let heading = knight.gait.heading + eased(skids) * (held - knight.gait.heading);
        self.heading.advance(heading, RATES.heading, dt);
        self.pace.advance(knight.speed.clamp(-RUN, RUN), RATES.pace, dt);
        if dt > 0.0 {
            let cadence = ((knight.gait.phase - self.phase + 0.5).rem_euclid(1.0) - 0.5) / dt;
            self.lead.rate += self.cadence - cadence;
            self.lead.advance(0.0, RATES.phase, dt);
            self.phase = knight.gait.phase;
            self.cadence = cadence;
        }
        if is_down && !self.is_down {
            self.dip.rate += (LANDINGS.dip * -self.rises as f32).clamp(0.0, LANDINGS.max_dip);
        }
        if !is_down {
            self.impact = (-knight.body.velocity.y as f32 / LANDINGS.hard).clamp(0.0, 1.0);
        }
        self.dip.advance(0.0, RATES.dip, dt);
        let crouch = match knight.blow().filter(|_| is_down) {
            Some((kind, seconds)) => POSTURES[kind as usize].crouch * struck(kind, seconds),
            None => 0.0,
        };
        self.crouch.advance(crouch, RATES.crouch, dt);
        self.air.advance(knight, self.is_down, self.pace.value, dt);
        self.is_down = is_down;
        self.rises = knight.body.velocity.y;

        let jumped = self.jumps;
        self.jumps = knight.state == State::Jump;
        let expected = self.landing.map(|landing| (landing.seconds - dt).max(0.0));
        let is_falling = matches!(knight.state, State::Jump | State::Fall);
        self.landing = match is_falling {
            true if is_down => Some(Landing::default()),
            true => Landing::find(knight, obstacles),
            false => None,
        };
        match (expected, self.landing.map(|landing| landing.seconds)) {
            // The clip of the landing has begun already.
            (Some(_), None) if knight.state == State::Land => None,
            (None, Some(seconds)) => Some(seconds.max(LANDINGS.min_fade)),
            (Some(expected), Some(seconds)) if (seconds - expected).abs() > LANDINGS.surprise => {
                Some(LANDINGS.surprised)
            }
            (Some(_), None) if !is_down => Some(LANDINGS.missed),
            // It goes on from the jump's motion.
            _ if knight.state == State::Fall && jumped => None,
            _ => knight.new_fade,
        }
    }
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
            blade: Blade::default(),
            cape: Cape::default(),
            hurt: Hurt::default(),
            lying: Lying::default(),
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
        let mut poses = std::mem::take(&mut self.poses);
        if let Some(mine) = mine {
            self.step_by(&mut *mine.animator(cast), &mut poses, cast, knight, obstacles, dt)?;
        } else {
            let mut cursors = std::mem::take(&mut self.cursors);
            let mut affines = std::mem::take(&mut self.affines);
            let mut runtime = Runtime { cast, cursors: &mut cursors, affines: &mut affines };
            self.step_by(&mut runtime, &mut poses, cast, knight, obstacles, dt)?;
            self.cursors = cursors;
            self.affines = affines;
        }
        self.poses = poses;
        Ok(())
    }

    /// Poses him by an animator: samples, masks, fades, then plants his feet and holds the blade.
    fn step_by(
        &mut self,
        animator: &mut dyn Animator,
        [a, b, gait, pose]: &mut [Pose; 4],
        cast: &GameCast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        dt: f32,
    ) -> Result<(), CallError> {
        let is_first = self.motion.is_none();
        let mut motion = self.motion.unwrap_or_else(|| SmoothedMotion::new(knight));
        let new_fade = motion.advance(knight, obstacles, dt);
        if knight.stunned_for >= STUNNED && (knight.gait.heading - motion.heading.value).abs() > FRAC_PI_2 {
            // Hit from behind: he looks there at once, and is not seen from the front.
            motion.heading = Spring::at(knight.gait.heading);
            self.feet = feet::Feet::default();
        }
        self.motion = Some(motion);
        let new_fade = self.hurt.advance(knight).or(new_fade);
        if self.hurt.is_posed {
            sample_hurt(animator, cast, [a, b, pose, gait], knight)?;
        } else {
            sample(animator, cast, [a, b, pose, gait], knight, &motion, self.gestures.climb.holds())?;
        }
        let blow = knight.blow();
        let target = match blow.filter(|(kind, _)| knight.state == State::Punch || kind.state() != knight.state) {
            // A punch, and what he strikes in the air, is his upper body's.
            Some((kind, seconds)) => {
                animator.sample(kind.state(), seconds, a)?;
                if kind == BlowKind::Punch {
                    cast.mirror(a); // with the hand that has no sword
                }
                animator.masked(gait, a, b)?;
                if kind == BlowKind::Punch {
                    draw_sword_back(cast, b, gait, struck(kind, seconds));
                }
                b
            }
            None => gait,
        };
        if let Some((kind, seconds)) = blow {
            if kind == BlowKind::Swing {
                reach_ahead(cast, target, after_cuts(knight.is_backhand, seconds)[0]);
            }
            let seconds = if knight.state == State::Swing { seconds_in_clip(knight) } else { seconds };
            lean_into_blow(cast, target, kind, knight.descent, struck(kind, seconds));
        }
        if new_fade.is_some() {
            self.states[0] = self.states[1];
        }
        self.states[1] = knight.state;
        let begins_jump = knight.state == State::Jump && !motion.air.leaps && motion.landing.is_none();
        self.fade(animator, target, new_fade, begins_jump, dt)?;
        pose.locals.clone_from(&self.fade.shown);
        for (joint, (local, follow_through)) in pose.locals.iter_mut().zip(&mut self.follow_through).enumerate() {
            let is_arm = cast.arms.iter().flatten().flatten().any(|hinge| hinge.joint == joint);
            let sudden = SUDDEN[usize::from(is_arm && blow.is_none())];
            if is_first {
                *follow_through = FollowThrough { rotation: local.rotation, ..FollowThrough::default() };
            }
            follow_through.advance(&mut local.rotation, new_fade.is_some(), sudden, dt);
        }
        let brace = motion.brace.value;
        let front = usize::from(motion.stance != 0.0);
        bend(pose, Some(cast.thighs[front]), BRACE.front_thigh * brace);
        bend(pose, Some(cast.feet[front]), BRACE.front_foot * brace);
        let sink = BRACE.sinks[usize::from(motion.skids)] * motion.brace.value * Vec3::NEG_Y;
        pose.locals[cast.hips.joint].translation += cast.hips.parent_from_own * sink;
        bend(pose, Some(cast.spine), BRACE.spine * brace);
        bend(pose, cast.chest, BRACE.chest * brace);
        bend(pose, cast.upper_arm(BlowKind::Swing), BRACE.sword_arm * brace);
        bend(pose, cast.arms[1].map(|[.., hand]| hand), BRACE.hand * brace);
        flinch(cast, pose, knight);
        self.gestures.advance(knight, motion.heading.value, motion.landing.is_some(), obstacles, dt);
        self.gestures.apply(cast, pose, motion.heading.value, knight.time);

        let mut place = knight.placed(motion.heading.value);
        animator.models(pose, &mut self.model_from_joint)?;
        match knight.fallen_for {
            Some(seconds) => {
                self.lying.lay(cast, knight, obstacles, &self.model_from_joint, (seconds, dt), &mut place);
            }
            None => self.lying = Lying::default(),
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
        self.gestures.climb.reach(animator, cast, &self.model_from_joint, place.to_mat4(), pose, dt)?;
        let world_from_socket = self.world_from_model * self.model_from_joint[cast.socket];
        self.blade.step(cast, knight, obstacles, (world_from_socket, self.hurt.is_posed), pose, dt);
        if let Some(seconds) = knight.fallen_for {
            let parent = cast.parent(cast.socket);
            let world_from_hand =
                self.world_from_model * parent.map_or(Mat4::IDENTITY, |hand| self.model_from_joint[hand]);
            let rest = self.lying.world_from_sword(knight);
            self.blade.fly(cast, seconds, rest, world_from_hand, pose);
        }
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
        is_from_rest: bool,
        dt: f32,
    ) -> Result<(), CallError> {
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
            words += &format!("   steps: walk {:.0} %, run {run:.0} %", 100.0 - run);
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

/// Returns the weight of a blow's posture at this time of its clip: 0 at both ends, 1 in the middle.
fn struck(kind: BlowKind, seconds: f32) -> f32 {
    let ClipPart { begin, end, .. } = part(kind.state());
    ((seconds - begin) / (end - begin) * PI).clamp(0.0, PI).sin().powi(2)
}

/// Leans the upper body into a blow, over ground that descends by this angle, and lets the head look ahead.
fn lean_into_blow(cast: &GameCast, pose: &mut Pose, kind: BlowKind, descent: f32, weight: f32) {
    let posture = &POSTURES[kind as usize];
    let spine = weight * (posture.spine + descent);
    let chest = weight * posture.chest;
    bend(pose, Some(cast.spine), spine);
    bend(pose, cast.chest, chest);
    bend(pose, cast.neck, -BLOWS.looks_ahead * (spine + chest));
    bend(pose, cast.upper_arm(kind), weight * posture.aim);
}

/// Reaches ahead with the sword after a cut: his chest is turned then, and that is his side.
fn reach_ahead(cast: &GameCast, pose: &mut Pose, weight: f32) {
    if let Some(hinge) = cast.upper_arm(BlowKind::Swing) {
        hinge.turn(pose, weight * BLOWS.reaches_ahead * Vec3::NEG_Z);
    }
}

/// Keeps the sword's arm of a punch as `from` has it, but drawn back by this weight.
fn draw_sword_back(cast: &GameCast, pose: &mut Pose, from: &Pose, weight: f32) {
    let Some(arm) = cast.arms[1] else { return };
    for hinge in arm {
        pose.locals[hinge.joint] = from.locals[hinge.joint];
    }
    bend(pose, Some(arm[0]), BLOWS.drawn_back * weight);
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
        animator.blend(b, standing, LANDINGS.bows, out)?;
    } else if is_punch || matches!(knight.state, State::Walk | State::Run) {
        animator.sample(State::Walk, phase * cast.seconds(State::Walk), a)?;
        let pace = motion.pace.value.abs();
        if is_punch && pace < WALK {
            let weight = knight.blow().map_or(0.0, |(kind, seconds)| struck(kind, seconds));
            animator.sample(State::Idle, knight.time, b)?;
            animator.sample(State::Walk, BLOWS.stance_phase * cast.seconds(State::Walk), out)?;
            animator.blend(b, out, BLOWS.stance_weight * weight, standing)?;
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

/// Returns the time in a state's clip, in seconds. A swing is slow after its cut, and a second one goes its way back.
fn seconds_in_clip(knight: &Knight) -> f32 {
    let seconds = knight.clip_seconds();
    if knight.state != State::Swing {
        return seconds;
    }
    let ClipPart { begin, end, .. } = part(State::Swing);
    let seconds = if knight.is_backhand { begin + end - seconds } else { seconds };
    seconds.min(BLOWS.cut_ends) + BLOWS.follows * (seconds - BLOWS.cut_ends).max(0.0)
}
