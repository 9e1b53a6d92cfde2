//! What a check says, as JSON.

use common::check::Verdict;
use serde::Serialize;

/// Everything that came out.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    /// One for each TODO that was asked for.
    pub(crate) verdicts: Vec<Verdict>,
    /// rustc's warnings about exercises, in its own words.
    pub(crate) warnings: Vec<String>,
}
