//! The table that a student's library exports, and how a program takes it.

use crate::panics;
use crate::program::{self, Program, THIS_PROGRAM};
use std::any::type_name;

/// The fingerprint of all that program and library have to agree about: the types that they exchange, and the compiler.
pub const FINGERPRINT: u64 = match u64::from_str_radix(env!("GIVEN_FINGERPRINT"), 10) {
    Ok(number) => number,
    Err(_) => panic!("the build script writes a number"),
};

/// The symbol of the [`Library`] in a student's library.
pub const SYMBOL: &[u8] = b"armature_answers";

/// A student's answers with all of a lesson, as [`library!`](crate::library) makes it.
pub trait Exercise<A> {
    /// The functions and shaders that the lesson calls.
    const ANSWERS: A;
}

/// Answers that a library can export.
pub trait Exported: Sized {
    /// The table of the same functions, from which no panic comes.
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
    /// Creates the library of an exercise with this text.
    ///
    /// # Safety
    /// Only [`library!`](crate::library) may call it, outside of what a student writes.
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

    /// Returns whether it was made of the types that this program has. If not, nothing else in it may be used.
    pub fn fits(&self) -> bool {
        self.fingerprint == FINGERPRINT
    }

    /// Tells the library which program has loaded it, before all else.
    pub fn begin(&self) {
        (self.begin)(&THIS_PROGRAM);
    }

    /// Returns the text of the exercise that it was built from.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Prints what the library's standard output holds back until a line ends.
    pub fn flush(&self) {
        (self.flush)();
    }

    /// Returns the library's table.
    ///
    /// # Panics
    /// If it is another lesson's, or does not [fit](Self::fits).
    pub(crate) fn table<T: 'static>(&self) -> &'static T {
        assert!(self.fits() && (self.table_type)() == type_name::<T>(), "the library of another lesson");
        #[allow(unsafe_code)]
        // SAFETY: `new` is the only way to make one, so the pointer leads to a table of the type that `table_type` names. `T` is
        // one of this crate's, so that name begins with the crate's, which no exercise can give to a type of its own: two types
        // of an exercise may well have one name. And both sides were compiled from the same types by the same compiler.
        unsafe {
            &*(self.table)().cast::<T>()
        }
    }
}

/// Makes a package the student's library of a lesson, whose answers are `Answers`: those of its module `exercise`, whose
/// text is in this file.
///
/// ```ignore
/// pub use given::lesson_03::*;
///
/// given::library!("exercise.rs");
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own exercise is meant
macro_rules! library {
    ($text:literal) => {
        struct Mine;

        impl $crate::Exercise<crate::Answers> for Mine {
            const ANSWERS: crate::Answers = crate::exercise::ANSWERS;
        }

        #[allow(unsafe_code)] // nothing else in a library has this name
        #[unsafe(export_name = "armature_answers")]
        // SAFETY: this is `library!`.
        static LIBRARY: $crate::Library =
            unsafe { $crate::Library::new::<crate::Answers, Mine>(::core::include_str!($text)) };
    };
}
