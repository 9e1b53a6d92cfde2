//! Lesson 05, keyframes. You edit `exercise.rs`.

#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod chain;
    pub mod checks;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod graph;
    pub(crate) mod mistakes;
    pub mod playing;
    pub(crate) mod probes;
    pub mod scene;
    #[allow(clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
}

pub use common::animation::LoopMode;
pub use common::animation::keyframes::{AnimationIndex, Segment};
pub use given::{Clip, Joint, Keys, blend};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Numbers are copied, not computed.
        set_keyframes: fn(&mut Vec<Mat4>, &[f32]) -> Result<(), String>, within 1e-4;
        // Shares of a segment: a difference of two times, divided once.
        segment: fn(&[f32], f32, Option<f32>) -> Segment, within 1e-3;
        // Seconds; a handful of seconds in single precision are right to 1e-6.
        wrap_time: fn(f32, f32, LoopMode) -> f32, within 1e-3;
        // Seconds, and keys: a dozen additions of a few seconds.
        advance: fn(&mut AnimationIndex, f32, &Clip), within 1e-3;
    }
}
