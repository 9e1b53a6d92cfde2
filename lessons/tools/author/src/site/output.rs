//! The folder that is written: beside the old site, whose place it takes when it is complete.

use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use walkdir::WalkDir;

/// Mark by which an older site of ours is recognised.
pub(super) const GENERATOR: &str = "cargo author site";

pub(super) struct Output {
    folder: PathBuf,
    /// Folder in which it is written.
    begun: PathBuf,
}

impl Output {
    /// Begins with an empty folder beside `folder`.
    ///
    /// # Errors
    /// If `folder` contains anything but an older site.
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let folder = absolute(folder)?;
        ensure_ours(&folder)?;
        let begun = beside(&folder, "begun")?;
        remove(&begun)?;
        fs::create_dir_all(&begun).with_context(|| begun.display().to_string())?;
        let output = Self { folder, begun };
        // So that a site that was interrupted is recognised, too.
        output.write("index.html", GENERATOR.as_bytes())?;
        Ok(output)
    }

    /// Writes a file of the site.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.begun.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&self.begun))
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| path.display().to_string())
    }

    /// Replaces the old site by this one, and returns the number and size of the files of each kind, as text.
    ///
    /// # Errors
    /// If a folder cannot be renamed.
    pub(super) fn finish(self) -> Result<String> {
        let Self { folder, begun } = &self;
        let old = beside(folder, "old")?;
        remove(&old)?;
        ensure_ours(folder)?;
        if folder.exists() {
            fs::rename(folder, &old).with_context(|| folder.display().to_string())?;
        }
        fs::rename(begun, folder).with_context(|| folder.display().to_string())?;
        remove(&old)?;
        Ok(sizes(folder))
    }
}

/// `site.begun`, beside `site`.
fn beside(folder: &Path, what: &str) -> Result<PathBuf> {
    let name = folder.file_name().with_context(|| format!("{} is no folder to write", folder.display()))?;
    Ok(folder.with_file_name(format!("{}.{what}", name.to_string_lossy())))
}

fn remove(folder: &Path) -> Result<()> {
    ensure_ours(folder)?;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn ensure_ours(folder: &Path) -> Result<()> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    let first = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    if !is_empty && !first.contains(GENERATOR) {
        bail!("{} contains files that this command did not write; choose another folder", folder.display());
    }
    Ok(())
}

/// Returns a line for each kind of file: the size of all its files, their number, and the kind.
fn sizes(folder: &Path) -> String {
    let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for entry in WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let kind = entry.path().extension().unwrap_or_default().to_string_lossy().into_owned();
        let (files, bytes) = kinds.entry(kind).or_default();
        *files += 1;
        *bytes += entry.metadata().map_or(0, |data| data.len());
    }
    let mut lines = Vec::new();
    for (kind, (files, bytes)) in kinds {
        lines.push(format!("{:>7} kB  {files:>3} {kind}", bytes.div_ceil(1000)));
    }
    lines.join("\n")
}
