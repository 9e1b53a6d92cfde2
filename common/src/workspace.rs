//! Where the workspace lies, and what is in it.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The environment variable that names the workspace.
pub const WORKSPACE: &str = "ARMATURE_WORKSPACE";

/// The environment variable that names another folder of shaders: that of somebody who is graded.
pub const SHADERS: &str = "ARMATURE_SHADERS";

/// The folder of the workspace's `Cargo.toml`.
///
/// It is found as a program starts. Where a checkout with all that was built in it is copied or moved, cargo has nothing
/// to build again: a path that was compiled in would still lead to the old one.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        // Cargo says whose program it runs. One that is started without it belongs to the workspace that it lies in,
        // from wherever it is started; but the target folder may be elsewhere.
        let cargo = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let places = [cargo, env::current_exe().ok(), env::current_dir().ok()];
        env::var_os(WORKSPACE)
            .map(PathBuf::from)
            .or_else(|| places.iter().flatten().find_map(|place| around(place)))
            .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/..").into())
    });
    &ROOT
}

/// The workspace that a file or a folder lies in.
fn around(place: &Path) -> Option<PathBuf> {
    let is_root = |folder: &&Path| ["lessons", "shaders"].iter().all(|below| folder.join(below).is_dir());
    place.ancestors().find(is_root).map(Path::to_path_buf)
}

/// The path relative to the workspace, with `/` on every system.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string().replace('\\', "/")
}

/// Where lessons lie.
pub fn lessons() -> PathBuf {
    root().join("lessons")
}

/// Where shaders lie, unless [`SHADERS`] names another folder.
pub fn shaders() -> PathBuf {
    env::var_os(SHADERS).map_or_else(|| root().join("shaders"), Into::into)
}

/// Where the workbook's own figures and pictures lie.
pub fn assets() -> PathBuf {
    root().join("assets")
}
