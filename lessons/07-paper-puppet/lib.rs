//! Lesson 07, paper puppet. You edit `exercise.rs`.

#[allow(clippy::needless_range_loop)] // indices are what this lesson counts by
#[forbid(unsafe_code)]
pub mod exercise;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod cutouts;
    pub mod figures;
    pub(crate) mod fox;
    pub(crate) mod mistakes;
    pub(crate) mod probes;
    pub mod scene;
    pub(crate) mod stage;
    #[allow(clippy::needless_range_loop)] // as in `exercise`
    pub mod starter;
    pub(crate) mod troupe;

    pub use cutouts::{Cutout, cutouts};
    pub use fox::Fox;
}

pub use common::cast::puppet::{Corner, LAYERS, Part, Sprite, Swing};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat3, Vec2};

common::live!();

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        rotate_about: fn(Vec2, f32) -> Mat3, within 1e-3; // Places up to 6: two products of three terms.
        wave: fn(f32, &Swing) -> f32, within 1e-3; // Radians; the argument of the sine is up to 400.
        segmented_arm: fn(&[Corner], &[Mat3]) -> Vec<Vec2>, within 1e-3; // Places up to 15, through nine matrices.
        // Places up to 20, through four matrices and a shift for each.
        sprite_transforms: fn(&[Part], &[Mat3]) -> Vec<Sprite>, within 1e-3;
    }
}
