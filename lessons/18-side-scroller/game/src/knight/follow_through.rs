//! Joints that do not stop where a fade begins.

use super::spring::Spring;
use super::table::rates;
use glam::{Quat, Vec3};

/// Rotation in which a joint continues when a fade begins, which alone would stop it at once, and where a blend of rotations
/// near half a turn apart takes the other way round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FollowThrough {
    /// Rotation in the last step, and its rate, in radians a second.
    rotation: Quat,
    velocity: Vec3,
    /// Angle beyond the pose, about its axis.
    beyond: Spring<Vec3>,
}

impl From<Quat> for FollowThrough {
    /// Begins at rest.
    fn from(rotation: Quat) -> Self {
        FollowThrough { rotation, ..FollowThrough::default() }
    }
}

impl FollowThrough {
    pub(super) fn advance(&mut self, rotation: &mut Quat, begins: bool, sudden: f32, dt: f32) {
        if begins {
            self.beyond.rate = self.velocity;
        }
        self.beyond.advance(Vec3::ZERO, rates::FOLLOW_THROUGH, dt);
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
