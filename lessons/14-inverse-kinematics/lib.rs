//! Lesson 14, inverse kinematics. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod arm;
    pub mod checks;
    pub mod figures;
    pub(crate) mod finished;
    pub mod frame;
    pub(crate) mod graph;
    pub mod knight;
    pub(crate) mod mistakes;
    pub(crate) mod probes;
    pub mod scene;
    pub mod starter;
    pub mod tentacles;
}

pub use given::{Bend, Chain, Ground, Hinge, Hit, Leg, Limb, Placed, Planted, Stance, Tools};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Vec3;

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Radians. Close to straight, a cosine that is off by 1e-6 is an angle that is off by 1.4e-3.
        elbow_angle: fn(f32, f32, f32) -> f32, within 3e-3;
        // Metres, of limbs about one long: those who stop a millimetre before full reach are right, too.
        reach: fn(&Limb, Vec3, Vec3, &Tools) -> Bend, within 2e-3;
        // Radians. Those who take the slope from two close energies have it to a thousandth.
        gradient_step: fn(&Chain, &[f32], Vec3, f32, f32) -> Vec<f32>, within 1e-3;
        /// Legs, the ground, tools; out comes how the figure stands.
        plant: fn(&[Leg], &Ground, &Tools) -> Planted, within 2e-3; // Metres, and parts of directions.
    }
}
