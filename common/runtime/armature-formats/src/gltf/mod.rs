//! Loads glTF 2.0 files (.gltf, .glb) as a [`Model`]; errors and warnings have the file and a
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
//! [`armature_formats::load`](crate::load) takes this format and Collada, whichever a file is.
//!
//! # What is read
//! - **Files**: JSON text (.gltf) or binary (.glb, and .vrm, which is the same), by content, not by name. Buffers in the
//!   .glb, as base64, or in files in the model's own folder. Text in UTF-8 or UTF-16.
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
//! - **Materials**: base colour, its picture and how that repeats; emission and its picture, opacity, double-sided, unlit.
//!   A file's colours are linear, a model's are sRGB.
//! - **Extensions**: `KHR_mesh_quantization`, `KHR_texture_transform`, `KHR_materials_unlit`, the diffuse colour of
//!   `KHR_materials_pbrSpecularGlossiness`, the pictures of `EXT_texture_webp`, and VRM's table of human bones. Data that
//!   is compressed by meshoptimizer is read uncompressed where the file has it so, too.
//!
//! # What is assumed
//! - A clip begins at its first key and ends at its last. An animation without a name is called after the file, or,
//!   where there are several, `animation 2`; a node without a name `node 7`.
//! - Animations of which no two move the same node play together in a clip of their own, which is the first: old
//!   exporters write one for each node. If their names do not tell them apart, it is the only one.
//! - `"interpolation": 0` is LINEAR. Of two channels that move the same, the last one counts. A key whose numbers are not
//!   finite, or a rotation of length 0, is left out; numbers of vertices that are not finite are 0.
//! - A vertex without weight follows the skin's first joint. Of more than four influences the strongest four count.
//!   Weights that do not sum to 1 are normalised.
//! - The figure of a VRM 0.x looks along -z, all others along z: it is turned, by `world_from_model`.
//! - A node with a matrix beside translation, rotation or scale has the matrix. The last row of a matrix is 0 0 0 1; a
//!   warning says if the file says otherwise, and if the matrix looks transposed.
//! - `null`, and -1 for an index, are as if they were missing. A joint without an inverse bind matrix among others is bound
//!   where it rests. `normalized` means nothing for floats. Of a node's parents the first counts.
//! - Whole numbers may be written as `3.0`, and a name or a version as a number.
//!
//! # How close the model is
//! Each channel is a track, also one in which nothing moves, which has one key. The keys of LINEAR curves are the file's,
//! those of STEP stand twice at each jump, and CUBICSPLINE gets as many as keep a track within 1/50000 of the model's size
//! of the curve. [`file_keys`](armature::animation::Clip::file_keys) says when the file's own keys are.
//!
//! # What is refused
//! What is no glTF 2.0, or no well-formed JSON; required extensions that are not read, by name, such as compression by
//! Draco or meshoptimizer; buffers that are needed and not there; anything beyond one of the [`limits`]. The only other
//! files that are opened are buffers and pictures in the model's own folder or below it.
//!
//! # What is left out
//! Points and lines, cameras, lights, tangents, materials beyond the above. Whatever else the file holds is in the model or
//! has a warning: nodes and meshes outside of the scene, skins without a mesh, pictures of neither colour nor glow,
//! extensions that are not read, animations that move nothing.
//!
//! What is not as it should be is left out, with a warning, and the rest is read: a reference to what is not there, a number
//! where a text belongs, an accessor beyond its buffer, triangles of vertices that do not exist.
//!
//! `serde_json` reads the text. The `gltf` crate 1.4.1 would read the objects too, but it refuses valid files, has no JSON
//! pointers in its messages, and panics on some invalid files.

mod clips;
mod container;
mod data;
mod extensions;
mod json;
mod keys;
pub mod limits;
mod materials;
mod meshes;
mod model_file;
mod primitive;
mod scene;

pub use container::is_gltf;
pub(crate) use model_file::GltfFile;

use crate::loading::{
    Error, LoadedModel, Reporter,
    files::{Files, read_model},
};
use armature::model::Model;
use data::Data;
use glam::{Affine3A, Mat3, Vec3};
use json::{Item, Text};
use scene::Scene;
use std::path::Path;

/// Loads a file as a model, with the files of its buffers and pictures in the same folder or below. The model is named after
/// the path, and errors and warnings call it as given.
///
/// # Errors
/// If the file cannot be opened, is no glTF 2.0, requires an extension or a buffer that is not there, or goes beyond one of
/// the [`limits`].
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    let (bytes, _) = read_model(path)?;
    Ok(load_with(&bytes, path, Files::of(path.parent()))?.loaded)
}

/// Loads the bytes of a file. `path` is what errors and warnings call it; `beside` are the files beside it.
pub(crate) fn load_with(bytes: &[u8], path: &Path, beside: Files<'_>) -> Result<GltfFile, Error> {
    let name = path.display().to_string();
    let mut reporter = Reporter::new(&name);
    let container = container::split_container(bytes, &mut reporter)?;
    let text = Text::parse(&container.json, reporter)?;
    let root = text.root();
    let generator = check_asset(&root);
    extensions::check(&root);
    text.check()?;
    let data = Data::read(&text, container.binary, beside);
    let scene = Scene::read(&text);
    let mut model = Model {
        name: path.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy().into_owned()),
        skeleton: scene.skeleton.clone(),
        is_joint: vec![false; scene.nodes.len()],
        humanoid: scene::read_humanoid(&text, &scene),
        ..Model::default()
    };
    // A VRM 0.x looks along -z; a VRM 1.0 looks along z, as glTF says.
    if root.extension("VRM").is_some() && root.extension("VRMC_vrm").is_none() {
        model.world_from_model = Affine3A::from_mat3(Mat3::from_diagonal(Vec3::new(-1.0, 1.0, -1.0)));
    }
    for skin in root.objects("skins") {
        for joint in skin.indices("joints", "nodes").into_iter().flatten().filter_map(|node| scene.joint_of[node]) {
            model.is_joint[joint] = true;
        }
    }
    let mut mappings = Vec::new();
    for (material, mapping) in materials::read_materials(&text, &data, &name, beside) {
        model.materials.push(material);
        mappings.push(mapping);
    }
    let meshes = meshes::add_meshes(&text, &data, &scene, &mappings, &mut model);
    model.clips = clips::build_clips(&text, &data, &scene, &meshes.set_of, &model);
    let files = data.files.clone();
    text.check()?;
    Ok(GltfFile {
        name,
        generator,
        skinned: meshes.skinned,
        loaded: LoadedModel::new(model, text.into_reporter(), files),
    })
}

/// Checks the file's version, and returns the name of the program that wrote the file.
fn check_asset(root: &Item<'_>) -> String {
    let Some(asset) = root.object("asset") else {
        root.text.refuse(None, "not a glTF 2.0 file: \"asset\" is missing");
        return String::new();
    };
    let version: String = asset.get("version").unwrap_or_else(|| "of an unknown version".into());
    let least: String = asset.get("minVersion").unwrap_or_else(|| "2.0".into());
    let is_2 = version.split('.').next() == Some("2");
    for (key, version, is_read) in [("version", &version, is_2), ("minVersion", &least, least == "2.0")] {
        if !is_read {
            let version: String = version.chars().take(40).filter(|c| !c.is_control()).collect();
            asset.refuse(key, format!("glTF {version}: only 2.0 is read"));
        }
    }
    asset.get("generator").unwrap_or_default()
}
