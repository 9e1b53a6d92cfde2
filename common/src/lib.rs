//! The frame of a lesson's program: its window, its pictures and its command line, around what only the lesson can know; and
//! the door to the packages that draw.
//!
//! Data flows one way, and nothing reaches back:
//!
//! ```text
//! file -> collada or gltf -> model { skeleton, skins, clips, meshes } -> player -> pose -> palette -> draw
//! ```
//!
//! # Conventions
//! Column vectors, right-handed, y up, metres, radians, seconds. A matrix says in its name which
//! spaces it maps into and out of, so that products read like dominoes:
//! `model_from_child = model_from_parent * parent_from_child`.
//!
//! - *joint*: a frame of reference in the skeleton; *bone*: the segment between two joints;
//! - *local*: relative to the parent joint; *model*: relative to the skeleton's root; *world*: to the scene;
//! - *bind pose*: where the joints stood when the mesh was attached to them;
//! - *skinning matrix*: `model_from_joint * joint_from_bind`; *palette*: the skinning matrices of a skin.

/// The Rust in the course's reference compiles.
#[cfg(doctest)]
#[doc = include_str!("../../lessons/REFERENCE.md")]
pub struct Reference;

pub mod exercise;
mod page_shaders;
pub mod painter;
pub mod prelude;
pub mod scenes;
pub mod shader;

pub use verdict::workspace::{self, assets};
pub use {graphics, player, ui, window};
