//! A thread that builds and loads libraries: when it is asked to, and after each save.

use super::{LibraryCopy, LoadedExercise};
use crate::build::{self, Built, CargoOutput, Report, lesson};
use crate::check::{About, LoadError, SEED, source::files_below};
use crate::file_watcher::FileWatcher;
use crate::window::newest_program;
use crate::workspace;
use anyhow::Result;
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

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(15);

/// The thread, and what it is to build. It ends, after the build that is under way, when this is dropped.
pub(crate) struct LibraryBuilder {
    requests: mpsc::Sender<&'static About>,
    events: mpsc::Receiver<LibraryEvent>,
    /// What was asked for, and has not come yet.
    awaited: Vec<&'static str>,
}

/// What has become of a request or of a save, and when that was.
pub(crate) struct LibraryEvent {
    pub(crate) about: &'static About,
    /// Nothing for a request.
    pub(crate) saved: Option<SystemTime>,
    pub(crate) outcome: Outcome,
}

pub(crate) enum Outcome {
    /// It is being built.
    Building,
    /// It can be called.
    Loaded(LoadedExercise),
    /// rustc refuses it.
    Refused(Report),
    /// It does not fit this program, which is being built again.
    Rebuilding,
    /// That is done: this program should take the place of the one that runs.
    Restart(PathBuf),
    /// It could not be built, for another reason than what is in it.
    Failed(String),
}

impl LibraryBuilder {
    /// For the lesson of this program, and the earlier ones whose answers it calls. Saves of all of them are built.
    pub(crate) fn begin(own: &'static About, earlier: impl Iterator<Item = &'static About>) -> Self {
        let (requests, requested) = mpsc::channel();
        let (send, events) = mpsc::channel();
        let lessons: Vec<&'static About> = iter::once(own).chain(earlier).collect();
        // Before anything is built: what is saved meanwhile is a save.
        let watcher = FileWatcher::new(files(&lessons));
        let run = move || Thread { watcher, own, events: send }.run(&requested);
        // Where the system gives no thread, nothing is built.
        let _ = thread::Builder::new().name("libraries".into()).spawn(run);
        LibraryBuilder { requests, events, awaited: Vec::new() }
    }

    /// Has the library of one of them built and loaded, as its exercise is now.
    pub(crate) fn request(&mut self, about: &'static About) {
        if self.requests.send(about).is_ok() {
            self.awaited.push(about.folder);
        }
    }

    /// Whether a request for this lesson has not been answered.
    pub(crate) fn is_awaited(&self, about: &About) -> bool {
        self.awaited.contains(&about.folder)
    }

    /// What has happened since the last time.
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
        let is_answer = event.saved.is_none() && !matches!(event.outcome, Outcome::Building | Outcome::Rebuilding);
        if is_answer && let Some(place) = self.awaited.iter().position(|folder| *folder == event.about.folder) {
            self.awaited.remove(place);
        }
    }
}

/// What a file that was saved belongs to.
#[derive(Clone, Copy)]
enum Saved {
    /// A student's exercise.
    Exercise(&'static About),
    /// What its library and the program are both made of, or the program alone: nothing that a student edits.
    Course(&'static About),
}

impl PartialEq for Saved {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Saved::Exercise(a), Saved::Exercise(b)) | (Saved::Course(a), Saved::Course(b)) => a.folder == b.folder,
            _ => false,
        }
    }
}

/// The files of these lessons whose saves are taken up.
fn files(lessons: &[&'static About]) -> Vec<(Saved, PathBuf)> {
    let of_lesson = |about: &&'static About| {
        let folder = workspace::lessons().join(about.folder);
        let course = ["given", "course/src"].iter().flat_map(|below| files_below(&folder.join(below)));
        let course = course.chain([folder.join("given.rs")]).map(|file| (Saved::Course(about), file));
        iter::once((Saved::Exercise(about), about.exercise())).chain(course.collect::<Vec<_>>())
    };
    lessons.iter().flat_map(of_lesson).collect()
}

struct Thread {
    watcher: FileWatcher<Saved>,
    /// The lesson of this program.
    own: &'static About,
    events: mpsc::Sender<LibraryEvent>,
}

impl Thread {
    fn run(mut self, requested: &mpsc::Receiver<&'static About>) {
        loop {
            match requested.recv_timeout(EVERY) {
                Ok(about) => self.build(about, None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for (saved, when) in self.watcher.saved() {
                match saved {
                    Saved::Exercise(about) => self.build(about, Some(when)),
                    Saved::Course(about) => self.rebuild(about, Some(when)),
                }
            }
        }
    }

    /// Builds what an exercise says now.
    fn build(&self, about: &'static About, saved: Option<SystemTime>) {
        self.say(about, saved, Outcome::Building);
        match library(about, saved) {
            Ok(Outcome::Rebuilding) => self.rebuild(about, saved),
            outcome => self.end(about, saved, outcome),
        }
    }

    /// Builds this lesson's program, as everything is now.
    fn rebuild(&self, about: &'static About, saved: Option<SystemTime>) {
        self.say(about, saved, Outcome::Rebuilding);
        self.end(about, saved, program(self.own));
    }

    fn end(&self, about: &'static About, saved: Option<SystemTime>, outcome: Result<Outcome>) {
        let number = self.own.number();
        let failed =
            |error| Outcome::Failed(format!("{error:#}\nClose this window, and type: cargo run -p lesson-{number}"));
        self.say(about, saved, outcome.unwrap_or_else(failed));
    }

    fn say(&self, about: &'static About, saved: Option<SystemTime>, outcome: Outcome) {
        let _ = self.events.send(LibraryEvent { about, saved, outcome }); // the window may be closed by now
    }
}

fn library(about: &'static About, saved: Option<SystemTime>) -> Result<Outcome> {
    let lesson = lesson::find(about.number())?;
    let (path, warnings) = match build::library(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, warnings } => (path, warnings),
        Built::Refused(stream) => return Ok(refused(&lesson, &stream)),
    };
    let (file, loaded) = LibraryCopy::load(&path)?;
    Ok(match loaded {
        Ok(loaded) => Outcome::Loaded(LoadedExercise { about, loaded, file: Arc::new(file), saved, warnings }),
        Err(LoadError::OtherTypes) => Outcome::Rebuilding,
        Err(error @ LoadError::System(_)) => return Err(error.into()),
    })
}

fn program(about: &'static About) -> Result<Outcome> {
    let lesson = lesson::find(about.number())?;
    let _aside = if cfg!(windows) { Aside::put(newest_program()?).ok() } else { None };
    Ok(match build::program(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, .. } => Outcome::Restart(path),
        Built::Refused(stream) => refused(&lesson, &stream),
    })
}

fn refused(lesson: &build::LessonFolder, stream: &[u8]) -> Outcome {
    Outcome::Refused(build::refused(lesson, &build::exercise_of(lesson), stream, SEED))
}

/// The file of this program under another name: on Windows nobody can write it while it runs, but it may be renamed.
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
    /// Where no other was built, checks still want it.
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
        let text = || fs::read_to_string(&program).ok();
        fs::write(&program, "old").unwrap();
        let aside = Aside::put(program.clone()).unwrap();
        assert_eq!(text(), None, "there is room for a new one");
        drop(aside);
        assert_eq!(text().as_deref(), Some("old"));
        let aside = Aside::put(program.clone()).unwrap();
        fs::write(&program, "new").unwrap();
        drop(aside);
        assert_eq!(text().as_deref(), Some("new"));
    }
}
