//! His blade: it points up where it would go through his plume, or into stone.

use super::{Cast, Knight, spring::Spring};
use crate::ground::depth;
use common::skeleton::Pose;
use glam::{DVec2, Mat4, Quat, Vec3};

/// Distances from his hand at which the blade must be out of stone, in metres.
const POINTS: [f32; 2] = [0.45, 0.7];
/// Height of his hand over his feet from which on the blade could be in his plume, in metres.
const AT_HEAD: f32 = 1.2;
/// Rate of the spring that raises it.
const RATE: f32 = 20.0;

/// Fraction of the way to upright by which the blade is turned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blade(Spring<f32>);

impl Blade {
    /// Turns the joint in his fist for a step of `dt` seconds.
    pub(super) fn step(
        &mut self,
        cast: &Cast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        world_from_joint: impl Fn(usize) -> Mat4,
        pose: &mut Pose,
        dt: f32,
    ) {
        let world_from_socket = world_from_joint(cast.socket);
        let hand = world_from_socket.w_axis.truncate();
        let (_, turn, _) = world_from_socket.to_scale_rotation_translation();
        let is_wanted =
            is_in_stone(obstacles, hand, turn * Vec3::Y) || hand.y > knight.body.position.y as f32 + AT_HEAD;
        let is_idle = knight.blow().is_none() && knight.fallen_for.is_none();
        let is_raised = is_wanted && is_idle && !is_in_stone(obstacles, hand, Vec3::Y);
        self.0.advance(f32::from(u8::from(is_raised)), RATE, dt);
        let upright = Quat::from_rotation_arc(turn * Vec3::Y, Vec3::Y);
        let raised = turn.inverse() * Quat::IDENTITY.slerp(upright, self.0.value) * turn;
        pose.locals[cast.socket].rotation *= raised;
    }
}

fn is_in_stone(obstacles: &[Vec<DVec2>], hand: Vec3, direction: Vec3) -> bool {
    POINTS.iter().any(|away| {
        let point = (hand + *away * direction).truncate().as_dvec2();
        obstacles.iter().any(|obstacle| depth(obstacle, point) > 0.0)
    })
}
