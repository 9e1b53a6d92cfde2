//! Paths of the workspace and of its folders.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, process};

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
        Some(folder) => kept_by_shared(folder, user_data()),
        None => root().join("target").join("workbook"),
    });
    &KEPT
}

/// Returns a folder beside a shared program, or a folder of the user's if the program's cannot be written.
fn kept_by_shared(program: &Path, user_data: Option<PathBuf>) -> PathBuf {
    let beside = program.join("kept");
    let probe = beside.join(format!(".{}.tmp", process::id()));
    let is_writable = fs::create_dir_all(&beside).and_then(|()| fs::write(&probe, "")).is_ok();
    let _ = fs::remove_file(probe); // there need not be one
    match user_data {
        Some(data) if !is_writable => data.join("armature"),
        _ => beside,
    }
}

/// Returns the folder in which this system's programs keep a user's data.
fn user_data() -> Option<PathBuf> {
    let folder = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    match env::consts::OS {
        "windows" => folder("APPDATA"),
        "macos" => Some(folder("HOME")?.join("Library/Application Support")),
        _ => folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share"))),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_lies_beside_the_program_or_where_that_cannot_be_written_with_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let beside = kept_by_shared(folder.path(), None);
        assert_eq!(beside, folder.path().join("kept"));
        assert_eq!(fs::read_dir(&beside).unwrap().count(), 0, "nothing is left of the attempt");
        // A file in the folder's place refuses everybody, root too.
        let file = folder.path().join("refused");
        fs::write(&file, "").unwrap();
        let data = folder.path().join("Daten für mich");
        assert_eq!(kept_by_shared(&file, Some(data.clone())), data.join("armature"));
        assert_eq!(kept_by_shared(&file, None), file.join("kept"), "then keeping fails, and says so");
    }
}
