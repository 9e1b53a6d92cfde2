//! What a lesson gives to the code that a student writes, and how program and library call each other.
//!
//! A student's `exercise.rs` is compiled into a library. The lesson's program loads it, and loads it again after each save.
//! This crate is compiled into both, so both have the same [`Joint`](lesson_02::Joint) and the same table of answers. The
//! program refuses a library with another [`FINGERPRINT`].
//!
//! ```text
//! exercise.rs -> library!: Library { table } -> the program: Course::take_loaded -> fn pointers, which return Results
//! ```
//!
//! Program and library each contain Rust's standard library and share the system's heap. No panic leaves the side on which
//! it began: see [`answer`].
//!
//! This file lies in `lessons` because cargo keeps the paths of files outside a package as absolute ones: after a checkout
//! was moved it would compile them all again.

#[path = "given/course.rs"]
mod course;
#[path = "given/endless.rs"]
pub mod endless;
#[path = "given/library.rs"]
mod library;
#[path = "given/panics.rs"]
mod panics;
#[path = "given/program.rs"]
mod program;
#[path = "given/running.rs"]
pub mod running;
#[path = "given/table.rs"]
mod table;
#[cfg(feature = "trial")]
#[path = "given/trial.rs"]
pub mod trial;
#[path = "given/xml.rs"]
pub mod xml;

pub use course::{CallError, CallErrorKind, Course};
pub use library::{Exercise, Exported, FINGERPRINT, Library, SYMBOL};
pub use panics::{Record, answer, catch, catch_quickly, unwind};
pub use program::Program;
pub use table::{ShaderFile, Task};

#[path = "00-first-frame/given.rs"]
pub mod lesson_00;
#[path = "01-robot-arm/given.rs"]
pub mod lesson_01;
#[path = "02-hierarchy/given.rs"]
pub mod lesson_02;
#[path = "03-paper-puppet/given.rs"]
pub mod lesson_03;
#[path = "04-joint-lines/given.rs"]
pub mod lesson_04;
#[path = "05-collada-joints/given.rs"]
pub mod lesson_05;
#[path = "06-keyframes/given.rs"]
pub mod lesson_06;
#[path = "07-rotations/given.rs"]
pub mod lesson_07;
#[path = "08-bind-pose/given.rs"]
pub mod lesson_08;
#[path = "09-smooth-skin/given.rs"]
pub mod lesson_09;
#[path = "10-normals/given.rs"]
pub mod lesson_10;
#[path = "11-collada-skin/given.rs"]
pub mod lesson_11;
#[path = "12-playback/given.rs"]
pub mod lesson_12;
#[path = "13-blending/given.rs"]
pub mod lesson_13;
#[path = "14-inverse-kinematics/given.rs"]
pub mod lesson_14;
#[path = "15-dual-quaternions/given.rs"]
pub mod lesson_15;
#[path = "16-pose-editor/given.rs"]
pub mod lesson_16;
#[path = "17-crowd/given.rs"]
pub mod lesson_17;
#[path = "18-side-scroller/given.rs"]
pub mod lesson_18;
#[path = "19-own-program/given.rs"]
pub mod lesson_19;
