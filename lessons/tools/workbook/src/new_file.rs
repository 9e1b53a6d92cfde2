//! Writes an output file, whole or not at all, and replaces an existing file only with `--force`.

use anyhow::{Context, Result, bail, ensure};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};
use verdict::file;

/// Returns the folder of a file, if there is one.
fn folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).canonicalize().ok()
}

/// Returns the message about a file that exists already.
fn exists_message(out: &Path) -> String {
    format!("{} is there already: name another file, or replace it with --force", out.display())
}

/// Checks that a file may be written, before the work whose result it will have.
///
/// # Errors
/// If the file exists and may not be replaced, or its folder does not exist.
pub fn ensure_free(out: &Path, force: bool) -> Result<()> {
    ensure!(force || !out.try_exists().unwrap_or(false), exists_message(out));
    ensure!(!out.is_dir(), "{} is a folder", out.display());
    ensure!(folder(out).is_some(), "{}: its folder is not there: create it first", out.display());
    Ok(())
}

/// Writes a file atomically.
///
/// # Errors
/// If the file cannot be written, or exists and may not be replaced.
pub fn write(out: &Path, bytes: &[u8], replace: bool) -> Result<()> {
    let write = file::synced(bytes);
    let written = if replace { file::replace_by(out, write) } else { file::create_by(out, write) };
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(exists_message(out)),
        written => written.with_context(|| format!("{} cannot be written", out.display())),
    }
}

/// Checks that an output file is not the figure that is read.
///
/// # Errors
/// If the figure would be replaced.
pub fn ensure_other(figure: &Path, output: &Path) -> Result<()> {
    let same = figure.canonicalize().ok().zip(output.canonicalize().ok());
    ensure!(
        same.is_none_or(|(figure, output)| figure != output),
        "{} is the figure itself: name another file to write",
        output.display()
    );
    Ok(())
}
