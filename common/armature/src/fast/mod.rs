//! The same animation, fast: what plays figures in the viewer and in crowds.
//!
//! Everything here has a plain form elsewhere in this crate, written to be read: arrays of structs,
//! one joint at a time. The plain forms are what lessons explain, what the tests here compare
//! with, and what the bench measures against. These are the same steps in another layout, chosen so
//! that one instruction does the same thing to eight numbers and memory is read from front to back:
//!
//! | step | plain | here | its page |
//! |---|---|---|---|
//! | keys to pose, for most clips | [`Clip::sample`](crate::animation::Clip::sample) | [`Frames::sample`] | [`frames`] |
//! | keys to pose, few and uneven | [`Clip::sample`](crate::animation::Clip::sample) | [`Tracks::sample`] | [`tracks`] |
//! | local to model | [`skeleton::local_to_model`](crate::skeleton::local_to_model) | [`local_to_model`] | [`hierarchy`], [`Rig`] |
//! | palette | [`Skin::write_palette`](crate::skin::Skin::write_palette) | [`write_palette`] | [`mod@palette`], [`Rows`] |
//! | all three | [`model::Figure`](crate::model::Figure) | [`Figure`] for one, [`Crowd`] for many | [`crowd`] |
//! | vertices | [`skin::skin_vertices`](crate::skin::skin_vertices) | [`skin_vertices`] | [`skinning`] |
//!
//! Each page has the idea, a picture of the memory, and what a step costs.
//!
//! ```text
//!             once, at load                                     each frame
//! Skeleton -> Rig ----------.---------------.
//! Clip -----> Frames --------'-> sample --> [Block] --> local_to_model --> [Rows] --> write_palette --> [Rows]
//!             (or Tracks)                    poses                          joints      ^               palette
//! [Skin] ---> Places ------------------------------------------------------------------'
//! vertices -> VertexBlocks ------------------------------------------> skin_vertices <-- palette
//! ```
//!
//! [`Figure`] does one frame's part for one figure, [`Crowd`] for many. Choose at load: bake a clip to
//! [`Frames`]; where [`Frames::error`] says that resampling costs too much, or the clip is too long to
//! bake, play its [`Tracks`]. [`Performer`] is what the viewer plays: a figure with its model's clips,
//! each a [`Motion`] that loses nothing.
//!
//! Shear is beside all this: a figure whose joints [lean](crate::skeleton::Skeleton::is_sheared) has a
//! [`Lean`] for each block, which [`Figure`] and [`Performer`] carry along. [`Crowd`] leaves it out.
//!
//! # One build for all machines
//! Kernels are written once, for registers of eight, and compiled for two sets of instructions;
//! [`Path::best`] finds out while the program runs which of them the machine has. No compiler flags
//! are asked of anyone. `unsafe` is confined to two files: `lanes/avx2.rs`, which wraps the
//! instructions, and the one call in `path.rs` that needs their presence promised.
//!
//! # What it saves
//! `cargo bench -p common --bench speed` measures each step against its plain form in the same run, and
//! ends with a table of targets. It fails where a ratio falls below its floor: the compiler has been
//! seen to turn the very same loop three times slower, so look at it after every change here.
#![allow(clippy::inline_always)] // a kernel's parts must end up inside the function that has the features

pub mod crowd;
mod figure;
pub mod frames;
pub mod hierarchy;
mod lanes;
mod lean;
mod motion;
pub mod palette;
mod path;
mod performer;
mod pose;
mod rig;
mod rows;
pub mod skinning;
#[cfg(test)]
mod testing;
pub mod tracks;

pub use crowd::{Crowd, PARALLEL_WORK, Playing};
pub use figure::Figure;
pub use frames::{BakeError, FrameError, Frames, MAX_BYTES};
pub use hierarchy::{local_to_model, local_to_model_leaning, model_len};
pub use lean::Lean;
pub use motion::{Motion, MotionCursors};
pub use palette::{Places, write_palette};
pub use path::{PORTABLE_VARIABLE, Path};
pub use performer::Performer;
pub use pose::{Block, LANES, Lane8};
pub use rig::Rig;
pub use rows::Rows;
pub use skinning::{VertexBlocks, skin_vertices};
pub use tracks::{Segments, Tracks};
