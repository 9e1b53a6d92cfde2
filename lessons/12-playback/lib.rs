//! Lesson 12, playback. You edit `exercise.rs`.

#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod character;
    pub mod checks;
    pub(crate) mod clock;
    pub mod earlier;
    pub mod figures;
    pub(crate) mod finished;
    pub(crate) mod mistakes;
    pub mod playing;
    pub mod probes;
    pub mod scene;
    #[allow(clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
}

pub use common::animation::keyframes::{AnimationIndex, Segment};
pub use common::math::Transform;
pub use given::{Channel, Clip, Joint, OnStage, Tools, Track};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        /// Joints, channels, tools; out come each joint's keys.
        tracks: fn(&[Joint], &[Channel], &Tools) -> Result<Vec<Option<Track>>, String>, within checks::TRACK;
        // Entries of about 2; a slerp in single precision is right to 1e-5.
        sample_joint: fn(&Track, f32, &Tools) -> Transform, within 1e-3;
        /// Joints, their keys, a tick, tools; out comes `parent_from_joint` of every joint.
        // Matrices of entries about 2.
        sample_pose: fn(&[Joint], &[Option<Track>], f32, &Tools) -> Vec<Mat4>, within 1e-3;
        // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
        on_stage: fn(&Clip, f32, &Transform, Mat4) -> OnStage, within 1e-3;
    }
}
