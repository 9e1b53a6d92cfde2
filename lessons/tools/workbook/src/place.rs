//! Writes a folder and an archive of it, whole or not at all. An existing folder or archive is renamed.

use crate::archive::is_program;
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

/// Path of a file in the folder, and its content.
pub(crate) type File = (String, Vec<u8>);

/// A folder that is being written. It is removed unless it is kept.
pub(crate) struct Place {
    /// The folder until it is kept.
    unnamed: PathBuf,
    folder: PathBuf,
    zip: PathBuf,
}

impl Place {
    /// Prepares a folder `name` and an archive of the same name in `out`.
    ///
    /// # Errors
    /// If `out` cannot be made.
    pub(crate) fn new(out: &Path, name: &str) -> Result<Self> {
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        let out = out.canonicalize().unwrap_or_else(|_| out.to_path_buf());
        let unnamed = out.join(format!(".{name}-{}.tmp", process::id()));
        let _ = fs::remove_dir_all(&unnamed); // an earlier process may have had this number
        Ok(Place { unnamed, folder: out.join(name), zip: out.join(format!("{name}.zip")) })
    }

    /// Writes files, and returns the folder that has them until it is kept.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn write(&self, files: &[File]) -> Result<PathBuf> {
        for (path, bytes) in files {
            let file = self.unnamed.join(path);
            let folder = file.parent().unwrap_or(&self.unnamed);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes));
            written.with_context(|| file.display().to_string())?;
            if is_program(bytes) {
                make_executable(&file).with_context(|| file.display().to_string())?;
            }
        }
        Ok(self.unnamed.clone())
    }

    /// Gives the folder its name, and calls `write` with the archive's path. Returns both paths. An existing folder or archive
    /// is renamed: `18-side-scroller.1`.
    ///
    /// # Errors
    /// If something cannot be renamed or written.
    pub(crate) fn keep(self, write: impl FnOnce(&Path) -> Result<()>) -> Result<(PathBuf, PathBuf)> {
        let paths = [&self.folder, &self.zip];
        let mut number = 1;
        while paths.iter().any(|path| numbered(path, number).exists()) {
            number += 1;
        }
        for path in paths.into_iter().filter(|path| path.exists()) {
            fs::rename(path, numbered(path, number)).with_context(|| path.display().to_string())?;
        }
        fs::rename(&self.unnamed, &self.folder).with_context(|| self.folder.display().to_string())?;
        write(&self.zip)?;
        Ok((self.folder.clone(), self.zip.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.unnamed); // a folder that was kept is not there
    }
}

/// Returns the new name of an earlier folder or archive: `18-side-scroller.1`, `18-side-scroller.1.zip`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    match path.extension() {
        Some(kind) if kind == "zip" => path.with_extension(format!("{number}.zip")),
        _ => path.with_file_name(format!("{}.{number}", path.file_name().unwrap_or_default().to_string_lossy())),
    }
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten_and_nothing_is_left() {
        let out = tempfile::tempdir().unwrap();
        for text in ["one", "two", "three"] {
            let place = Place::new(out.path(), "77-double").unwrap();
            place.write(&[("assets/a.txt".into(), text.into()), ("play.sh".into(), b"#!/bin/sh".to_vec())]).unwrap();
            place.keep(|zip| Ok(fs::write(zip, text)?)).unwrap();
        }
        for (name, text) in [("77-double", "three"), ("77-double.1", "one"), ("77-double.2", "two")] {
            for file in [format!("{name}/assets/a.txt"), format!("{name}.zip")] {
                assert_eq!(fs::read_to_string(out.path().join(file)).unwrap(), text);
            }
        }
        drop(Place::new(out.path(), "78-triple").unwrap().write(&[("a".into(), Vec::new())]));
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 6);
    }
}
