#![doc = include_str!("../README.md")]
//!
//! # How it fits together
//! Data flows one way, and nothing reaches back:
//!
//! ```text
//! model { skeleton, skins, clips, meshes } -> pose -> palette -> skinned vertices
//! ```
//!
//! # Conventions
//! Column vectors, right-handed, radians, seconds. The world is y up, in metres; model space has the file's own axes and
//! unit, and so has all that is read of a file: [`Model::world_from_model`](model::Model::world_from_model) leads from
//! one to the other. A matrix says in its name which spaces it maps into and out of, so that products read like
//! dominoes: `model_from_child = model_from_parent * parent_from_child`.
//!
//! - *joint*: a frame of reference in the skeleton; *bone*: the segment between two joints;
//! - *local*: relative to the parent joint; *model*: relative to the skeleton's root; *world*: to the scene;
//! - *bind pose*: where the joints stood when the mesh was attached to them;
//! - *skinning matrix*: `model_from_joint * joint_from_bind`; *palette*: the skinning matrices of a skin.
//!
//! An error's `Debug` writes its sentence, as `Display` does, since that is what is printed of an error that `main` returns.

#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs marks what a feature adds

/// The name of this crate in `testing`, which the crates beside it compile too.
#[cfg(test)]
extern crate self as armature;

/// Implements `Debug` of an error by its `Display`: `Debug` is what is printed of an error that `main` returns.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_as_display {
    ($error:ty) => {
        impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub mod animation;
pub mod attachment;
pub mod ik;
pub mod math;
pub mod mesh;
pub mod model;
pub mod skeleton;
pub mod skin;
#[cfg(test)]
mod testing;
