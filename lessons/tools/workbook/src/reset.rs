//! `reset`: restores a lesson's starter files, and keeps copies of the student's.

use crate::output::say;
use crate::{build, selection};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::LessonFolder;
use verdict::file;

/// The folder for copies, in the workspace; git ignores it.
pub(crate) const KEPT: &str = "kept";

/// Begin a lesson again; what you have written is kept in `kept/`
///
/// If a file is missing, only that file is brought back.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 04; without it, that of this folder
    lesson: Vec<String>,
}

/// # Errors
/// If there is no such lesson, or a file cannot be copied or written. A file without a copy is not reset.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    for lesson in selection::lessons(&arguments.lesson, "reset 04")? {
        reset_lesson(&lesson)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn reset_lesson(lesson: &LessonFolder) -> Result<()> {
    let kept = build::workspace().join(KEPT).join(&lesson.folder);
    let mut files = Vec::new();
    for file in lesson.files() {
        let starter = lesson.starter(&file)?;
        files.push((file.mine, starter));
    }
    let done = reset(&files, &kept)?;
    if done.is_empty() {
        say!("lesson {} is as you found it: there is nothing to reset", lesson.number);
    }
    for line in done {
        say!("{line}");
    }
    Ok(())
}

/// Replaces files that differ from their starters, which are the second of each pair, each atomically. All copies are made
/// before, so that an error loses nothing. Where files are missing, only these are written. Returns a line about each.
fn reset(files: &[(PathBuf, String)], kept: &Path) -> Result<Vec<String>> {
    let mut changed = Vec::new();
    for (file, starter) in files {
        let mine = read_if_there(file)?;
        if mine.as_deref() != Some(starter.as_bytes()) {
            changed.push((file, mine, starter));
        }
    }
    if changed.iter().any(|(_, mine, _)| mine.is_none()) {
        changed.retain(|(_, mine, _)| mine.is_none());
    }
    let has_copies = changed.iter().any(|(_, mine, _)| mine.is_some());
    let folder = if has_copies { Some(next_folder(kept)?) } else { None };
    let mut done = Vec::new();
    for (file, mine, _) in &changed {
        let shown = build::shown(file);
        done.push(match (mine, &folder) {
            (Some(mine), Some(folder)) => {
                let path = folder.join(file.file_name().unwrap_or_default());
                write(&path, mine)?;
                format!("{shown} is its starter again; your version is in {}", build::shown(&path))
            }
            _ => format!("{shown} was missing and is there again"),
        });
    }
    for (file, _, starter) in &changed {
        replace(file, starter.as_bytes())?;
    }
    Ok(done)
}

/// Reads a file; `None` if there is no such file.
fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == ErrorKind::IsADirectory => {
            bail!("{} is a folder: move it elsewhere, and reset again", build::shown(path))
        }
        Err(error) => Err(error).with_context(|| build::shown(path)),
    }
}

/// Creates the next folder for copies, `kept/04-joint-lines/1`, `2` and so on.
pub(crate) fn next_folder(kept: &Path) -> Result<PathBuf> {
    fs::create_dir_all(kept).with_context(|| build::shown(kept))?;
    for number in 1..10_000 {
        let folder = kept.join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| build::shown(&folder)),
        }
    }
    bail!("{} is full: move some of it elsewhere", build::shown(kept));
}

/// Writes a copy, and waits until it is on the disk.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = fs::File::create(path).and_then(|mut file| file::synced(bytes)(&mut file));
    written.with_context(|| format!("{} cannot be written", build::shown(path)))
}

/// Replaces a file atomically. A link stays, and the file to which it leads is replaced.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.into());
    let written = file::replace_by(&target, file::synced(bytes));
    written.with_context(|| format!("{} cannot be written", build::shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_copy_nothing_is_reset() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("mine"), "mine").unwrap();
        fs::write(path("kept"), "a file stands where the folder should be").unwrap();
        assert!(reset(&[(path("mine"), "first day".into())], &path("kept")).is_err());
        assert_eq!(fs::read_to_string(path("mine")).unwrap(), "mine");
    }
}
