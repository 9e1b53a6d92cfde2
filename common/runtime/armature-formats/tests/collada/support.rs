//! Helpers of the tests.

use armature_formats::collada::{Error, LoadedModel};

/// The figure that most tests vary.
pub(crate) const BANNER: &str = include_str!("banner.dae");

/// Loads text as if it were the file `model.dae` in a folder without pictures.
pub(crate) fn load(text: &str) -> Result<LoadedModel, Error> {
    load_bytes(text.as_bytes())
}

/// Loads bytes as [`load`] does.
pub(crate) fn load_bytes(bytes: &[u8]) -> Result<LoadedModel, Error> {
    armature_formats::load_bytes("model.dae", bytes, &|_| None)
}

/// Returns the warnings in their final form.
pub(crate) fn warnings(loaded: &LoadedModel) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

/// Replaces text that occurs exactly once.
pub(crate) fn replace(text: &str, what: &str, with: &str) -> String {
    assert_eq!(text.matches(what).count(), 1, "\"{what}\" must occur once");
    text.replacen(what, with, 1)
}
