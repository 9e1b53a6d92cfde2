//! Paths of the workspace and of its folders.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The environment variable that names the workspace.
pub const WORKSPACE: &str = "ARMATURE_WORKSPACE";

/// The environment variable that names another folder of shaders, for a student who is graded.
pub const SHADERS: &str = "ARMATURE_SHADERS";

/// Returns the folder of the workspace's `Cargo.toml`.
///
/// The folder is searched when the program runs: a checkout may be copied or moved with its programs, and a path that was
/// compiled in would still lead to the old one.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        if let Some(folder) = shared() {
            return folder.to_path_buf();
        }
        // Cargo names the package whose program it runs. A program that is started without cargo belongs to the workspace
        // around it; but the target folder may be elsewhere.
        let cargo = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let places = [cargo, env::current_exe().ok(), env::current_dir().ok()];
        env::var_os(WORKSPACE)
            .map(PathBuf::from)
            .or_else(|| places.iter().flatten().find_map(|place| workspace_around(place)))
            .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../..").into())
    });
    &ROOT
}

/// The file beside a shared program: see [`crate::shared`].
pub(crate) const MARKER: &str = "share.json";

/// Returns the folder of this program if it was shared. The folder has all files that the program needs, as a workspace has.
pub fn shared() -> Option<&'static Path> {
    static SHARED: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let program = env::current_exe().ok()?;
        program.parent().filter(|folder| folder.join(MARKER).is_file()).map(Path::to_path_buf)
    });
    SHARED.as_deref()
}

/// Returns the folder for files that programs keep until they run again: the best run, chosen keys.
pub fn kept() -> &'static Path {
    static KEPT: LazyLock<PathBuf> = LazyLock::new(|| match shared() {
        Some(folder) => folder.join("kept"),
        None => root().join("target").join("workbook"),
    });
    &KEPT
}

/// Returns the workspace that contains a file or a folder.
fn workspace_around(place: &Path) -> Option<PathBuf> {
    place
        .ancestors()
        .find(|folder| ["lessons", "shaders"].iter().all(|below| folder.join(below).is_dir()))
        .map(Path::to_path_buf)
}

/// Returns the path relative to the workspace, with `/` on every system.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string().replace('\\', "/")
}

/// Returns the folder of the lessons.
pub fn lessons() -> PathBuf {
    root().join("lessons")
}

/// Returns the folder of the shaders, or the folder that [`SHADERS`] names.
pub fn shaders() -> PathBuf {
    env::var_os(SHADERS).map_or_else(|| root().join("shaders"), Into::into)
}

/// Returns the folder of the workbook's own figures and pictures.
pub fn assets() -> PathBuf {
    root().join("assets")
}
