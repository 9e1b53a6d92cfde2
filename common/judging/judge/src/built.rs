//! The library of a lesson's answers, built before they are checked.

use crate::Answered;
use anyhow::Result;
use check::About;
use verdict::build::{self, Built, CargoOutput, lesson};

/// Finds a lesson's answers: in the library, unless the exercise is the starter's.
///
/// # Errors
/// As [`build::library`], in words.
pub fn answers(about: &About) -> Result<Answered, String> {
    let text = about.exercise_text();
    if about.is_starter_text(&text) {
        return Ok(Answered::InStarter);
    }
    built_answers(about).map_err(|error| format!("{error:#}"))
}

fn built_answers(about: &About) -> Result<Answered> {
    let lesson = lesson::find(about.number())?;
    Ok(match build::library(&lesson, CargoOutput::Shown)? {
        Built::Ready { path, .. } => Answered::In(path),
        Built::DoesNotCompile(report, _) | Built::Missing(report) => Answered::Refused(report.verdicts),
    })
}
