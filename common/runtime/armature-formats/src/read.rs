//! Loads a figure of any format.

#[cfg(feature = "collada")]
use crate::collada;
#[cfg(feature = "gltf")]
use crate::gltf;
use crate::loading::{
    Error, LoadedModel,
    files::{Files, Resolved, read_model},
    model_file::ModelFile,
};
use std::path::Path;

/// Reads a figure's file: its content says which format it has, whatever its name.
///
/// # Errors
/// As `collada::read` and `gltf::load`.
pub fn read(path: impl AsRef<Path>) -> Result<Box<dyn ModelFile>, Error> {
    let path = path.as_ref();
    let (bytes, _) = read_model(path)?;
    read_with(path, &bytes, Files::of(path.parent()))
}

/// Loads a Collada or glTF file as a model: its content says which of the two it is.
///
/// # Errors
/// As `collada::load` and `gltf::load`.
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    read(path).map(ModelFile::into_loaded)
}

/// Loads a Collada or glTF file whose bytes the caller has: from an archive, or from the files of an engine. The model is
/// named after `path`, and errors and warnings call it so; nothing is read from there.
///
/// `resolve` returns the bytes of another file that the model needs, a buffer or a picture, or `None` if there is none. It is
/// called once for each path, as the model has it: relative to the model, with forward slashes, without `%20` and the like.
/// A model may ask for any path; do not look outside of the model's own folder.
///
/// ```no_run
/// let archive = std::collections::HashMap::<String, Vec<u8>>::new();
/// let bytes = &archive["figures/walk.gltf"];
/// let resolve = |path: &str| archive.get(&format!("figures/{path}")).cloned();
/// let model = armature_formats::load_bytes("figures/walk.gltf", bytes, &resolve)?.model;
/// # Ok::<(), armature_formats::loading::Error>(())
/// ```
///
/// # Errors
/// As [`load`]. Other files with more than 512 MB together are as if they were not there.
pub fn load_bytes(
    path: impl AsRef<Path>,
    bytes: &[u8],
    resolve: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    read_with(path, bytes, Files::Resolved(&Resolved::new(resolve))).map(ModelFile::into_loaded)
}

fn read_with(path: &Path, bytes: &[u8], files: Files<'_>) -> Result<Box<dyn ModelFile>, Error> {
    #[cfg(feature = "gltf")]
    if gltf::is_gltf(bytes) || cfg!(not(feature = "collada")) {
        return Ok(Box::new(gltf::load_with(bytes, path, files)?));
    }
    #[cfg(feature = "collada")]
    return Ok(Box::new(collada::read_with(bytes, &path.display().to_string(), files)?));
    #[cfg(not(feature = "collada"))]
    unreachable!("without Collada every file is read as glTF")
}
