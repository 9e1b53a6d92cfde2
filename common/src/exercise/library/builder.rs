//! A thread that builds and loads libraries, on request and after each save.

use super::{LibraryCopy, LoadedExercise};
use anyhow::Result;
use check::About;
use judge::LoadError;
use std::{
    fs, io, iter,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, SystemTime},
};
use verdict::build::{self, Built, CargoOutput, Report, lesson};
use verdict::file_watcher::FileWatcher;
use verdict::source::files_below;
use verdict::workspace;
use window::newest_program;

/// The interval at which the files are looked at.
const INTERVAL: Duration = Duration::from_millis(15);

/// The thread and its requests. It ends, after the current build, when this is dropped.
pub(crate) struct LibraryBuilder {
    requests: mpsc::Sender<&'static About>,
    events: mpsc::Receiver<LibraryEvent>,
    /// Folders of the lessons whose requests have not been answered.
    awaited: Vec<&'static str>,
}

pub(crate) struct LibraryEvent {
    pub(crate) about: &'static About,
    /// Time of the save; `None` for a request.
    pub(crate) saved: Option<SystemTime>,
    pub(crate) outcome: BuildOutcome,
}

pub(crate) enum BuildOutcome {
    /// Another cargo builds first.
    Waiting,
    Building,
    /// It can be called.
    Loaded(LoadedExercise),
    /// rustc's errors; and the exercise with the starter's functions in the place of those that they are in, if it can be called.
    DoesNotCompile(Report, Option<LoadedExercise>),
    /// Its file is missing.
    Missing(Report),
    /// It does not fit this program, which is being built again.
    Rebuilding,
    /// The rebuilt program, which should replace the one that runs.
    Restart(PathBuf),
    /// It could not be built, for a reason outside of it.
    Failed(String),
}

impl BuildOutcome {
    /// Whether none of the exercise can be called, or not all of it.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self, BuildOutcome::DoesNotCompile(..) | BuildOutcome::Missing(_) | BuildOutcome::Failed(_))
    }

    /// What a window shows after a save that ends so; `None` if a verdict follows, or the end.
    pub(crate) fn effect(&self) -> Option<&'static str> {
        match self {
            BuildOutcome::Waiting | BuildOutcome::Building | BuildOutcome::Loaded(_) | BuildOutcome::Restart(_) => None,
            BuildOutcome::DoesNotCompile(..) => Some("what rustc says"),
            BuildOutcome::Missing(_) => Some("that the exercise is missing"),
            BuildOutcome::Rebuilding => Some("that the program is built anew"),
            BuildOutcome::Failed(_) => Some("why it could not be built"),
        }
    }
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

    pub(crate) fn poll(&mut self) -> Vec<LibraryEvent> {
        let events: Vec<_> = self.events.try_iter().collect();
        for event in &events {
            self.note(event);
        }
        events
    }

    /// The next event, if a request has not been answered.
    pub(crate) fn wait(&mut self) -> Option<LibraryEvent> {
        if self.awaited.is_empty() {
            return None;
        }
        let event = self.events.recv().ok()?;
        self.note(&event);
        Some(event)
    }

    fn note(&mut self, event: &LibraryEvent) {
        let is_answer = event.saved.is_none()
            && !matches!(event.outcome, BuildOutcome::Waiting | BuildOutcome::Building | BuildOutcome::Rebuilding);
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
    events: mpsc::Sender<LibraryEvent>,
}

impl Thread {
    /// Builds what is requested or saved, until the sender of requests is dropped.
    fn run(mut self, requested: &mpsc::Receiver<&'static About>) {
        loop {
            match requested.recv_timeout(INTERVAL) {
                Ok(about) => self.build(about, None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for (saved, when) in self.watcher.saved() {
                match saved {
                    FileOwner::Exercise(lesson) => self.build(self.lessons[lesson], Some(when)),
                    FileOwner::Course(lesson) => self.rebuild(self.lessons[lesson], Some(when)),
                }
            }
        }
    }

    /// Builds and loads the library of an exercise from the current text, or the program if the library needs another one.
    fn build(&self, about: &'static About, saved: Option<SystemTime>) {
        build::wait_for_another_cargo(|| self.send(about, saved, BuildOutcome::Waiting));
        self.send(about, saved, BuildOutcome::Building);
        match build_library(about, saved) {
            Ok(BuildOutcome::Rebuilding) => self.rebuild(about, saved),
            outcome => self.end(about, saved, outcome),
        }
    }

    /// Builds this lesson's program, as everything is now.
    fn rebuild(&self, about: &'static About, saved: Option<SystemTime>) {
        build::wait_for_another_cargo(|| self.send(about, saved, BuildOutcome::Waiting));
        self.send(about, saved, BuildOutcome::Rebuilding);
        self.end(about, saved, build_program(self.lessons[0]));
    }

    fn end(&self, about: &'static About, saved: Option<SystemTime>, outcome: Result<BuildOutcome>) {
        let number = self.lessons[0].number();
        let outcome = outcome.unwrap_or_else(|error| {
            BuildOutcome::Failed(format!("{error:#}\nClose this window, and type: cargo run -p lesson-{number}"))
        });
        self.send(about, saved, outcome);
    }

    fn send(&self, about: &'static About, saved: Option<SystemTime>, outcome: BuildOutcome) {
        let _ = self.events.send(LibraryEvent { about, saved, outcome }); // the window may be closed by now
    }
}

/// Builds the library of a lesson's exercise, and loads a copy.
fn build_library(about: &'static About, saved: Option<SystemTime>) -> Result<BuildOutcome> {
    let lesson = lesson::find(about.number())?;
    let (path, warnings, report) = match build::library(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, warnings } => (path, warnings, None),
        Built::DoesNotCompile(report, Some(others)) => (others, Vec::new(), Some(report)),
        Built::DoesNotCompile(report, None) => return Ok(BuildOutcome::DoesNotCompile(report, None)),
        Built::Missing(report) => return Ok(BuildOutcome::Missing(report)),
    };
    let (file, loaded) = LibraryCopy::load(&path)?;
    let loaded = loaded.map(|loaded| LoadedExercise { about, loaded, file: Arc::new(file), saved, warnings });
    Ok(match (loaded, report) {
        (loaded, Some(report)) => BuildOutcome::DoesNotCompile(report, loaded.ok()),
        (Ok(loaded), None) => BuildOutcome::Loaded(loaded),
        (Err(LoadError::OtherTypes), None) => BuildOutcome::Rebuilding,
        (Err(error @ LoadError::System(_)), None) => return Err(error.into()),
    })
}

/// Builds the program of a lesson. On Windows the file of the running program makes room for the new one.
fn build_program(about: &'static About) -> Result<BuildOutcome> {
    let lesson = lesson::find(about.number())?;
    let _aside = if cfg!(windows) { Aside::put(newest_program()?).ok() } else { None };
    Ok(match build::program(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, .. } => BuildOutcome::Restart(path),
        Built::DoesNotCompile(report, _) => BuildOutcome::DoesNotCompile(report, None),
        Built::Missing(report) => BuildOutcome::Missing(report),
    })
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
        let program = folder.path().join("lesson-03.exe");
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
