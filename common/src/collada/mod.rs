//! Collada.
#![allow(clippy::single_match_else)] // found and missing side by side read better than if and else
mod build;
mod decode;
pub mod document;
mod error;
pub mod evaluate;
pub mod limits;
mod lines;
mod numbers;
pub mod scene;
mod xml;
pub use document::{Document, UpAxis};
pub use error::{Error, ErrorKind, Place, Reporter, Warning};
pub use scene::Scene;

use crate::model::Model;
use std::path::Path;

/// Reads a file as a document. `name` in errors is the path as given.
///
/// # Errors
/// If the file cannot be opened, is larger than [`limits::MAX_FILE_BYTES`], or as [`parse`].
pub fn read(path: &Path) -> Result<Document, Error> {
    let name = path.display().to_string();
    let refuse =
        |kind, message: String| Error { file: name.as_str().into(), place: None, kind, message };
    let io = |error: std::io::Error| refuse(ErrorKind::Io, error.to_string());
    let file = std::fs::File::open(path).map_err(io)?;
    let limit = limits::MAX_FILE_BYTES;
    let mut bytes = Vec::new();
    // Read no further than the limit, whatever the file's size claims to be.
    std::io::Read::read_to_end(&mut std::io::Read::take(file, limit + 1), &mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > limit {
        return Err(refuse(ErrorKind::Limit, format!("larger than {limit} bytes")));
    }
    parse(&bytes, &name)
}

/// Reads bytes as a document; `name` is what errors and warnings call it.
///
/// # Errors
/// As [`Document::read`].
pub fn parse(bytes: &[u8], name: &str) -> Result<Document, Error> {
    Document::read(bytes, name)
}

/// A model, and what was odd about its file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Ready to be posed and drawn.
    pub model: Model,
    /// In the order of the file.
    pub warnings: Vec<Warning>,
}

/// Loads a file as a model. Pictures are looked for in the file's own folder and below.
///
/// # Errors
/// As [`read`] and [`model`].
pub fn load(path: &Path) -> Result<Loaded, Error> {
    let document = read(path)?;
    let scene = Scene::new(&document)?;
    model(&document, &scene, path)
}

/// Makes a model of a scene. `path` is the file it came from: the model is named after it, and
/// pictures are looked for beside it.
///
/// # Errors
/// If the model would go beyond one of the [`limits`], or holds numbers beyond an `f32`.
pub fn model(document: &Document, scene: &Scene<'_>, path: &Path) -> Result<Loaded, Error> {
    let name = path.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let mut reporter = document.reporter.clone();
    reporter.append(scene.reporter.clone());
    let model = build::model(document, scene, &name, path.parent(), &mut reporter)?;
    Ok(Loaded { model, warnings: reporter.into_warnings() })
}
