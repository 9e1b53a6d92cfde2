//! Lesson 18, the side scroller. You edit `exercise.rs`.
//!
//! ```text
//! level -> ground: a mesh for each collider -> game: a step of every body -> knight: a pose -> fight: who was hit
//!                                                                          -> draw
//! ```

pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene.
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod draw;
    pub mod earlier;
    pub mod editor;
    pub mod fight;
    pub mod finished;
    pub mod game;
    pub mod ground;
    pub mod knight;
    pub mod level;
    pub(crate) mod mistakes;
    pub mod scene;
    pub mod starter;
}

pub use common::attachment::{PlacedSphere, Sphere, SphereKind};
pub use given::{BUFFER, COYOTE, RUN_STRIDE, RUNS, STANDS, TURN, TURNS, WALK_STRIDE, share_of_run};
pub use given::{Blow, Gait, Hand, Keys, Moved, Moving, Swing, Tools};
pub use ground::{Body, Mesh};
pub use lesson::*;
pub use lesson_13::{Now, State};

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{DVec2, Mat4};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        minkowski: fn(&[DVec2], &[DVec2]) -> Vec<DVec2>,
        fly: fn(&Mesh, &mut Body, f64) -> f64,
        walk: fn(&Mesh, &mut Body, f64) -> f64,
        state_for: fn(State, &Moved, Keys, Tools) -> State,
        face: fn(Gait, f32, f32) -> Gait,
        sword: fn(&Hand) -> Mat4,
        /// Spheres, `model_from_joint` of all joints, `world_from_model`; the placed spheres are written into the last.
        spheres_at: fn(&[Sphere], &[Mat4], Mat4, &mut Vec<PlacedSphere>),
        swept_hit: fn(&Moving, &Moving) -> Option<f32>,
        damage: fn(&mut Swing, &Blow, usize) -> bool,
    }
}
