//! `view`: builds the viewer and hands everything on to it.

use crate::build;
use anyhow::{Context, Result};
use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

/// Play Collada files: `view FILE.dae [MORE.dae]`; `view --help` tells the rest
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// The viewer's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    viewer: Vec<OsString>,
}

/// The viewer's exit code.
///
/// # Errors
/// If the viewer cannot be built or started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let viewer = build::program("viewer")?;
    let status = Command::new(&viewer)
        .args(&arguments.viewer)
        .status()
        .with_context(|| format!("{} could not be started", viewer.display()))?;
    Ok(build::exit_code(status))
}
