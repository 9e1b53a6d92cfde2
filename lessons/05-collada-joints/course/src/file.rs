//! The file whose joints are read.

use crate::scene::Figure;
use anyhow::bail;
use armature_formats::collada::Document;
use common::painter::ReadFigure;
use common::prelude::*;
use drawing::Cast;
use std::any::Any;
use std::path::{Path, PathBuf};

/// The file to read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkeletonOptions {
    /// Another figure than the knight: a Collada file
    file: Option<PathBuf>,
}

impl SkeletonOptions {
    /// Chooses a file that was dropped on the window.
    pub fn dropped(file: &Path) -> Self {
        SkeletonOptions { file: Some(file.to_owned()) }
    }

    /// Reads the file for the scene.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no figure.
    pub fn read(&self) -> Result<ReadFigure> {
        let file = self.file.clone().unwrap_or_else(knight);
        let Document { text, loaded, .. } = read_document(&file)?;
        let materials = loaded.model.materials.clone();
        let cast = Cast::Own(Box::new(Figure { text, model: loaded.model }));
        Ok(ReadFigure::new(cast, materials))
    }
}

/// Reads a Collada file.
///
/// # Errors
/// If it cannot be read. One that is glTF gets the command that writes it as Collada.
pub fn read_document(path: &Path) -> Result<Document> {
    let figure: Box<dyn Any> = armature_formats::read(path)?;
    match figure.downcast::<Document>() {
        Ok(document) => Ok(*document),
        Err(_) => bail!(
            "{file} is glTF, and this lesson reads Collada. To write it as Collada: cargo figure convert \"{file}\" \"{}\"",
            path.with_extension("dae").display(),
            file = path.display()
        ),
    }
}

/// Returns the path of the lesson's own figure.
pub fn knight() -> PathBuf {
    common::assets().join("knight.dae")
}
