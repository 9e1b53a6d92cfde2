//! Loads a figure of any format.

use crate::{
    collada, gltf,
    loading::{Error, Loaded, file},
};
use std::path::Path;

/// Loads a Collada or glTF file as a model: which of the two it is its content says, whatever its name.
///
/// # Errors
/// As [`collada::load`] and [`gltf::load`].
pub fn load(path: &Path) -> Result<Loaded, Error> {
    let (bytes, name) = file::read_model(path)?;
    if gltf::is_gltf(&bytes) {
        let document = gltf::Document::read(&bytes, &name, path.parent())?;
        return gltf::model(&document, path);
    }
    let document = collada::parse(&bytes, &name)?;
    let scene = collada::Scene::new(&document)?;
    collada::model(&document, &scene, path)
}
