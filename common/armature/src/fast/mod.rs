//! SIMD animation playback: sampling, local-to-model, palettes and skinning, eight joints at a time.
//!
//! Everything here has a plain form elsewhere in this crate, written to be read: arrays of structs,
//! one joint at a time. The plain forms are what the tests here compare with, and what the bench
//! measures against. These are the same steps in another layout, chosen so
//! that one instruction does the same thing to eight numbers and memory is read from front to back:
//!
//! | step | plain | here | its page |
//! |---|---|---|---|
//! | keys to pose, for most clips | [`Clip::sample`](crate::animation::Clip::sample) | [`Frames::sample`] | [`frames`] |
//! | keys to pose, few and uneven | [`Clip::sample`](crate::animation::Clip::sample) | [`Tracks::sample`] | [`tracks`] |
//! | local to model | [`skeleton::local_to_model`](crate::skeleton::local_to_model) | [`local_to_model`] | [`hierarchy`], [`FastSkeleton`] |
//! | palette | [`Skin::write_palette`](crate::skin::Skin::write_palette) | [`write_palette`] | [`mod@palette`], [`Affine3x4`] |
//! | all three | [`ModelInstance`](crate::model::ModelInstance) | [`FastInstance`] for one, [`Crowd`] for many | [`crowd`] |
//! | vertices | [`skin::skin_vertices`](crate::skin::skin_vertices) | [`skin_vertices`] | [`skinning`] |
//!
//! Each page has the idea, a picture of the memory, and what a step costs.
//!
//! ```text
//!             once, at load                              each frame
//! Skeleton -> FastSkeleton -.---------------.
//! Clip -----> Frames --------'-> sample --> [TransformBlock] --> local_to_model --> [Affine3x4] --> write_palette --> [Affine3x4]
//!             (or Tracks)                    pose                                    joints          ^                 palette
//! [Skin] ---> PaletteBindings -----------------------------------------------------------------------'
//! vertices -> VertexBlocks ----------------------------------------------------> skin_vertices <-- palette
//! ```
//!
//! [`FastInstance`] does one frame's part for one model, [`Crowd`] for many that share a skeleton. An
//! instance chooses for each clip what loses nothing: [`Frames`] where all tracks have keys at the same times (an
//! exporter sampled them), [`Tracks`] otherwise. For a crowd bake a clip to [`Frames`]; where resampling would cut off
//! too much, or the clip is too long to bake, play its [`Tracks`].
//!
//! [Shear](crate::skeleton::Skeleton::is_sheared) lies beside the [`TransformBlock`]s: [`FastInstance`] applies it,
//! [`Crowd`] leaves it out.
//!
//! # One build for all machines
//! Kernels are written once, for registers of eight, and compiled for two instruction sets;
//! [`SimdLevel::best`] detects at run time which of them the machine has. No compiler flags
//! are needed. `unsafe` is confined to two files: `lanes/avx2.rs`, which wraps the
//! intrinsics, and `simd_level.rs`, with the one call that requires their presence.
//!
#![doc = include_str!("../../SPEED.md")]
#![allow(clippy::inline_always)] // a kernel's parts must end up inside the function that has the features

mod affine;
mod compiled_clip;
pub mod crowd;
pub mod frames;
pub mod hierarchy;
mod instance;
mod lanes;
pub mod palette;
mod pose;
mod shear;
mod simd_level;
mod skeleton;
pub mod skinning;
#[cfg(test)]
pub(crate) mod testing;
mod timeline;
pub mod tracks;

pub use affine::Affine3x4;
pub use crowd::{Crowd, CrowdMember};
pub use frames::{BakeError, Frames, MAX_BYTES};
pub use hierarchy::{local_to_model, model_len};
pub use instance::FastInstance;
pub use palette::{PaletteBindings, write_palette};
pub(crate) use pose::LANES;
pub use pose::TransformBlock;
use shear::ShearBlock;
pub use simd_level::SimdLevel;
pub use skeleton::FastSkeleton;
pub use skinning::{VertexBlocks, skin_vertices};
pub use tracks::{TrackCursors, Tracks};
