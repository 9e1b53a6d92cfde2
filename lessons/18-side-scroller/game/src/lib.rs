//! Postern, a side scroller: its ground, level, knight and fight, and how they are drawn. It plays by functions that it is
//! given: those of [`SideScroller`], and a [`Figure`](knight::Figure).

// Nobody calls these crates from outside: a comment gives a reason, a unit or a space, and repeats no name.
#![allow(missing_docs, clippy::missing_errors_doc)]

pub mod blow_kind;
pub mod ground;
pub mod measures;

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod attached;
    pub mod draw;
    pub mod editor;
    pub mod fight;
    pub mod game;
    pub mod knight;
    pub mod level;
}

pub use given::lesson_18::*;
#[cfg(feature = "graphics")]
pub use window::*;
