//! Writes a file that was asked for: whole, and over nothing that must stay.

use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process,
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
pub(crate) fn ensure_free(out: &Path, force: bool) -> Result<()> {
    ensure!(force || !out.try_exists().unwrap_or(false), taken(out));
    ensure!(!out.is_dir(), "{} is a folder", out.display());
    ensure!(folder(out).is_some(), "{}: its folder is not there: create it first", out.display());
    Ok(())
}

/// Under a temporary name beside it first: whoever looks sees the file whole or not at all.
///
/// # Errors
/// If it cannot be written, or is there and must stay.
pub(crate) fn write(out: &Path, bytes: &[u8], replace: bool) -> Result<()> {
    let name = out.file_name().context("the output has no name")?.to_string_lossy();
    let temporary = out.with_file_name(format!(".{name}-{}.tmp", process::id()));
    let written = fs::File::create_new(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let named = written.and_then(|()| {
        if replace {
            return fs::rename(&temporary, out);
        }
        // Unlike a rename, a link never replaces a file; some file systems have none.
        match fs::hard_link(&temporary, out) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists && !out.try_exists()? => fs::rename(&temporary, out),
            linked => linked,
        }
    });
    let _ = fs::remove_file(&temporary); // gone already if it was renamed
    match named {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(taken(out)),
        named => named.with_context(|| format!("{} cannot be written", out.display())),
    }
}

/// # Errors
/// If the figure would be written over.
pub(crate) fn ensure_other(figure: &Path, output: &Path) -> Result<()> {
    let same = figure.canonicalize().ok().zip(output.canonicalize().ok());
    ensure!(
        same.is_none_or(|(figure, output)| figure != output),
        "{} is the figure itself: name another file to write",
        output.display()
    );
    Ok(())
}
