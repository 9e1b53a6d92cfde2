//! Loads a figure of any format.

#[cfg(feature = "collada")]
use crate::collada;
#[cfg(feature = "gltf")]
use crate::gltf;
use crate::loading::{Error, LoadedModel, file, model_file::ModelFile};
use std::path::Path;

/// Reads a figure's file: its content says which format it has, whatever its name.
///
/// # Errors
/// As `collada::read` and `gltf::read`.
pub fn read(path: impl AsRef<Path>) -> Result<Box<dyn ModelFile>, Error> {
    let path = path.as_ref();
    let (bytes, name) = file::read_model(path)?;
    #[cfg(feature = "gltf")]
    if gltf::is_gltf(&bytes) || cfg!(not(feature = "collada")) {
        return Ok(Box::new(gltf::Document::read(&bytes, &name, path.parent())?));
    }
    #[cfg(feature = "collada")]
    return Ok(Box::new(collada::parse(&bytes, &name)?));
    #[cfg(not(feature = "collada"))]
    unreachable!("without Collada every file is read as glTF")
}

/// Loads a Collada or glTF file as a model: its content says which of the two it is.
///
/// # Errors
/// As [`read`], `collada::model` and `gltf::model`.
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    read(path)?.model(path)
}
