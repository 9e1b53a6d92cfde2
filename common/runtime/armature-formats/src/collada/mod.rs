//! Loads Collada files (.dae, .zae) as a [`Model`](armature::model::Model); errors and warnings have file, line, column and element.
//!
//! ```no_run
//! let loaded = armature_formats::collada::load("walk.dae")?;
//! for warning in &loaded.warnings {
//!     eprintln!("{warning}"); // walk.dae:12:5: <unit>: meter="0,01" is written with a comma: read as 0.01
//! }
//! println!("{} clips", loaded.model.clips.len());
//! # Ok::<(), armature_formats::collada::Error>(())
//! ```
//!
//! [`armature_formats::load`](crate::load) takes this format and glTF, whichever a file is. Loading has three steps, each of
//! which can be used by itself:
//!
//! ```text
//! bytes -> Document  the file as written, with places    parse, read
//!       -> Scene     references resolved                 Scene::new
//!       -> Model     played and drawn                    model
//! ```
//!
//! [`evaluate`] gives the transforms of a scene at any time exactly as the file says, in double
//! precision, with all influences. The model
//! is for playing: four influences to a vertex; translation, rotation, scale and (where there is some)
//! shear for each joint. A warning reports each loss.
//!
//! The other way, [`write`](write()) makes a document of any model.
//!
//! # What is read
//! - **Archives** (.zae): the document that `manifest.xml` names, or the first .dae, and those pictures that
//!   its materials ask for, unpacked in memory. Stored and deflated entries; a folder may be packed with its name.
//! - **Text**: UTF-8 with or without byte order mark, UTF-16, windows-1252. Versions 1.4.0, 1.4.1, 1.5.0.
//!   No namespace, the default one, or a prefix.
//! - **Nodes**: `matrix`, `translate`, `rotate`, `scale`, `skew`, `lookat`, any number of each in
//!   document order (pivots, joint orients); `instance_node`, `library_nodes`. Every node instance is a
//!   joint of the skeleton, whether the file calls it a joint or not.
//! - **Geometry**: `triangles`, `polylist`, `polygons` and their holes, `tristrips`, `trifans`; any offsets,
//!   strides and input orders; normals; one set of texture coordinates, the one that the material asks for; the lowest set of
//!   colours, which count as encoded in sRGB.
//! - **Skins**: bind shape, `Name_array` and `IDREF_array` (names with blanks too), joints by sid, id or
//!   name, below the skeleton first and then anywhere; joint -1; several skins, several instances.
//! - **Animation**: channels on any transform element, whole, by member (`.X`, `.ANGLE`), by `(i)` or
//!   `(column)(row)`; LINEAR, STEP, BEZIER and HERMITE with one- or two-dimensional tangents, CARDINAL,
//!   BSPLINE; nested animations; clips with their ranges.
//! - **Materials**: Phong, Lambert, Blinn and constant; diffuse colour or picture, opacity, wrapping. A picture is
//!   the file at its address, or one of the same name beside the model.
//!
//! # What is assumed
//! - Whole matrices are interpolated by translation, rotation (on the shortest arc), scale and shear.
//!   The last row of a matrix is 0 0 0 1; a warning says if the file says otherwise, and if the matrix looks transposed.
//! - No INTERPOLATION means LINEAR. Before its first key a channel holds the first value, after its
//!   last the last. Control points without times are at a third and two thirds of the interval.
//! - CARDINAL takes its tangents from the keys on both sides; BSPLINE mirrors its ends.
//! - Clips begin and end where the file says. Channels that are in no clip make one that is named
//!   after the file.
//! - A vertex without weight follows the skin's first joint; one that follows a missing joint, or
//!   joint -1, stays in the bind shape. Weights that do not sum to 1 are normalised.
//! - A skin has as many joints as its accessor counts names, though there be more.
//! - Of several elements of one name with one id the first counts, except that a source or a sampler beside its user
//!   comes first. Elements of different names may have the same id.
//! - Faces that name no material take that of the instance, if it binds just one.
//! - A reference that names the file it stands in (`./walk.dae#hips`) means that file. Into another one none
//!   is followed: what it would bring is left out, with a warning.
//! - In an archive the address of a picture counts from the document's own folder. What is not there is the
//!   file of that name beside the document, or the only one of that name in the archive. Capitals count only
//!   where they decide. What is nowhere in the archive is looked for beside it, as for a document without one.
//! - Convex polygons are triangle fans. A concave quad is split along the other diagonal, a larger concave polygon
//!   into Delaunay triangles. One whose edges cross stays a fan, and its holes are filled. Index -1 leaves a face
//!   out.
//! - Decimal commas, `1.#QNAN` and the like, a count that is off, blanks before the declaration: read, with
//!   a warning.
//!
//! # How close the model is
//! What is played stays within 1/10000 of the model's size of what the file's curves say: every vertex, and every point
//! beside a joint that is not farther from it than 1/50 of the model's size (3 to 4 cm at a person). Whole matrices that
//! are LINEAR keep their keys. Other curves (splines, Euler angles, matrices driven number by number) get as few keys
//! as that takes: a finger fewer than the hips. A STEP becomes two keys at one time. A part of a transform that moves
//! nothing by more than 2 millionths of the model's size gets one key, or none if it is as at rest.
//! [`Model::reduce_clips`](armature::model::Model::reduce_clips) leaves out more. When the file's own keys are,
//! [`file_keys`](armature::animation::Clip::file_keys) says. Joints with shear get a track for it
//! ([`is_sheared`](armature::skeleton::Skeleton::is_sheared)), which a `Crowd` of `armature-simd` leaves out.
//!
//! # What is refused
//! Text that is not well-formed, and any DTD; anything but a number where one is required;
//! indices out of range. Anything beyond one of the [`limits`], so that no file can take
//! more than a moment or a small multiple of its size in memory. (A small archive may hold half a gigabyte of
//! empty pictures, in a second and a half; pictures beyond that, and damaged ones, are drawn in grey, with a
//! warning.) The only other files that are opened are pictures, in the model's own folder or below it.
//!
//! # What it costs
//! `cargo bench -p benches --bench collada` measures the whole process beside Assimp. roxmltree finds the
//! elements of a document, fast-float2 reads numbers, rawzip and flate2 archives.
//!
//! Reading needs less than twice the file's size in memory. A file of nothing but tiny elements takes more:
//! 11 times its size for `<a/>`, 25 for `<material/>`, of which there may be 500 000, 70 for `<node/>`, of which there
//! may be 200 000. Curves that are hard to approximate take longer than reading them: about 2 ms for a second of a
//! figure whose matrices are driven number by number.
//!
//! # What is left out
//! Morph targets (the base shape stands in), lines, splines, cameras, lights, physics, effects beyond the common profile. Whatever else the file holds is in the model or has a warning, and
//! [`balance`](crate::loading::LoadedModel::balance) counts both: nodes, geometries and controllers outside of the scene,
//! primitives without a triangle, pictures that no material shows, clips in which nothing moves. A curve whose times are
//! not finite, a transform that is not of finite numbers, and inverse bind matrices that are too few are left out, with a
//! warning, and the rest is read.
//!
//! # Beside other loaders
//! What their own sources and pages say, or what they gave for the same files:
//! [Assimp](https://github.com/assimp/assimp) 5.2 and 6.0.5;
//! three.js' [`ColladaComposer.js`](https://github.com/mrdoob/three.js) at 16cbcb8;
//! [dae-parser](https://docs.rs/crate/dae-parser/0.11.0) 0.11.0;
//! [collada](https://docs.rs/crate/collada/0.17.0), `document.rs` at 00fa67c. A dash: not looked into.
//!
//! | | here | Assimp | three.js | dae-parser | collada |
//! |---|---|---|---|---|---|
//! | gives | document, exact numbers, model | scene | scene | the document as the schema has it | lists of meshes, skeletons, animations |
//! | versions | 1.4.0, 1.4.1, 1.5.0 | - | - | 1.4.1 | "files exported from Blender 2.74" |
//! | primitives | all that make triangles | - | - | the schema's | `polylist`, `triangles` |
//! | BEZIER | exact, 1-D and 2-D | as if LINEAR | at keys, and passed on | kept, not computed | INTERPOLATION is not read |
//! | STEP | a jump | as if LINEAR | yes | kept, not computed | INTERPOLATION is not read |
//! | no INTERPOLATION | LINEAR | - | LINEAR | - | not read |
//! | several rotations of a node driven | all | - | one of them, without Maya's pivots | not computed | whole matrices only |
//! | channels in an animation | all | - | all | all | the first |
//! | ranges of `animation_clip` | kept | ignored | duration only | kept | not read |
//! | shear | kept | lost | lost: decomposed | not computed | matrices as written |
//! | Lambert, Phong | and Blinn, constant | - | - | kept | these two |
//! | errors | file, line, column, element, expected | - | - | a message | a message for the whole file; panics where a part is missing |
#![allow(clippy::single_match_else)] // found and missing side by side read better than if and else

mod build;
mod decode;
pub mod document;
pub mod evaluate;
pub mod limits;
mod lines;
mod model_file;
mod numbers;
pub mod scene;
#[cfg(test)]
mod testing;
mod transforms;
mod write;
mod xml;

pub use crate::loading::{Error, LoadedModel, Warning};
pub use document::{Document, UpAxis};
pub use scene::Scene;
pub use write::{Pictures, WriteOptions, Written, write, write_with_progress};

use crate::loading::{
    address, error,
    files::{Files, read_model},
};
use std::path::Path;

/// Symbol of faces without a material, in our own files.
const NO_MATERIAL: &str = "none";

/// Profile of the techniques in our own files that have properties beyond Collada: other programs skip them.
const PROFILE: &str = "ARMATURE";

/// Reads a file as a document. `name` in errors is the path as given.
///
/// # Errors
/// If the file cannot be opened, is larger than [`limits::MAX_FILE_BYTES`], or as [`parse`].
pub fn read(path: impl AsRef<Path>) -> Result<Document, Error> {
    let path = path.as_ref();
    let (bytes, name) = read_model(path)?;
    parse(&bytes, &name)
}

/// Reads bytes as a document; `name` is what errors and warnings call it.
///
/// # Errors
/// As [`Document::read`].
pub fn parse(bytes: &[u8], name: &str) -> Result<Document, Error> {
    Document::read(bytes, name)
}

/// Loads a file as a model. Pictures are looked for in the file's own folder and below.
///
/// # Errors
/// As [`read`] and [`model`].
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    let document = read(path)?;
    let scene = Scene::new(&document)?;
    model(&document, &scene, path)
}

/// Makes a model of a scene. `path` is the file it came from: the model is named after it, and
/// pictures are looked for beside it.
///
/// # Errors
/// If the model would go beyond one of the [`limits`], or holds numbers beyond an `f32`.
pub fn model(document: &Document, scene: &Scene<'_>, path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    model_with(document, scene, path, Files::of(path.parent()))
}

/// Makes a model as [`model`] does, with the pictures among `files`.
pub(crate) fn model_with(
    document: &Document,
    scene: &Scene<'_>,
    path: &Path,
    files: Files<'_>,
) -> Result<LoadedModel, Error> {
    let name = path.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let mut reporter = document.reporter.clone();
    reporter.append(scene.reporter.clone());
    let model = build::build_model(document, scene, &name, files, &mut reporter)?;
    Ok(LoadedModel::new(model, reporter, Vec::new()))
}
