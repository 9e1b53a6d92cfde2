//! Progress of the build of the last save, as the window shows it.

use crate::exercise::library::{BuildOutcome, LoadedExercise};
use std::path::PathBuf;
use verdict::Status;
use verdict::build::{Report, WAITING};

#[derive(Default)]
pub(crate) struct BuildStatus {
    /// A few words about a build that is under way.
    under_way: &'static str,
    broken: Option<Report>,
    is_missing: bool,
    failed: Option<String>,
    restart: Option<PathBuf>,
}

impl BuildStatus {
    /// Takes the outcome of a build or its progress. Returns the library if one was loaded.
    pub(crate) fn note(&mut self, outcome: BuildOutcome) -> Option<LoadedExercise> {
        let mut after = BuildStatus::default();
        match outcome {
            BuildOutcome::Waiting => {
                self.under_way = WAITING;
                return None;
            }
            BuildOutcome::Building => {
                self.under_way = "building";
                return None;
            }
            BuildOutcome::Rebuilding => {
                self.under_way = "more than your answers has changed: building the lesson, then starting it again";
                return None;
            }
            BuildOutcome::Loaded(exercise) => {
                *self = after;
                return Some(exercise);
            }
            BuildOutcome::Restart(program) => after.restart = Some(program),
            BuildOutcome::DoesNotCompile(report) => after.broken = Some(report),
            BuildOutcome::Missing(report) => {
                after.broken = Some(report);
                after.is_missing = true;
            }
            BuildOutcome::Failed(why) => after.failed = Some(why),
        }
        *self = after;
        None
    }

    pub(crate) fn take_restart(&mut self) -> Option<PathBuf> {
        self.restart.take()
    }

    /// Returns rustc's report on the last save, if the save does not compile.
    pub(crate) fn broken(&self) -> Option<&Report> {
        self.broken.as_ref()
    }

    /// Returns whether rustc reports an error about this TODO in the last save.
    pub(crate) fn breaks(&self, id: &str) -> bool {
        let mut verdicts = self.broken.iter().flat_map(|report| &report.verdicts);
        verdicts.any(|verdict| verdict.id == id && verdict.status == Status::DoesNotCompile)
    }

    /// Returns a few words about a build that is under way, or an empty text.
    pub(crate) fn progress(&self) -> &'static str {
        let is_built = self.under_way.is_empty() && self.restart.is_some();
        if is_built {
            return "built: it starts again when what you have changed in the window is saved";
        }
        self.under_way
    }

    /// Returns why the last save does not run: a few words, and the first error with the sentence that explains it.
    pub(crate) fn problem(&self) -> Option<(&'static str, String, Option<&str>)> {
        match (&self.broken, &self.failed) {
            (Some(report), _) => {
                let (error, advice) = first_error(report);
                Some((if self.is_missing { "is missing" } else { "does not compile" }, error.to_owned(), advice))
            }
            (_, Some(why)) => Some(("could not be built", why.clone(), None)),
            _ => None,
        }
    }
}

/// Returns rustc's first error, and the advice about it if there is no second error that the advice may be about.
fn first_error(report: &Report) -> (&str, Option<&str>) {
    let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
    let message = broken.and_then(|verdict| verdict.message.as_ref()).or(report.warnings.first());
    let errors = message.map_or("", String::as_str);
    if let Some((first, _)) = errors.split_once("\nerror") {
        return (first.trim_end(), None);
    }
    let advice = broken.and_then(|verdict| verdict.notes.first());
    (errors.trim_end(), advice.map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::Verdict;

    fn broken(message: &str) -> Report {
        let mut verdict = Verdict::new("03.2", "matrices", Status::DoesNotCompile, 41).saying(message);
        verdict.notes.push("as a rule".into());
        let waits = Verdict::new("03.1", "joints.vert", Status::Waiting, 41);
        Report { verdicts: vec![waits, verdict], warnings: Vec::new() }
    }

    #[test]
    fn an_error_is_shown_until_the_next_good_save() {
        let mut status = BuildStatus::default();
        status.note(BuildOutcome::Waiting);
        assert_eq!(status.progress(), WAITING);
        status.note(BuildOutcome::Building);
        assert_eq!((status.progress(), status.problem()), ("building", None));
        status.note(BuildOutcome::DoesNotCompile(broken("error: no\n  --> exercise.rs:3:1\n")));
        let error = ("does not compile", "error: no\n  --> exercise.rs:3:1".to_owned(), Some("as a rule"));
        assert_eq!(status.problem(), Some(error));
        assert!(status.breaks("03.2") && !status.breaks("03.1"));
        status.note(BuildOutcome::Building);
        assert!(status.progress() == "building" && status.problem().is_some(), "the old error stays meanwhile");
        status.note(BuildOutcome::Failed("no cargo".into()));
        assert_eq!(status.problem(), Some(("could not be built", "no cargo".to_owned(), None)));
        status.note(BuildOutcome::Rebuilding);
        status.note(BuildOutcome::Restart("lesson-03".into()));
        assert_eq!(status.problem(), None);
        assert_eq!(status.take_restart(), Some(PathBuf::from("lesson-03")));
        assert_eq!((status.progress(), status.take_restart()), ("", None));
    }

    #[test]
    fn only_the_first_error_is_shown_at_once() {
        let two = broken("error[E1]: one\n  | ^\nerror[E2]: two\n");
        assert_eq!(first_error(&two), ("error[E1]: one\n  | ^", None), "the sentence may be about the other");
        let elsewhere = Report { verdicts: Vec::new(), warnings: vec!["error: in lesson 02\n".into()] };
        assert_eq!(first_error(&elsewhere).0, "error: in lesson 02");
    }
}
