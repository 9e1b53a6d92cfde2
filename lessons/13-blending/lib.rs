//! Lesson 13, blending. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod earlier;
    pub mod figures;
    pub mod finished;
    pub(crate) mod graph;
    pub(crate) mod mistakes;
    pub mod motion;
    pub mod play;
    pub mod probes;
    pub mod scene;
    pub mod starter;
}

pub use common::math::Transform;
pub use given::{Fade, Now, State, Tools};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson

common::live!("given.rs"; lesson_06);

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        blend: fn(&[Transform], &[Transform], f32, &Tools) -> Vec<Transform>, within checks::BLENDED;
        // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.001.
        fade: fn(&mut Fade, &[Transform], Option<f32>, f32, &Tools), within 4e-3;
        next_state: fn(State, Now) -> Option<State>, within 0.0;
        /// Two poses, the joints' parents, and the first joint that the second pose has; out comes a pose.
        masked: fn(&[Transform], &[Transform], &[Option<usize>], usize) -> Vec<Transform>, within 0.0;
    }
}
