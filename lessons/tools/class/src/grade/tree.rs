//! A clean copy of the course, with a package for each answer: all that is built is the instructor's, except for one file.
//!
//! ```text
//! target/grade/tree/             the instructor's course with all starters, without solutions
//!     graded-5f3a.../03-joint-lines/ a student's exercise.rs, with the lesson's lib.rs and Cargo.toml
//!     graded-5f3a.../shaders/        all shaders, with the student's among them
//!     graded-5f3a.../19-own-program/own/src/ the sources and shaders of a program of the student's own
//! target/grade/target/           the files that cargo builds
//! target/grade/verdicts/         the verdicts on each answer, by a hash of all inputs
//! ```

use super::intake::Files;
use super::reuse;
use crate::handout::{self, Reader};
use crate::{build, sandbox};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use verdict::build::lesson::LessonFolder;
use verdict::source::files_below;
use walkdir::WalkDir;

pub(super) struct Answer<'a> {
    pub(super) lesson: &'a LessonFolder,
    /// The exercise, which may be the starter, and shaders.
    pub(super) files: Files,
    /// Hash of everything that the verdicts depend on.
    pub(super) key: String,
    /// The folder of its package.
    path: PathBuf,
}

impl Answer<'_> {
    pub(super) fn exercise(&self) -> &str {
        self.files.get(self.lesson.exercise_name()).map_or("", String::as_str)
    }

    pub(super) fn package(&self) -> String {
        format!("{}-{}", self.lesson.library(), self.key)
    }

    /// Returns the folder that has the answer's package in the place of `lessons`.
    fn folder(&self) -> String {
        format!("{}{}", sandbox::GRADED, self.key)
    }

    /// Returns the path of one of its files in its package.
    pub(super) fn source(&self, name: &str) -> PathBuf {
        self.path.join(self.lesson.toml.exercise.as_deref().unwrap_or("exercise.rs")).with_file_name(name)
    }

    /// Returns a message about the answer with the paths and names of the course.
    pub(super) fn in_course(&self, message: &str) -> String {
        let [package, known_as] = [self.package(), self.lesson.library()];
        let message = message.replace(&format!("{}/", self.path.join("own").display()), "own/");
        let message = message.replace(&self.folder(), "lessons").replace(&package, &known_as);
        message.replace(&package.replace('-', "_"), &known_as.replace('-', "_"))
    }
}

/// The folder of a grading: the clean copy, the target folder and the verdicts.
pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// The clean copy.
    pub(super) clean: PathBuf,
    pub(super) target: PathBuf,
    pub(super) sysroot: PathBuf,
    /// Hash of each lesson's program and of all shared files, by the lesson's number.
    hashes: BTreeMap<String, String>,
    /// Lock held while this grading runs.
    _lock: File,
}

/// Folders of the workspace from which a lesson is built, and which its checks read.
const COPIED: [&str; 5] = [".cargo", "common", "shaders", "assets", "lessons"];

impl Tree {
    /// Brings the copy up to date. Only files that differ are written, so that cargo builds nothing again.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is no rustc.
    pub(super) fn prepare(lessons: &[LessonFolder]) -> Result<Self> {
        let workspace = build::workspace();
        let root = workspace.join("target").join("grade");
        let held = lock(&root)?;
        let to = root.join("tree");
        let mut starters = BTreeMap::new();
        for lesson in lessons {
            for file in lesson.files() {
                let starter = lesson.starter(&file)?;
                starters.insert(file.mine, starter);
            }
        }
        let handed_out = handout::tree(&files_of(&workspace)?, Reader::Student, |path| {
            fs::read_to_string(workspace.join(path)).with_context(|| path.to_owned())
        })?;
        let mut copied = BTreeSet::new();
        for (path, content) in handed_out {
            let course = workspace.join(&path);
            let copy = to.join(&path);
            let bytes = match content.or_else(|| starters.remove(&course).map(String::into_bytes)) {
                Some(content) => content,
                None => read(&course)?,
            };
            write(&copy, &bytes)?;
            copied.insert(copy);
        }
        for gone in COPIED.iter().flat_map(|folder| files_below(&to.join(folder))) {
            if !copied.contains(&gone) {
                let _ = fs::remove_file(&gone); // a file that stays only takes room
            }
        }
        let manifest = fs::read_to_string(workspace.join("Cargo.toml"))?;
        write(&to.join("Cargo.toml"), workspace_manifest(&manifest).as_bytes())?;
        let lock = workspace.join("Cargo.lock");
        if lock.exists() {
            write(&to.join("Cargo.lock"), &read(&lock)?)?;
        }
        // No verdict depends on a README, which a program has only for its help.
        copied.retain(|path| path.extension().is_none_or(|ending| ending != "md"));
        let lessons_folder = to.join("lessons");
        let shared = content_hash(&copied, |path| {
            // The package `given` is compiled into all lessons.
            let is_given = path.iter().any(|part| part == "given.rs" || part == "given");
            is_given || !path.starts_with(&lessons_folder)
        });
        let mut hashes = BTreeMap::new();
        for lesson in lessons {
            let own = content_hash(&copied, |path| path.starts_with(lessons_folder.join(&lesson.folder)));
            hashes.insert(lesson.number.clone(), fingerprint(&(&manifest, &shared, own)));
        }
        let sysroot = sandbox::sysroot(&to)?;
        let target = root.join("target");
        let built = verdict::build::target();
        if !target.join("debug").exists() && built.ends_with("debug") && built.exists() {
            eprintln!("taking the crates of others from {}", build::shown(&built));
            reuse::take_crates(&built, &target.join("debug"), &fs::read_to_string(&lock).unwrap_or_default())?;
        }
        Ok(Tree { target, root, clean: to, sysroot, hashes, _lock: held })
    }

    pub(super) fn answer<'a>(&self, lesson: &'a LessonFolder, files: Files) -> Answer<'a> {
        let key = fingerprint(&(&lesson.number, self.hashes.get(&lesson.number), &files));
        let path = self.clean.join(format!("{}{key}", sandbox::GRADED)).join(&lesson.folder);
        Answer { lesson, files, key, path }
    }

    /// Returns what the checks of an answer read: the Collada files in its lesson's folder, and for a program of the
    /// student's own the folder in which its build script has put the figure.
    ///
    /// # Errors
    /// If the lesson's folder cannot be read.
    pub(super) fn figures(&self, answer: &Answer) -> Result<Vec<PathBuf>> {
        let mut figures = Vec::new();
        for entry in fs::read_dir(self.clean.join("lessons").join(&answer.lesson.folder))? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "dae") {
                figures.push(path);
            }
        }
        let builds = fs::read_dir(self.target.join("debug/build")).into_iter().flatten().flatten();
        let package = format!("{}-", answer.package());
        for entry in builds.filter(|entry| entry.file_name().to_string_lossy().starts_with(&package)) {
            figures.extend(Some(entry.path().join("out/figures")).filter(|folder| folder.exists()));
        }
        Ok(figures)
    }

    /// Returns the folder of all shaders, with those of an answer among them.
    pub(super) fn shaders(&self, answer: &Answer) -> PathBuf {
        let has_shaders = answer.files.len() > 1 && answer.lesson.toml.exercise.is_none();
        if has_shaders { self.clean.join(answer.folder()).join("shaders") } else { self.clean.join("shaders") }
    }

    /// Writes the package of an answer, unless it is there already.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn write_package(&self, answer: &Answer) -> Result<()> {
        let lesson = answer.lesson;
        let clean = self.clean.join("lessons").join(&lesson.folder);
        let folder = &answer.path;
        for entry in fs::read_dir(&clean)? {
            let path = entry?.path();
            // `given.rs` is compiled into another package.
            let is_source = path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("given.rs");
            if is_source && !path.ends_with(lesson.exercise_name()) {
                write(&folder.join(path.file_name().unwrap_or_default()), &read(&path)?)?;
            }
        }
        write(&answer.source(lesson.exercise_name()), answer.exercise().as_bytes())?;
        let name = format!("name = \"{}\"", lesson.library());
        let own_name = format!("name = \"{}\"", answer.package());
        let manifest = fs::read_to_string(clean.join("Cargo.toml"))?.replace(&name, &own_name);
        write(&folder.join("Cargo.toml"), manifest.as_bytes())?;
        let shaders = self.shaders(answer);
        let all = self.clean.join("shaders");
        if shaders != all {
            copy(&all, &shaders)?;
        }
        for (name, text) in answer.files.iter().filter(|(name, _)| *name != lesson.exercise_name()) {
            let is_own_program = lesson.toml.exercise.is_some();
            let path = if is_own_program { answer.source(name) } else { shaders.join(&lesson.folder).join(name) };
            write(&path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Removes the packages of all other answers, which cargo would build too.
    ///
    /// # Errors
    /// If a package cannot be removed.
    pub(super) fn keep_only(&self, answers: &[&Answer]) -> Result<()> {
        for entry in fs::read_dir(&self.clean)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(sandbox::GRADED) && answers.iter().all(|own| own.folder() != name) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the files that were built for an answer, and `files`. Those of a whole class would fill the disk.
    pub(super) fn forget(&self, answer: &Answer, files: &[PathBuf]) {
        let library = answer.package().replace('-', "_");
        let mut paths = files.to_vec();
        for entry in WalkDir::new(self.target.join("debug")).max_depth(2).into_iter().flatten() {
            let name = entry.file_name().to_string_lossy();
            if name.starts_with(&answer.package()) || name.trim_start_matches("lib").starts_with(&library) {
                paths.push(entry.into_path());
            }
        }
        for path in paths {
            // A file that stays only takes room.
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Returns the workspace's manifest with only the lessons and the answers' packages as members. Cargo adds the packages that
/// these depend on.
fn workspace_manifest(manifest: &str) -> String {
    let mut text = String::new();
    let mut members = String::new();
    let mut in_list = false;
    for line in manifest.lines() {
        in_list |= line.starts_with("members") || line.starts_with("default-members");
        if !in_list {
            text += &format!("{line}\n");
        }
        for path in line.split('"').filter(|path| in_list && path.starts_with("lessons/") && path.ends_with("/course"))
        {
            members += &format!("\"{path}\", ");
        }
        in_list &= !line.trim_end().ends_with(']');
    }
    let members = format!("[workspace]\nmembers = [{members}\"{}*/[0-9]*\"]\n", sandbox::GRADED);
    text.replacen("[workspace]\n", &members, 1)
}

/// Returns the paths of all files in the folders that are copied, with `/` between names. Links are left out.
fn files_of(workspace: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in COPIED.map(|folder| workspace.join(folder)).iter().filter(|folder| folder.exists()) {
        for entry in WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != "target") {
            let entry = entry?;
            if entry.file_type().is_file() {
                let path = entry.path().strip_prefix(workspace)?;
                files.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(files)
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

/// Returns a hash of the paths and contents of all files that `is_in` accepts.
fn content_hash(files: &BTreeSet<PathBuf>, is_in: impl Fn(&Path) -> bool) -> String {
    let mut content = Vec::new();
    for path in files.iter().filter(|path| is_in(path)) {
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

/// Copies a folder without links. Writes only files that differ.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        if entry.file_type().is_file() {
            write(&to.join(entry.path().strip_prefix(from)?), &read(entry.path())?)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

/// Writes a file unless it has this content already, because cargo compares the times of files.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_the_clean_copy() {
        let manifest = "[workspace]\nmembers = [\n    \"common\", # all\n    \"lessons/03-a\", \"lessons/03-a/course\",\n]\nexclude = [\"x\"]\n\
                        default-members = [\"lessons/tools/workbook\"]\n\n[profile.dev]\n";
        let expected = "[workspace]\nmembers = [\"lessons/03-a/course\", \"graded-*/[0-9]*\"]\nexclude = [\"x\"]\n\n[profile.dev]\n";
        assert_eq!(workspace_manifest(manifest), expected);
    }

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
