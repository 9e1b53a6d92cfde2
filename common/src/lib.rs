//! Skeletal animation, from a Collada file to a skinned figure: what Armature's lessons have become.
//!
//! Data flows one way, and nothing reaches back:
//!
//! ```text
//! file -> collada -> model { skeleton, skins, clips, meshes } -> player -> pose -> palette -> draw
//! ```
//!
//! Everything but [`graphics`] and [`app`] is plain data and functions that know nothing of OpenGL;
//! build with `default-features = false` to have only that. `app`, the window, needs a C++ compiler;
//! the feature `graphics` alone draws pictures without one.
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

pub mod animation;
#[cfg(feature = "app")]
pub mod app;
pub mod check;
pub mod collada;
pub mod fast;
#[cfg(feature = "graphics")]
pub mod graphics;
pub mod limb;
pub mod math;
pub mod mesh;
pub mod model;
pub mod puppet;
pub mod skeleton;
pub mod skin;
