//! The file whose joints are read.

use crate::scene::Figure;
use common::painter::ReadFigure;
use common::prelude::*;
use drawing::Cast;
use models::collada_file::ColladaFile;
use std::path::{Path, PathBuf};

/// The file to read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkeletonOptions {
    /// Another figure than the knight: a Collada file, or a glTF file, which is converted
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
        let read = ColladaFile::read(&file)?;
        let model = read.document.loaded.model;
        let materials = model.materials.clone();
        let messages = read.note.iter().map(Message::note).collect();
        let cast = Cast::Own(Box::new(Figure { text: read.document.text, model }));
        Ok(ReadFigure { messages, ..ReadFigure::new(cast, materials) })
    }
}

/// Returns the path of the lesson's own figure.
pub fn knight() -> PathBuf {
    common::assets().join("knight.dae")
}
