//! The functions that a student's code calls, read from the symbols of the compiled code.
//!
//! The library that is loaded contains all of the standard library. So cargo also compiles a student's package into an
//! `rlib`, which has only the student's code and the names of the functions that it calls.

use super::library::rlib_beside;
use rustc_demangle::demangle;
use std::fmt::{self, Write};
use std::{collections::BTreeSet, fs, path::Path, str};

const UNNEEDED: [&str; 4] = ["std::fs", "std::net", "std::os", "std::process"];

/// Paths of the functions in a library and of those that it calls: `armature::skeleton::tip`.
#[derive(Clone, Debug, Default)]
pub(super) struct Linked(BTreeSet<String>);

impl Linked {
    /// Reads the symbols of the `rlib` beside a library; none if the file cannot be read.
    pub(super) fn read(library: &Path) -> Self {
        let bytes = fs::read(rlib_beside(library)).unwrap_or_default();
        let mut paths = BTreeSet::new();
        // On every system a name in the table of symbols ends with a zero.
        for name in bytes.split(|byte| *byte == 0).filter_map(|name| str::from_utf8(name).ok()) {
            if name.starts_with("_ZN") || name.starts_with("_R") {
                paths.insert(path_of(name));
            }
        }
        Linked(paths)
    }

    /// Returns the path of a call to one of a TODO's finished functions or types (`armature::skeleton::tip`), or to anything
    /// that only lessons after number `lesson` are given.
    pub(super) fn finished(&self, finished: &[&str], lesson: &str) -> Option<&str> {
        finished.iter().find_map(|path| self.called(path)).or_else(|| {
            self.0
                .iter()
                .find(|path| {
                    let module = path.strip_prefix("given::lesson_").and_then(|rest| rest.get(..2));
                    module.is_some_and(|number| number > lesson)
                })
                .map(String::as_str)
        })
    }

    /// Returns the path of a function of `armature` that has the name of `finished`, a path in `common`, and is of the same
    /// type. Its module may lie deeper than in `common`.
    fn called(&self, finished: &str) -> Option<&str> {
        let (before, name) = finished.rsplit_once("::")?;
        let parent = before.rsplit("::").next().filter(|parent| parent.starts_with(char::is_uppercase));
        self.0
            .iter()
            .find(|path| {
                let parts: Vec<&str> = path.split("::").collect();
                let index = parts.iter().position(|part| *part == name);
                parts[0] == "armature"
                    && index.is_some_and(|index| index > 0 && parent.is_none_or(|parent| parts[index - 1] == parent))
            })
            .map(String::as_str)
    }

    /// Returns the modules of the standard library that are called, but that no answer needs.
    pub(super) fn unneeded(&self) -> Vec<String> {
        let mut unneeded = UNNEEDED.map(String::from).to_vec();
        unneeded.retain(|module| {
            // `abort` is called by `thread::scope`, which is inlined, and ends nothing but its own process.
            self.0.iter().any(|path| path != "std::process::abort" && path.starts_with(&format!("{module}::")))
        });
        unneeded
    }
}

/// Length of a path in bytes after which the rest does not count: of no finished function has it so many. A symbol of a
/// kilobyte can stand for a path of gigabytes.
const LONGEST_PATH: usize = 1 << 10;

/// Returns the path of a symbol, cut off after [`LONGEST_PATH`].
fn path_of(symbol: &str) -> String {
    let mut path = CutText(String::new());
    let _ = write!(path, "{:#}", demangle(symbol)); // it ends where the path is cut off
    path.0.replace(['<', '>'], "")
}

/// A text that ends the formatting once it is long enough.
struct CutText(String);

impl Write for CutText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LONGEST_PATH.saturating_sub(self.0.len());
        self.0.push_str(&text[..text.floor_char_boundary(room)]);
        if room > text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_library() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libexercise_07.rlib");
        let names = [
            "_ZN8armature4math9transform9Transform5blend17h31d2b7337bac2f3cE",
            "_ZN8armature8skeleton4walk3tip17h31d2b7337bac2f3cE",
            "_ZN4glam4quat4Quat5slerp17h31d2b7337bac2f3cE",
            "_ZN11exercise_068exercise5nlerp17h31d2b7337bac2f3cE",
            "_ZN5given9lesson_064fine17h31d2b7337bac2f3cE",
            "_ZN5given9lesson_094wave17h31d2b7337bac2f3cE",
            "_ZN3std2fs4File4open17h31d2b7337bac2f3cE",
            "_RNvNtCsjrHSEGnQ3l9_3std7process5abort", // by `thread::scope`
        ];
        fs::write(&file, names.join("\0") + "\0std::net::\0\u{ff}").unwrap();
        let linked = Linked::read(&folder.path().join("exercise_07.dll"));
        let blend = "armature::math::transform::Transform::blend";
        assert_eq!(linked.finished(&["armature::math::Transform::blend"], "09"), Some(blend));
        assert_eq!(linked.finished(&["armature::skeleton::tip"], "09"), Some("armature::skeleton::walk::tip"));
        assert_eq!(linked.finished(&["armature::math::Transform"], "09"), Some(blend), "one of a type's");
        let either = ["armature::math::shortest", "armature::math::Transform::blend"];
        assert_eq!(linked.finished(&either, "09"), Some(blend), "one of several");
        for other in ["armature::math::slerp", "armature::math::nlerp", "armature::math::DualQuaternion::blend"] {
            assert_eq!(linked.finished(&[other], "09"), None, "{other}");
        }
        let later = Some("given::lesson_09::wave");
        assert_eq!(["08", "09"].map(|lesson| linked.finished(&["armature::math::slerp"], lesson)), [later, None]);
        assert_eq!(linked.unneeded(), ["std::fs"]);
        assert!(Linked::read(Path::new("none")).unneeded().is_empty());
    }

    /// Each tuple is of the one before it, twice: a path of 6 MB.
    #[test]
    fn a_path_that_is_too_long_is_cut_off() {
        let symbol = "_RINvC1a1fTTTTTTTTTTTTTTTTTTTTjBr_EBq_EBp_EBo_EBn_EBm_EBl_EBk_EBj_EBi_EBh_EBg_EBf_EBe_EBd_EBc_EBb_EBa_EB9_EB8_EE";
        let path = path_of(symbol);
        assert!(path.starts_with("a::f::((((") && path.len() <= LONGEST_PATH, "{path}");
    }
}
