//! The exports of a student's library: a table of answers, and functions for the program that loads it.

use crate::panics;
use crate::program::{self, Program, THIS_PROGRAM};
use std::any::type_name;

/// The fingerprint of all that program and library must have in common: the types that they exchange, and the compiler.
pub const FINGERPRINT: u64 = match u64::from_str_radix(env!("GIVEN_FINGERPRINT"), 10) {
    Ok(number) => number,
    Err(_) => panic!("the build script writes a number"),
};

/// The symbol of the [`Library`] in a student's library.
pub const SYMBOL: &[u8] = b"armature_answers";

/// A student's answers to a lesson, as [`library!`](crate::library) defines them.
pub trait Exercise<A> {
    /// The functions and shaders that the lesson calls.
    const ANSWERS: A;
}

/// Answers that a library can export.
pub trait Exported: Sized {
    /// The table of the same functions, which return panics as errors.
    type Table: Sync + 'static;

    /// Returns the table of an exercise.
    fn table<E: Exercise<Self>>() -> &'static Self::Table;
}

/// Exports of a student's library.
#[derive(Debug)]
#[repr(C)] // the first field is read before anything else is known
pub struct Library {
    fingerprint: u64,
    /// The name of the table's type, with its crate and module. Unlike a `TypeId` it is the same in another checkout.
    table_type: fn() -> &'static str,
    text: &'static str,
    begin: fn(&'static Program),
    flush: fn(),
    table: fn() -> *const (),
}

impl Library {
    /// Creates the exports of an exercise, whose source is `text`.
    ///
    /// # Safety
    /// Only [`library!`](crate::library) may call this, outside of the student's code.
    #[allow(unsafe_code)]
    pub const unsafe fn new<A: Exported, E: Exercise<A>>(text: &'static str) -> Self {
        Library {
            fingerprint: FINGERPRINT,
            table_type: type_name::<A::Table>,
            text,
            begin: |program| {
                program::begin(program);
                panics::install_hook();
            },
            flush: || drop(std::io::Write::flush(&mut std::io::stdout())), // a closed stream is no error
            table: || std::ptr::from_ref(A::table::<E>()).cast(),
        }
    }

    /// Returns whether the library has the same fingerprint as this program. If not, nothing else in it may be used.
    pub fn fits(&self) -> bool {
        self.fingerprint == FINGERPRINT
    }

    /// Passes this program to the library. Nothing else in the library may be used before.
    pub fn begin(&self) {
        (self.begin)(&THIS_PROGRAM);
    }

    /// Returns the text of the exercise that it was built from.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Flushes the library's standard output, which keeps an unfinished line.
    pub fn flush(&self) {
        (self.flush)();
    }

    /// Returns the library's table.
    ///
    /// # Panics
    /// If the library is another lesson's, or does not [fit](Self::fits).
    pub(crate) fn table<T: 'static>(&self) -> &'static T {
        assert!(self.fits() && (self.table_type)() == type_name::<T>(), "the library of another lesson");
        #[allow(unsafe_code)]
        // SAFETY: only `new` creates a library, so the pointer leads to a table of the type that `table_type` names. `T` is a type
        // of this crate, so the name begins with the crate's, which no type of an exercise has; two types of an exercise may
        // have the same name. And both sides were compiled from the same types by the same compiler.
        unsafe {
            &*(self.table)().cast::<T>()
        }
    }
}

/// Makes a package a student's library of the lesson that has the type `Answers`. The answers are those of the package's
/// module `exercise`, whose source is the file of this name.
///
/// ```ignore
/// pub use given::lesson_04::*;
///
/// given::library!("exercise.rs");
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own exercise is meant
macro_rules! library {
    ($file:literal) => {
        // With the starter's functions in the place of those that do not compile: `verdict::build::library`.
        #[cfg(mended)]
        ::core::include!(concat!(env!("ARMATURE_MENDED"), "/module.rs"));
        #[cfg(mended)]
        $crate::library!(concat!(env!("ARMATURE_MENDED"), "/exercise.rs"));
        #[cfg(not(mended))]
        $crate::library!(::core::concat!($file));
    };
    ($text:expr) => {
        $crate::library!($text, crate::exercise::ANSWERS);
    };
    ($text:expr, $answers:path) => {
        struct Mine;

        impl $crate::Exercise<crate::Answers> for Mine {
            const ANSWERS: crate::Answers = $answers;
        }

        #[allow(unsafe_code)] // nothing else in a library has this name
        #[unsafe(export_name = "armature_answers")]
        // SAFETY: this is `library!`.
        static LIBRARY: $crate::Library =
            unsafe { $crate::Library::new::<crate::Answers, Mine>(::core::include_str!($text)) };
    };
}
