//! His feet on the ground: legs that reach for it, and feet that stay where they stand.
//!
//! Each ankle comes to be as high over the ground below it as the clip has it over the floor. So they stand on a
//! slope and step up a stair, and on a floor nothing changes. A foot that stands keeps its place in the world whatever
//! the pose does above it; when that leads too far away, it takes a step.

use super::{Animator, GameCast, Knight, eased};
use crate::{IDLE_BELOW, ground};
use armature::ik::{ankle_target, hips_drop, turn_between};
use armature::skeleton::Pose;
use given::CallError;
use given::lesson_14::{Hit, Leg, Limb, Stance};
use glam::{DVec2, Mat4, Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Distance of a knee's pole, in metres.
const POLE: f32 = 1.5;
/// Bend of a knee, in metres, from which on its own direction counts more than straight ahead.
const MIN_BEND: f32 = 0.01;
/// Range above and below him in which a foot finds ground, in metres.
const REACH: f64 = 0.3;
/// Largest speed at which the ground below a foot rises and sinks, in metres a second: the edge of a step is no jerk.
const RISE_SPEED: f32 = 2.2;
/// Largest rate at which a foot tilts to the ground, in radians a second.
const TILT_SPEED: f32 = 7.0;
/// Height of a toe in the pose below which it comes to stand, and above which it is lifted, in metres.
const TOE_DOWN: f32 = 0.016;
const TOE_UP: f32 = 0.035;
/// Speed with which he sinks after a landing until a toe finds the ground, and rises again, in metres a second.
const SINK_SPEED: f32 = 2.4;
/// Height of a toe over which its foot is no longer tilted about it, in metres.
const LIFTED: f32 = 0.1;
/// Distance and angle from the pose at which a standing foot takes a step, in metres and radians: moving, and at rest.
const SLACK: [(f32, f32); 2] = [(0.16, 0.7), (0.04, 0.2)];
/// Time by which it takes that step before it is so far away, in seconds.
const FORESEES: f32 = 0.04;
/// Such a multiple of them and it does not wait for the other foot.
const HASTE: f32 = 1.2;
/// Duration of a step, in seconds, the fraction of it in which the foot rises and again comes down, and its height.
const STEP_TIME: f32 = 0.16;
const STEP_ENDS: f32 = 0.1;
const STEP_HEIGHT: f32 = 0.07;
/// Time in which a lifted foot comes a good half of the way to where the pose has it, in seconds.
const RETURN_TIME: f32 = 0.1;

/// Largest rate at which a knee bends, in radians a second: a leg that is almost straight would snap.
const KNEE_SPEED: f32 = 29.0;
/// Fractions of a leg's length to which it is stretched at most, as the angle of a straight knee is the root of a rounding, and
/// folded at most: a knee that is folded whole has no direction. Where his hips sink a lifted foot goes down with them.
const STRETCH: f32 = 0.999;
const FOLD: f32 = 0.4;

/// The ground below each foot.
pub type Stand = [Hit; 2];

pub struct Stances {
    /// Depth by which his hips are lowered, in metres.
    pub lowered: f32,
    pub legs: [Stance; 2],
}

/// The knight whom the feet carry.
pub(super) struct Carried<'a> {
    pub knight: &'a Knight,
    /// Heading in the picture.
    pub heading: f32,
    /// Depth of his hips below the pose, in metres.
    pub dip: f32,
    /// Displacement to where he lands soon, in metres.
    pub landing: Option<DVec2>,
}

/// Contact of a foot with the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Contact {
    /// He has just been put somewhere.
    #[default]
    Unknown,
    /// The pose has it.
    Lifted,
    /// It keeps its place and its direction.
    Standing,
    /// It goes to where the pose has it, and is so far on the way: from 0 to 1.
    Stepping(f32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Foot {
    contact: Contact,
    /// Position of its toe where it stands or stood, in the world, and its heading.
    toe: Vec3,
    heading: f32,
    /// Position of its toe in the pose over a floor, in the world.
    target: Vec3,
    /// Target of a step.
    goal: (Vec3, f32),
    /// Height at which a step has it, in metres.
    arc: f32,
    /// Distance of the toe from where the pose has it, in the world, and angle about y.
    offset: Vec3,
    turn: f32,
    /// Height of the ground below it, in his own space, and its normal, in the world; zero before the first step.
    height: f32,
    normal: Vec3,
}

/// A foot for a picture of what moves it. Places are of its toe, in the world.
#[derive(Clone, Copy, Debug)]
pub struct FootMark {
    pub does: &'static str,
    pub toe: Vec3,
    /// Where the pose has it: the target of a step.
    pub target: Vec3,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Feet {
    pair: [Foot; 2],
    /// Whether he has landed and no toe has found the ground yet, and by how much he is lower than in the pose, in metres.
    sinks: bool,
    sink: f32,
    was_supported: bool,
    /// Rotations of the shins in the last step.
    shins: [Option<Quat>; 2],
}

impl Feet {
    /// Returns the left foot and the right one.
    pub(super) fn marks(&self) -> [FootMark; 2] {
        self.pair.map(|foot| FootMark {
            does: match foot.contact {
                Contact::Unknown | Contact::Lifted => "lifted",
                Contact::Standing => "stands",
                Contact::Stepping(_) => "steps",
            },
            toe: foot.target + foot.offset + (foot.height + foot.arc) * Vec3::Y,
            target: foot.target + foot.height * Vec3::Y,
        })
    }

    /// Moves each foot on by `dt` seconds: `legs` come to reach where it stands, and the ground below it is returned, and
    /// by how much his hips are lower.
    pub(super) fn stand(
        &mut self,
        animator: &mut dyn Animator,
        cast: &GameCast,
        legs: &mut [Leg; 2],
        Carried { knight, heading, dip, landing }: Carried<'_>,
        obstacles: &[Vec<DVec2>],
        dt: f32,
    ) -> Result<(Stand, f32), CallError> {
        let is_supported = knight.body.support.is_some() && knight.fallen_for.is_none();
        let landing = if is_supported { Some(DVec2::ZERO) } else { landing };
        let is_at_rest = knight.speed.abs() < IDLE_BELOW;
        let place = knight.placed(heading);
        let toes =
            [0, 1].map(|side| legs[side].limb.tip() + legs[side].model_from_foot() * cast.legs.foot_from_toe[side]);
        let lower = f32::min(toes[0].y - cast.legs.toe_height[0], toes[1].y - cast.legs.toe_height[1]);
        self.sinks = is_supported && (self.sinks || !self.was_supported) && lower > TOE_DOWN;
        let wanted = if self.sinks { lower } else { 0.0 };
        self.sink += (wanted - self.sink).clamp(-SINK_SPEED * dt, SINK_SPEED * dt);
        self.was_supported = is_supported;
        let mut stand = [Hit { point: Vec3::ZERO, normal: Vec3::Y }; 2];
        for side in 0..2 {
            let other = self.pair[1 - side].contact;
            let leg = &mut legs[side];
            let foot = &mut self.pair[side];
            // A toe that a fade has in the ground takes its ankle up.
            let up = (cast.legs.toe_height[side] - toes[side].y + self.sink).max(0.0) - self.sink;
            let tip = leg.limb.tip() + up * Vec3::Y;
            let toe = toes[side] + up * Vec3::Y;
            let lift = if is_supported { toe.y - cast.legs.toe_height[side] } else { f32::INFINITY };
            foot.advance(place.transform_point(toe), heading, lift, other, is_at_rest, dt);
            let turn = Quat::from_rotation_y(foot.turn);
            let moved = toe + place.rotation.inverse() * foot.offset;
            let ankle = moved + turn * (tip - toe);
            let aside = DVec2::new(f64::from((place.rotation * ankle).x), 0.0);
            let found = landing.and_then(|ahead| below(obstacles, knight.body.position + ahead + aside));
            foot.follow(found, dt);

            // As over the floor: a lifted foot straight above the ground, one that stands about its toe.
            let normal = place.rotation.inverse() * foot.normal;
            let lifted = ankle + foot.height * Vec3::Y;
            let ahead = (moved - ankle).with_y(0.0);
            let pivot = moved.with_y(foot.height + (moved.y - ahead.dot(normal)) / normal.y);
            let standing = pivot + Quat::from_rotation_arc(Vec3::Y, normal) * (ankle - moved);
            let target = standing.lerp(lifted, eased((lift - TOE_UP) / (LIFTED - TOE_UP))) + foot.arc * Vec3::Y;
            leg.limb = leg.limb.moved((dip + self.sink) * Vec3::NEG_Y);
            let Limb { root, upper, lower, .. } = leg.limb;
            let length = upper.length() + lower.length();
            let reach = STRETCH * length;
            let unfolding = unfolding(target - root, FOLD * length).min(dip + self.sink).min(lift - TOE_UP).max(0.0);
            let point = target - unfolding * Vec3::Y - leg.ankle_height * normal;
            // Above the point, and from there along the normal, by which a sole on a slope has its ankle beside it.
            let beside = leg.ankle_height * normal.with_y(0.0);
            let along = (point.with_y(tip.y - unfolding) + beside - root).clamp_length_max(reach);
            let above = root + (along - beside).clamp_length_max(reach);
            if above.distance_squared(leg.limb.tip()) + foot.turn * foot.turn > 1e-10 {
                let model_from_foot = turn * leg.model_from_foot();
                leg.limb = leg.limb.bent(&animator.reach(&leg.limb, above, leg.pole)?);
                leg.foot = leg.limb.model_from_elbow().inverse() * model_from_foot;
            }
            // A leg that is too short does not come above it.
            let off = (leg.limb.tip() - point).with_y(0.0);
            stand[side] = Hit { point: point + off - off.dot(normal) / normal.y * Vec3::Y, normal };
        }
        Ok((stand, dip + self.sink))
    }

    /// Lowers his hips and turns thighs, shins and feet as the stances say.
    pub(super) fn apply(
        &mut self,
        cast: &GameCast,
        stances: &Stances,
        model_from_joint: &[Mat4],
        pose: &mut Pose,
        dt: f32,
    ) {
        let parent = cast.parent(cast.hinges.hips.joint);
        let parent = parent.map_or(Mat4::IDENTITY, |parent| model_from_joint[parent]);
        let own_from_parent = Mat4::from(cast.own_from_file()) * parent;
        let down = Vec3::NEG_Y * stances.lowered;
        pose.locals[cast.hinges.hips.joint].translation += own_from_parent.inverse().transform_vector3(down);
        for (side, [thigh, shin, foot]) in cast.legs.joints.into_iter().enumerate() {
            let Stance { bend, foot: foot_rotation } = stances.legs[side];
            let stands = self.pair[side].contact == Contact::Standing;
            let bent = match self.shins[side] {
                Some(before) if !stands && before.angle_between(bend.elbow) > KNEE_SPEED * dt => {
                    before.rotate_towards(bend.elbow, KNEE_SPEED * dt)
                }
                _ => bend.elbow,
            };
            self.shins[side] = Some(bent);
            for (joint, rotation) in [(thigh, bend.shoulder), (shin, bent), (foot, foot_rotation)] {
                let rotation = armature::math::shortest(pose.locals[joint].rotation, rotation);
                pose.locals[joint].rotation = rotation;
            }
        }
    }
}

impl Foot {
    /// Moves on to the next contact and updates the foot's offset from the pose. `wanted` is the toe's position in the
    /// pose, in the world, and `lift` its height over the floor.
    fn advance(&mut self, wanted: Vec3, heading: f32, lift: f32, other: Contact, is_at_rest: bool, dt: f32) {
        self.target = wanted;
        let (distance, angle) = SLACK[usize::from(is_at_rest)];
        let away = (self.toe - wanted).with_y(0.0);
        let drift = if dt > 0.0 { (away - self.offset) / dt } else { Vec3::ZERO };
        let turn = wrapped(self.heading - heading);
        let excess = f32::max((away + FORESEES * drift).length() / distance, turn.abs() / angle);
        if self.contact == Contact::Unknown {
            self.contact = Contact::Lifted;
            self.toe = wanted;
            self.heading = heading;
        }
        let most = if matches!(other, Contact::Stepping(_)) { HASTE } else { 1.0 };
        let before = self.contact;
        self.contact = match self.contact {
            _ if lift == f32::INFINITY => Contact::Lifted,
            Contact::Lifted if lift < TOE_DOWN => Contact::Standing,
            Contact::Standing if lift > TOE_UP => Contact::Lifted,
            Contact::Standing if excess > most => Contact::Stepping(0.0),
            Contact::Stepping(u) if u + dt / STEP_TIME > 1.0 - STEP_ENDS && lift > TOE_UP => Contact::Lifted,
            Contact::Stepping(u) if u < 1.0 => Contact::Stepping(u + dt / STEP_TIME),
            Contact::Stepping(_) => Contact::Standing,
            contact => contact,
        };
        let mut kept = 1.0;
        match self.contact {
            Contact::Standing => self.arc = 0.0,
            Contact::Stepping(u) => {
                self.arc = (4.0 * u * (1.0 - u)).max(0.0) * STEP_HEIGHT;
                if u < 1.0 - STEP_ENDS {
                    kept = 1.0 - eased((u - STEP_ENDS) / (1.0 - 2.0 * STEP_ENDS));
                    self.goal = (wanted, heading);
                } else {
                    (self.toe, self.heading) = self.goal;
                }
            }
            Contact::Unknown | Contact::Lifted => {
                kept = (-dt / RETURN_TIME).exp();
                self.arc *= kept;
                // In its first step a lifted foot is still close to the ground, and leaves its place slowly.
                let follows = if before == Contact::Standing { 0.5 } else { 1.0 };
                self.toe = self.toe.lerp(wanted + self.offset, follows);
                self.heading = heading + self.turn;
            }
        }
        self.offset = kept * (self.toe - wanted).with_y(0.0);
        self.turn = kept * wrapped(self.heading - heading);
    }

    /// Follows the height and the normal of the ground below, or of the floor where there is none.
    fn follow(&mut self, found: Option<(f64, DVec2)>, dt: f32) {
        let (height, normal) = found.unwrap_or((0.0, DVec2::Y));
        let change = height as f32 - self.height;
        self.height += change.clamp(-RISE_SPEED * dt, RISE_SPEED * dt);
        let normal = normal.as_vec2().extend(0.0);
        self.normal += (normal - self.normal).clamp_length_max(TILT_SPEED * dt);
        self.normal = self.normal.normalize_or(Vec3::Y);
    }
}

/// Returns how much lower an ankle is at the distance `least` from its hip; negative if it is farther away.
fn unfolding(hip_to_ankle: Vec3, least: f32) -> f32 {
    let beside = hip_to_ankle.with_y(0.0).length_squared();
    hip_to_ankle.y + (least * least - beside).max(0.0).sqrt()
}

/// Returns an angle's equivalent between -PI and PI.
fn wrapped(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// Returns the height over `place` and the normal of the highest ground within [`REACH`] above or below it.
fn below(obstacles: &[Vec<DVec2>], place: DVec2) -> Option<(f64, DVec2)> {
    let all = ground::surfaces(obstacles, place.x).map(|(y, normal)| (y - place.y, normal));
    let near = all.filter(|(height, _)| height.abs() <= REACH);
    near.reduce(|best, other| if other.0 > best.0 { other } else { best })
}

/// Returns his legs in a pose.
pub(super) fn legs(cast: &GameCast, pose: &Pose, model_from_joint: &[Mat4]) -> [Leg; 2] {
    std::array::from_fn(|side| {
        let joints = cast.legs.joints[side];
        let limb = limb(cast, pose, model_from_joint, joints);
        let [hip, knee, ankle] = joints.map(|joint| place(cast, model_from_joint, joint));
        // To where it is bent, and ahead if it is straight.
        let bent = (knee - hip).reject_from_normalized((ankle - hip).normalize_or(Vec3::NEG_Y));
        Leg {
            limb,
            pole: knee + POLE * (bent + MIN_BEND * Vec3::Z).normalize_or(Vec3::Z),
            foot: pose.locals[joints[2]].rotation,
            ankle_height: cast.legs.ankle_height[side],
        }
    })
}

/// Returns a limb of three joints in a pose, in his own space.
pub(super) fn limb(cast: &GameCast, pose: &Pose, model_from_joint: &[Mat4], joints: [usize; 3]) -> Limb {
    let [upper, lower, end] = joints;
    let own_from_model = Mat4::from(cast.own_from_file());
    let parent = match cast.parent(upper) {
        Some(parent) => own_from_model * model_from_joint[parent],
        None => own_from_model,
    };
    Limb {
        model_from_parent: Quat::from_mat4(&parent).normalize(),
        root: place(cast, model_from_joint, upper),
        shoulder: pose.locals[upper].rotation,
        elbow: pose.locals[lower].rotation,
        upper: pose.locals[lower].translation,
        lower: pose.locals[end].translation,
    }
}

fn place(cast: &GameCast, model_from_joint: &[Mat4], joint: usize) -> Vec3 {
    (Mat4::from(cast.own_from_file()) * model_from_joint[joint]).w_axis.truncate()
}

/// Stands his legs on the planes below them, as [`armature::ik::plant`] does.
pub(super) fn plant(cast: &GameCast, legs: &[Leg; 2], stand: &Stand) -> Stances {
    let targets: [Vec3; 2] =
        std::array::from_fn(|leg| ankle_target(stand[leg].point, stand[leg].normal, legs[leg].ankle_height));
    let offsets: [f32; 2] = std::array::from_fn(|leg| targets[leg].y - legs[leg].limb.tip().y);
    let drop = hips_drop(&offsets);
    let legs = std::array::from_fn(|side| {
        let leg = &legs[side];
        let limb = leg.limb.moved(Vec3::Y * drop);
        let bend = cast.figure.reach(&limb, targets[side], leg.pole);
        let turned = turn_between(Vec3::Y, stand[side].normal) * leg.model_from_foot();
        Stance { bend, foot: limb.bent(&bend).model_from_elbow().inverse() * turned }
    });
    Stances { lowered: -drop, legs }
}
