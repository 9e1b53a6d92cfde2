//! A student's library on its way into the program that runs.
//!
//! ```text
//! exercise.rs is saved -> builder: FileWatcher, build::library -> copy: a file of its own -> check: LoadedLibrary
//!                                  -> rustc refuses it: the old code goes on
//!                                  -> its types are others: the program is built, and starts itself again
//! ```

mod builder;
mod copy;

pub(crate) use builder::{LibraryBuilder, LibraryEvent, Outcome};
pub(crate) use copy::LibraryCopy;

use crate::check::{About, LoadedLibrary};
use std::{sync::Arc, time::SystemTime};

/// What a student has written in one lesson, loaded.
#[derive(Clone)]
pub(crate) struct LoadedExercise {
    pub(crate) about: &'static About,
    pub(crate) loaded: LoadedLibrary,
    /// For the processes that check it.
    pub(crate) file: Arc<LibraryCopy>,
    /// When it was saved, if that was while the program ran.
    pub(crate) saved: Option<SystemTime>,
    /// rustc's, in its own words.
    pub(crate) warnings: Vec<String>,
}
