//! The files that a shared program may open: the workspace's figures, pictures and shaders, and the lesson's own files.

use super::File;
use anyhow::{Context, Result};
use std::{fs, path::Path};
use verdict::{build::LessonFolder, workspace::root};
use walkdir::WalkDir;

/// Folders whose files no program opens, because they are built in, or for authors.
const LEFT_OUT: [&str; 5] = ["dialects", "fonts", "source", "solution", "starter"];

/// Kinds of files that a program may open in its lesson's folder.
const OF_LESSON: [&str; 3] = ["dae", "png", "run"];

/// Returns the files that a lesson's program may open, by their paths in the workspace. Shaders named in `unsolved` are the
/// starter's.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn files_of(lesson: &LessonFolder, unsolved: &[String]) -> Result<Vec<File>> {
    let mut all = below(&root().join("assets"), |path| !has_kind(path, &["md"]))?;
    all.extend(below(&root().join("shaders"), |_| true)?);
    all.extend(below(&lesson.path, |path| has_kind(path, &OF_LESSON) && !path.ends_with("picture.png"))?);
    for (path, bytes) in &mut all {
        let name = path.strip_prefix(&*format!("shaders/{}/", lesson.folder));
        if let Some(name) = name.filter(|name| unsolved.iter().any(|shader| shader == name)) {
            *bytes = read(&lesson.shaders().join("starter").join(name))?;
        }
    }
    Ok(all)
}

fn has_kind(path: &Path, kinds: &[&str]) -> bool {
    path.extension().is_some_and(|kind| kinds.contains(&&*kind.to_string_lossy()))
}

/// Returns the files in a folder and below that `is_wanted` accepts, by their paths in the workspace.
fn below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<File>> {
    let mut all = Vec::new();
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(|entry| !LEFT_OUT.iter().any(|name| entry.file_name() == *name)) {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let path = entry.path();
        if entry.file_type().is_file() && is_wanted(path) {
            let shown = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
            all.push((shown, read(path)?));
        }
    }
    Ok(all)
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}
