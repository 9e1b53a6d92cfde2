//! Loads glTF 2.0 files (.gltf, .glb) as a [`Model`](armature::model::Model); errors and warnings have the file and a
//! JSON pointer.
//!
//! ```no_run
//! let loaded = armature_formats::gltf::load("walk.glb")?;
//! for warning in &loaded.warnings {
//!     eprintln!("{warning}"); // walk.glb: /meshes/0/primitives/1: points or lines: left out
//! }
//! println!("{} clips", loaded.model.clips.len());
//! # Ok::<(), armature_formats::loading::Error>(())
//! ```
//!
//! [`armature_formats::load`](crate::load) takes this format and Collada, whichever a file is. Loading has two steps, each of
//! which can be used by itself:
//!
//! ```text
//! bytes -> Document  the file as written, references checked    parse, read
//!       -> Model     played and drawn                           model
//! ```
//!
//! Whoever wants the mesh without the clips, empties the document's `animations` before its model is made. The clips need
//! the meshes: they are as accurate as its vertices show.
//!
//! [`evaluate`] gives the transforms of a document's nodes at any time exactly as the file says, in double precision.
//!
//! # What is read
//! - **Files**: JSON text (.gltf) or binary (.glb, and .vrm, which is the same), by content, not by name. Buffers in the
//!   .glb, as base64, or in files in the model's own folder.
//! - **Accessors**: every component type, normalised or not; strides; sparse ones; those without data are zeros.
//! - **Nodes**: a matrix, or translation, rotation and scale. Every node of the scene is a joint of the skeleton,
//!   whether a skin names it or not. The scene is the one that the file calls its default, or the first; a file without
//!   scenes means all its nodes. Axes and unit are ours: y up, metres.
//! - **Meshes**: triangles, strips and fans; normals (flat without them), the set of texture coordinates that the
//!   material asks for, colours; morph targets of positions and normals, with the names that exporters give them.
//! - **Skins**: `JOINTS_0` with `WEIGHTS_0` and all further sets, in any component type; inverse bind matrices, or where
//!   there are none, the identity; several skins, one mesh in several skins. A skinned mesh ignores the transform of its
//!   own node, as the specification says.
//! - **Animation**: translation, rotation and scale of nodes, weights of morph targets; STEP, LINEAR and CUBICSPLINE.
//! - **Materials**: base colour, its picture and how that repeats; emission and its picture, opacity, double-sided, unlit. A file's colours
//!   are linear, a model's are sRGB.
//! - **Extensions**: `KHR_mesh_quantization`, `KHR_texture_transform`, `KHR_materials_unlit`, and the diffuse colour of
//!   `KHR_materials_pbrSpecularGlossiness`.
//!
//! # What is assumed
//! - A clip begins at its first key and ends at its last. An animation without a name is called after the file, or,
//!   where there are several, `animation 2`; a node without a name `node 7`.
//! - Animations of which no two move the same node play together in a clip of their own, which is the first: old
//!   exporters write one for each node. If their names do not tell them apart, it is the only one.
//! - `"interpolation": 0` is LINEAR. What has no keys moves nothing.
//! - Of two channels that move the same, the last one counts. Numbers of keys and vertices that are not finite are 0.
//! - A vertex without weight follows the skin's first joint. Of more than four influences the strongest four count.
//!   Weights that do not sum to 1 are normalised.
//! - The figure of a VRM 0.x looks along -z, all others along z: it is turned, by `world_from_model`.
//! - A node with a matrix beside translation, rotation or scale has the matrix. The last row of a matrix is 0 0 0 1; a
//!   warning says if the file says otherwise, and if the matrix looks transposed.
//! - `null`, and -1 for an index, are as if they were missing. A joint without an inverse bind matrix among others is bound
//!   where it rests. `normalized` means nothing for floats. Of a node's parents the first counts.
//! - Whole numbers may be written as `3.0`.
//!
//! # How close the model is
//! Tracks stay within 1/10000 of the model's size of the file's curves, as those of [`collada`](crate::collada) do.
//! LINEAR curves keep their keys, and get more between rotations that a track would not join evenly enough; others get
//! as few as that takes. [`file_keys`](armature::animation::Clip::file_keys) says when the file's own keys are.
//! Weights of morph targets stay within 1/10000.
//!
//! # What is refused
//! What is no glTF 2.0, or no well-formed JSON; required extensions that are not read, by name, such as compression by
//! Draco or meshoptimizer; indices and accessors beyond what the file has, where the scene needs them; anything beyond
//! one of the [`limits`]. The only other files that are opened are buffers and pictures in the model's own folder or below
//! it.
//!
//! # What is left out
//! Points and lines, cameras, lights, tangents, materials beyond the above, extensions that are not required.
//! [`Document::attribute`] returns tangents and further texture coordinates, and [`json_text`] the rest. Whatever else
//! the file holds is in the model or has a warning: nodes
//! and meshes outside of the scene, skins without a mesh, pictures of neither colour nor glow, extensions, clips in which
//! nothing moves.
//!
//! A bad part is left out, with a warning, and the rest is read: a channel (a node that is not there, key times that go
//! back, three values for each key where the interpolation has no tangents), a transform, a material, texture or sampler, an
//! attribute or a morph target of another length than the positions, a set of weights without its joints or without the
//! sets before it.
//! Data that is compressed by meshoptimizer is read uncompressed where the file has it so, too.
//!
//! # Why no crate reads the objects
//! `serde_json` reads the text. The `gltf` crate 1.4.1 would read the objects too, but it takes long to compile
//! beside this crate, refuses valid files (`extras` that are no object, a scene without nodes,
//! whole numbers written `3.0`, a required `KHR_mesh_quantization`), has no JSON pointers in its messages, and panics on
//! some invalid ones (a channel whose target is a node that is not there).

mod accessors;
mod buffers;
mod build;
mod container;
pub mod document;
pub mod evaluate;
mod extensions;
mod json;
pub mod limits;
mod model_file;

pub use container::is_gltf;
pub use document::Document;

use crate::loading::{Error, LoadedModel, Reporter, files::read_model};
use std::path::Path;

/// Reads a file, and the files of its buffers in the same folder or below. `name` in errors is the path as given.
///
/// # Errors
/// If the file cannot be opened, is larger than [`limits::MAX_FILE_BYTES`], or as [`Document::read`].
pub fn read(path: impl AsRef<Path>) -> Result<Document, Error> {
    let path = path.as_ref();
    let (bytes, name) = read_model(path)?;
    Document::read(&bytes, &name, path.parent())
}

/// Reads bytes alone; `name` is what errors and warnings call them. No other file is opened.
///
/// # Errors
/// As [`Document::read`].
pub fn parse(bytes: &[u8], name: &str) -> Result<Document, Error> {
    Document::read(bytes, name, None)
}

/// Returns the JSON text of a file, for what is not read here: a game's own materials, extensions, `extras`. Materials and
/// accessors have the same numbers there as in a [`Document`] and in a model.
///
/// # Errors
/// If `bytes` are a damaged .glb; `name` is what the error calls it.
pub fn json_text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a [u8], Error> {
    Ok(container::split_container(bytes, &mut Reporter::new(name))?.json)
}

/// Loads a file as a model.
///
/// # Errors
/// As [`read`] and [`model`].
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    let document = read(path)?;
    model(&document, path)
}

/// Makes a model of a document. `path` is the file it came from: the model is named after it.
///
/// # Errors
/// If the model would go beyond one of the [`limits`], or its vertices, indices or joints do not fit one another.
pub fn model(document: &Document, path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    let name = path.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let mut reporter = document.reporter.clone();
    let model = build::build_model(document, &name, &mut reporter)?;
    Ok(LoadedModel::new(model, reporter, document.files.clone()))
}

/// Returns the message of an error without the pointer.
fn reason(error: &Error) -> String {
    error.message.split_once(": ").map_or(&*error.message, |(_, reason)| reason).into()
}
