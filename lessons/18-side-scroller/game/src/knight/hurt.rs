//! The poses of a knight who is hurt: thrown back, and falling dead.

use super::animator::Animator;
use super::bends::Bends;
use super::movement::STUNNED;
use super::{GameCast, Knight, eased};
use crate::State;
use armature::skeleton::Pose;
use given::CallError;
use std::f32::consts::PI;

/// Pose in the air after a bite: he flies back, and his limbs trail to the front.
const THROWN: Bends = Bends {
    spine: -0.3,
    neck: 0.1,
    arms: [0.9, 0.25],
    spread: 0.25,
    elbows: [0.2, 0.1],
    thighs: [0.75, 0.45],
    knees: [0.55, 0.4],
    toes: 0.35,
    ..Bends::NONE
};
/// Pose when his hips reach the ground: his knees are up.
const SEATED: Bends = Bends {
    spine: -0.2,
    neck: 0.35,
    arms: [1.1, 0.6],
    spread: 0.5,
    thighs: [1.25, 1.05],
    knees: [1.2, 1.1],
    toes: 0.2,
    ..Bends::NONE
};
/// Pose on his back: one knee up, his arms to the sides.
const LYING: Bends = Bends {
    neck: 0.12,
    arms: [-0.05, -0.05],
    spread: 0.8,
    elbows: [-0.3, -0.35],
    thighs: [0.25, 0.05],
    knees: [0.55, 0.1],
    toes: 0.5,
    ..Bends::NONE
};
/// Times in a deadly fall between which he comes to sit, and to lie, in seconds.
const SITS: [f32; 2] = [0.02, 0.34];
const LIES: [f32; 2] = [0.28, 0.56];
/// Angle by which he is bent back when something hurts him, and multiples of it by which his chest is bent, and his thighs
/// are raised, in radians.
const FLINCH: f32 = 0.6;
const FLINCH_PARTS: [f32; 2] = [0.4, 0.6];
/// Fraction of that in a deadly fall, which takes all of him back.
const DEADLY: f32 = 0.5;
/// Angles by which his chest and his neck are thrown back in the first moment, in radians.
const JOLT: [f32; 2] = [-0.18, -0.12];
/// Durations of the fades to these poses and from them, in seconds.
const FADES: [f32; 2] = [0.1, 0.16];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hurt {
    /// Whether he is thrown back and still in the air, or dead.
    pub(super) is_posed: bool,
}

impl Hurt {
    /// Follows him for a step. Returns the duration of the fade that begins with it, if one does.
    pub(super) fn advance(&mut self, knight: &Knight) -> Option<f32> {
        let was_posed = self.is_posed;
        let is_thrown = knight.body.support.is_none() && (was_posed || knight.stunned_for > 0.0);
        self.is_posed = is_thrown || knight.fallen_for.is_some();
        (self.is_posed != was_posed).then_some(FADES[usize::from(was_posed)])
    }
}

/// Samples his pose in the air after a bite, and in a deadly fall, into the last of four poses.
pub(super) fn sample_hurt(
    animator: &mut dyn Animator,
    cast: &GameCast,
    [a, b, falling, out]: [&mut Pose; 4],
    knight: &Knight,
) -> Result<(), CallError> {
    for (pose, bends) in [(&mut *a, &THROWN), (&mut *b, &SEATED)] {
        animator.sample(State::Idle, 0.0, pose)?;
        bends.apply(cast, pose);
    }
    let seconds = knight.fallen_for.unwrap_or(0.0);
    let [sits, lies] = [SITS, LIES].map(|[from, to]| eased((seconds - from) / (to - from)));
    animator.blend(a, b, sits, falling)?;
    animator.sample(State::Idle, 0.0, a)?;
    LYING.apply(cast, a);
    animator.blend(falling, a, lies, out)
}

/// Bends him back as long as he is stunned: head and chest at once, then all of him.
pub(super) fn flinch(cast: &GameCast, pose: &mut Pose, knight: &Knight) {
    let left = knight.stunned_for / STUNNED;
    let flinch = (left * PI).sin() * FLINCH * if knight.fallen_for.is_some() { DEADLY } else { 1.0 };
    let jolt = left * left;
    let [chest, thighs] = FLINCH_PARTS;
    let bends = Bends {
        spine: -flinch,
        chest: jolt * JOLT[0] - chest * flinch,
        neck: jolt * JOLT[1],
        thighs: [thighs * flinch; 2],
        ..Bends::NONE
    };
    bends.apply(cast, pose);
}
