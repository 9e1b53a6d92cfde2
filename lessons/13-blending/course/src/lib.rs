//! Lesson 13, blending: all but what the student writes.

pub mod figures;
pub mod finished;
pub(crate) mod graph;
pub mod motion;
pub mod play;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    use lesson_12::character::own::CharacterOptions;

    pub mod checks;
    pub mod probes;

    common::lesson_window!(CharacterOptions => CharacterOptions::read_figure);
}

pub use given::lesson_13::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(
    blending: Blending,
    scene::SCENE,
    hierarchy: lesson_02,
    keyframes: lesson_06,
    rotations: lesson_07,
    playback: lesson_12
);
