//! The files that a program may open: the workspace's figures, pictures and shaders, and those of its lesson.

use super::File;
use anyhow::{Context, Result};
use common::{build::LessonFolder, workspace::root};
use std::{fs, path::Path};
use walkdir::WalkDir;

/// Folders with what no program opens: it is built in, or for those who write the workbook.
const NEVER: [&str; 5] = ["dialects", "fonts", "source", "solution", "starter"];

/// Kinds of files of a lesson that its program may open; beside them lie its texts.
const OF_LESSON: [&str; 3] = ["dae", "png", "run"];

/// All that a program of this lesson may open, each where it is in the workspace. Shaders of these names are as the
/// student found them.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn opened(lesson: &LessonFolder, as_found: &[String]) -> Result<Vec<File>> {
    let mut all = below(&root().join("assets"), |path| !has_kind(path, &["md"]))?;
    all.extend(below(&root().join("shaders"), |_| true)?);
    all.extend(below(&lesson.path, |path| has_kind(path, &OF_LESSON) && !path.ends_with("picture.png"))?);
    for (path, bytes) in &mut all {
        let name = path.strip_prefix(&*format!("shaders/{}/", lesson.folder));
        if let Some(name) = name.filter(|name| as_found.iter().any(|found| found == name)) {
            *bytes = read(&lesson.shaders().join("starter").join(name))?;
        }
    }
    Ok(all)
}

fn has_kind(path: &Path, kinds: &[&str]) -> bool {
    path.extension().is_some_and(|kind| kinds.contains(&&*kind.to_string_lossy()))
}

fn below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<File>> {
    let mut all = Vec::new();
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(|entry| !NEVER.iter().any(|never| entry.file_name() == *never)) {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let path = entry.path();
        if entry.file_type().is_file() && is_wanted(path) {
            let shown = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
            all.push((shown, read(path)?));
        }
    }
    Ok(all)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}
