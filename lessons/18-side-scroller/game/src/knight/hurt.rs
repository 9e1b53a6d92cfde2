//! The poses of a knight who is hurt: thrown back, and falling dead.

use super::animator::Animator;
use super::movement::STUNNED;
use super::table::poses::{FLINCH, JOLT, LYING, SEATED, THROWN};
use super::{GameCast, Knight, eased};
use crate::State;
use armature::skeleton::Pose;
use given::CallError;
use std::f32::consts::PI;

/// Times in a deadly fall between which he comes to sit, and to lie, in seconds.
const SITS: [f32; 2] = [0.02, 0.34];
const LIES: [f32; 2] = [0.28, 0.56];
/// Weight of a flinch in a deadly fall, which takes all of him back.
const DEADLY: f32 = 0.5;
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

/// Bends him away from what has hurt him as long as he is stunned: head and chest at once, then all of him. `heading` is the
/// one that is seen: hit from behind, he bends to the front until he has turned.
pub(super) fn flinch(cast: &GameCast, pose: &mut Pose, knight: &Knight, heading: f32) {
    let left = knight.stunned_for / STUNNED;
    let back = (knight.gait.heading - heading).cos();
    let weight = back * (left * PI).sin() * if knight.fallen_for.is_some() { DEADLY } else { 1.0 };
    FLINCH.times(weight).apply(cast, pose);
    JOLT.times(back * left * left).apply(cast, pose);
}
