//! Gestures on top of the clips: a lean against what brakes him, a look to where he turns, his weight, which goes from foot to
//! foot while he stands, and hands on the edge that he climbs.

use super::{Animator, GameCast, Knight, cast::Hinge, movement::GRAVITY, spring::Spring};
use crate::{Body, IDLE_BELOW, State};
use armature::skeleton::Pose;
use given::CallError;
use glam::{DVec2, Mat4, Quat, Vec3};
use lesson_14::Limb;
use std::f32::consts::{FRAC_PI_2, TAU};

/// Largest lean, in radians, the acceleration that causes it, in metres a second each second, and its spring's rate.
const LEAN: f32 = 0.25;
const LEAN_FROM: f32 = 20.0;
const LEAN_RATE: f32 = 16.0;
/// Largest angle by which head and chest turn before the rest of him, in radians, and their fractions of it.
const LOOK: f32 = 1.0;
const LOOK_PARTS: [f32; 2] = [0.7, 0.3];
const LOOK_RATE: f32 = 28.0;
/// Time in which his weight goes to the other foot and back, in seconds, the distance ahead and back, in metres: a viewer at his
/// side sees it. Angles by which his spine bends meanwhile, and by which his chest and his head turn, in radians, and the rates at
/// which it ends and begins.
const SHIFT_TIME: f32 = 5.2;
const SHIFT: f32 = 0.03;
const SHIFT_BEND: f32 = -0.14;
const SHIFT_TURNS: [f32; 2] = [0.1, -0.25];
const SHIFT_RATES: [f32; 2] = [14.0, 3.0];
/// Distances ahead and above his feet within which his hands find an edge, and its distance from their joints, in metres.
const EDGE_AHEAD: std::ops::Range<f64> = 0.1..0.7;
const EDGE_ABOVE: std::ops::Range<f64> = 0.0..1.25;
/// Height over the end of his rise at which an edge is climbed, in metres.
const CLIMBED: std::ops::Range<f64> = -0.05..0.83;
const PALM: f32 = 0.05;
/// Speed of a fall in which he still reaches for an edge, in metres a second.
const RISE_ENDS: f64 = 2.0;
/// Distance of each hand from the middle, in metres; the pole of an elbow: to the side and behind.
const HANDS_APART: f32 = 0.2;
const ELBOW: Vec3 = Vec3::new(0.8, 0.3, -0.6);
/// Angle by which he bends over the edge, in radians, depth to which his hips sink, in metres, and rate of both.
const STOOP: f32 = 1.0;
const SINK: f32 = 0.46;
const HOLD_RATE: f32 = 22.0;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gestures {
    /// Lean to the right, in radians.
    lean: Spring<f32>,
    /// Speed in the last step on the ground.
    speed: Option<f32>,
    /// Angle of head and chest beyond his heading, in radians.
    look: Spring<f32>,
    /// Weight of his rest: 1 as long as he stands.
    rest: Spring<f32>,
    /// Edge on which his hands are, from the moment in which he is about to climb it, and the weight of that.
    edge: Option<DVec2>,
    hold: Spring<f32>,
}

impl Gestures {
    /// Follows him for a step of `dt` seconds; `heading` is the one that is seen.
    pub(super) fn advance(&mut self, knight: &Knight, heading: f32, obstacles: &[Vec<DVec2>], dt: f32) {
        let is_free = knight.blow().is_none() && knight.fallen_for.is_none() && knight.stunned_for == 0.0;
        let speed = knight.body.support.map(|_| knight.speed);
        let lean = match (self.speed, speed) {
            (Some(before), Some(now)) if is_free && dt > 0.0 => {
                ((now - before) / dt / LEAN_FROM).clamp(-1.0, 1.0) * LEAN
            }
            _ => 0.0,
        };
        self.speed = speed;
        self.lean.advance(lean, LEAN_RATE, dt);
        let side = if knight.aim == 0.0 { knight.side_asked } else { knight.aim };
        let look = if is_free && side != 0.0 { (FRAC_PI_2 * side - heading).clamp(-LOOK, LOOK) } else { 0.0 };
        self.look.advance(look, LOOK_RATE, dt);
        let rests = is_free && knight.state == State::Idle && knight.speed.abs() < IDLE_BELOW;
        self.rest.advance(f32::from(u8::from(rests)), SHIFT_RATES[usize::from(rests)], dt);
        let found = if is_free { find_edge(obstacles, knight) } else { None };
        self.edge = found.or(self.edge);
        let holds = knight.body.support.is_none() && (found.is_some() || knight.climb_side != 0.0);
        self.hold.advance(f32::from(u8::from(holds)), HOLD_RATE, dt);
    }

    /// Adds all but the hands to a pose.
    pub(super) fn apply(&self, cast: &GameCast, pose: &mut Pose, heading: f32, seconds: f32) {
        let shift = (seconds / SHIFT_TIME * TAU).sin() * self.rest.value;
        pose.locals[cast.hips.joint].translation += cast.hips.parent_from_own * (SHIFT * shift * Vec3::Z);
        cast.spine.turn(pose, SHIFT_BEND * shift * Vec3::X);
        let own_from_world = Quat::from_rotation_y(-heading);
        cast.spine.turn(pose, own_from_world * Vec3::NEG_Z * self.lean.value);
        cast.spine.turn(pose, STOOP * self.hold.value * Vec3::X);
        for (hinge, turn) in [
            (cast.neck, LOOK_PARTS[0] * self.look.value + SHIFT_TURNS[1] * shift),
            (cast.chest, LOOK_PARTS[1] * self.look.value + SHIFT_TURNS[0] * shift),
        ] {
            if let Some(hinge) = hinge {
                hinge.turn(pose, turn * Vec3::Y);
            }
        }
    }

    /// Weight of his hands on an edge.
    pub(super) fn holds(&self) -> f32 {
        self.hold.value
    }

    /// Depth to which his hips sink, in metres.
    pub(super) fn sink(&self) -> f32 {
        SINK * self.hold.value
    }

    /// Puts his hands on the edge that he climbs, by 14.2. `world_from_own` is his place.
    pub(super) fn hold(
        &self,
        animator: &mut impl Animator,
        cast: &GameCast,
        model_from_joint: &[Mat4],
        world_from_own: Mat4,
        pose: &mut Pose,
    ) -> Result<(), CallError> {
        let weight = self.hold.value;
        let Some(edge) = self.edge.filter(|_| weight > 1e-3) else { return Ok(()) };
        let own_from_model = Mat4::from(cast.own_from_file());
        let edge = world_from_own.inverse().transform_point3(edge.as_vec2().extend(0.0)) + PALM * Vec3::Y;
        for (arm, side) in cast.arms.iter().zip([1.0, -1.0]) {
            let Some(arm) = arm else { continue };
            let [upper, lower, hand] = arm.map(|Hinge { joint, .. }| joint);
            let Some(parent) = cast.file.joints[upper].parent else { continue };
            let limb = Limb {
                model_from_parent: Quat::from_mat4(&(own_from_model * model_from_joint[parent])).normalize(),
                root: (own_from_model * model_from_joint[upper]).w_axis.truncate(),
                shoulder: pose.locals[upper].rotation,
                elbow: pose.locals[lower].rotation,
                upper: pose.locals[lower].translation,
                lower: pose.locals[hand].translation,
            };
            let target = edge.with_x(HANDS_APART * side);
            let bend = animator.reach(&limb, target, limb.root + ELBOW * Vec3::new(side, 1.0, 1.0))?;
            for (joint, rotation) in [(upper, bend.shoulder), (lower, bend.elbow)] {
                let local = &mut pose.locals[joint].rotation;
                *local = local.slerp(rotation, weight);
            }
        }
        Ok(())
    }
}

/// Returns the highest corner of the ground that he climbs, or is about to: his rise ends a little below it.
fn find_edge(obstacles: &[Vec<DVec2>], knight: &Knight) -> Option<DVec2> {
    let Body { position, velocity, support, .. } = knight.body;
    if support.is_some() || velocity.y < -RISE_ENDS {
        return None;
    }
    let side = f64::from(if knight.climb_side == 0.0 { knight.side_asked } else { knight.climb_side });
    let highest = position.y + velocity.y.max(0.0).powi(2) / (2.0 * GRAVITY);
    let corners = obstacles.iter().flatten().copied().filter(|corner| {
        let away = *corner - position;
        let is_climbed = knight.climb_side != 0.0 || CLIMBED.contains(&(corner.y - highest));
        is_climbed && EDGE_AHEAD.contains(&(away.x * side)) && EDGE_ABOVE.contains(&away.y)
    });
    corners.max_by(|a, b| a.y.total_cmp(&b.y))
}
