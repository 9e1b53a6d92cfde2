#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(not(all(feature = "collada", feature = "gltf")), allow(dead_code, unused_imports))] // the formats share much

#[cfg(feature = "collada")]
pub mod collada;
#[cfg(feature = "container")]
pub mod container;
mod double;
#[doc(hidden)] // for the programs of the workspace
pub mod file;
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
