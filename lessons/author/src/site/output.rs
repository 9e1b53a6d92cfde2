//! The folder that is written.

use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// By this an older site of ours is recognised.
pub(super) const GENERATOR: &str = "cargo author site";

pub(super) struct Output {
    folder: PathBuf,
}

impl Output {
    /// Begins with an empty folder.
    ///
    /// # Errors
    /// If it contains anything but an older site.
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        if !is_empty {
            let first = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
            if !first.contains(GENERATOR) {
                bail!("{} contains files that this command did not write; choose another folder", folder.display());
            }
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Self { folder: folder.into() })
    }

    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        let shown = || path.display().to_string();
        fs::create_dir_all(path.parent().unwrap_or(&self.folder)).with_context(shown)?;
        fs::write(&path, bytes).with_context(shown)
    }

    /// What it has, by kind: how many files, how large.
    pub(super) fn sizes(&self) -> String {
        let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for entry in WalkDir::new(&self.folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
            let kind = entry.path().extension().unwrap_or_default().to_string_lossy().into_owned();
            let sum = kinds.entry(kind).or_default();
            *sum = (sum.0 + 1, sum.1 + entry.metadata().map_or(0, |data| data.len()));
        }
        let line = |(kind, (files, bytes)): (&String, &(u64, u64))| {
            format!("{:>7} kB  {files:>3} {kind}", bytes.div_ceil(1000))
        };
        kinds.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
