//! The functions that turn clips into poses, and armature's form of them.

use super::{GameCast, feet};
use crate::State;
use armature::animation::{Cursors, LoopMode, blend_masked, wrap_time};
use armature::math::Transform;
use armature::skeleton::{Pose, local_to_model};
use given::CallError;
use given::lesson_13::Fade;
use given::lesson_14::{Bend, Leg, Limb};
use glam::{Affine3A, Mat4, Vec3};

/// Turns clips into poses: armature's runtime, or somebody's functions in its place.
pub trait Animator {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) -> Result<(), CallError>;
    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) -> Result<(), CallError>;
    /// Takes `over` from the spine up.
    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) -> Result<(), CallError>;
    /// Fades to a target; a new fade has a duration in seconds.
    fn fade(&mut self, fade: &mut Fade, target: &Pose, new_fade: Option<f32>, dt: f32) -> Result<(), CallError>;
    /// Writes `model_from_joint`.
    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), CallError>;
    /// Bends a limb to a target.
    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Result<Bend, CallError>;
    /// Stands both legs on the planes below them.
    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> Result<feet::Stances, CallError>;
    /// Returns `world_from_model`.
    fn place(&mut self, place: &Transform) -> Result<Mat4, CallError>;
}

/// Functions that pose him in place of armature's runtime.
pub trait Poses: Send + Sync {
    fn animator<'a>(&'a self, cast: &'a GameCast) -> Box<dyn Animator + 'a>;
}

/// Whether a state's clip goes on from its beginning when it has ended.
pub fn loop_mode(state: State) -> LoopMode {
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
        let clip = &self.cast.model.clips[self.cast.clips[state as usize]];
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
        let u = self.cast.figure.advance_fade(fade, new_fade, dt);
        for ((shown, from), to) in fade.shown.iter_mut().zip(&fade.from).zip(&target.locals) {
            *shown = from.blend(to, u);
        }
        Ok(())
    }

    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), CallError> {
        let skeleton = &self.cast.model.skeleton;
        local_to_model(skeleton, pose, Affine3A::IDENTITY, self.affines);
        for (matrix, affine) in out.iter_mut().zip(&*self.affines) {
            *matrix = Mat4::from(*affine);
        }
        Ok(())
    }

    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Result<Bend, CallError> {
        Ok(self.cast.figure.reach(limb, target, pole))
    }

    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> Result<feet::Stances, CallError> {
        Ok(feet::plant(self.cast, legs, stand))
    }

    fn place(&mut self, place: &Transform) -> Result<Mat4, CallError> {
        Ok(place.to_mat4() * Mat4::from(self.cast.own_from_file()))
    }
}
