//! A student's library, loaded. It is built from an `exercise.rs`, and exports the table of its answers.
//!
//! [`given`] is compiled into program and library. Its fingerprint tells whether the types in the table are the same in both.

use given::{Course, Library, SYMBOL};
use libloading::Symbol;
use std::{
    env,
    path::{Path, PathBuf},
};
use verdict::LIBRARY;

/// A lesson's answers in a library that stays loaded.
#[derive(Clone, Copy, Debug)]
pub struct LoadedLibrary {
    library: &'static Library,
}

/// Why a library's answers cannot be called by this program.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The program has to be built again.
    #[error("what the answers are made of has changed")]
    OtherTypes,
    /// The system cannot load the library.
    #[error("the library cannot be loaded: {0}")]
    System(#[from] libloading::Error),
}

impl LoadedLibrary {
    /// Loads a lesson's library for good, because a value that it returns may point to its code.
    ///
    /// # Safety
    /// Cargo must have built `file` from a package that is a [`given::library!`], and the file must be unchanged
    /// since.
    ///
    /// # Errors
    /// If the system cannot load it, or it was built with other types than this program.
    #[allow(unsafe_code)]
    pub unsafe fn open(file: &Path) -> Result<Self, LoadError> {
        // SAFETY: as it was built from such a package, no code runs when it is loaded, and the symbol is the static that
        // `library!` declares: its layout is C's up to the fingerprint, which tells whether the rest is as in this program.
        // It is never unloaded.
        let library = unsafe {
            let library = libloading::Library::new(file)?;
            let symbol: Symbol<*const Library> = library.get(SYMBOL)?;
            let found = &**symbol;
            std::mem::forget(library);
            found
        };
        if !library.fits() {
            return Err(LoadError::OtherTypes);
        }
        library.begin();
        Ok(LoadedLibrary { library })
    }

    /// Opens the library named by the environment variable [`LIBRARY`].
    ///
    /// # Errors
    /// As `open`.
    pub(super) fn named() -> Result<Option<Self>, LoadError> {
        #[allow(unsafe_code)]
        // SAFETY: the process that sets it has built the library.
        env::var_os(LIBRARY).map(|file| unsafe { Self::open(Path::new(&file)) }).transpose()
    }

    /// Opens the library beside a program that was given away.
    ///
    /// # Errors
    /// As `open`.
    pub fn given_away(file: &Path) -> Result<Self, LoadError> {
        #[allow(unsafe_code)]
        // SAFETY: `cargo workbook share` has built both, and nobody else writes there.
        unsafe {
            Self::open(file)
        }
    }

    /// Returns the text of the exercise that it was built from.
    pub fn text(self) -> &'static str {
        self.library.text()
    }

    /// Flushes the library's standard output, which keeps an unfinished line.
    pub(super) fn flush(self) {
        self.library.flush();
    }

    /// Puts the library's answer to one TODO, `"04.2"`, into a course.
    ///
    /// # Panics
    /// If the library is another lesson's.
    pub fn give(self, todo: &str, course: &mut Course) {
        course.take_loaded(todo, self.library);
    }
}

/// Returns the path of the `rlib` that cargo writes beside the shared library of a student's package: the student's
/// code alone, with the names of its calls.
pub fn rlib_beside(library: &Path) -> PathBuf {
    let rlib = library.with_extension("rlib");
    let name = rlib.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if name.starts_with("lib") { rlib } else { rlib.with_file_name(format!("lib{name}")) }
}
