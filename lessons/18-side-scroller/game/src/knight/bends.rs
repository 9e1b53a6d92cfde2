//! Bends of his joints on top of a pose.

use super::{GameCast, cast::Hinge};
use armature::skeleton::Pose;
use glam::{FloatExt, Vec3};

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
    pub(super) const NONE: Bends = Self::row(0.0, 0.0, 0.0, [0.0; 2], 0.0, [0.0; 2], [0.0; 2], [0.0; 2], 0.0);

    /// Makes bends of a row of the table of poses.
    #[expect(clippy::too_many_arguments, reason = "the columns of a table")]
    pub(super) const fn row(
        spine: f32,
        chest: f32,
        neck: f32,
        arms: [f32; 2],
        spread: f32,
        elbows: [f32; 2],
        thighs: [f32; 2],
        knees: [f32; 2],
        toes: f32,
    ) -> Self {
        Bends { spine, chest, neck, arms, spread, elbows, thighs, knees, toes }
    }

    pub(super) fn times(&self, weight: f32) -> Self {
        Self::NONE.lerp(self, weight)
    }

    /// Returns the bends between these (`weight` 0) and others (1).
    pub(super) fn lerp(&self, to: &Self, weight: f32) -> Self {
        Bends {
            spine: self.spine.lerp(to.spine, weight),
            chest: self.chest.lerp(to.chest, weight),
            neck: self.neck.lerp(to.neck, weight),
            arms: [0, 1].map(|side| self.arms[side].lerp(to.arms[side], weight)),
            spread: self.spread.lerp(to.spread, weight),
            elbows: [0, 1].map(|side| self.elbows[side].lerp(to.elbows[side], weight)),
            thighs: [0, 1].map(|side| self.thighs[side].lerp(to.thighs[side], weight)),
            knees: [0, 1].map(|side| self.knees[side].lerp(to.knees[side], weight)),
            toes: self.toes.lerp(to.toes, weight),
        }
    }

    pub(super) fn apply(&self, cast: &GameCast, pose: &mut Pose) {
        bend(pose, Some(cast.hinges.spine), self.spine);
        bend(pose, cast.hinges.chest, self.chest);
        bend(pose, cast.hinges.neck, self.neck);
        for (side, outwards) in [1.0, -1.0].into_iter().enumerate() {
            if let Some([upper, lower, _]) = cast.hinges.arms[side] {
                upper.turn(pose, outwards * self.spread * Vec3::Z);
                upper.turn(pose, -self.arms[side] * Vec3::X);
                lower.turn(pose, -self.elbows[side] * Vec3::X);
            }
            bend(pose, Some(cast.hinges.thighs[side]), -self.thighs[side]);
            bend(pose, Some(cast.hinges.shins[side]), self.knees[side]);
            bend(pose, Some(cast.hinges.feet[side]), self.toes);
        }
    }
}

/// Bends a joint forward about his own x axis, in radians.
pub(super) fn bend(pose: &mut Pose, hinge: Option<Hinge>, angle: f32) {
    if let Some(hinge) = hinge {
        hinge.turn(pose, angle * Vec3::X);
    }
}
