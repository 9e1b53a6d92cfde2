//! The student's code on its way into the picture: built, loaded, and called once it is checked.

use super::build_status::BuildStatus;
use crate::check::About;
use crate::exercise::library::{LibraryBuilder, LibraryEvent, LoadedExercise};

#[derive(Default)]
pub(crate) struct Code {
    /// The lesson, if its student's code is built and checked.
    pub(super) own: Option<&'static About>,
    /// The exercise was the starter's when the program began.
    is_starter: bool,
    builder: Option<LibraryBuilder>,
    pub(super) status: BuildStatus,
    /// The library that is checked.
    pub(super) loaded: Option<LoadedExercise>,
}

impl Code {
    pub(super) fn new(own: &'static About) -> Self {
        let is_starter = own.is_starter_text(&own.exercise_text());
        Code { own: Some(own), is_starter, ..Self::default() }
    }

    /// Builds what is there, and from now on what is saved, of earlier lessons too.
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

    /// The events of requests and saves since the last call.
    pub(super) fn poll(&mut self) -> Vec<LibraryEvent> {
        self.builder.as_mut().map_or_else(Vec::new, LibraryBuilder::poll)
    }

    pub(super) fn is_own(&self, about: &About) -> bool {
        self.own.is_some_and(|own| own.folder == about.folder)
    }

    /// Whether there are functions to check: the student's, or the starter's.
    pub(super) fn is_there(&self) -> bool {
        self.own.is_none() || self.is_starter || self.loaded.is_some()
    }

    /// Whether the library is being built for the first time.
    pub(super) fn is_awaited(&self) -> bool {
        !self.is_there()
            && self.own.is_some_and(|own| self.builder.as_ref().is_none_or(|builder| builder.is_awaited(own)))
    }

    /// The exercise that is checked; empty if it is the starter's or does not compile.
    pub(super) fn text(&self) -> &'static str {
        self.loaded.as_ref().map_or("", |exercise| exercise.loaded.text())
    }
}
