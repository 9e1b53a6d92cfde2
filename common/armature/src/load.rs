//! Loads a figure of any format.

use crate::{
    collada, gltf,
    loading::{Error, Loaded, file},
};
use std::path::Path;

/// A figure's file as written: its content says which format it has, whatever its name.
#[derive(Debug)]
pub enum FigureFile {
    /// A .dae, or a .zae.
    Collada(Box<collada::Document>),
    /// A .gltf, or a .glb.
    Gltf(Box<gltf::Document>),
}

impl FigureFile {
    /// Reads it.
    ///
    /// # Errors
    /// As [`collada::read`] and [`gltf::read`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        let (bytes, name) = file::read_model(path)?;
        if gltf::is_gltf(&bytes) {
            let document = gltf::Document::read(&bytes, &name, path.parent())?;
            return Ok(Self::Gltf(document.into()));
        }
        Ok(Self::Collada(collada::parse(&bytes, &name)?.into()))
    }
}

/// Loads a Collada or glTF file as a model: its content says which of the two it is.
///
/// # Errors
/// As [`FigureFile::read`], [`collada::model`] and [`gltf::model`].
pub fn load(path: &Path) -> Result<Loaded, Error> {
    match FigureFile::read(path)? {
        FigureFile::Gltf(document) => gltf::model(&document, path),
        FigureFile::Collada(document) => {
            let scene = collada::Scene::new(&document)?;
            collada::model(&document, &scene, path)
        }
    }
}
