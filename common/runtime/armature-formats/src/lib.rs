#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs marks what a feature adds
#![cfg_attr(not(all(feature = "collada", feature = "gltf")), allow(dead_code, unused_imports))] // the formats share much

#[cfg(feature = "collada")]
pub mod collada;
pub mod container;
#[allow(dead_code, unreachable_pub, clippy::doc_markdown)] // `verdict` compiles this file, too, and calls all of it
mod file;
#[cfg(feature = "gltf")]
pub mod gltf;
pub mod loading;
#[cfg(any(feature = "collada", feature = "gltf"))]
mod read;
#[cfg(test)]
#[path = "../../armature/src/testing/mod.rs"]
mod testing;

#[cfg(any(feature = "collada", feature = "gltf"))]
pub use read::{load, load_bytes, read};
