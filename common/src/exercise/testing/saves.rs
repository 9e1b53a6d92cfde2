//! The way of a save through a window, frame by frame.

use super::is_alike;
use crate::exercise::{Exercise, ExerciseApp, StudentAnswers, app::frame};
use graphics::{Gl, Picture};
use judge::AnswerSource;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use ui::Action;
use verdict::Status;
use verdict::file;
use window::{App, LessonPanel};

/// Longer than a build takes with nothing in the cache.
const PATIENCE: Duration = Duration::from_mins(5);

/// A lesson that is open, without a window.
pub struct OpenLesson<E: Exercise> {
    gl: Gl,
    app: ExerciseApp<E>,
}

impl<E: Exercise> OpenLesson<E> {
    /// Opens the lesson with the exercise as it is.
    pub fn new(gl: &Gl) -> Self {
        let student = StudentAnswers::new(E::LESSON, AnswerSource::Mine);
        let app = ExerciseApp::open(gl, E::TIME, &E::Options::default(), student).expect("the scene");
        OpenLesson { gl: gl.clone(), app }
    }

    /// Saves the exercise as an editor does.
    pub fn save(&self, text: &str) {
        file::replace(&E::LESSON.about.exercise(), text).expect("it can be written");
    }

    /// Removes a file: the exercise, or a shader.
    pub fn remove(&self, file: &Path) {
        fs::remove_file(file).expect("it can be removed");
    }

    /// Checks everything, as a key does.
    pub fn check(&mut self) {
        self.app.lesson().expect("a lesson").act(Action::Check, None);
    }

    /// Replaces the exercise by a file of long ago with this text, as a file manager or `cp -p` does.
    pub fn put_back(&self, text: &str) {
        let exercise = E::LESSON.about.exercise();
        let old = exercise.with_extension("old");
        fs::write(&old, text).expect("it can be written");
        let file = fs::File::options().append(true).open(&old).expect("it is there");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_hours(24)).expect("a time");
        fs::rename(old, exercise).expect("it can be put back");
    }

    /// Draws frames until all TODOs have these statuses, and returns the last.
    pub fn until(&mut self, statuses: &[Status]) -> Picture {
        let wanted: Vec<Option<Status>> = statuses.iter().copied().map(Some).collect();
        self.frames_until(&format!("{statuses:?}"), |app| app.student().todos.statuses() == wanted)
    }

    /// Draws frames until the window shows this.
    pub fn until_message(&mut self, words: &str) -> Picture {
        self.frames_until(words, |app| says(app, words))
    }

    /// Returns whether the window shows this.
    pub fn says(&self, words: &str) -> bool {
        says(&self.app, words)
    }

    /// Draws frames until the window has news after which `is_there` holds, and returns the next frame. `what` names the
    /// event for the message of a panic.
    fn frames_until(&mut self, what: &str, is_there: impl Fn(&ExerciseApp<E>) -> bool) -> Picture {
        let begin = Instant::now();
        loop {
            let has_news = self.app.lesson().is_some_and(LessonPanel::poll);
            let picture = frame(&mut self.app, &self.gl, super::SIZE).expect("a picture");
            if has_news && is_there(&self.app) {
                return frame(&mut self.app, &self.gl, super::SIZE).unwrap_or(picture);
            }
            let app = &self.app;
            assert!(
                begin.elapsed() < PATIENCE,
                "{what} does not come: {:?} {:?}",
                app.student().todos.statuses(),
                app.student().messages()
            );
        }
    }

    /// Returns whether a picture is drawn by the finished answers to these TODOs, and by the starter's to all others.
    pub fn is_by(&self, picture: &Picture, finished: &[usize]) -> bool {
        let mut answers = E::LESSON.reference;
        for (todo, id) in E::LESSON.about.ids().into_iter().enumerate() {
            if !finished.contains(&todo) {
                answers.take(id, &E::LESSON.starter());
            }
        }
        is_alike(picture, &super::draw::<E>(&answers, super::SIZE).0)
    }
}

fn says<E: Exercise>(app: &ExerciseApp<E>, words: &str) -> bool {
    app.student().messages().iter().any(|message| message.text.contains(words))
}
