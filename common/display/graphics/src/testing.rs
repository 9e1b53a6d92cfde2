//! OpenGL for tests that draw: a context, or a notice that the test is skipped.

use super::{Gl, headless};
pub use ::headless::testing::REQUIRE;

/// The headless context, or `None` after printing "SKIPPED" and why.
///
/// # Panics
/// If there is no OpenGL and [`REQUIRE`] is set: where tests must draw, a missing driver is a failure.
pub fn headless_or_skip(test: &str) -> Option<Gl> {
    ::headless::testing::made_or_skip(test, headless::context())
}
