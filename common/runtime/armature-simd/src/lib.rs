//! SIMD animation playback: crowds from clips to palettes, eight figures at a time, and skinning, eight vertices at a time.
//!
//! Everything here has a plain form in the crate [`armature`], with arrays of structs and one joint at a time, which is
//! easier to read; tests and benches compare with it. The layout of memory here is chosen so that one instruction does
//! the same to eight numbers, and memory is read from front to back:
//!
//! | step | plain | here | its page |
//! |---|---|---|---|
//! | keys to palettes | [`ModelInstance`](armature::model::ModelInstance) | [`Crowd`] of [`Frames`] | [`crowd`], [`frames`] |
//! | vertices | [`skin::skin_vertices`](armature::skin::skin_vertices) | [`VertexBlocks::skin`] | [`skinning`] |
//!
//! Each page explains the idea, the layout of memory, and the cost of a step.
//!
//! ```text
//!             once, at load                         each frame
//! Skeleton -> SimdSkeleton ----.
//! Clip -----> Frames ----------+--> Crowd --> [Affine3x4] palettes --> skin --> positions and normals
//! [Skin] ---> PaletteBindings -'                                        ^
//! vertices -> VertexBlocks ---------------------------------------------'
//! ```
//!
//! [`Crowd`] does all steps of a frame for figures that share a skeleton and play a clip each, or two while they fade. For
//! a single figure, more clips, [shear](armature::skeleton::Skeleton::is_sheared), and clips that are too long to bake, use
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
mod lanes;
mod palette;
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
pub use palette::PaletteBindings;
pub use simd_level::SimdLevel;
pub use skeleton::SimdSkeleton;
pub use skin_frames::{ClipFrames, SkinFrames};
pub use skinning::VertexBlocks;
