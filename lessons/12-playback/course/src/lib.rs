//! Lesson 12, playback: all but what the student writes.

pub mod character;
pub mod figures;
pub mod finished;
pub mod playing;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod options;
    pub mod probes;

    use options::WalkOptions;

    common::lesson_window!(WalkOptions => WalkOptions::read_figure, WalkOptions::of_file);
}

pub use given::lesson_12::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(
    playback: Playback,
    scene::SCENE,
    hierarchy: lesson_02,
    keyframes: lesson_06,
    rotations: lesson_07
);
