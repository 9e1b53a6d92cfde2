//! Writes a file that was asked for: whole, and over nothing that must stay.

use anyhow::{Context, Result, bail, ensure};
use common::file;
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

fn folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).canonicalize().ok()
}

fn taken(out: &Path) -> String {
    format!("{} is there already: name another file, or replace it with --force", out.display())
}

/// # Errors
/// If the file is there and must stay, or its folder is not there.
pub fn ensure_free(out: &Path, force: bool) -> Result<()> {
    ensure!(force || !out.try_exists().unwrap_or(false), taken(out));
    ensure!(!out.is_dir(), "{} is a folder", out.display());
    ensure!(folder(out).is_some(), "{}: its folder is not there: create it first", out.display());
    Ok(())
}

/// Writes the file atomically.
///
/// # Errors
/// If it cannot be written, or is there and must stay.
pub fn write(out: &Path, bytes: &[u8], replace: bool) -> Result<()> {
    let write = file::synced(bytes);
    let written = if replace { file::replace_by(out, write) } else { file::create_by(out, write) };
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(taken(out)),
        written => written.with_context(|| format!("{} cannot be written", out.display())),
    }
}

/// # Errors
/// If the figure would be written over.
pub fn ensure_other(figure: &Path, output: &Path) -> Result<()> {
    let same = figure.canonicalize().ok().zip(output.canonicalize().ok());
    ensure!(
        same.is_none_or(|(figure, output)| figure != output),
        "{} is the figure itself: name another file to write",
        output.display()
    );
    Ok(())
}
