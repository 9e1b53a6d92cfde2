//! What the student has chosen to see.

use crate::check::AnswerSource;
use crate::exercise::Difference;

/// Whose answers draw, and what is laid over them.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub(crate) struct Choice {
    /// Which answers draw.
    pub(super) drawn: AnswerSource,
    /// The student has not chosen that: it follows from what has been begun.
    pub(super) is_unchosen: bool,
    /// Until all TODOs pass nothing is completed, unless that is asked for.
    pub(super) builds_up: bool,
    /// Whether answers are taken without a check.
    pub(super) trusts: bool,
    /// Whether the finished scene is laid over the student's.
    pub(super) difference: bool,
    /// The difference, as the last frame found it.
    pub(super) found: Option<Difference>,
}

impl Choice {
    pub(super) fn of(drawn: AnswerSource) -> Self {
        Choice { drawn, is_unchosen: false, builds_up: false, trusts: false, difference: false, found: None }
    }
}

/// What F2 leads to.
pub(super) fn next(source: AnswerSource) -> AnswerSource {
    match source {
        AnswerSource::MineCompleted => AnswerSource::Mine,
        AnswerSource::Mine | AnswerSource::Starter => AnswerSource::Reference,
        AnswerSource::Reference => AnswerSource::MineCompleted,
    }
}

/// What the window calls it.
pub(super) fn words(source: AnswerSource) -> &'static str {
    match source {
        AnswerSource::MineCompleted => "mine, completed",
        AnswerSource::Mine | AnswerSource::Starter => "mine only",
        AnswerSource::Reference => "reference",
    }
}
