//! A clean copy of the course, with a package for each answer: what is built is the instructor's, but for the one file.
//!
//! ```text
//! target/grade/tree/             the instructor's, each exercise and shader as on the first day, no solutions
//!     graded-5f3a.../01-robot-arm/   the lesson with a student's exercise.rs
//! target/grade/shaders/0/        the shaders with a student's among them, for each thread that checks
//! target/grade/target/           what cargo builds of it
//! target/grade/verdicts/         of each answer, by a hash of all that they follow from
//! ```

use super::intake::Files;
use super::manifest;
use crate::lesson::LessonFolder;
use crate::{build, sandbox};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The folder with all that a grading keeps.
pub(super) struct Tree {
    root: PathBuf,
    /// Of what checks are made from, but for the lessons.
    shared: String,
}

/// Two independent 64 bits of what is hashed, in hexadecimal.
pub(super) fn fingerprint(value: &impl Hash) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        value.hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Below the workspace; what a lesson is built from and what its checks read.
const COPIED: [&str; 5] = [".cargo", "common", "shaders", "assets", "lessons"];
/// Folders of which nothing is copied, wherever they are.
const LEFT_OUT: [&str; 3] = ["target", "solution", "kept"];
/// And below `lessons`.
const NO_LESSONS: [&str; 3] = ["tests", "workbook", "viewer"];

impl Tree {
    /// Brings the copy up to date. Only what differs is written, so that cargo builds nothing again.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn prepare(lessons: &[LessonFolder]) -> Result<Self> {
        let workspace = build::workspace();
        let root = workspace.join("target").join("grade");
        let mut tree = Tree { root, shared: String::new() };
        let to = tree.clean();
        let mut expected = BTreeSet::new();
        for folder in COPIED {
            copy(&workspace.join(folder), &to.join(folder), &mut expected)?;
        }
        for file in lessons.iter().flat_map(LessonFolder::files) {
            let place = to.join(file.mine.strip_prefix(&workspace).unwrap_or(&file.mine));
            write(
                &place,
                &fs::read(&file.starter).with_context(|| file.starter.display().to_string())?,
            )?;
            expected.insert(place);
        }
        let manifest = fs::read_to_string(workspace.join("Cargo.toml"))?;
        write(&to.join("Cargo.toml"), manifest::of_workspace(&manifest).as_bytes())?;
        // What cargo adds to it for the packages of answers stays.
        let lock = workspace.join("Cargo.lock");
        let known = tree.root.join("Cargo.lock");
        let is_new =
            fs::read(&lock).ok() != fs::read(&known).ok() || !to.join("Cargo.lock").exists();
        if is_new && lock.exists() {
            fs::copy(&lock, to.join("Cargo.lock"))?;
            fs::copy(&lock, &known)?;
        }
        for folder in COPIED {
            remove_others(&to.join(folder), &expected);
        }
        let shared = |path: &&PathBuf| {
            !path.starts_with(to.join("lessons")) && !path.starts_with(to.join("assets"))
        };
        let texts: Vec<_> = expected
            .iter()
            .filter(shared)
            .map(|path| (path.clone(), fs::read(path).ok()))
            .collect();
        tree.shared = fingerprint(&(manifest, texts));
        Ok(tree)
    }

    /// The clean copy.
    pub(super) fn clean(&self) -> PathBuf {
        self.root.join("tree")
    }

    /// Where cargo builds.
    pub(super) fn target(&self) -> PathBuf {
        self.root.join("target")
    }

    /// Where the verdicts of an answer are kept.
    pub(super) fn verdicts(&self, key: &str) -> PathBuf {
        self.root.join("verdicts").join(format!("{key}.json"))
    }

    /// Of all that the verdicts on these files follow from.
    pub(super) fn key(&self, lesson: &LessonFolder, files: &Files) -> String {
        let mut own: Vec<PathBuf> = common::check::source::files_below(&self.lesson(lesson));
        own.sort();
        let own: Vec<_> = own.iter().map(|path| (path, fs::read(path).ok())).collect();
        fingerprint(&(&self.shared, own, files))
    }

    fn lesson(&self, lesson: &LessonFolder) -> PathBuf {
        self.clean().join("lessons").join(&lesson.folder)
    }

    /// Writes the package for an exercise, which may be there already.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn package(&self, lesson: &LessonFolder, exercise: &str) -> Result<Package> {
        let key = fingerprint(&(&lesson.number, exercise))[..16].to_owned();
        let folder = self.clean().join(format!("{}{key}", sandbox::GRADED)).join(&lesson.folder);
        let name = format!("{}-{key}", lesson.package());
        copy(&self.lesson(lesson), &folder, &mut BTreeSet::new())?;
        // A lesson's build script collects what its tests need, from folders that do not lie beside this one.
        let _ = fs::remove_file(folder.join("build.rs"));
        write(&folder.join("src").join("exercise.rs"), exercise.as_bytes())?;
        let manifest = fs::read_to_string(self.lesson(lesson).join("Cargo.toml"))?;
        write(
            &folder.join("Cargo.toml"),
            manifest::renamed(&manifest, &lesson.package(), &name).as_bytes(),
        )?;
        Ok(Package { name, folder })
    }

    /// Removes the packages of earlier gradings, which cargo would build too.
    ///
    /// # Errors
    /// If one cannot be removed.
    pub(super) fn keep_only(&self, packages: &[&Package]) -> Result<()> {
        for entry in fs::read_dir(self.clean())? {
            let path = entry?.path();
            let is_graded =
                path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(sandbox::GRADED));
            if is_graded && !packages.iter().any(|package| package.folder.starts_with(&path)) {
                fs::remove_dir_all(&path)?;
            }
        }
        Ok(())
    }

    /// Removes what was built of a package: its verdicts are known, and a class's programs would fill the disk.
    pub(super) fn forget(&self, package: &Package, files: &[PathBuf]) {
        let debug = self.target().join("debug");
        let crate_name = package.name.replace('-', "_");
        let entries = ["", "deps", ".fingerprint"].map(|folder| fs::read_dir(debug.join(folder)));
        let is_its = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&package.name) || name.starts_with(&crate_name)
        };
        let named = entries.into_iter().flatten().flatten().flatten().map(|entry| entry.path());
        for path in files.iter().cloned().chain(named.filter(is_its)) {
            // What stays takes room, and no more.
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }

    /// The folder of shaders with these among them, until the next call for this worker.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn shaders(
        &self,
        lesson: &LessonFolder,
        files: &Files,
        worker: usize,
    ) -> Result<PathBuf> {
        let clean = self.clean().join("shaders");
        if files.shaders.is_empty() {
            return Ok(clean);
        }
        let folder = self.root.join("shaders").join(worker.to_string());
        copy(&clean, &folder, &mut BTreeSet::new())?;
        for (name, text) in &files.shaders {
            write(&folder.join(&lesson.folder).join(name), text.as_bytes())?;
        }
        Ok(folder)
    }

    /// An empty folder for one check to write in, gone with it.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn scratch(&self, name: &str) -> Result<PathBuf> {
        let folder = self.root.join("scratch").join(name);
        let _ = fs::remove_dir_all(&folder); // there is none, as a rule
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

/// A lesson with a student's exercise.
pub(super) struct Package {
    pub(super) name: String,
    pub(super) folder: PathBuf,
}

/// Copies what differs, and along no link. What is there is `expected`.
fn copy(from: &Path, to: &Path, expected: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        let is_left_out = LEFT_OUT.contains(&name.as_str())
            || NO_LESSONS.contains(&name.as_str())
                && from.components().any(|c| c.as_os_str() == "lessons");
        if kind.is_dir() && !is_left_out {
            copy(&path, &place, expected)?;
        } else if kind.is_file() && name != "solution.rs" && name != "picture.png" {
            write(&place, &fs::read(&path).with_context(|| path.display().to_string())?)?;
            expected.insert(place);
        }
    }
    Ok(())
}

/// Leaves alone what is so already: cargo goes by the time of the last change.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .with_context(|| path.display().to_string())
}

fn remove_others(folder: &Path, expected: &BTreeSet<PathBuf>) {
    for path in common::check::source::files_below(folder) {
        if !expected.contains(&path) {
            let _ = fs::remove_file(&path); // what stays changes the hash of all verdicts, and no more
        }
    }
}
