//! Lesson 18, the side scroller: all but what the student writes.

// Nobody calls these crates from outside: a comment gives a reason, a unit or a space, and repeats no name.
#![allow(missing_docs, clippy::missing_errors_doc)]

pub mod blow_kind;
pub mod figures;
pub mod finished;
pub mod ground;
pub mod measures;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod attached;
    pub mod checks;
    pub mod draw;
    pub mod editor;
    pub mod fight;
    pub mod game;
    pub mod knight;
    pub mod level;
    pub mod scene;
}

pub use given::lesson_18::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(side_scroller: SideScroller);
