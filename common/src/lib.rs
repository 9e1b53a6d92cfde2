//! What Armature's lessons share: the runtime that they have become, what draws, and what checks.
//!
//! Data flows one way, and nothing reaches back:
//!
//! ```text
//! file -> collada or gltf -> model { skeleton, skins, clips, meshes } -> player -> pose -> palette -> draw
//! ```
//!
//! The runtime is the crate [`armature`] and those beside it, passed on here, so that a lesson has one name for all: plain
//! data and functions that know nothing of OpenGL. What draws is there with the feature `graphics`, which needs OpenGL and a
//! C++ compiler; the runtime, and checks of a lesson's answers, with `runtime`. Without either there is what the student's
//! command needs: where files are, how they are built, and what a verdict says.
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
#![cfg_attr(not(feature = "runtime"), allow(dead_code))] // checks have more uses

#[cfg(feature = "runtime")]
pub use armature::{animation, attachment, ik, math, mesh, model, skeleton, skin, text};
#[cfg(feature = "runtime")]
pub use armature_formats::{collada, container, gltf, load, loading, read};
#[cfg(feature = "runtime")]
pub use armature_offline::{Side, edit, merge, retarget};
#[cfg(feature = "runtime")]
pub use armature_simd as fast;

/// Random values, as the runtime's own tests take them.
#[cfg(all(test, feature = "graphics"))]
#[path = "../armature/src/testing/values.rs"]
mod random;

/// Archives, as the loader's own tests make them.
#[cfg(all(test, feature = "graphics"))]
#[path = "../armature-formats/src/collada/archive/testing.rs"]
mod zip;

#[cfg(not(target_family = "wasm"))]
pub mod build;
#[cfg(feature = "runtime")]
pub mod cast;
pub mod check;
#[cfg(feature = "graphics")]
pub mod editor;
#[cfg(feature = "graphics")]
pub mod exercise;
#[cfg(feature = "runtime")]
pub mod figure;
/// The command needs nothing else of the runtime.
#[path = "../armature-formats/src/file.rs"]
pub mod file;
pub mod file_watcher;
#[cfg(feature = "graphics")]
pub mod graphics;
#[cfg(all(feature = "runtime", not(target_family = "wasm")))]
pub(crate) mod memory;
#[cfg(feature = "graphics")]
pub mod player;
#[cfg(feature = "graphics")]
pub mod prelude;
pub mod progress;
#[cfg(feature = "graphics")]
pub mod scenes;
/// What of the scenes needs no graphics.
#[cfg(all(feature = "runtime", not(feature = "graphics")))]
pub mod scenes {
    pub mod parts;
    pub mod rings;
}
#[cfg(feature = "graphics")]
pub mod ui;
#[cfg(feature = "graphics")]
pub mod window;

pub mod shared;
pub mod workspace;

pub use workspace::{SHADERS, assets, shaders};
