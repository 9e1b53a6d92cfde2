//! OpenGL for tests that draw: what they need, or a notice that the test is skipped.

use super::{HeadlessError, is_set};
use std::io::Write;

/// Set to anything but "0", a test that finds no OpenGL fails instead of being skipped.
pub const REQUIRE: &str = "ARMATURE_REQUIRE_GL";

/// What was made, or `None` after printing "SKIPPED" and why.
///
/// Prints to the standard error stream itself, since the test harness swallows what `eprintln!` writes in a test that
/// passes.
///
/// # Panics
/// If there is no OpenGL and [`REQUIRE`] is set: where tests must draw, a missing driver is a failure.
pub fn made_or_skip<T>(test: &str, made: Result<T, HeadlessError>) -> Option<T> {
    match made {
        Ok(made) => Some(made),
        Err(error) => {
            assert!(!is_set(REQUIRE), "{test} needs OpenGL, and {REQUIRE} is set: {error}");
            // If even that stream is gone there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {error}");
            None
        }
    }
}
