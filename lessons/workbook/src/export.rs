//! `export FILE.armature`: writes the clips of a container as Collada.

use crate::{convert, output::say};
use anyhow::{Context, Result, bail, ensure};
use common::{collada::WriteOptions, container, model::Model};
use std::{
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

/// Write the clips of a container as Collada: its figure, with these clips for its own
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What the pose editor saved (.armature)
    file: PathBuf,
    /// The Collada file to write; beside the container, if none is named
    #[arg(short, long, value_name = "OUT.dae")]
    output: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// # Errors
/// If the container or its figure cannot be read, or the file cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<process::ExitCode> {
    let out = match &arguments.output {
        Some(out) => out.clone(),
        None => arguments.file.with_extension("dae"),
    };
    ensure_free(&out, arguments.force)?;
    let opened = container::open(&arguments.file)?;
    convert::ensure_other(&opened.file, &out)?;
    opened.warnings.iter().for_each(|text| eprintln!("warning: {text}"));
    let (before, _) = container::read_file(&arguments.file)?;
    let clips = &opened.matched.set.clips;
    for (clip, before) in clips.iter().zip(&before.clips) {
        ensure!(
            !clip.tracks.is_empty() || before.tracks.is_empty(),
            "clip \"{}\" moves no joint that is in {}: has the figure changed?",
            clip.name,
            opened.file.display()
        );
    }
    let model = Model { clips: clips.clone(), ..opened.figure.model.clone() };
    convert::write(&model, WriteOptions::default(), &out, arguments.force)?;
    if let Some(extras) = opened.extras() {
        say!("{extras} left out: Collada has no place for them");
    }
    Ok(process::ExitCode::SUCCESS)
}

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
