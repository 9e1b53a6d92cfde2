//! Takes the crates of others from the folder in which the course itself was built: a grading would build the same again.

use anyhow::Result;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use walkdir::WalkDir;

/// Size from which a file is linked rather than copied. Cargo writes into its small files, and replaces the large ones.
const LARGE: u64 = 1 << 20;

/// Takes what was built of crates from the registry in the folder `from` of a cargo profile, with the time of each file, by
/// which cargo sees that nothing has changed. `lock` is the text of the course's Cargo.lock.
///
/// # Errors
/// If a file cannot be copied.
pub(super) fn take_crates(from: &Path, to: &Path, lock: &str) -> Result<()> {
    let mut ours = BTreeSet::new();
    for package in lock.split("[[package]]").filter(|package| !package.contains("\nsource = ")) {
        let name = package.split('"').nth(1).unwrap_or_default();
        ours.extend([name.to_owned(), name.replace('-', "_")]);
    }
    for folder in ["deps", "build", ".fingerprint"] {
        for entry in fs::read_dir(from.join(folder)).into_iter().flatten().flatten() {
            let file_name = entry.file_name().to_string_lossy().into_owned();
            let name = file_name.strip_prefix("lib").filter(|_| folder == "deps").unwrap_or(&file_name);
            // `glam-1f2e3d`, or a program without a library's ending.
            let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
            let is_program = folder == "deps" && entry.path().extension().is_none();
            if !ours.contains(name) && name != "armature" && !is_program {
                take(&entry.path(), &to.join(folder).join(&file_name))?;
            }
        }
    }
    Ok(())
}

/// Copies or links a file, or all files in a folder.
fn take(from: &Path, to: &Path) -> Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        let below = entry.path().strip_prefix(from)?;
        let new = if entry.depth() == 0 { to.to_path_buf() } else { to.join(below) };
        let data = entry.metadata()?;
        if data.is_dir() {
            fs::create_dir_all(new)?;
            continue;
        }
        fs::create_dir_all(new.parent().unwrap_or(to))?;
        if data.len() < LARGE || fs::hard_link(entry.path(), &new).is_err() {
            fs::copy(entry.path(), &new)?;
            File::options().append(true).open(&new)?.set_modified(data.modified()?)?;
        }
    }
    Ok(())
}
