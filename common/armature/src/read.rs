//! Loads a figure of any format.

use crate::{
    collada, gltf,
    loading::{Error, LoadedModel, file, model_file::ModelFile},
};
use std::path::Path;

/// Reads a figure's file: its content says which format it has, whatever its name.
///
/// # Errors
/// As [`collada::read`] and [`gltf::read`].
pub fn read(path: impl AsRef<Path>) -> Result<Box<dyn ModelFile>, Error> {
    let path = path.as_ref();
    let (bytes, name) = file::read_model(path)?;
    if gltf::is_gltf(&bytes) {
        return Ok(Box::new(gltf::Document::read(&bytes, &name, path.parent())?));
    }
    Ok(Box::new(collada::parse(&bytes, &name)?))
}

/// Loads a Collada or glTF file as a model: its content says which of the two it is.
///
/// # Errors
/// As [`read`], [`collada::model`] and [`gltf::model`].
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    let path = path.as_ref();
    read(path)?.model(path)
}
