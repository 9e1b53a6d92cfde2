//! `export FILE.armature`: writes the clips of a container as Collada.

use crate::{convert, new_file, output::say};
use anyhow::{Result, ensure};
use armature::model::Model;
use armature_formats::{collada::WriteOptions, container};
use std::{path::PathBuf, process};

/// Write the clips of a container as Collada: its figure, with these clips for its own
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A container of the pose editor (.armature)
    file: PathBuf,
    /// The Collada file to write; beside the container, if none is named
    #[arg(short, long, value_name = "OUT.dae")]
    output: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// Writes the clips of a container as Collada.
///
/// # Errors
/// If the container or its figure cannot be read, or the file cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<process::ExitCode> {
    let out = arguments.output.clone().unwrap_or_else(|| arguments.file.with_extension("dae"));
    new_file::ensure_free(&out, arguments.force)?;
    let opened = container::load(&arguments.file)?;
    new_file::ensure_other(&opened.file, &out)?;
    opened.warnings.iter().for_each(|text| eprintln!("warning: {text}"));
    let (saved, _) = container::read_file(&arguments.file)?;
    let clips = &opened.matched.set.clips;
    for (clip, saved) in clips.iter().zip(&saved.clips) {
        ensure!(
            !clip.tracks.is_empty() || saved.tracks.is_empty(),
            "clip \"{}\" moves no joint that is in {}: has the figure changed?",
            clip.name,
            opened.file.display()
        );
    }
    let model = Model { clips: clips.clone(), ..opened.figure.model.clone() };
    convert::write_collada(&model, &WriteOptions::default(), &out, arguments.force)?;
    if let Some(extras) = opened.extras() {
        say!("{extras} left out: Collada has no place for them");
    }
    Ok(process::ExitCode::SUCCESS)
}
