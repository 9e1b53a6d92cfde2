//! Cargo as a program.

use crate::workspace;
use std::{env, ffi::OsString, path::Path, process::Command};

/// Cargo for this workspace: the one that runs this program, or the one on the path.
pub fn cargo(subcommand: &str) -> Command {
    cargo_in(workspace::root(), subcommand)
}

/// The same for another one.
pub fn cargo_in(workspace: &Path, subcommand: &str) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).arg("--manifest-path").arg(workspace.join("Cargo.toml"));
    command
}
