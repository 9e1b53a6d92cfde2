//! What a student's library exports, and how a program calls it.

use crate::heap::{self, Program, THIS_PROGRAM};
use crate::{AnswerTable, panics};
use std::sync::{
    PoisonError, RwLock,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Of all that program and library have to agree about: the types that they exchange, and the compiler.
pub const FINGERPRINT: u64 = match u64::from_str_radix(env!("GIVEN_FINGERPRINT"), 10) {
    Ok(number) => number,
    Err(_) => panic!("the build script writes a number"),
};

/// The symbol of the [`Library`] in a student's library.
pub const SYMBOL: &[u8] = b"armature_answers";

/// A student's answers with all of a lesson, as [`library!`](crate::library) makes it.
pub trait Exercise<A> {
    /// What the lesson calls.
    const ANSWERS: A;
}

/// A table that a library can export.
pub trait Exported: AnswerTable {
    /// The same functions, but a panic is a value. Of shaders their files.
    type Functions: Sync + 'static;
    /// Which lesson's it is.
    const LESSON: &'static str;
    /// Those of an exercise.
    fn functions<E: Exercise<Self>>() -> &'static Self::Functions;
}

/// What a student's library exports.
#[derive(Debug)]
#[repr(C)] // the first field is read before anything else is known
pub struct Library {
    fingerprint: u64,
    lesson: &'static str,
    text: &'static str,
    begin: fn(&'static Program),
    flush: fn(),
    functions: fn() -> *const (),
}

impl Library {
    /// In a library: of an exercise with this text.
    pub const fn new<A: Exported, E: Exercise<A>>(text: &'static str) -> Self {
        Library {
            fingerprint: FINGERPRINT,
            lesson: A::LESSON,
            text,
            begin: |program| {
                heap::begin(program);
                panics::install_hook();
            },
            flush: || drop(std::io::Write::flush(&mut std::io::stdout())), // a closed stream is no error
            functions: || std::ptr::from_ref(A::functions::<E>()).cast(),
        }
    }

    /// Whether it was made of the types that this program has. If not, nothing else in it may be used.
    pub fn fits(&self) -> bool {
        self.fingerprint == FINGERPRINT
    }

    /// In the program that has loaded it, before all else.
    pub fn begin(&self) {
        (self.begin)(&THIS_PROGRAM);
    }

    /// The exercise that it was built from.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Lets out what was printed in it without a line break.
    pub fn flush(&self) {
        (self.flush)();
    }

    /// Its functions.
    ///
    /// # Panics
    /// If it is another lesson's, or does not [fit](Self::fits).
    pub fn functions<A: Exported>(&self) -> &'static A::Functions {
        assert!(self.fits() && self.lesson == A::LESSON, "the library of another lesson");
        #[allow(unsafe_code)]
        // SAFETY: `new` is the only way to make one, so the pointer leads to what `A::functions` has returned for this
        // lesson, and both sides were compiled from the same types by the same compiler.
        unsafe {
            &*(self.functions)().cast::<A::Functions>()
        }
    }
}

/// How often answers were taken out of libraries.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Another number since answers were last taken out of a library: what was remembered of those before may be wrong,
/// though the functions' addresses are the same.
pub fn edition() -> usize {
    TAKEN.load(Relaxed)
}

/// The functions that a table's entry calls: a plain function captures nothing, so each has a static of its own.
#[derive(Debug)]
pub struct Slot<F: 'static>(RwLock<Option<&'static F>>);

impl<F> Slot<F> {
    /// Nothing is called yet.
    #[expect(clippy::new_without_default, reason = "for statics only")]
    pub const fn new() -> Self {
        Slot(RwLock::new(None))
    }

    /// From now on those of another library are called.
    pub fn set(&self, functions: &'static F) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(functions);
        TAKEN.fetch_add(1, Relaxed);
    }

    /// Those that were set last.
    ///
    /// # Panics
    /// If none were.
    pub fn get(&self) -> &'static F {
        self.0.read().unwrap_or_else(PoisonError::into_inner).expect("set as the entry was taken")
    }
}

/// Makes a package the student's library of a lesson, whose table is `Answers`: that of its module `exercise`, whose text is in
/// this file.
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
        static LIBRARY: $crate::Library = $crate::Library::new::<crate::Answers, Mine>(include_str!($text));

        #[global_allocator]
        static HEAP: $crate::ProgramsHeap = $crate::ProgramsHeap;
    };
}
