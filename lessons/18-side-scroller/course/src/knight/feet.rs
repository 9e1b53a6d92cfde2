//! His feet on the ground: where it is below each ankle, and legs that reach for it.
//!
//! Each ankle comes to be as high over the ground below it as the clip has it over the floor. So they stand on a
//! slope and step up a stair, and on a floor nothing changes.

use super::{Cast, Knight};
use crate::ground;
use common::ik::{ankle_target, hips_drop};
use common::skeleton::Pose;
use glam::{DVec2, Mat4, Quat, Vec3};
use lesson_14::{Hit, Leg, Limb, Stance, tools_of};

/// How far in front of the knee its pole is, in metres.
const POLE: f32 = 1.5;
/// How far a knee must be bent, in metres, before it counts that way more than it counts ahead.
const AHEAD: f32 = 0.01;
/// How far above and below him the ground may be that a foot looks for, in metres.
const REACH: f64 = 0.3;
/// How fast the ground below a foot rises and sinks at most, in metres a second: the edge of a step is no jerk.
const RISES: f32 = 1.6;

/// The ground below each ankle, in his own space.
pub(super) type Stand = [Hit; 2];

/// How he stands.
pub(super) struct Stances {
    /// How far his hips are lowered, in metres.
    pub lowered: f32,
    /// Of each leg.
    pub legs: [Stance; 2],
}

/// What is remembered of his feet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Feet {
    /// How much they are on the ground: from 0 to 1.
    pub on_ground: f32,
    /// How high the ground is below each, in his own space, and how it is tilted.
    heights: [f32; 2],
    normals: [Vec3; 2],
}

impl Feet {
    /// They find the ground, or leave it, by so much.
    pub(super) fn fraction(&mut self, is_supported: bool, by: f32) {
        if self.on_ground == 0.0 {
            (self.heights, self.normals) = ([0.0; 2], [Vec3::Y; 2]);
        }
        let by = if is_supported { by } else { -by };
        self.on_ground = (self.on_ground + by).clamp(0.0, 1.0);
    }

    /// The ground below both feet; that of a foot in the air is raised with it.
    pub(super) fn stand(&mut self, legs: &[Leg; 2], knight: &Knight, obstacles: &[Vec<DVec2>], dt: f32) -> Stand {
        let world_from_own = Quat::from_rotation_y(knight.gait.heading);
        let position = knight.body.position;
        for (foot, leg) in legs.iter().enumerate() {
            let x = position.x + f64::from((world_from_own * leg.limb.tip()).x);
            let found = below(obstacles, DVec2::new(x, position.y));
            let (height, normal) = found.unwrap_or((0.0, DVec2::Y));
            let change = height as f32 - self.heights[foot];
            self.heights[foot] += change.clamp(-RISES * dt, RISES * dt);
            let fraction = if change == 0.0 { 1.0 } else { (RISES * dt / change.abs()).min(1.0) };
            let normal = self.normals[foot].lerp(normal.as_vec2().extend(0.0), fraction);
            self.normals[foot] = normal.normalize_or(Vec3::Y);
        }
        std::array::from_fn(|foot| {
            let (leg, tip) = (&legs[foot], legs[foot].limb.tip());
            let lifted = (tip.y - leg.ankle_height).max(0.0);
            let point = tip.with_y(self.heights[foot] + lifted);
            Hit { point, normal: world_from_own.inverse() * self.normals[foot] }
        })
    }
}

/// How much higher the ground is than `place` straight below or above it, and its normal: the highest that is near.
fn below(obstacles: &[Vec<DVec2>], place: DVec2) -> Option<(f64, DVec2)> {
    let all = ground::surfaces(obstacles, place.x).map(|(y, normal)| (y - place.y, normal));
    let near = all.filter(|(height, _)| height.abs() <= REACH);
    near.reduce(|best, other| if other.0 > best.0 { other } else { best })
}

/// His legs in a pose, in his own space.
pub(super) fn legs(cast: &Cast, pose: &Pose, model_from_joint: &[Mat4]) -> [Leg; 2] {
    let own = |joint: usize| Mat4::from(cast.own_from_file()) * model_from_joint[joint];
    let at = |joint: usize| own(joint).w_axis.truncate();
    std::array::from_fn(|side| {
        let [thigh, shin, foot] = cast.legs[side];
        let parent = cast.file.joints[thigh].parent;
        let parent = parent.map_or(Mat4::from(cast.own_from_file()), own);
        let [hip, knee, ankle] = [thigh, shin, foot].map(at);
        // To where it is bent, and ahead if it is straight.
        let bent = (knee - hip).reject_from_normalized((ankle - hip).normalize_or(Vec3::NEG_Y));
        Leg {
            limb: Limb {
                model_from_parent: Quat::from_mat4(&parent).normalize(),
                root: hip,
                shoulder: pose.locals[thigh].rotation,
                elbow: pose.locals[shin].rotation,
                upper: pose.locals[shin].translation,
                lower: pose.locals[foot].translation,
            },
            pole: knee + POLE * (bent + AHEAD * Vec3::Z).normalize_or(Vec3::Z),
            foot: pose.locals[foot].rotation,
            ankle_height: cast.ankle_height[side],
        }
    })
}

/// 14.4's finished form once more, without allocating.
pub(super) fn plant(legs: &[Leg; 2], stand: &Stand) -> Stances {
    let reference = &lesson_14::checks::REFERENCE;
    let tools = tools_of(reference);
    let targets: [Vec3; 2] =
        std::array::from_fn(|leg| ankle_target(stand[leg].point, stand[leg].normal, legs[leg].ankle_height));
    let offsets: [f32; 2] = std::array::from_fn(|leg| targets[leg].y - legs[leg].limb.tip().y);
    let drop = hips_drop(&offsets);
    let legs = std::array::from_fn(|side| {
        let leg = &legs[side];
        let limb = leg.limb.moved(Vec3::Y * drop);
        let bend = (reference.reach)(&limb, targets[side], leg.pole, &tools);
        let turned = tools.turn_between(Vec3::Y, stand[side].normal) * leg.model_from_foot();
        Stance { bend, foot: limb.bent(&bend).model_from_elbow().inverse() * turned }
    });
    Stances { lowered: -drop, legs }
}

/// Takes so much of the stances over into the pose: all of it, or less while he leaves the ground or comes to it.
pub(super) fn apply(cast: &Cast, stances: &Stances, fraction: f32, model_from_joint: &[Mat4], pose: &mut Pose) {
    let parent = cast.file.joints[cast.hips].parent;
    let parent = parent.map_or(Mat4::IDENTITY, |parent| model_from_joint[parent]);
    let own_from_parent = Mat4::from(cast.own_from_file()) * parent;
    let down = Vec3::NEG_Y * stances.lowered * fraction;
    pose.locals[cast.hips].translation += own_from_parent.inverse().transform_vector3(down);
    for ([thigh, shin, foot], stance) in cast.legs.into_iter().zip(&stances.legs) {
        let turns = [(thigh, stance.bend.shoulder), (shin, stance.bend.elbow), (foot, stance.foot)];
        for (joint, rotation) in turns {
            let now = &mut pose.locals[joint].rotation;
            let near = common::math::shortest(*now, rotation);
            *now = if fraction < 1.0 { common::math::nlerp(*now, near, fraction) } else { near };
        }
    }
}
