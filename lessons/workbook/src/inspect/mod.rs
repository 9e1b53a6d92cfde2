//! `inspect FILE.dae`: what is in a file, for people or for programs.

mod json;
mod text;

use anyhow::{Context, Result};
use common::collada::{self, Scene};
use std::{
    io::{ErrorKind, Write},
    path::PathBuf,
    process::ExitCode,
};

/// What is in a Collada file, what was assumed, what was left out
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The Collada file
    file: PathBuf,
    /// For programs: everything as numbers, in the file's own axes and units
    #[arg(long)]
    json: bool,
    /// With --json: the moments to compute, in seconds, separated by commas
    #[arg(long, value_delimiter = ',', requires = "json", allow_negative_numbers = true)]
    times: Vec<f32>,
}

/// # Errors
/// If the file cannot be read, or the report not written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let document = collada::read(&arguments.file)?;
    let scene = Scene::new(&document)?;
    let loaded = collada::model(&document, &scene, &arguments.file)?;
    let report = if arguments.json {
        json::report(&document, &scene, &loaded, &arguments.times)?
    } else {
        text::report(&document, &scene, &loaded)?
    };
    let written = std::io::stdout().write_all(report.as_bytes());
    match written {
        // Whoever reads has read enough: `inspect ... | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.context("the report cannot be written")?,
    }
    Ok(ExitCode::SUCCESS)
}
