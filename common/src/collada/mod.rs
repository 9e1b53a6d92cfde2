//! Collada files: a stand-in until the loader is here.

use crate::model::Model;
use std::path::Path;
use thiserror::Error;

/// Why a file cannot be loaded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}: the Collada loader is not here yet")]
pub struct Error(String);

/// Something about a file that was assumed or left out.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Warning(String);

/// A figure, and what should be said about its file.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The figure.
    pub model: Model,
    /// In the order in which they were noticed.
    pub warnings: Vec<Warning>,
}

/// # Errors
/// Always, for now.
pub fn load(path: &Path) -> Result<Loaded, Error> {
    Err(Error(path.display().to_string()))
}
