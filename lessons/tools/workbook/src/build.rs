//! Builds and starts the workbook's other programs with cargo, with cargo's progress on the screen.

use anyhow::{Context, Result, anyhow};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    env::{self, consts::EXE_SUFFIX},
    fs,
    path::PathBuf,
    process::{Command, ExitCode, ExitStatus, Stdio},
};
pub use verdict::build::cargo;
use verdict::build::{self, Artifact};
use verdict::file::replace;
pub use verdict::workspace::{kept, shown};

/// Returns the folder of the workspace's `Cargo.toml`.
pub fn workspace() -> PathBuf {
    verdict::workspace::root().to_path_buf()
}

/// Reads a value that an earlier run has kept as JSON. Returns the default if that fails.
pub fn load_cached<T: Default + DeserializeOwned>(file: &str) -> T {
    let text = fs::read(kept().join(file)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Keeps a value as JSON for the next run. A cache that cannot be written is no error.
pub fn save_cached(file: &str, value: &impl Serialize) {
    let Ok(text) = serde_json::to_vec_pretty(value) else { return };
    let _ = fs::create_dir_all(kept()).and_then(|()| replace(&kept().join(file), text));
}

/// Builds a package, and returns the path of its program. Progress and errors go to the screen.
///
/// # Errors
/// If cargo cannot be started, or the package does not build.
pub fn program(package: &str) -> Result<PathBuf> {
    let built = artifacts(cargo("build").args(["--package", package]))?
        .with_context(|| format!("{package} does not build: the compiler's errors are above"))?;
    last_program(&built).with_context(|| format!("cargo built {package}, but named no program for it"))
}

/// Runs `cargo build`, with progress and errors on the screen. Returns the artifacts, or `None` if the build fails.
///
/// # Errors
/// If cargo cannot be started.
pub fn artifacts(build: &mut Command) -> Result<Option<Vec<Artifact>>> {
    build.args(["--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
    let output = build.output().map_err(|error| anyhow!("cargo does not start: {error}. {}", where_cargo_is()))?;
    Ok(output.status.success().then(|| build::artifacts(&output.stdout).collect()))
}

fn where_cargo_is() -> String {
    let home = env::home_dir().map(|home| home.join(".cargo"));
    let bin = env::var_os("CARGO_HOME").map(PathBuf::from).or(home).unwrap_or_default().join("bin");
    if bin.join(format!("cargo{EXE_SUFFIX}")).exists() {
        format!("It is in {}, which is not in PATH: open a new terminal, or add it there", bin.display())
    } else {
        "Rust comes from rustup.rs".into()
    }
}

/// Returns the path of the last program among artifacts.
pub fn last_program(artifacts: &[Artifact]) -> Option<PathBuf> {
    artifacts.iter().rev().find_map(|artifact| artifact.executable.clone().map(PathBuf::from))
}

/// Runs a program and waits for its end.
///
/// # Errors
/// If the program cannot be started.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    let program = command.get_program().to_owned();
    command.status().with_context(|| format!("{} could not be started", program.display()))
}

/// Returns the exit code of a program that has ended, or 1 if a signal ended it.
pub fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}
