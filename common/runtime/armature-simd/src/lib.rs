//! SIMD animation playback: sampling, local-to-model, palettes and skinning, eight joints at a time.
//!
//! Everything here has a plain form in the crate [`armature`], with arrays of structs and one joint at a time, which is
//! easier to read; tests and benches compare with it. The layout of memory here is chosen so that one instruction does
//! the same to eight numbers, and memory is read from front to back:
//!
//! | step | plain | here | its page |
//! |---|---|---|---|
//! | keys to pose | [`Clip::sample`](armature::animation::Clip::sample) | [`Frames::sample`] | [`frames`] |
//! | local to model | [`skeleton::local_to_model`](armature::skeleton::local_to_model) | [`local_to_model`] | [`hierarchy`], [`SimdSkeleton`] |
//! | palette | [`Skin::write_palette`](armature::skin::Skin::write_palette) | [`write_palette`] | [`mod@palette`], [`Affine3x4`] |
//! | all of them | [`ModelInstance`](armature::model::ModelInstance) | [`Crowd`] | [`crowd`] |
//! | vertices | [`skin::skin_vertices`](armature::skin::skin_vertices) | [`VertexBlocks::skin`] | [`skinning`] |
//!
//! Each page explains the idea, the layout of memory, and the cost of a step.
//!
//! ```text
//!             once, at load                              each frame
//! Skeleton -> SimdSkeleton -.---------------.
//! Clip -----> Frames --------'-> sample --> [TransformBlock] --> local_to_model --> [Affine3x4] --> write_palette --> [Affine3x4]
//!                                            pose                                    joints          ^                 palette
//! [Skin] ---> PaletteBindings -----------------------------------------------------------------------'
//! vertices -> VertexBlocks --------------------------------------------------------> skin <-- palette
//! ```
//!
//! [`Crowd`] does all steps of a frame for figures that share a skeleton and play a clip each, or two while they fade. For
//! more clips, inverse kinematics, [shear](armature::skeleton::Skeleton::is_sheared), and clips that are too long to bake, use
//! [`ModelInstance`](armature::model::ModelInstance).
//!
//! # One build for all machines
//! Kernels are written once, for registers of eight, and compiled for two instruction sets; [`SimdLevel::best`] detects
//! at run time which of them the machine has. They need no compiler flags and no `unsafe` code, because the registers,
//! instruction sets and their detection are those of the crate `fearless_simd`. Unoptimised or with `opt-level = 1` they are
//! not inlined, and may take longer than the plain form: the page of [`armature`] has a profile for development builds.
//!
#![doc = include_str!("../SPEED.md")]
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs marks what a feature adds
#![allow(clippy::inline_always)] // a kernel's parts must end up inside the function that has the features

pub mod crowd;
pub mod frames;
pub mod hierarchy;
mod lanes;
pub mod palette;
mod pose;
mod simd_level;
mod skeleton;
mod skin_frames;
pub mod skinning;
#[cfg(test)]
#[path = "../../armature/src/testing/mod.rs"]
mod testing;

pub use armature::{animation::Moment, math::Affine3x4};
pub use crowd::{Crowd, CrowdMember};
pub use frames::{BakeError, Frames, MAX_BYTES};
pub use hierarchy::{local_to_model, model_len};
pub use palette::{PaletteBindings, write_palette};
pub use pose::TransformBlock;
pub use simd_level::SimdLevel;
pub use skeleton::SimdSkeleton;
pub use skin_frames::{ClipFrames, SkinFrames};
pub use skinning::VertexBlocks;
