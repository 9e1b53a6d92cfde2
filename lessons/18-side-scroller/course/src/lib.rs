//! Lesson 18, the side scroller: all but what the student writes.

// Nobody calls these crates from outside: a comment gives a reason, a unit or a space, and repeats no name.
#![allow(missing_docs, clippy::missing_errors_doc)]

pub mod figures;
pub mod finished;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod mine;
    pub mod scene;
}

pub use given::lesson_18::*;
pub use postern::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(side_scroller: SideScroller);
