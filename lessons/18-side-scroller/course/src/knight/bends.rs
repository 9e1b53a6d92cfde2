//! Bends of his joints on top of a pose.

use super::{GameCast, cast::Hinge};
use armature::skeleton::Pose;
use glam::Vec3;

/// Angles by which joints are bent beyond a pose, in radians: the back to the front, limbs raised to the front, knees and
/// elbows bent. Limbs are left and right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bends {
    pub(super) spine: f32,
    pub(super) chest: f32,
    pub(super) neck: f32,
    pub(super) arms: [f32; 2],
    /// Angle of both arms outwards.
    pub(super) spread: f32,
    pub(super) elbows: [f32; 2],
    pub(super) thighs: [f32; 2],
    pub(super) knees: [f32; 2],
    /// Angle by which both feet are stretched.
    pub(super) toes: f32,
}

impl Bends {
    pub(super) const NONE: Bends = Bends {
        spine: 0.0,
        chest: 0.0,
        neck: 0.0,
        arms: [0.0; 2],
        spread: 0.0,
        elbows: [0.0; 2],
        thighs: [0.0; 2],
        knees: [0.0; 2],
        toes: 0.0,
    };

    pub(super) fn apply(&self, cast: &GameCast, pose: &mut Pose) {
        bend(pose, Some(cast.spine), self.spine);
        bend(pose, cast.chest, self.chest);
        bend(pose, cast.neck, self.neck);
        for (side, outwards) in [1.0, -1.0].into_iter().enumerate() {
            if let Some([upper, lower, _]) = cast.arms[side] {
                upper.turn(pose, outwards * self.spread * Vec3::Z);
                upper.turn(pose, -self.arms[side] * Vec3::X);
                lower.turn(pose, -self.elbows[side] * Vec3::X);
            }
            bend(pose, Some(cast.thighs[side]), -self.thighs[side]);
            bend(pose, Some(cast.shins[side]), self.knees[side]);
            bend(pose, Some(cast.feet[side]), self.toes);
        }
    }
}

/// Bends a joint forward about his own x axis, in radians.
pub(super) fn bend(pose: &mut Pose, hinge: Option<Hinge>, angle: f32) {
    if let Some(hinge) = hinge {
        hinge.turn(pose, angle * Vec3::X);
    }
}
