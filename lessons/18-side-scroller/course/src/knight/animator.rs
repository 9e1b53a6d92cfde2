//! The functions that turn clips into poses, and armature's form of them.

use super::{GameCast, feet};
use crate::State;
use armature::animation::{Cursors, LoopMode, blend_masked, wrap_time};
use armature::math::Transform;
use armature::skeleton::{Pose, local_to_model};
use given::CallError;
use glam::{Affine3A, Mat4, Vec3};
use lesson_13::Fade;
use lesson_14::finished::{ANSWERS, TOOLS};
use lesson_14::{Bend, Leg, Limb};

/// Turns clips into poses: armature's runtime, or the answers of lessons 02, 05, 06 and 12 to 14.
pub(super) trait Animator {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) -> Result<(), CallError>;
    /// 13.1.
    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) -> Result<(), CallError>;
    /// 13.4: `over` from the spine up.
    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) -> Result<(), CallError>;
    /// 13.2.
    fn fade(&mut self, fade: &mut Fade, target: &Pose, new_fade: Option<f32>, dt: f32) -> Result<(), CallError>;
    /// 02.2: `model_from_joint`.
    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), CallError>;
    /// 14.2.
    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Result<Bend, CallError>;
    /// 14.4: legs on the planes below them.
    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> Result<feet::Stances, CallError>;
    /// 12.4: `world_from_model`.
    fn place(&mut self, place: &Transform) -> Result<Mat4, CallError>;
}

/// Whether a state's clip goes on from its beginning when it has ended.
pub(super) fn loop_mode(state: State) -> LoopMode {
    if state.is_played_once() { LoopMode::Clamp } else { LoopMode::Loop }
}

/// Armature's runtime. It allocates nothing.
pub(super) struct Runtime<'a> {
    pub(super) cast: &'a GameCast,
    pub(super) cursors: &'a mut [Cursors; 8],
    pub(super) affines: &'a mut [Affine3A],
}

impl Animator for Runtime<'_> {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) -> Result<(), CallError> {
        let clip = &self.cast.file.model.clips[self.cast.clips[state as usize]];
        let time = clip.start + wrap_time(seconds, clip.duration(), loop_mode(state));
        clip.sample(time, &self.cast.bind, &mut self.cursors[state as usize], out);
        Ok(())
    }

    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) -> Result<(), CallError> {
        out.set_blend(a, b, u);
        Ok(())
    }

    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) -> Result<(), CallError> {
        blend_masked(base, over, &self.cast.upper_body, 1.0, out);
        Ok(())
    }

    /// Fades as armature's `Fade` does, with the lesson's memory, so that one can continue where the other was.
    fn fade(&mut self, fade: &mut Fade, target: &Pose, new_fade: Option<f32>, dt: f32) -> Result<(), CallError> {
        let u = lesson_13::finished::advance_fade(fade, new_fade, dt);
        for ((shown, from), to) in fade.shown.iter_mut().zip(&fade.from).zip(&target.locals) {
            *shown = from.blend(to, u);
        }
        Ok(())
    }

    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), CallError> {
        let skeleton = &self.cast.file.model.skeleton;
        local_to_model(skeleton, pose, Affine3A::IDENTITY, self.affines);
        for (matrix, affine) in out.iter_mut().zip(&*self.affines) {
            *matrix = Mat4::from(*affine);
        }
        Ok(())
    }

    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Result<Bend, CallError> {
        Ok((ANSWERS.reach)(limb, target, pole, &TOOLS))
    }

    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> Result<feet::Stances, CallError> {
        Ok(feet::plant(legs, stand))
    }

    fn place(&mut self, place: &Transform) -> Result<Mat4, CallError> {
        Ok(place.to_mat4() * Mat4::from(self.cast.own_from_file()))
    }
}
