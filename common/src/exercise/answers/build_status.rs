//! How far the build of the last save is, as the window says it.

use crate::build::Report;
use crate::check::Status;
use crate::exercise::library::{LoadedExercise, Outcome};
use std::{path::PathBuf, time::Instant};

/// What was saved last, on its way to the next frame.
#[derive(Default)]
pub(crate) struct BuildStatus {
    is_building: bool,
    is_rebuilding: bool,
    refused: Option<Report>,
    failed: Option<String>,
    /// When the first save came that could not be taken up.
    outdated: Option<Instant>,
    restart: Option<PathBuf>,
}

impl BuildStatus {
    /// Takes in what has come, and returns what can be called.
    pub(crate) fn note(&mut self, outcome: Outcome) -> Option<LoadedExercise> {
        match outcome {
            Outcome::Building => {
                self.is_building = true;
                return None;
            }
            Outcome::Rebuilding => {
                self.is_rebuilding = true;
                return None;
            }
            _ => {}
        }
        let outdated = self.outdated.unwrap_or_else(Instant::now);
        *self = BuildStatus::default();
        match outcome {
            Outcome::Loaded(exercise) => return Some(exercise),
            Outcome::Restart(program) => self.restart = Some(program),
            Outcome::Refused(report) => (self.refused, self.outdated) = (Some(report), Some(outdated)),
            Outcome::Failed(why) => (self.failed, self.outdated) = (Some(why), Some(outdated)),
            Outcome::Building | Outcome::Rebuilding => {}
        }
        None
    }

    /// The program that should take the place of this one; once.
    pub(crate) fn take_restart(&mut self) -> Option<PathBuf> {
        self.restart.take()
    }

    /// The verdicts on what was saved last, if rustc refuses it.
    pub(crate) fn refused(&self) -> Option<&Report> {
        self.refused.as_ref()
    }

    /// A few words while a save is built.
    pub(crate) fn mark(&self) -> &'static str {
        match (self.is_rebuilding, self.is_building) {
            (true, _) => "more than your answers has changed: building the lesson, then starting it again",
            (_, true) => "building",
            _ if self.restart.is_some() => "built: it starts again when what you have changed in the window is saved",
            _ => "",
        }
    }

    /// Whose code runs, where that is not what was saved last; and the first error. `has_code` is whether any of the
    /// student's could be built since the program began.
    pub(crate) fn outdated(&self, has_code: bool) -> Option<(String, String)> {
        let age = age(self.outdated?.elapsed().as_secs());
        let (why, words) = match (&self.refused, &self.failed) {
            (Some(report), _) => ("does not compile", first_error(report)),
            (_, Some(why)) => ("could not be built", why.clone()),
            _ => return None,
        };
        let text = if has_code {
            format!("For {age} your code {why}: what ran before runs on.")
        } else {
            format!("Your code {why}: the finished code runs in its place.")
        };
        Some((text, words))
    }
}

/// rustc's first error, and the sentence that goes with it.
fn first_error(report: &Report) -> String {
    let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
    let of_another = || report.warnings.first().map(String::as_str);
    let words = broken.and_then(|verdict| verdict.message.as_deref()).or_else(of_another).unwrap_or_default();
    let next = words.match_indices("\nerror").map(|(at, _)| at + 1).next();
    let advice = broken.and_then(|verdict| verdict.notes.first());
    let first = words[..next.unwrap_or(words.len())].trim_end();
    // Where there are several it may be about another.
    let advice = advice.filter(|_| next.is_none());
    advice.map_or_else(|| first.into(), |advice| format!("{first}\n{advice}"))
}

/// "40 s", "3 min".
fn age(seconds: u64) -> String {
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds / 60) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Verdict;

    fn refused(message: &str) -> Report {
        let mut verdict = Verdict::new("03.2", "matrices", Status::DoesNotCompile, 41).saying(message);
        verdict.notes.push("as a rule".into());
        let waits = Verdict::new("03.1", "joints.vert", Status::Waiting, 41);
        Report { verdicts: vec![waits, verdict], warnings: Vec::new() }
    }

    #[test]
    fn what_is_refused_is_said_until_the_next_good_save() {
        let mut status = BuildStatus::default();
        status.note(Outcome::Building);
        assert_eq!((status.mark(), status.outdated(true)), ("building", None));
        status.note(Outcome::Refused(refused("error: no\n  --> exercise.rs:3:1\n")));
        let first = status.outdated;
        let (text, error) = status.outdated(true).unwrap();
        assert!(text.starts_with("For 0 s your code does not compile"), "{text}");
        let (text, _) = status.outdated(false).unwrap();
        assert_eq!(text, "Your code does not compile: the finished code runs in its place.");
        assert_eq!(error, "error: no\n  --> exercise.rs:3:1\nas a rule");
        status.note(Outcome::Building);
        assert!(status.mark() == "building" && status.outdated(true).is_some(), "the old error stays meanwhile");
        status.note(Outcome::Failed("no cargo".into()));
        assert!(status.outdated == first && status.refused().is_none(), "it has been older since then");
        status.note(Outcome::Rebuilding);
        status.note(Outcome::Restart("lesson-03".into()));
        assert_eq!((status.outdated(true), status.take_restart()), (None, Some(PathBuf::from("lesson-03"))));
        assert_eq!((status.mark(), status.take_restart()), ("", None));
    }

    #[test]
    fn only_the_first_error_is_shown_at_once() {
        let two = refused("error[E1]: one\n  | ^\nerror[E2]: two\n");
        assert_eq!(first_error(&two), "error[E1]: one\n  | ^", "the sentence may be about the other");
        let elsewhere = Report { verdicts: Vec::new(), warnings: vec!["error: in lesson 02\n".into()] };
        assert_eq!(first_error(&elsewhere), "error: in lesson 02");
        assert_eq!((age(59), age(60)), ("59 s".into(), "1 min".into()));
    }
}
