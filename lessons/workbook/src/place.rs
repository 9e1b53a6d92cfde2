//! Writes a folder, and an archive of it: whole, and over nothing that is there already.

use crate::archive::is_program;
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

/// A file of the folder, by its path there.
pub type File = (String, Vec<u8>);

/// A folder in the making, which is removed unless it is kept.
pub struct Place {
    unnamed: PathBuf,
    folder: PathBuf,
    zip: PathBuf,
}

impl Place {
    /// # Errors
    /// If `out` cannot be made.
    pub fn new(out: &Path, name: &str) -> Result<Self> {
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        let out = out.canonicalize().unwrap_or_else(|_| out.to_path_buf());
        let unnamed = out.join(format!(".{name}-{}.tmp", process::id()));
        let _ = fs::remove_dir_all(&unnamed); // of a process that had this number before
        Ok(Place { unnamed, folder: out.join(name), zip: out.join(format!("{name}.zip")) })
    }

    /// Writes the files, and says where they are for now.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&self, files: &[File]) -> Result<PathBuf> {
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

    /// Gives the folder its name, and has the archive written. What has these names is renamed: `18-side-scroller.1`.
    ///
    /// # Errors
    /// If something cannot be renamed or written.
    pub fn keep(self, write: impl FnOnce(&Path) -> Result<()>) -> Result<(PathBuf, PathBuf)> {
        let paths = [&self.folder, &self.zip];
        let mut number = 1;
        while paths.iter().any(|path| before(path, number).exists()) {
            number += 1;
        }
        for path in paths.into_iter().filter(|path| path.exists()) {
            fs::rename(path, before(path, number)).with_context(|| path.display().to_string())?;
        }
        fs::rename(&self.unnamed, &self.folder).with_context(|| self.folder.display().to_string())?;
        write(&self.zip)?;
        Ok((self.folder.clone(), self.zip.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.unnamed); // it is gone once it has its name
    }
}

/// Returns the new name of an earlier folder or archive: `18-side-scroller.1`, `18-side-scroller.1.zip`.
fn before(path: &Path, number: u32) -> PathBuf {
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
