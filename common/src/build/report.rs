//! What a check says, as JSON.

use crate::check::Verdict;
use serde::Serialize;

/// Everything that came out.
#[derive(Default, Serialize)]
pub struct Report {
    /// One for each TODO that was asked for.
    pub verdicts: Vec<Verdict>,
    /// rustc's warnings about exercises, in its own words.
    pub warnings: Vec<String>,
}
