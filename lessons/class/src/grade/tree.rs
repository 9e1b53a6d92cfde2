//! A clean copy of the course, with a package for each answer: what is built is the instructor's, but for the one file.
//!
//! ```text
//! target/grade/tree/             the instructor's, each exercise and shader as on the first day, no solutions
//!     graded-5f3a.../03-joint-lines/ a student's exercise.rs, with the lesson's lib.rs and Cargo.toml
//!     graded-5f3a.../shaders/        all shaders, with the student's among them
//! target/grade/target/           what cargo builds of it
//! target/grade/verdicts/         of each answer, by a hash of all that they follow from
//! ```

use super::intake::{EXERCISE, Files};
use super::manifest;
use crate::{build, sandbox};
use anyhow::{Context, Result, ensure};
use common::build::lesson::LessonFolder;
use common::check::source::files_below;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What somebody wrote for a lesson.
pub(super) struct Answer<'a> {
    pub(super) lesson: &'a LessonFolder,
    /// With the exercise, which may be the starter.
    pub(super) files: Files,
    /// A hash of all that its verdicts follow from.
    pub(super) key: String,
}

impl Answer<'_> {
    pub(super) fn exercise(&self) -> &str {
        self.files.get(EXERCISE).map_or("", String::as_str)
    }

    /// The name of its package.
    pub(super) fn package(&self) -> String {
        format!("{}-{}", self.lesson.library(), self.key)
    }

    /// The folder of its package, in the place of `lessons`.
    fn folder(&self) -> String {
        format!("{}{}", sandbox::GRADED, self.key)
    }

    /// What is said of it, with names as the student knows them.
    pub(super) fn in_course(&self, message: &str) -> String {
        let [package, known_as] = [self.package(), self.lesson.library()];
        let message = message.replace(&self.folder(), "lessons").replace(&package, &known_as);
        message.replace(&package.replace('-', "_"), &known_as.replace('-', "_"))
    }
}

/// Writes what a lesson without its solution has of its mistakes, and returns the files.
fn write_mistakes(lesson: &LessonFolder, workspace: &Path, to: &Path) -> Result<Vec<PathBuf>> {
    // A student's checkout has no solution, and the files already.
    let Ok(solution) = fs::read_to_string(lesson.path.join("course/src/solution.rs")) else { return Ok(Vec::new()) };
    let toml = lesson.path.join("lesson.toml");
    let text = fs::read_to_string(&toml).with_context(|| build::shown(&toml))?;
    let shader = |name: &str| fs::read_to_string(lesson.shaders().join("solution").join(name)).ok();
    let bare = mistaken::without_solution(&lesson.folder, &text, &solution, &shader).map_err(anyhow::Error::msg)?;
    let folder = to.join(lesson.path.strip_prefix(workspace).unwrap_or(&lesson.path));
    let files = [folder.join("course/src/mistaken.rs"), folder.join("lesson.toml")];
    write(&files[0], bare.mistaken.as_bytes())?;
    write(&files[1], bare.toml.as_bytes())?;
    Ok(files.into())
}

/// The folder with all that a grading keeps.
pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// The clean copy.
    pub(super) clean: PathBuf,
    /// Where cargo builds it.
    pub(super) target: PathBuf,
    /// The folder of the Rust that builds it.
    pub(super) sysroot: PathBuf,
    /// Of all that checks a lesson, by its number.
    hashes: BTreeMap<String, String>,
    /// Held while this grading runs.
    _lock: File,
}

/// Below the workspace; what a lesson is built from and what its checks read.
const COPIED: [&str; 5] = [".cargo", "common", "shaders", "assets", "lessons"];
/// Folders and files of which nothing is copied, wherever they are.
const LEFT_OUT: [&str; 5] = ["target", "solution", "kept", "solution.rs", "picture.png"];
/// And below `lessons`.
const NO_LESSONS: [&str; 6] = ["tests/lesson", "workbook", "class", "author", "figure", "viewer"];

impl Tree {
    /// Brings the copy up to date. Only what differs is written, so that cargo builds nothing again.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is no rustc.
    pub(super) fn prepare(lessons: &[LessonFolder]) -> Result<Self> {
        let workspace = build::workspace();
        let root = workspace.join("target").join("grade");
        let held = lock(&root)?;
        let (to, target) = (root.join("tree"), root.join("target"));
        let files: Vec<_> = lessons.iter().flat_map(LessonFolder::files).collect();
        // Written below, without the changes that make mistakes.
        let is_solved = |lesson: &&LessonFolder| lesson.path.join("course/src/solution.rs").exists();
        let tomls: Vec<_> = lessons.iter().filter(is_solved).map(|lesson| lesson.path.join("lesson.toml")).collect();
        let is_out = |path: &Path| {
            let is_no_lesson = NO_LESSONS.iter().any(|name| path.ends_with(name));
            let is_below = path.starts_with(workspace.join("lessons"));
            is_no_lesson && is_below
                || files.iter().any(|file| file.mine == path)
                || tomls.iter().any(|toml| toml == path)
        };
        let mut copied = BTreeSet::new();
        for folder in COPIED {
            copied.extend(copy(&workspace.join(folder), &to.join(folder), is_out)?);
        }
        for file in &files {
            let place = to.join(file.mine.strip_prefix(&workspace).unwrap_or(&file.mine));
            write(&place, &read(&file.starter)?)?;
            copied.insert(place);
        }
        for lesson in lessons {
            copied.extend(write_mistakes(lesson, &workspace, &to)?);
        }
        for gone in COPIED.iter().flat_map(|folder| files_below(&to.join(folder))) {
            if !copied.contains(&gone) {
                let _ = fs::remove_file(&gone); // what stays takes room, and no more
            }
        }
        let manifest = fs::read_to_string(workspace.join("Cargo.toml"))?;
        write(&to.join("Cargo.toml"), manifest::of_workspace(&manifest).as_bytes())?;
        let lock = workspace.join("Cargo.lock");
        if lock.exists() {
            write(&to.join("Cargo.lock"), &read(&lock)?)?;
        }
        let content = |below: &dyn Fn(&Path) -> bool| {
            // No verdict follows from a page: the programs have it for their help alone.
            let is_page = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
            let paths = copied.iter().filter(|path| below(path) && !is_page(path));
            fingerprint(&paths.map(|path| (path, fs::read(path).ok())).collect::<Vec<_>>())
        };
        let all = to.join("lessons");
        // What lessons give each other is compiled into all of them.
        let is_given = |path: &Path| path.iter().any(|part| part == "given.rs" || part == "given");
        let shared = content(&|path| !path.starts_with(&all) || is_given(path));
        let hashes = lessons.iter().map(|lesson| {
            let own = content(&|path| path.starts_with(all.join(&lesson.folder)));
            (lesson.number.clone(), fingerprint(&(&manifest, &shared, own)))
        });
        let hashes = hashes.collect();
        Ok(Tree { sysroot: sandbox::sysroot(&to)?, root, clean: to, target, hashes, _lock: held })
    }

    pub(super) fn answer<'a>(&self, lesson: &'a LessonFolder, files: Files) -> Answer<'a> {
        let key = fingerprint(&(&lesson.number, self.hashes.get(&lesson.number), &files));
        Answer { lesson, files, key }
    }

    /// Where the exercise of an answer lies.
    pub(super) fn exercise(&self, answer: &Answer) -> PathBuf {
        self.clean.join(answer.folder()).join(&answer.lesson.folder).join(EXERCISE)
    }

    /// A lesson's own figures, which its checks ask about.
    ///
    /// # Errors
    /// If the lesson's folder cannot be read.
    pub(super) fn figures(&self, lesson: &LessonFolder) -> Result<Vec<PathBuf>> {
        let entries = fs::read_dir(self.clean.join("lessons").join(&lesson.folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        Ok(paths.filter(|path| path.extension().is_some_and(|end| end == "dae")).collect())
    }

    /// The folder of shaders with an answer's among them.
    pub(super) fn shaders(&self, answer: &Answer) -> PathBuf {
        let clean = self.clean.join("shaders");
        let own = self.clean.join(answer.folder()).join("shaders");
        if answer.files.len() > 1 { own } else { clean }
    }

    /// Writes the package of an answer, which may be there already, and returns its folder.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn package(&self, answer: &Answer) -> Result<PathBuf> {
        let lesson = answer.lesson;
        let clean = self.clean.join("lessons").join(&lesson.folder);
        let folder = self.clean.join(answer.folder()).join(&lesson.folder);
        write(&folder.join("lib.rs"), &read(&clean.join("lib.rs"))?)?;
        write(&folder.join(EXERCISE), answer.exercise().as_bytes())?;
        let manifest = fs::read_to_string(clean.join("Cargo.toml"))?;
        let manifest =
            manifest.replace(&format!("name = \"{}\"", lesson.library()), &format!("name = \"{}\"", answer.package()));
        write(&folder.join("Cargo.toml"), manifest.as_bytes())?;
        let (shaders, all) = (self.shaders(answer), self.clean.join("shaders"));
        if shaders != all {
            copy(&all, &shaders, |_| false)?;
        }
        for (name, text) in answer.files.iter().filter(|(name, _)| *name != EXERCISE) {
            write(&shaders.join(&lesson.folder).join(name), text.as_bytes())?;
        }
        Ok(folder)
    }

    /// Removes the packages of other answers, which cargo would build too.
    ///
    /// # Errors
    /// If one cannot be removed.
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

    /// Removes what was built of an answer, `files` among it: a class's programs would fill the disk.
    pub(super) fn forget(&self, answer: &Answer, files: &[PathBuf]) {
        let library = format!("lib{}", answer.package().replace('-', "_"));
        let names = [answer.package(), answer.package().replace('-', "_"), library];
        let entries = WalkDir::new(self.target.join("debug")).max_depth(2).into_iter().flatten();
        let is_its = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            names.iter().any(|own| name.starts_with(own))
        };
        let named = entries.filter(is_its).map(DirEntry::into_path);
        for path in named.chain(files.iter().cloned()) {
            // What stays takes room, and no more.
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Keeps a second grading out, which would remove what the first one builds.
///
/// # Errors
/// If there is one, or the folder cannot be made.
fn lock(root: &Path) -> Result<File> {
    fs::create_dir_all(root).with_context(|| root.display().to_string())?;
    let lock = File::create(root.join("lock"))?;
    let is_held = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
    ensure!(!is_held, "another `grade` runs in this clone: wait until it has ended, or grade in a clone of your own");
    Ok(lock) // where a file system has no locks, nothing is kept out
}

/// Two independent 64 bits of what is hashed, in hexadecimal.
fn fingerprint(value: &impl Hash) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, value).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Copies what differs, but for what is left out, and along no link. Returns what is there then.
fn copy(from: &Path, to: &Path, is_out: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut copied = Vec::new();
    let is_in = |entry: &DirEntry| {
        let is_left_out = LEFT_OUT.iter().any(|name| entry.file_name() == *name);
        entry.depth() == 0 || !is_left_out && !is_out(entry.path())
    };
    if !from.exists() {
        return Ok(copied);
    }
    for entry in WalkDir::new(from).into_iter().filter_entry(is_in) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let place = to.join(entry.path().strip_prefix(from)?);
            write(&place, &read(entry.path())?)?;
            copied.push(place);
        }
    }
    Ok(copied)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

/// Leaves alone what is so already: cargo goes by the time of the last change.
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
    fn two_gradings_do_not_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("grade");
        let first = lock(&root).unwrap();
        assert!(lock(&root).unwrap_err().to_string().starts_with("another `grade` runs in this clone"));
        drop(first);
        lock(&root).unwrap();
    }
}
