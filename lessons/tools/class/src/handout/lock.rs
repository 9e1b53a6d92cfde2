//! `Cargo.lock` of what is handed out: cargo removes what no package needs any more.

use super::Tree;
use crate::build;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns the lock file of a tree, for which the course's is `text`. No version changes, and no network is used.
///
/// # Errors
/// If cargo cannot resolve the tree's manifests, or a file cannot be written.
pub(super) fn trimmed(text: &str, tree: &Tree) -> Result<String> {
    let folder = build::workspace().join("target").join(format!("lock-{}", std::process::id()));
    let result = write_packages(&folder, text, tree).and_then(|()| update(&folder));
    let _ = fs::remove_dir_all(&folder); // what stays only takes room
    result
}

/// Writes the tree's manifests, and its sources without their text: cargo wants them to be there.
fn write_packages(folder: &Path, lock: &str, tree: &Tree) -> Result<()> {
    for (path, content) in tree {
        let is_source = Path::new(path).extension().is_some_and(|ending| ending == "rs");
        if is_source || path.ends_with("Cargo.toml") {
            let text: &[u8] = content.as_ref().map_or(b"", |content| content.as_slice());
            write(&folder.join(path), text)?;
        }
    }
    write(&folder.join("Cargo.lock"), lock.as_bytes())
}

fn update(folder: &Path) -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(folder).args(["update", "--workspace", "--offline", "--quiet"]);
    let output = cargo.output().context("cargo could not be started")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(fs::read_to_string(folder.join("Cargo.lock"))?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).with_context(|| path.display().to_string())
}
