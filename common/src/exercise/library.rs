//! A student's library on its way into the program that runs: a thread that builds and loads libraries, on request and after
//! each save.
//!
//! ```text
//! exercise.rs is saved -> FileWatcher -> build::library -> LibraryCopy: a file of its own -> judge: LoadedLibrary
//!                                     -> it does not compile: the old code keeps running
//!                                     -> it is missing: no code of it runs
//!                                     -> its types are others: the program is rebuilt, and restarts itself
//! ```

use anyhow::{Context, Result};
use check::About;
use judge::library::rlib_beside;
use judge::{LoadError, LoadedLibrary};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};
use std::{fs, io, iter, process, thread};
use verdict::build::{self, BuildOutcome, CargoOutput, WAITING, lesson};
use verdict::file_watcher::FileWatcher;
use verdict::source::files_below;
use verdict::workspace;
use window::newest_program;

/// The interval at which the files are looked at.
const INTERVAL: Duration = Duration::from_millis(15);

/// A few words while this lesson's program is built.
pub(crate) const REBUILDING: &str = "more than your answers has changed: building the lesson, then starting it again";

#[derive(Clone)]
pub(crate) struct LoadedExercise {
    pub(crate) about: &'static About,
    pub(crate) loaded: LoadedLibrary,
    /// The library's file, for the processes that check it.
    pub(crate) file: Arc<LibraryCopy>,
    /// When it was saved, if that was while the program ran.
    pub(crate) saved: Option<SystemTime>,
}

/// The thread and its requests. It ends, after the current build, when this is dropped.
pub(crate) struct LibraryBuilder {
    requests: mpsc::Sender<&'static About>,
    events: mpsc::Receiver<BuildEvent>,
    /// Folders of the lessons whose requests have not been answered.
    awaited: Vec<&'static str>,
}

/// Progress of a build, or its end.
pub(crate) struct BuildEvent {
    pub(crate) about: &'static About,
    /// Time of the save; `None` for a request.
    pub(crate) saved: Option<SystemTime>,
    /// A few words about a build that is under way.
    pub(crate) progress: &'static str,
    /// What became of it, once it has ended.
    pub(crate) outcome: Option<BuildOutcome<LoadedExercise>>,
}

impl LibraryBuilder {
    /// Starts the thread. It builds on request, and after each save in the lesson of this program (`own`) and in the
    /// `earlier` ones that it calls.
    pub(crate) fn begin(own: &'static About, earlier: impl Iterator<Item = &'static About>) -> Self {
        let (requests, requested) = mpsc::channel();
        let (send, events) = mpsc::channel();
        let lessons: Vec<&'static About> = iter::once(own).chain(earlier).collect();
        // Before anything is built: a file that is written meanwhile counts as saved.
        let watcher = FileWatcher::new(watched_files(&lessons));
        // If the system gives no thread, nothing is built.
        let _ = thread::Builder::new()
            .name("libraries".into())
            .spawn(move || Thread { watcher, lessons, events: send }.run(&requested));
        LibraryBuilder { requests, events, awaited: Vec::new() }
    }

    /// Requests the library of a lesson, from its exercise as it is now.
    pub(crate) fn request(&mut self, about: &'static About) {
        if self.requests.send(about).is_ok() {
            self.awaited.push(about.folder);
        }
    }

    /// Whether a request for this lesson has not been answered.
    pub(crate) fn is_awaited(&self, about: &About) -> bool {
        self.awaited.contains(&about.folder)
    }

    pub(crate) fn poll(&mut self) -> Option<BuildEvent> {
        let event = self.events.try_recv().ok()?;
        self.note(&event);
        Some(event)
    }

    /// The next event, if a request has not been answered.
    pub(crate) fn wait(&mut self) -> Option<BuildEvent> {
        if self.awaited.is_empty() {
            return None;
        }
        let event = self.events.recv().ok()?;
        self.note(&event);
        Some(event)
    }

    fn note(&mut self, event: &BuildEvent) {
        let is_answer = event.saved.is_none() && event.outcome.is_some();
        if is_answer && let Some(index) = self.awaited.iter().position(|folder| *folder == event.about.folder) {
            self.awaited.remove(index);
        }
    }
}

/// The owner of a file that was saved: the index of a lesson in [`Thread::lessons`].
#[derive(Clone, Copy, PartialEq)]
enum FileOwner {
    Exercise(usize),
    /// The lesson whose program, and perhaps library, contains the file, which no student edits.
    Course(usize),
}

/// Returns the files of these lessons of which a save starts a build.
fn watched_files(lessons: &[&'static About]) -> Vec<(FileOwner, PathBuf)> {
    let mut files = Vec::new();
    for (lesson, about) in lessons.iter().enumerate() {
        files.push((FileOwner::Exercise(lesson), about.exercise()));
        let folder = workspace::lessons().join(about.folder);
        for below in ["given", "course/src"] {
            files.extend(files_below(&folder.join(below)).into_iter().map(|file| (FileOwner::Course(lesson), file)));
        }
        files.push((FileOwner::Course(lesson), folder.join("given.rs")));
    }
    files
}

struct Thread {
    watcher: FileWatcher<FileOwner>,
    /// The lesson of this program, and the earlier ones that it calls.
    lessons: Vec<&'static About>,
    events: mpsc::Sender<BuildEvent>,
}

impl Thread {
    /// Builds what is requested or saved, until the sender of requests is dropped.
    fn run(mut self, requested: &mpsc::Receiver<&'static About>) {
        loop {
            match requested.recv_timeout(INTERVAL) {
                Ok(about) => self.build(about, None, false),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for (owner, when) in self.watcher.saved() {
                let (FileOwner::Exercise(lesson) | FileOwner::Course(lesson)) = owner;
                self.build(self.lessons[lesson], Some(when), matches!(owner, FileOwner::Course(_)));
            }
        }
    }

    /// Builds and loads the library of an exercise from the current text. Builds this lesson's program if the library needs
    /// another one, or `is_course`: if the course's part of the lesson has changed.
    fn build(&self, about: &'static About, saved: Option<SystemTime>, is_course: bool) {
        build::wait_for_another_cargo(|| self.send(about, saved, WAITING, None));
        let mut outcome = Ok(None);
        if !is_course {
            self.send(about, saved, "building", None);
            outcome = build_library(about, saved);
        }
        if let Ok(None) = outcome {
            self.send(about, saved, REBUILDING, None);
            outcome = build_program(self.lessons[0]).map(Some);
        }
        let number = self.lessons[0].number();
        let outcome = outcome.unwrap_or_else(|error| Some(BuildOutcome::Failed(format!("{error:#}"))));
        let outcome = match outcome {
            Some(BuildOutcome::Failed(why)) => {
                Some(BuildOutcome::Failed(format!("{why}\nClose this window, and type: cargo run -p lesson-{number}")))
            }
            outcome => outcome,
        };
        self.send(about, saved, "", outcome);
    }

    fn send(
        &self,
        about: &'static About,
        saved: Option<SystemTime>,
        progress: &'static str,
        outcome: Option<BuildOutcome<LoadedExercise>>,
    ) {
        let _ = self.events.send(BuildEvent { about, saved, progress, outcome }); // the window may be closed by now
    }
}

/// Builds the library of a lesson's exercise, and loads a copy. Returns `None` if it does not fit this program.
fn build_library(about: &'static About, saved: Option<SystemTime>) -> Result<Option<BuildOutcome<LoadedExercise>>> {
    let lesson = lesson::find(about.number())?;
    let outcome = build::library(&lesson, CargoOutput::Hidden);
    let Some(path) = outcome.file() else { return Ok(Some(outcome.with(None))) };
    match (load(about, path, saved)?, &outcome) {
        (Err(LoadError::OtherTypes), BuildOutcome::Built(..)) => Ok(None),
        (Err(error), BuildOutcome::Built(..)) => Err(error.into()),
        (loaded, _) => Ok(Some(outcome.with(loaded.ok()))),
    }
}

/// Builds the program of a lesson. On Windows the file of the running program makes room for the new one.
fn build_program(about: &'static About) -> Result<BuildOutcome<LoadedExercise>> {
    let lesson = lesson::find(about.number())?;
    let _aside = if cfg!(windows) { Aside::put(newest_program()?).ok() } else { None };
    Ok(match build::program(&lesson, CargoOutput::Hidden) {
        BuildOutcome::Built(program, _) => BuildOutcome::Restart(program),
        outcome => outcome.with(None),
    })
}

fn load(about: &'static About, library: &Path, saved: Option<SystemTime>) -> Result<Result<LoadedExercise, LoadError>> {
    let (file, loaded) = LibraryCopy::load(library).with_context(|| library.display().to_string())?;
    Ok(loaded.map(|loaded| LoadedExercise { about, loaded, file: Arc::new(file), saved }))
}

/// A copy of a library, and of the `.rlib` beside it, which says more about its code: the next build changes the original, and the
/// system loads each path only once. It is deleted when this is dropped; on Windows, where no file can be deleted while it is
/// loaded, by a later process.
#[derive(Debug)]
pub(crate) struct LibraryCopy(PathBuf);

/// The age at which the copies of another process are removed: one that still runs has made others since.
const MAX_AGE: Duration = Duration::from_hours(7 * 24);

impl LibraryCopy {
    /// Copies a library that cargo has just built, and loads the copy.
    fn load(library: &Path) -> io::Result<(Self, Result<LoadedLibrary, LoadError>)> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
            let all = build::target().join("loaded");
            remove_older(&all, MAX_AGE);
            all.join(process::id().to_string())
        });
        let name = library.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = FOLDER.join(COUNT.fetch_add(1, Relaxed).to_string());
        let _ = fs::remove_dir_all(&folder); // of an earlier process with this number
        fs::create_dir_all(&folder)?;
        let copy = LibraryCopy(folder.join(name));
        fs::copy(library, copy.path())?;
        let rlib = rlib_beside(library);
        let _ = fs::copy(&rlib, folder.join(rlib.file_name().unwrap_or_default())); // less is known of the code without it
        #[allow(unsafe_code)]
        // SAFETY: cargo has built it from the package of a student's exercise, which is a `given::library!`; and nobody
        // writes to a copy.
        let loaded = unsafe { LoadedLibrary::open(copy.path()) };
        Ok((copy, loaded))
    }

    #[cfg(test)]
    pub(crate) fn missing() -> Self {
        LibraryCopy(PathBuf::from("no-such-folder/library"))
    }

    /// The file, which other processes can read as long as this is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for LibraryCopy {
    fn drop(&mut self) {
        let _ = self.0.parent().map(fs::remove_dir_all);
    }
}

/// Removes the folders in `all` that have not been changed for this long.
fn remove_older(all: &Path, age: Duration) {
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        if changed.and_then(|changed| changed.elapsed().ok()).is_some_and(|elapsed| elapsed > age) {
            let _ = fs::remove_dir_all(entry.path()); // what stays only takes up room
        }
    }
}

/// This program's file, renamed: Windows locks a running program against writing, but allows renaming.
struct Aside {
    program: PathBuf,
    aside: PathBuf,
}

impl Aside {
    fn put(program: PathBuf) -> io::Result<Self> {
        let aside = program.with_extension("old");
        let _ = fs::remove_file(&aside); // of the last time, if there was one
        fs::rename(&program, &aside)?;
        Ok(Aside { program, aside })
    }
}

impl Drop for Aside {
    /// Renames the file back if no other was built: checks need it.
    fn drop(&mut self) {
        if !self.program.exists() {
            let _ = fs::rename(&self.aside, &self.program); // where that fails, cargo builds it
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_was_put_aside_comes_back_unless_another_was_built() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("lesson-04.exe");
        fs::write(&program, "old").unwrap();
        let aside = Aside::put(program.clone()).unwrap();
        assert!(!program.exists(), "there is room for a new one");
        drop(aside);
        assert_eq!(fs::read_to_string(&program).unwrap(), "old");
        let aside = Aside::put(program.clone()).unwrap();
        fs::write(&program, "new").unwrap();
        drop(aside);
        assert_eq!(fs::read_to_string(&program).unwrap(), "new");
    }
}
