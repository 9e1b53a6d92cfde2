//! A student's library on its way into the program that runs.
//!
//! ```text
//! exercise.rs is saved -> builder: FileWatcher, build::library -> copy: a file of its own -> judge: LoadedLibrary
//!                                  -> it does not compile: the old code keeps running
//!                                  -> it is missing: no code of it runs
//!                                  -> its types are others: the program is rebuilt, and restarts itself
//! ```

mod builder;
mod copy;

pub(crate) use builder::{BuildOutcome, LibraryBuilder, LibraryEvent};
pub(crate) use copy::LibraryCopy;

use check::About;
use judge::LoadedLibrary;
use std::{sync::Arc, time::SystemTime};

/// A student's exercise of one lesson, loaded.
#[derive(Clone)]
pub(crate) struct LoadedExercise {
    pub(crate) about: &'static About,
    pub(crate) loaded: LoadedLibrary,
    /// The library's file, for the processes that check it.
    pub(crate) file: Arc<LibraryCopy>,
    /// When it was saved, if that was while the program ran.
    pub(crate) saved: Option<SystemTime>,
    pub(crate) warnings: Vec<String>,
}
