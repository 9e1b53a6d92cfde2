//! Cargo's command for a workspace, and the folder that it builds into.

use super::LessonFolder;
use crate::workspace;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Cargo for this workspace: the one that runs this program, or the one on the path. It starts in the workspace, since it looks
/// for its settings around the folder in which it starts.
pub fn cargo(subcommand: &str) -> Command {
    let workspace = workspace::root();
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).arg("--manifest-path").arg(workspace.join("Cargo.toml")).current_dir(workspace);
    command
}

pub(super) const IS_RELEASE: bool = !cfg!(debug_assertions);

/// Whether the lesson has a program, of whatever age: without one the first build takes a while.
pub fn has_been_built(lesson: &LessonFolder) -> bool {
    target().join(format!("{}{}", lesson.package(), std::env::consts::EXE_SUFFIX)).exists()
}

/// The folder of cargo's builds: named by a variable, or else that of this program, because `build.target-dir` may name
/// another.
pub fn target() -> PathBuf {
    let profile = if IS_RELEASE { "release" } else { "debug" };
    if let Some(folder) = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().find_map(env::var_os) {
        return PathBuf::from(folder).join(profile);
    }
    let usual = workspace::root().join("target").join(profile);
    if env::var_os(workspace::WORKSPACE).is_some() {
        return usual; // another workspace than this program's
    }
    let own = env::current_exe().unwrap_or_default();
    own.ancestors().find(|folder| folder.ends_with(profile)).map_or(usual, PathBuf::from)
}

/// A few words for as long as [`wait_for_another_cargo`] waits.
pub const WAITING: &str = "another cargo is building here; waiting";

/// Waits until no other cargo builds in the folder of this program's builds. Calls `say` before, if one does.
pub fn wait_for_another_cargo(say: impl FnOnce()) {
    let Ok(lock) = fs::File::open(target().join(".cargo-lock")) else { return };
    if let Err(fs::TryLockError::WouldBlock) = lock.try_lock_shared() {
        say();
        let _ = lock.lock_shared(); // where files cannot be locked, cargo does not wait either
    }
}
