//! The fingerprint of all that a program and a library that it loads have to agree about.

use std::{
    collections::hash_map::DefaultHasher,
    env, fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

/// The types of this crate, of the lessons, and of the runtime.
const SOURCES: [&str; 5] =
    ["given.rs", "given", "../common/armature/src", "../common/armature-formats/src", "../common/armature-offline/src"];
/// The versions of all others.
const LOCK_FILE: &str = "../Cargo.lock";
/// The environment variable that names another file with them, one that stays as it is while packages come and go: cargo runs
/// this again, and compiles this crate and all that uses it, whenever the file was written.
const OTHER_LOCK_FILE: &str = "ARMATURE_LOCK_FILE";

fn main() {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(Path::new(source), &mut files);
    }
    // `lessons/03-joint-lines/given.rs`, and the folder `given` beside it.
    for lesson in folder(".").into_iter().filter(|lesson| lesson.join("exercise.rs").exists()) {
        for name in ["given.rs", "given"] {
            collect(&lesson.join(name), &mut files);
        }
    }
    let mut hasher = DefaultHasher::new();
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        (file, fs::read(file).unwrap_or_default()).hash(&mut hasher);
    }
    println!("cargo:rerun-if-env-changed={OTHER_LOCK_FILE}");
    let lock_file = env::var_os(OTHER_LOCK_FILE).map_or(PathBuf::from(LOCK_FILE), PathBuf::from);
    println!("cargo:rerun-if-changed={}", lock_file.display());
    let lock = fs::read_to_string(lock_file).unwrap_or_default();
    // Packages of the workspace have no source: which ones there are changes no type.
    for package in lock.split("[[package]]").filter(|package| package.contains("\nsource = ")) {
        package.hash(&mut hasher);
    }
    // Another compiler may lay out the same types otherwise.
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().map(|output| output.stdout);
    version.unwrap_or_default().hash(&mut hasher);
    println!("cargo:rustc-env=GIVEN_FINGERPRINT={}", hasher.finish());
}

/// The file of this name, or those below the folder.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        files.push(path.into());
    } else if path.is_dir() {
        println!("cargo:rerun-if-changed={}", path.display());
        for entry in folder(path) {
            collect(&entry, files);
        }
    }
}

/// Returns a folder's entries in the order of their names.
fn folder(path: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    entries
}
