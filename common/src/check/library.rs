//! A lesson's answers as a library: what the program that is running loads after a save (hot reload).
//!
//! The library is the lesson's own crate, built once more. It shares `common` with the program, so that both mean the
//! same by its types and its statics. What the table itself is made of is compiled into both: each has a fingerprint of
//! it, and a library whose fingerprint is another is refused.

use super::{About, AnswerTable, Lesson};
use libloading::Symbol;
use std::{env, path::Path};

/// The environment variable that names the library whose answers are checked, in the place of the program's own.
pub const LIBRARY: &str = "ARMATURE_LIBRARY";

/// What a lesson's table of answers is made of; [`live!`](crate::live) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    /// Of all that says what the types in it look like.
    pub fingerprint: u64,
    /// The files that do, below the lesson's folder.
    pub files: &'static [&'static str],
}

/// What a lesson's library exports: declared by [`live!`](crate::live).
#[repr(C)]
pub struct Library {
    types: u64,
    /// Where this copy of `common` has its mark.
    common: &'static u8,
    text: &'static str,
    answers: fn() -> *const (),
}

/// Lies elsewhere in each copy of `common`.
static MARK: u8 = 0;

impl Library {
    /// Of a lesson whose table has this fingerprint, with the text of its exercise.
    pub const fn new(types: u64, text: &'static str, answers: fn() -> *const ()) -> Self {
        Library { types, common: &MARK, text, answers }
    }
}

/// A lesson's answers out of a library that stays loaded.
#[derive(Clone, Copy)]
pub struct Loaded {
    library: &'static Library,
}

/// Why a library's answers cannot be called by this program.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The program has to be built anew.
    #[error("what the answers are made of has changed")]
    OtherTypes,
    /// The system's words.
    #[error("the library cannot be loaded: {0}")]
    System(#[from] libloading::Error),
}

impl Loaded {
    /// Loads a lesson's library for good: what it has returned may hold on to its code. `file` must have been built
    /// by this workspace, with the `common` that this program is linked with.
    ///
    /// # Errors
    /// If the system refuses it, or if it was made from other types than this program.
    pub fn open(file: &Path, about: &About) -> Result<Self, LoadError> {
        #[allow(unsafe_code)]
        // SAFETY: cargo has built the file from this workspace, and nothing runs as it is loaded. The symbol is the
        // static that `live!` declares, of a layout that is C's up to the two fields that are compared first; it
        // is never unloaded.
        let library = unsafe {
            let library = libloading::Library::new(file)?;
            let symbol: Symbol<*const Library> = library.get(b"armature-answers")?;
            let found = &**symbol;
            std::mem::forget(library);
            found
        };
        let is_same = library.types == about.types.fingerprint && std::ptr::eq(library.common, &raw const MARK);
        if is_same { Ok(Loaded { library }) } else { Err(LoadError::OtherTypes) }
    }

    /// That which [`LIBRARY`] names, if it does.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn named(about: &About) -> Result<Option<Self>, LoadError> {
        env::var_os(LIBRARY).map(|file| Self::open(Path::new(&file), about)).transpose()
    }

    /// The exercise that it was built from.
    pub fn text(&self) -> &'static str {
        self.library.text
    }

    /// The table of its lesson.
    ///
    /// # Panics
    /// If it is another lesson's.
    pub fn answers<A: AnswerTable>(&self, lesson: &Lesson<A>) -> &'static A {
        assert_eq!(self.library.types, lesson.about.types.fingerprint, "the table of another lesson");
        #[allow(unsafe_code)]
        // SAFETY: both sides were compiled from the same declaration of the table and of the types in it, with the same
        // `common` and so by the same compiler, and the pointer leads to a constant.
        unsafe {
            &*(self.library.answers)().cast::<A>()
        }
    }
}

/// Of the files that say what a table's types look like, and of the tables of other lessons whose types it uses:
/// 64-bit FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub const fn fingerprint(texts: &[&str], others: &[u64]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut text = 0;
    while text < texts.len() {
        let bytes = texts[text].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            hash = step(hash, bytes[at]);
            at += 1;
        }
        hash = step(hash, 0);
        text += 1;
    }
    let mut other = 0;
    while other < others.len() {
        let bytes = others[other].to_le_bytes();
        let mut at = 0;
        while at < bytes.len() {
            hash = step(hash, bytes[at]);
            at += 1;
        }
        other += 1;
    }
    hash
}

const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}

/// Makes a lesson's library one that an open window can take up after a save: names the files beside `lib.rs` that say
/// what the types in its table look like, and the earlier lessons whose types are in it.
///
/// ```ignore
/// common::live!("given.rs"; lesson_02);
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own exercise is meant
macro_rules! live {
    ($($file:literal),* $(; $($lesson:ident),+)?) => {
        /// What the table of answers is made of.
        pub const TYPES: $crate::check::library::Types = $crate::check::library::Types {
            fingerprint: $crate::check::library::fingerprint(
                &[
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/lib.rs")),
                    $(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)),)*
                ],
                &[$($($lesson::TYPES.fingerprint),+)?],
            ),
            files: &["lib.rs", $($file),*],
        };

        // A program, which may be compiled without any `unsafe`, exports nothing.
        #[cfg(live)]
        #[allow(unsafe_code)] // nothing else has this name: a lesson is built so only by itself
        #[unsafe(export_name = "armature-answers")]
        static LIBRARY: $crate::check::library::Library = $crate::check::library::Library::new(
            TYPES.fingerprint,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/exercise.rs")),
            || ::std::ptr::from_ref(&crate::exercise::ANSWERS).cast(),
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;
    use std::fs;

    #[test]
    fn the_hash_is_fnv() {
        let hash = "foobar".bytes().fold(fingerprint(&[], &[]), step);
        assert_eq!(hash, 0x8594_4171_f739_67e8, "of the reference's test suite");
        let parts = |texts: &[&str]| fingerprint(texts, &[]);
        assert_ne!(parts(&["ab", "c"]), parts(&["a", "bc"]));
        assert_ne!(fingerprint(&["a"], &[1]), fingerprint(&["a"], &[2]));
    }

    /// What a table's types are made of is found by their names: where they are declared, in `given.rs` or in an
    /// earlier lesson, is hashed.
    #[test]
    fn every_lesson_names_where_its_types_are() {
        for folder in fs::read_dir(workspace::lessons()).unwrap().flatten().map(|entry| entry.path()) {
            let Ok(lib) = fs::read_to_string(folder.join("lib.rs")) else { continue };
            let given = fs::read_to_string(folder.join("given.rs")).unwrap_or_default();
            let (_, named) = lib.split_once("common::live!(").unwrap();
            let (named, _) = named.split_once(");").unwrap();
            assert_eq!(named.contains("\"given.rs\""), !given.is_empty(), "{}", folder.display());
            let code = [&lib, &given].into_iter().flat_map(|text| text.lines()).filter(|line| !line.contains("//"));
            for line in code.filter(|line| !line.contains("live!")) {
                for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
                    let is_lesson = word.strip_prefix("lesson_").is_some_and(|number| number.parse::<u32>().is_ok());
                    assert!(!is_lesson || named.contains(word), "{}: {line}", folder.display());
                }
            }
        }
    }
}
