//! `view` and `edit`: build the viewer and pass all arguments on to it.

use crate::build;
use anyhow::Result;
use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

/// Play Collada and glTF files, and containers; `view --help` lists the options
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// The viewer's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    viewer: Vec<OsString>,
}

/// Key a figure by hand: `edit FILE.glb`, or FILE.armature to go on
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct EditArguments {
    /// A figure (.dae, .glb, .gltf) or what the editor saved (.armature), and the viewer's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    viewer: Vec<OsString>,
}

/// Returns the viewer's exit code.
///
/// # Errors
/// If the viewer cannot be built or started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    run_viewer(&[], &arguments.viewer)
}

/// Opens the viewer's animation editor.
///
/// # Errors
/// As [`run`].
pub(crate) fn edit(arguments: &EditArguments) -> Result<ExitCode> {
    run_viewer(&["--edit"], &arguments.viewer)
}

/// Builds the viewer, runs it with both lists of arguments, and returns its exit code.
fn run_viewer(first: &[&str], rest: &[OsString]) -> Result<ExitCode> {
    let mut viewer = Command::new(build::program("viewer")?);
    Ok(build::exit_code(build::status(viewer.args(first).args(rest))?))
}
