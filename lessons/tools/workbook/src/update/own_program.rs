//! The student's own program, which names the folders of the course's packages.

use super::merge::Note;
use super::tree::{self, Files};
use crate::{build, reset};
use anyhow::{Context, Result};
use std::fs;
use verdict::file;

const MANIFEST: &str = "own/Cargo.toml";

/// Has the student's program name the new folder of each package that the course has moved. Returns a sentence if that
/// changed the file, of which a copy is in `kept`, or in a new folder.
pub(super) fn follow_moved_packages(old: &Files, new: &Files, kept: &mut Option<String>) -> Result<Option<Note>> {
    let path = build::workspace().join(MANIFEST);
    let Ok(before) = fs::read_to_string(&path) else { return Ok(None) };
    let mut text = before.clone();
    for folder in tree::removed_packages(old, new) {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let mut added = tree::removed_packages(new, old).into_iter();
        if let Some(moved) = added.find(|added| added.rsplit('/').next() == Some(name)) {
            text = text.replace(&format!("\"../{folder}\""), &format!("\"../{moved}\""));
        }
    }
    if text == before {
        return Ok(None);
    }
    let folder = match kept {
        Some(folder) => build::workspace().join(folder),
        None => reset::next_folder(&build::workspace().join(reset::KEPT).join("update"))?,
    };
    *kept = Some(format!("{}/", build::shown(&folder).trim_end_matches('/')));
    let copy = folder.join(MANIFEST);
    fs::create_dir_all(folder.join("own"))
        .and_then(|()| fs::write(&copy, &before))
        .with_context(|| build::shown(&copy))?;
    file::replace(&path, &text).context(MANIFEST)?;
    Ok(Some(Note { file: MANIFEST.into(), says: "names the new folders of the course's packages".into() }))
}
