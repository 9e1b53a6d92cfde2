//! The instructor's course: the programs that judge, the crates that answers are linked with, and shaders as handed out.
//!
//! ```text
//! target/grade/programs/   copies of the lessons' programs, without the names of functions
//! target/grade/shaders/    all shaders as they were handed out, without solutions
//! target/grade/answers/    a folder for each answer that is being checked
//! target/grade/verdicts/   the verdicts on each answer, by a hash of all inputs
//! ```

use super::intake::Files;
use crate::{build, sandbox};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use verdict::build::lesson::LessonFolder;
use verdict::build::{Artifact, artifacts, file_with_extension};
use verdict::source::files_below;

pub(super) struct Course {
    /// The folder of a grading.
    pub(super) root: PathBuf,
    pub(super) workspace: PathBuf,
    /// Hash of all that verdicts on a lesson depend on beside the answer, by the lesson's number.
    hashes: BTreeMap<String, String>,
    /// Lock held while this grading runs.
    _lock: File,
}

impl Course {
    /// Makes the folder of a grading ready.
    ///
    /// # Errors
    /// If another grading runs, or a file cannot be read or written.
    pub(super) fn prepare(lessons: &[LessonFolder]) -> Result<Self> {
        let workspace = build::workspace();
        let root = workspace.join("target").join("grade");
        let lock = lock(&root)?;
        let shaders = root.join("shaders");
        for emptied in [&shaders, &root.join("answers")] {
            if emptied.exists() {
                fs::remove_dir_all(emptied)?; // left by an earlier grading
            }
        }
        copy_shaders(&workspace.join("shaders"), &shaders)?;
        for lesson in lessons.iter().filter(|lesson| lesson.toml.exercise.is_none()) {
            for file in lesson.files().iter().skip(1) {
                write(&shaders.join(&lesson.folder).join(file.name()), lesson.starter(file)?.as_bytes())?;
            }
        }
        let mut shared = files_below(&shaders);
        for folder in ["common", "assets", ".cargo", "lessons/given"] {
            shared.extend(files_below(&workspace.join(folder)));
        }
        for file in ["Cargo.toml", "Cargo.lock", "lessons/Cargo.toml", "lessons/given.rs"] {
            shared.push(workspace.join(file));
        }
        shared.extend(lessons.iter().map(|lesson| lesson.path.join("given.rs")));
        let shared = content_hash(shared);
        let mut hashes = BTreeMap::new();
        for lesson in lessons {
            let mut own = files_below(&lesson.path);
            own.retain(|path| *path != lesson.exercise_path());
            hashes.insert(lesson.number.clone(), fingerprint(&(&shared, content_hash(own))));
        }
        Ok(Course { root, workspace, hashes, _lock: lock })
    }

    /// Returns a hash of everything that the verdicts on an answer depend on.
    pub(super) fn key(&self, lesson: &LessonFolder, files: &Files) -> String {
        fingerprint(&(&lesson.number, self.hashes.get(&lesson.number), files))
    }
}

/// What answers are judged and linked with.
pub(super) struct Built {
    pub(super) judges: BTreeMap<String, Judge>,
    /// Compiled crates that answers may be linked with, and their folder.
    pub(super) crates: Vec<PathBuf>,
    pub(super) deps: PathBuf,
    pub(super) sysroot: PathBuf,
}

/// The part of a lesson's manifest that names the crates of its exercise.
#[derive(Deserialize)]
struct Dependencies {
    dependencies: toml::Table,
}

/// A lesson's program, and how its exercise is compiled.
pub(super) struct Judge {
    pub(super) program: PathBuf,
    /// Names and files of the crates that the exercise may name.
    pub(super) externs: Vec<(String, PathBuf)>,
    pub(super) build_script: Option<PathBuf>,
}

impl Built {
    /// Builds the lessons' programs with cargo, whose progress goes to the screen.
    ///
    /// # Errors
    /// If cargo cannot be started, or a program does not build.
    pub(super) fn build(course: &Course, lessons: &[&LessonFolder]) -> Result<Self> {
        let mut cargo = build::cargo("build");
        // The instructor's own exercise may be half written: its crates are built all the same.
        cargo.args(["--keep-going", "--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
        for lesson in lessons {
            cargo.args(["--package", &lesson.package(), "--package", &lesson.library()]);
        }
        let output = cargo.output().context("cargo could not be started")?;
        let artifacts: Vec<Artifact> = artifacts(&output.stdout).collect();
        let mut judges = BTreeMap::new();
        for lesson in lessons {
            let mut programs = artifacts.iter().filter(|artifact| artifact.target.name == lesson.package());
            let program = programs.find_map(|artifact| artifact.executable.as_deref());
            let program = program.with_context(|| format!("{} does not build: see above", lesson.package()))?;
            let program = copy_without_names(program.as_std_path(), &course.root.join("programs"))?;
            let of_lesson = format!("{}/Cargo.toml", lesson.folder);
            let manifest = lesson.path.join("Cargo.toml");
            let text = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
            let Dependencies { dependencies } = toml::from_str(&text)?;
            let mut externs = Vec::new();
            for name in dependencies.keys().map(|name| name.replace('-', "_")) {
                let built = artifacts.iter().filter(|artifact| artifact.target.name == name);
                let file = built.filter_map(|built| file_with_extension(built, "rlib")).next_back();
                externs.push((name.clone(), file.with_context(|| format!("{name} is not built: see above"))?));
            }
            let mut own = artifacts.iter().filter(|artifact| artifact.manifest_path.ends_with(&of_lesson));
            let script = own.find(|artifact| artifact.target.name == "build-script-build");
            let build_script = script.and_then(|script| script.filenames.first().map(PathBuf::from));
            judges.insert(lesson.number.clone(), Judge { program, externs, build_script });
        }
        let mut crates: Vec<PathBuf> =
            artifacts.into_iter().flat_map(|artifact| artifact.filenames).map(PathBuf::from).collect();
        crates.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_crate = [".rlib", ".rmeta", ".so"].iter().any(|ending| name.ends_with(ending));
            is_crate && !name.starts_with("liblesson_") && !name.starts_with("libexercise_")
        });
        let deps = crates.iter().filter_map(|path| path.parent()).find(|folder| folder.ends_with("deps"));
        let deps = deps.context("cargo names no crate")?.to_path_buf();
        Ok(Built { judges, crates, deps, sysroot: sandbox::sysroot()? })
    }
}

/// Copies a program without the names of its functions: a student's code in the same process could look up finished ones. A
/// copy also stays the same if the program is built again during a grading.
fn copy_without_names(program: &Path, folder: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let copy = folder.join(program.file_name().context("a program has a name")?);
    let _ = fs::remove_file(&copy); // there may be none
    fs::copy(program, &copy).with_context(|| copy.display().to_string())?;
    if cfg!(target_os = "linux") {
        let status = Command::new("strip").arg(&copy).status().context("strip, which comes with a C compiler")?;
        ensure!(status.success(), "strip failed");
    }
    Ok(copy)
}

/// Locks the folder of a grading, because a second grading would remove the first one's files.
///
/// # Errors
/// If another grading holds the lock, or the folder cannot be made.
fn lock(root: &Path) -> Result<File> {
    fs::create_dir_all(root).with_context(|| root.display().to_string())?;
    let lock = File::create(root.join("lock"))?;
    let is_held = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
    ensure!(!is_held, "another `grade` runs in this clone: wait until it has ended, or grade in a clone of your own");
    Ok(lock) // a file system without locks keeps nobody out
}

/// Copies all shaders but those of solutions and starters.
pub(super) fn copy_shaders(from: &Path, to: &Path) -> Result<()> {
    for path in files_below(from) {
        let below = path.strip_prefix(from)?;
        if !below.iter().any(|part| part == "solution" || part == "starter") {
            write(&to.join(below), &fs::read(&path).with_context(|| path.display().to_string())?)?;
        }
    }
    Ok(())
}

/// Writes a file, and the folders around it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).with_context(|| path.display().to_string())
}

/// Returns a hash of the paths and contents of files. No verdict depends on a text for people.
fn content_hash(mut files: Vec<PathBuf>) -> String {
    files.retain(|path| path.extension().is_none_or(|ending| ending != "md"));
    files.sort();
    let mut content = Vec::new();
    for path in &files {
        content.push((path, fs::read(path).ok()));
    }
    fingerprint(&content)
}

/// Returns a hash of 128 bits in hexadecimal.
fn fingerprint(value: &impl Hash) -> String {
    let mut digits = String::new();
    for salt in [1_u64, 2] {
        let mut hasher = DefaultHasher::new();
        (salt, value).hash(&mut hasher);
        digits += &format!("{:016x}", hasher.finish());
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_gradings_do_not_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("grade");
        let first = lock(&root).unwrap();
        assert!(lock(&root).unwrap_err().to_string().starts_with("another `grade` runs in this clone"));
        drop(first);
        lock(&root).unwrap();
    }
}
