//! The climb of an edge: hands on it, the chest over it, then a foot, and up.

use super::animator::Animator;
use super::table::poses;
use super::{GameCast, Knight, cast::Hinge, eased, feet, movement::GRAVITY, spring::Spring};
use crate::Body;
use armature::skeleton::Pose;
use given::CallError;
use glam::{DVec2, Mat4, Quat, Vec3};
use std::ops::Range;

/// Distances ahead and above his feet within which his hands find an edge, in metres.
const EDGE_AHEAD: Range<f64> = 0.1..0.7;
const EDGE_ABOVE: Range<f64> = 0.0..1.25;
/// Height over the end of his rise at which an edge is climbed, in metres.
const CLIMBED: Range<f64> = -0.05..0.83;
/// Speed of a fall in which he still reaches for an edge, in metres a second.
const RISE_ENDS: f64 = 2.0;
const HOLD_RATE: f32 = 20.0;
/// Weight of the climb up to which his hands may find another edge.
const FREE: f32 = 0.02;
/// Heights of the edge over his feet between which he pulls himself up, a foot comes onto the ground, and his hands let go, and
/// distances of the edge ahead between which he stands up and his other leg follows, in metres.
const PULLS: [f32; 2] = [0.95, 0.35];
const STEPS_UP: [f32; 2] = [0.5, 0.1];
const LETS_GO: [f32; 2] = [0.08, -0.1];
const STANDS_UP: [f32; 2] = [0.21, -0.2];
/// Depth to which his hips sink when he has pulled himself up, in metres.
const SINK: f32 = 0.46;
/// Height of a hand's joint over the edge, distance of each hand from the middle, in metres; the largest rate at which its arm
/// turns, in radians a second; the pole of an elbow: to the side and behind.
const PALM: f32 = 0.05;
const HANDS_APART: f32 = 0.2;
const ARM_SPEED: f32 = 15.0;
const ELBOW: Vec3 = Vec3::new(0.8, 0.3, -0.6);
/// Place of a hand that has let go, from its shoulder, in metres.
const LOOSE: Vec3 = Vec3::new(0.12, -0.34, 0.14);
/// Place of the foot beyond the edge, in metres; that of a leg that hangs, from its hip, and the pole of a knee.
const FOOT_AHEAD: f32 = 0.14;
const HANGING: Vec3 = Vec3::new(0.0, -0.45, -0.16);
const KNEE: Vec3 = Vec3::new(0.0, 0.4, 1.5);
/// Fraction of a leg's length to which it is stretched at most.
const STRETCH: f32 = 0.97;
/// Leg that comes up first: his right one.
const FIRST_LEG: usize = 1;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Climb {
    /// Edge on which his hands are, from the moment in which he is about to climb it, and the weight of all that.
    edge: Option<DVec2>,
    /// Side on which that is: 1 right, -1 left.
    side: f32,
    weight: Spring<f32>,
    /// Height of the edge over his feet and its distance ahead, in metres.
    above: f32,
    ahead: f32,
    /// Rotations of upper and lower arms in the last step, while they reach.
    arms: [[Option<Quat>; 2]; 2],
}

impl Climb {
    /// Follows him for a step of `dt` seconds; `may_hold` if his hands are free, and he is not about to land.
    pub(super) fn advance(&mut self, knight: &Knight, may_hold: bool, obstacles: &[Vec<DVec2>], dt: f32) {
        let found = if may_hold { find_edge(obstacles, knight) } else { None };
        if found.is_some() && self.weight.value < FREE {
            self.edge = found;
            self.side = side(knight) as f32;
        }
        let holds = may_hold && knight.body.support.is_none() && (found.is_some() || knight.climb_side != 0.0);
        self.weight.advance(f32::from(u8::from(holds)), HOLD_RATE, dt);
        if let Some(edge) = self.edge {
            let away = (edge - knight.body.position).as_vec2();
            self.above = away.y;
            self.ahead = away.x * self.side;
        }
    }

    /// Weight of the limbs of the climb.
    pub(super) fn holds(&self) -> f32 {
        self.weight.value * (1.0 - self.stands_up())
    }

    /// Fraction by which he leans over the edge.
    fn leans_over(&self) -> f32 {
        passed(PULLS, self.above) * (1.0 - self.stands_up())
    }

    fn stands_up(&self) -> f32 {
        passed(STANDS_UP, self.ahead)
    }

    /// Depth to which his hips sink, in metres.
    pub(super) fn sink(&self) -> f32 {
        SINK * self.weight.value * self.leans_over()
    }

    /// Bends his back.
    pub(super) fn bend(&self, cast: &GameCast, pose: &mut Pose) {
        let bends = poses::HANGS.lerp(&poses::LEANS, passed(PULLS, self.above));
        bends.times(self.holds()).apply(cast, pose);
    }

    /// Puts his hands on the edge, and his legs below it and over it, by 14.2. `world_from_own` is his place.
    pub(super) fn reach(
        &mut self,
        animator: &mut dyn Animator,
        cast: &GameCast,
        model_from_joint: &[Mat4],
        world_from_own: Mat4,
        pose: &mut Pose,
        dt: f32,
    ) -> Result<(), CallError> {
        // Who turns away from it lets go.
        let weight = self.holds() * (world_from_own.z_axis.x * self.side).max(0.0);
        let Some(edge) = self.edge.filter(|_| weight > 1e-3) else {
            self.arms = Default::default();
            return Ok(());
        };
        let edge = world_from_own.inverse().transform_point3(edge.as_vec2().extend(0.0));
        let let_go = passed(LETS_GO, self.above);
        for ((arm, before), side) in cast.hinges.arms.iter().zip(&mut self.arms).zip([1.0, -1.0]) {
            let Some(arm) = arm else { continue };
            let [upper, lower, hand] = arm.map(|Hinge { joint, .. }| joint);
            let limb = feet::limb(cast, pose, model_from_joint, [upper, lower, hand]);
            let palm = edge.with_x(HANDS_APART * side) + PALM * Vec3::Y;
            let target = palm.lerp(limb.root + LOOSE * Vec3::new(side, 1.0, 1.0), let_go);
            let bend = animator.reach(&limb, target, limb.root + ELBOW * Vec3::new(side, 1.0, 1.0))?;
            for ((joint, rotation), before) in [(upper, bend.shoulder), (lower, bend.elbow)].into_iter().zip(before) {
                let local = &mut pose.locals[joint].rotation;
                let from = before.unwrap_or(*local);
                *local = from.rotate_towards(local.slerp(rotation, weight), ARM_SPEED * dt);
                *before = Some(*local);
            }
        }
        for (side, joints) in cast.legs.joints.into_iter().enumerate() {
            let limb = feet::limb(cast, pose, model_from_joint, joints);
            let steps = if side == FIRST_LEG { passed(STEPS_UP, self.above) } else { 0.0 };
            let ground = edge + Vec3::new(limb.root.x, cast.legs.ankle_height[side], FOOT_AHEAD) - limb.root;
            let most = STRETCH * (limb.upper.length() + limb.lower.length());
            let leg = HANGING.lerp(ground, steps).clamp_length_max(most);
            let bend = animator.reach(&limb, limb.root + leg, limb.root + KNEE)?;
            // As at rest: a sole is flat on the ground.
            let rest = cast.hinges.feet[side].parent_from_own.inverse() * cast.bind.locals[joints[2]].rotation;
            let flat = limb.bent(&bend).model_from_elbow().inverse() * rest;
            let [thigh, shin, foot] = joints;
            for (joint, rotation, weight) in
                [(thigh, bend.shoulder, weight), (shin, bend.elbow, weight), (foot, flat, weight * steps)]
            {
                let local = &mut pose.locals[joint].rotation;
                *local = local.slerp(rotation, weight);
            }
        }
        Ok(())
    }
}

/// Returns the eased fraction of the way between two values, of which the first may be the larger one.
fn passed([from, to]: [f32; 2], value: f32) -> f32 {
    eased((value - from) / (to - from))
}

/// Returns the side to which he climbs: 1 right, -1 left.
fn side(knight: &Knight) -> f64 {
    f64::from(if knight.climb_side == 0.0 { knight.wanted_side } else { knight.climb_side })
}

/// Returns the highest corner of the ground that he climbs, or is about to: his rise ends a little below it.
fn find_edge(obstacles: &[Vec<DVec2>], knight: &Knight) -> Option<DVec2> {
    let Body { position, velocity, support, .. } = knight.body;
    if support.is_some() || velocity.y < -RISE_ENDS {
        return None;
    }
    let side = side(knight);
    let highest = position.y + velocity.y.max(0.0).powi(2) / (2.0 * GRAVITY);
    let corners = obstacles.iter().flatten().copied().filter(|corner| {
        let away = *corner - position;
        let is_climbed = knight.climb_side != 0.0 || CLIMBED.contains(&(corner.y - highest));
        is_climbed && EDGE_AHEAD.contains(&(away.x * side)) && EDGE_ABOVE.contains(&away.y)
    });
    corners.max_by(|a, b| a.y.total_cmp(&b.y))
}
