//! Hot reload: what is saved while a window is open is built as a library, on a thread of its own, and loaded.
//!
//! ```text
//! a save -> build: Saves, compile: a library -> Loaded -> StudentAnswers: checked -> ExerciseApp: drawn
//!                                  -> rustc refuses it: the old code goes on
//!                                  -> its types are others: the program is built, and starts itself again
//! ```

use crate::build::{self, Built, CargoOutput, LessonFolder, Report, Saves, compile, folder};
use crate::check::{About, Loaded, SEED, library::LoadError, this_program};
use crate::window::newest_program;
use crate::workspace;
use anyhow::Result;
use std::{
    fs::{self, File},
    io, iter,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Weak,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, SystemTime},
};

/// The file that a student edits.
const EXERCISE: &str = "exercise.rs";

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(15);

/// The thread that builds what is saved. It ends, after the build that is under way, when this is dropped.
pub(crate) struct Live {
    news: mpsc::Receiver<(News, SystemTime)>,
    _ends: Arc<()>,
}

/// What has become of a save.
pub(crate) enum News {
    /// It is being built.
    Building,
    /// It can be called.
    Loaded(NewAnswers),
    /// rustc refuses it.
    Refused(Report),
    /// It does not fit this program, which is being built anew.
    Rebuilding,
    /// That is done: this program should take the place of the one that runs.
    Restart(PathBuf),
    /// It could not be built, for another reason than what is in it.
    Failed(String),
}

impl News {
    /// For measurements; nothing where more is to come.
    pub(crate) fn in_words(&self) -> Option<&'static str> {
        match self {
            News::Building | News::Loaded(_) | News::Restart(_) => None,
            News::Refused(_) => Some("what rustc says"),
            News::Rebuilding => Some("that the program is built anew"),
            News::Failed(_) => Some("why it could not be built"),
        }
    }
}

/// What a student has just written in one lesson.
#[derive(Clone)]
pub(crate) struct NewAnswers {
    pub(crate) about: &'static About,
    pub(crate) loaded: Loaded,
    /// For the processes that check them.
    pub(crate) file: Arc<LibraryFile>,
    /// When its file was saved.
    pub(crate) saved: SystemTime,
    /// rustc's, in its own words.
    pub(crate) warnings: Vec<String>,
}

impl Live {
    /// For the lesson of this program, and the earlier ones whose answers it calls.
    pub(crate) fn begin(own: &'static About, earlier: impl Iterator<Item = &'static About>) -> Self {
        let (send, news) = mpsc::channel();
        let ends = Arc::new(());
        let is_open = Arc::downgrade(&ends);
        let lessons: Vec<&'static About> = iter::once(own).chain(earlier).collect();
        let run = move || watch(&lessons, &is_open, &send);
        // Where the system gives no thread, nothing is taken up.
        let _ = thread::Builder::new().name("live".into()).spawn(run);
        Live { news, _ends: ends }
    }

    /// What has come since the last time, each with when its file was saved.
    pub(crate) fn news(&self) -> impl Iterator<Item = (News, SystemTime)> {
        self.news.try_iter()
    }
}

fn watch(lessons: &[&'static About], is_open: &Weak<()>, news: &mpsc::Sender<(News, SystemTime)>) {
    let mut saves = saves(lessons);
    while is_open.strong_count() > 0 {
        thread::sleep(EVERY);
        for (lesson, saved) in saves.poll() {
            let _ = news.send((News::Building, saved)); // here as below, the window may be closed by now
            let mut result = library(lessons[lesson], saved);
            if matches!(result, News::Rebuilding) {
                let _ = news.send((News::Rebuilding, saved));
                result = program(lessons[0]);
            }
            let _ = news.send((result, saved));
        }
    }
}

/// What a lesson's exercise says now.
fn library(about: &'static About, saved: SystemTime) -> News {
    let build = || -> Result<News> {
        let lesson = folder::find(about.number())?;
        let (program, name) = (this_program()?, newest_program()?);
        let (path, warnings) = match build::library(&lesson, &program, &name, CargoOutput::Hidden)? {
            Some(Built::Ready { path, warnings }) => (path, warnings),
            Some(Built::Refused(stream)) => return Ok(refused(&lesson, &stream)),
            None => return Ok(News::Rebuilding),
        };
        let (file, loaded) = LibraryFile::load(&path, about)?;
        Ok(match loaded {
            Ok(loaded) => News::Loaded(NewAnswers { about, loaded, file: Arc::new(file), saved, warnings }),
            Err(LoadError::OtherTypes | LoadError::System(_)) => News::Rebuilding,
        })
    };
    build().unwrap_or_else(|error| failed(about, &error))
}

/// What to do where nothing can be built from here.
fn failed(about: &About, error: &anyhow::Error) -> News {
    let number = about.number();
    News::Failed(format!("{error:#}\nClose this window, and type: cargo run -p lesson-{number}"))
}

/// This lesson's program, as everything is now.
fn program(about: &'static About) -> News {
    let build = || -> Result<News> {
        let lesson = folder::find(about.number())?;
        let _aside = if cfg!(windows) { Aside::put(newest_program()?).ok() } else { None };
        Ok(match compile(&lesson, CargoOutput::Hidden)? {
            Built::Ready { path, .. } => News::Restart(path),
            Built::Refused(stream) => refused(&lesson, &stream),
        })
    };
    build().unwrap_or_else(|error| failed(about, &error))
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

fn refused(lesson: &LessonFolder, stream: &[u8]) -> News {
    News::Refused(build::refused(lesson, &build::exercise_of(lesson), stream, SEED))
}

/// A copy of a library that nobody writes to: the next build changes the original. Once it is loaded it has no name, so
/// that it is gone with the last process that uses it, however that ends.
pub(crate) struct LibraryFile(File);

impl LibraryFile {
    fn load(library: &Path, about: &About) -> io::Result<(Self, Result<Loaded, LoadError>)> {
        // A name that was loaded before would stand for what was loaded by it.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let copy = library.with_extension(format!("{}.{}", process::id(), COUNT.fetch_add(1, Relaxed)));
        fs::copy(library, &copy)?;
        let loaded = Loaded::open(&copy, about);
        let file = File::open(&copy);
        fs::remove_file(&copy)?;
        Ok((LibraryFile(file?), loaded))
    }

    /// For other processes, as long as this is kept.
    #[cfg(unix)]
    pub(crate) fn path(&self) -> PathBuf {
        let number = std::os::fd::AsRawFd::as_raw_fd(&self.0);
        format!("/proc/{}/fd/{number}", process::id()).into()
    }

    /// Not reached: see [`build::HAS_LIBRARIES`].
    #[cfg(not(unix))]
    pub(crate) fn path(&self) -> PathBuf {
        PathBuf::new()
    }
}

/// The files of these lessons whose saves are taken up.
fn saves(lessons: &[&About]) -> Saves<usize> {
    let files = |(lesson, about): (usize, &&About)| {
        let folder = workspace::lessons().join(about.folder);
        let names = iter::once(EXERCISE).chain(about.types.files.iter().copied());
        names.map(move |name| (lesson, folder.join(name))).collect::<Vec<_>>()
    };
    let mut saves = Saves::new(lessons.iter().enumerate().flat_map(files));
    for about in lessons {
        // What was saved since the program was built, too.
        let exercise = workspace::lessons().join(about.folder).join(EXERCISE);
        if differs(&exercise, about.exercise_text) {
            saves.count(&exercise);
        }
    }
    saves
}

/// Whether a file says something else; on every system, whatever its line ends.
fn differs(file: &Path, text: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|now| !now.lines().eq(text.lines()))
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
