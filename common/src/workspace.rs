//! Where the workspace lies, and what is in it.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, process};

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
        if let Some(folder) = shared() {
            return folder.to_path_buf();
        }
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

/// The file beside a program that was given away: see [`crate::shared`].
pub(crate) const MARKER: &str = "share.json";

/// The folder of this program, if it was given away: all that it needs is there, in a workspace's folders.
pub fn shared() -> Option<&'static Path> {
    static SHARED: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let program = env::current_exe().ok()?;
        program.parent().filter(|folder| folder.join(MARKER).is_file()).map(Path::to_path_buf)
    });
    SHARED.as_deref()
}

/// Where programs keep what is to be there the next time: the best run, chosen keys.
pub fn kept() -> &'static Path {
    static KEPT: LazyLock<PathBuf> = LazyLock::new(|| match shared() {
        Some(folder) => kept_beside(folder, user_data()),
        None => root().join("target").join("workbook"),
    });
    &KEPT
}

/// A folder beside a program that was given away; where nothing can be written there, one of the user's.
fn kept_beside(program: &Path, user_data: Option<PathBuf>) -> PathBuf {
    let beside = program.join("kept");
    let probe = beside.join(format!(".{}.tmp", process::id()));
    let is_writable = fs::create_dir_all(&beside).and_then(|()| fs::write(&probe, "")).is_ok();
    let _ = fs::remove_file(probe); // there need not be one
    match user_data {
        Some(data) if !is_writable => data.join("armature"),
        _ => beside,
    }
}

/// Where this system's programs keep what belongs to a user.
fn user_data() -> Option<PathBuf> {
    let folder = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    match env::consts::OS {
        "windows" => folder("APPDATA"),
        "macos" => Some(folder("HOME")?.join("Library/Application Support")),
        _ => folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share"))),
    }
}

/// The workspace that a file or a folder lies in.
fn around(place: &Path) -> Option<PathBuf> {
    place
        .ancestors()
        .find(|folder| ["lessons", "shaders"].iter().all(|below| folder.join(below).is_dir()))
        .map(Path::to_path_buf)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_lies_beside_the_program_or_where_that_cannot_be_written_with_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let beside = kept_beside(folder.path(), None);
        assert_eq!(beside, folder.path().join("kept"));
        assert_eq!(fs::read_dir(&beside).unwrap().count(), 0, "nothing is left of the attempt");
        // A file in the folder's place refuses everybody, root too.
        let refused = folder.path().join("refused");
        fs::write(&refused, "").unwrap();
        let data = folder.path().join("Daten für mich");
        assert_eq!(kept_beside(&refused, Some(data.clone())), data.join("armature"));
        assert_eq!(kept_beside(&refused, None), refused.join("kept"), "then keeping fails, and says so");
    }
}
