//! The student's code on its way into the picture: built, loaded, and taken over once it is checked.

use super::build_status::BuildStatus;
use crate::check::About;
use crate::exercise::library::{LibraryBuilder, LibraryEvent, LoadedExercise};

/// What a window has of a lesson's code.
#[derive(Default)]
pub(crate) struct Code {
    /// The lesson, where its student's code is checked and what is saved is taken up.
    pub(super) own: Option<&'static About>,
    /// Nothing had been written when the program began.
    is_starter: bool,
    builder: Option<LibraryBuilder>,
    pub(super) status: BuildStatus,
    /// What is checked, once it is there.
    pub(super) loaded: Option<LoadedExercise>,
}

impl Code {
    pub(super) fn of(own: &'static About) -> Self {
        let is_starter = own.is_starter_text(&own.exercise_text());
        Code { own: Some(own), is_starter, ..Self::default() }
    }

    /// From now on what is saved is built, of earlier lessons too; and what is there already.
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

    /// What has become of requests and saves since the last time.
    pub(super) fn poll(&mut self) -> Vec<LibraryEvent> {
        self.builder.as_mut().map_or_else(Vec::new, LibraryBuilder::poll)
    }

    /// Whether this is the lesson of the program.
    pub(super) fn is_own(&self, about: &About) -> bool {
        self.own.is_some_and(|own| own.folder == about.folder)
    }

    /// Whether the functions that the student has written are there to be checked, or as they were found.
    pub(super) fn is_there(&self) -> bool {
        self.own.is_none() || self.is_starter || self.loaded.is_some()
    }

    /// Whether that is still being built for the first time.
    pub(super) fn is_awaited(&self) -> bool {
        let is_awaited = |own| self.builder.as_ref().is_none_or(|builder| builder.is_awaited(own));
        !self.is_there() && self.own.is_some_and(is_awaited)
    }

    /// The exercise that is checked; empty where nobody has written anything, or it does not compile.
    pub(super) fn text(&self) -> &'static str {
        self.loaded.as_ref().map_or("", |exercise| exercise.loaded.text())
    }
}
