//! Lesson 18, the side scroller. You edit `exercise.rs`.
//!
//! ```text
//! level -> ground: a mesh for each collider -> game: a step of every body -> knight: a pose -> fight: who was hit
//!                                                                          -> draw
//! ```

#[forbid(unsafe_code)]
pub mod exercise;
mod given;
#[path = "src/mesh/mod.rs"]
pub mod mesh;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod draw;
    pub mod earlier;
    pub mod editor;
    pub mod fight;
    pub mod figures;
    pub mod finished;
    pub mod game;
    pub mod ground;
    pub mod knight;
    pub mod level;
    pub(crate) mod mistakes;
    pub mod pad;
    pub mod scene;
    pub mod sound;
    pub mod starter;
}

pub use common::attachment::{PlacedSphere, Sphere, SphereKind};
pub use given::{BUFFER, COYOTE, RUN_STRIDE, RUNS, STANDS, TURN, TURNS, WALK_STRIDE, share_of_run};
pub use given::{Blow, Gait, Hand, Keys, Moved, Moving, Swing, Tools};
#[cfg(not(live))]
pub use lesson::*;
pub use lesson_13::{Now, State};
pub use mesh::{Body, Mesh};

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{DVec2, Mat4};

common::live!("given.rs", "src/mesh/mod.rs", "src/mesh/body.rs"; lesson_13);

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Metres; polygons reach a few metres, and single precision is right to a millionth.
        minkowski: fn(&[DVec2], &[DVec2]) -> Vec<DVec2>, within 1e-4;
        // Metres, metres a second, seconds: numbers below 20. Who loses 10 microseconds at each edge is found out.
        fly: fn(&Mesh, &mut Body, f64) -> f64, within 1e-5;
        walk: fn(&Mesh, &mut Body, f64) -> f64, within 1e-5; // As above.
        state_for: fn(State, &Moved, Keys, Tools) -> State, within 0.0;
        face: fn(Gait, f32, f32) -> Gait, within 1e-3; // Radians, and parts of a cycle.
        sword: fn(&Hand) -> Mat4, within 1e-3; // Products of three matrices whose numbers are about 2.
        /// Spheres, `model_from_joint` of all joints, `world_from_model`; the placed spheres are written into the last.
        // Metres, up to 10 from the origin; a few roundings each.
        spheres_at: fn(&[Sphere], &[Mat4], Mat4, &mut Vec<PlacedSphere>), within 1e-3;
        // A share of the step. Those who go through it in a thousand parts have it to one of them.
        swept_hit: fn(&Moving, &Moving) -> Option<f32>, within 2e-3;
        damage: fn(&mut Swing, &Blow, usize) -> bool, within 0.0;
    }
}
