//! Lesson 12, playback: all but what the student writes.

pub mod character;
pub mod figures;
pub mod finished;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod clock;
    pub mod playing;
    pub mod probes;
    pub mod scene;
    pub mod sword;
}

pub use given::lesson_12::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(playback: Playback, stage::SCENE);
