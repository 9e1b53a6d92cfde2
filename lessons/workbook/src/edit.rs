//! `edit`: builds the viewer and opens its animation editor.

use crate::build;
use anyhow::Result;
use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

/// Key a figure by hand: `edit FILE.glb`, or FILE.armature to go on
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// A figure (.dae, .zae, .glb, .gltf) or what the editor saved (.armature), and the viewer's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    viewer: Vec<OsString>,
}

/// The viewer's exit code.
///
/// # Errors
/// If the viewer cannot be built or started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut viewer = Command::new(build::program("viewer")?);
    Ok(build::exit_code(build::status(viewer.arg("--edit").args(&arguments.viewer))?))
}
