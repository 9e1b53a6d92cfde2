//! The student's code on its way into the picture: built, loaded, and called once it is checked.

use super::build_status::BuildStatus;
use crate::exercise::library::{LibraryBuilder, LibraryEvent, LoadedExercise};
use crate::exercise::todo_state::TodoState;
use check::About;
use verdict::Status;

const OURS: &str = "Ours runs in its place.";

pub(crate) struct Code {
    /// The lesson, if its student's code is built and checked.
    own: Option<&'static About>,
    /// The exercise was the starter's when the program began.
    is_starter: bool,
    builder: Option<LibraryBuilder>,
    pub(super) status: BuildStatus,
    /// The library that is checked.
    pub(super) loaded: Option<LoadedExercise>,
}

impl Code {
    pub(super) fn new(own: Option<&'static About>) -> Self {
        let is_starter = own.is_some_and(|own| own.is_starter_text(&own.exercise_text()));
        Code { own, is_starter, builder: None, status: BuildStatus::default(), loaded: None }
    }

    /// Starts the thread that builds libraries, if it does not run: of this lesson's exercise at once unless it is the
    /// starter's, and of every exercise that is saved.
    pub(super) fn begin(&mut self, earlier: impl Iterator<Item = &'static About>) {
        let (None, Some(own)) = (&self.builder, self.own) else { return };
        let mut builder = LibraryBuilder::begin(own, earlier);
        if !self.is_starter {
            builder.request(own);
        }
        self.builder = Some(builder);
    }

    pub(super) fn builder(&mut self) -> Option<&mut LibraryBuilder> {
        self.builder.as_mut()
    }

    pub(super) fn poll(&mut self) -> Vec<LibraryEvent> {
        self.builder.as_mut().map_or_else(Vec::new, LibraryBuilder::poll)
    }

    pub(super) fn is_own(&self, about: &About) -> bool {
        self.own.is_some_and(|own| own.folder == about.folder)
    }

    /// Drops the library, because its exercise is missing.
    pub(super) fn forget(&mut self) {
        self.is_starter = false;
        self.loaded = None;
    }

    /// Returns whether there are functions to check: a loaded library, or the starter's.
    pub(super) fn is_there(&self) -> bool {
        self.own.is_none() || self.is_starter || self.loaded.is_some()
    }

    /// Returns whether there is nothing to check before the first build of the library has ended.
    pub(super) fn is_awaited(&self) -> bool {
        !self.is_there()
            && self.own.is_some_and(|own| self.builder.as_ref().is_none_or(|builder| builder.is_awaited(own)))
    }

    /// Returns the text of the exercise that was loaded last, or an empty text if none was.
    pub(super) fn text(&self) -> &'static str {
        self.loaded.as_ref().map_or("", |exercise| exercise.loaded.text())
    }

    /// Returns why the answer to a TODO as it was last saved does not run: see [`BuildStatus::problem`].
    pub(super) fn problem_of(&self, todo: &TodoState) -> Option<(&'static str, String, Option<&str>)> {
        self.status.problem().filter(|_| !todo.task.is_shader() && self.status.stops(todo.id))
    }

    /// Returns a sentence about the answer to a TODO that runs while its last save does not compile.
    pub(super) fn what_runs_of(&self, todo: &TodoState) -> &'static str {
        if todo.status() == Some(Status::DoesNotCompile) { OURS } else { self.what_runs() }
    }

    /// Returns a sentence about the code that runs while the last save does not compile.
    pub(super) fn what_runs(&self) -> &'static str {
        if self.is_there() { "The version before it keeps running." } else { OURS }
    }
}
