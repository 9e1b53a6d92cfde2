//! Where the program's files are.

use std::env;
use std::path::PathBuf;

/// Returns the path of a file: beside the program, as a friend gets it, or else in the current folder.
pub fn find(name: &str) -> PathBuf {
    let beside = env::current_exe().map(|program| program.with_file_name(name));
    beside.ok().filter(|path| path.exists()).unwrap_or(name.into())
}
