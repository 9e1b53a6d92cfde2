//! `view`: builds the viewer and passes all arguments on to it.

use crate::build;
use anyhow::Result;
use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

/// Play Collada and glTF files, and containers: `view FILE.glb [MORE.dae]`; `view --help` lists the options
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
    let mut viewer = Command::new(build::program("viewer")?);
    Ok(build::exit_code(build::status(viewer.args(&arguments.viewer))?))
}
