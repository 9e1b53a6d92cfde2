//! Shared parts of the loaders: errors and warnings with their places, limits, and files beside the model.

pub(crate) mod address;
pub(crate) mod clips;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod foreign;
pub mod limits;
pub mod model_file;
pub(crate) mod rest;
pub(crate) mod weights;

pub use error::{Error, Warning};
pub(crate) use error::{Location, Reporter};

use armature::model::{Material, Model, Texture};
use std::path::PathBuf;

/// Returns a count with its noun: `1 vertex`, `2 vertices`.
pub(crate) fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
}

/// Returns the first names of a list, and the number of the others.
pub(crate) fn some_of(names: &[String]) -> String {
    const MAX_NAMES: usize = 8;
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// A model, and what was odd about its file.
#[derive(Clone, Debug, Default)]
pub struct LoadedModel {
    /// Ready to be posed and drawn.
    pub model: Model,
    /// Warnings in the order of the file.
    pub warnings: Vec<Warning>,
    /// The other files that belong to it: buffers and pictures.
    pub files: Vec<PathBuf>,
}

impl LoadedModel {
    /// Adds the files of pictures to `files`, the files that have been read.
    pub(crate) fn new(model: Model, reporter: Reporter, mut files: Vec<PathBuf>) -> Self {
        for texture in model.materials.iter().flat_map(Material::textures) {
            if let Texture::File(path) = texture {
                files.push(path.clone());
            }
        }
        files.sort();
        files.dedup();
        Self { model, warnings: reporter.into_warnings(), files }
    }
}
