//! Progress of the build of the last save, as the window shows it.

use crate::exercise::library::{BuildOutcome, LoadedExercise};
use std::path::PathBuf;
use verdict::Status;
use verdict::build::{Report, WAITING};

#[derive(Default)]
pub(crate) struct BuildStatus {
    /// A few words about a build that is under way.
    under_way: &'static str,
    last: LastBuild,
}

/// The outcome of the last build that has ended.
#[derive(Default)]
enum LastBuild {
    #[default]
    Loaded,
    /// rustc's report, and whether the functions without errors are called.
    DoesNotCompile(Report, bool),
    Missing(Report),
    Failed(String),
    Restart(PathBuf),
}

impl BuildStatus {
    /// Takes the outcome of a build or its progress. Returns the library if one was loaded, whole or without what is broken.
    pub(crate) fn note(&mut self, outcome: BuildOutcome) -> Option<LoadedExercise> {
        let mut under_way = "";
        let mut loaded = None;
        match outcome {
            BuildOutcome::Waiting => under_way = WAITING,
            BuildOutcome::Building => under_way = "building",
            BuildOutcome::Rebuilding => {
                under_way = "more than your answers has changed: building the lesson, then starting it again";
            }
            BuildOutcome::Loaded(exercise) => {
                self.last = LastBuild::Loaded;
                loaded = Some(exercise);
            }
            BuildOutcome::Restart(program) => self.last = LastBuild::Restart(program),
            BuildOutcome::DoesNotCompile(report, others) => {
                self.last = LastBuild::DoesNotCompile(report, others.is_some());
                loaded = others;
            }
            BuildOutcome::Missing(report) => self.last = LastBuild::Missing(report),
            BuildOutcome::Failed(why) => self.last = LastBuild::Failed(why),
        }
        self.under_way = under_way;
        loaded
    }

    pub(crate) fn take_restart(&mut self) -> Option<PathBuf> {
        let LastBuild::Restart(program) = &mut self.last else { return None };
        let program = std::mem::take(program);
        self.last = LastBuild::Loaded;
        Some(program)
    }

    /// Returns rustc's report on the last save, if the save does not compile.
    pub(crate) fn broken(&self) -> Option<&Report> {
        match &self.last {
            LastBuild::DoesNotCompile(report, _) | LastBuild::Missing(report) => Some(report),
            _ => None,
        }
    }

    /// Returns whether rustc reports an error about this TODO in the last save.
    pub(crate) fn breaks(&self, id: &str) -> bool {
        let mut verdicts = self.broken().into_iter().flat_map(|report| &report.verdicts);
        verdicts.any(|verdict| verdict.id == id && verdict.status == Status::DoesNotCompile)
    }

    /// Returns whether the answer to this TODO as it was last saved is not called: rustc reports an error about it, or one that
    /// keeps the whole file from being built.
    pub(crate) fn stops(&self, id: &str) -> bool {
        self.problem().is_some() && (self.breaks(id) || !matches!(self.last, LastBuild::DoesNotCompile(_, true)))
    }

    /// Returns a few words about a build that is under way, or an empty text.
    pub(crate) fn progress(&self) -> &'static str {
        match self.last {
            LastBuild::Restart(_) if self.under_way.is_empty() => {
                "built: it starts again when what you have changed in the window is saved"
            }
            _ => self.under_way,
        }
    }

    /// Returns why the last save does not run: a few words, and the first error with the sentence that explains it.
    pub(crate) fn problem(&self) -> Option<(&'static str, String, Option<&str>)> {
        let (why, report) = match &self.last {
            LastBuild::Loaded | LastBuild::Restart(_) => return None,
            LastBuild::Failed(why) => return Some(("could not be built", why.clone(), None)),
            LastBuild::DoesNotCompile(report, _) => ("does not compile", report),
            LastBuild::Missing(report) => ("is missing or empty", report),
        };
        let (error, advice) = first_error(report);
        Some((why, error.to_owned(), advice))
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
        status.note(BuildOutcome::DoesNotCompile(broken("error: no\n  --> exercise.rs:3:1\n"), None));
        let error = ("does not compile", "error: no\n  --> exercise.rs:3:1".to_owned(), Some("as a rule"));
        assert_eq!(status.problem(), Some(error));
        assert!(status.breaks("03.2") && !status.breaks("03.1"));
        assert!(status.stops("03.2") && status.stops("03.1"), "nothing of the file is called");
        status.last = LastBuild::DoesNotCompile(broken("error: no\n  --> exercise.rs:3:1\n"), true);
        assert!(status.stops("03.2") && !status.stops("03.1"));
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
