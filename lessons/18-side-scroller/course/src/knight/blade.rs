//! The blade in the knight's hand: it points up where it would go through the plume or into stone, and ahead below a low
//! ceiling.

use super::{GameCast, Knight, spring::Spring};
use crate::ground::depth;
use armature::skeleton::Pose;
use glam::{DVec2, Mat4, Quat, Vec3};

/// Distances from the hand at which the blade must be out of stone, in metres.
const POINTS: [f32; 2] = [0.45, 0.7];
/// Height of the hand over the feet from which on the blade could be in the plume, in metres.
const AT_HEAD: f32 = 1.2;
/// Room above an upright blade, into which a jump may take it meanwhile, in metres.
const CLEARANCE: f32 = 0.6;
/// Rate of the springs that turn the blade.
const RATE: f32 = 40.0;

/// Fractions by which the blade is turned upright, and from there ahead.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blade {
    upright: Spring<f32>,
    ahead: Spring<f32>,
}

impl Blade {
    /// Turns the joint in his fist for a step of `dt` seconds.
    pub(super) fn step(
        &mut self,
        cast: &GameCast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        world_from_socket: Mat4,
        pose: &mut Pose,
        dt: f32,
    ) {
        let hand = world_from_socket.w_axis.truncate();
        let (_, turn, _) = world_from_socket.to_scale_rotation_translation();
        let posed = turn * Vec3::Y;
        let heading = knight.gait.heading;
        let ahead = Vec3::new(heading.sin(), 0.0, heading.cos());
        let is_idle = knight.blow().is_none() && knight.fallen_for.is_none();
        let is_in_the_way = hand.y > knight.body.position.y as f32 + AT_HEAD || is_in_stone(obstacles, hand, posed);
        let is_in_the_air = knight.body.support.is_none();
        let mut upright = 0.0;
        let mut level = 0.0;
        if is_idle && (is_in_the_way || is_in_the_air) {
            if !is_in_stone(obstacles, hand + CLEARANCE * Vec3::Y, Vec3::Y) {
                upright = f32::from(u8::from(is_in_the_way));
            } else if !is_in_stone(obstacles, hand, ahead) {
                level = 1.0;
            }
        }
        self.upright.advance(upright, RATE, dt);
        self.ahead.advance(level, RATE, dt);
        let raise = Quat::IDENTITY.slerp(Quat::from_rotation_arc(posed, Vec3::Y), self.upright.value);
        let lower = Quat::IDENTITY.slerp(Quat::from_rotation_arc(raise * posed, ahead), self.ahead.value);
        pose.locals[cast.socket].rotation *= turn.inverse() * lower * raise * turn;
    }
}

fn is_in_stone(obstacles: &[Vec<DVec2>], hand: Vec3, direction: Vec3) -> bool {
    POINTS.iter().any(|away| {
        let point = (hand + *away * direction).truncate().as_dvec2();
        obstacles.iter().any(|obstacle| depth(obstacle, point) > 0.0)
    })
}
