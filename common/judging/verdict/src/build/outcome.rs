//! What becomes of a save: the one type of it, for the command, the judge and the window.

use super::Report;
use crate::Status;
use std::path::PathBuf;

/// What became of a lesson's exercise as it was saved, or of the lesson's program. `L` is the file that was built, or the library
/// that was loaded of it.
#[derive(Debug)]
pub enum BuildOutcome<L = PathBuf> {
    /// It can be run, or called. With rustc's warnings about the exercise.
    Built(L, Vec<String>),
    /// rustc's errors; and the library with the starter's functions in the place of those that they are in, if it can be called.
    DoesNotCompile(Report, Option<L>),
    /// `exercise.rs` is missing or empty, and nothing was built.
    Missing(Report),
    /// It could not be built, for a reason outside of the exercise: cargo's words.
    Failed(String),
    /// It does not fit the program that runs. This one was built, and should replace it.
    Restart(PathBuf),
}

/// Why a save does not run.
#[derive(Debug, PartialEq)]
pub struct BuildProblem<'a> {
    /// A few words: `does not compile`.
    pub what: &'static str,
    /// The first error, or cargo's words.
    pub error: &'a str,
    /// The sentence that explains the error, if there is no second one that it may be about.
    pub advice: Option<&'a str>,
}

impl BuildOutcome {
    /// Returns the outcome of a build that has succeeded, and should have built this file.
    pub(super) fn built(file: Option<PathBuf>, warnings: Vec<String>) -> Self {
        match file {
            Some(file) => BuildOutcome::Built(file, warnings),
            None => BuildOutcome::Failed("cargo named no file that it has built".into()),
        }
    }
}

impl<L> BuildOutcome<L> {
    /// Returns what was built, whole or without what does not compile.
    pub fn into_built(self) -> Option<L> {
        match self {
            BuildOutcome::Built(library, _) | BuildOutcome::DoesNotCompile(_, Some(library)) => Some(library),
            _ => None,
        }
    }

    /// Returns what was built.
    pub fn file(&self) -> Option<&L> {
        match self {
            BuildOutcome::Built(file, _) | BuildOutcome::DoesNotCompile(_, Some(file)) => Some(file),
            _ => None,
        }
    }

    /// Replaces what was built by what was loaded of it.
    pub fn with<M>(self, loaded: Option<M>) -> BuildOutcome<M> {
        match (self, loaded) {
            (BuildOutcome::Built(_, warnings), Some(loaded)) => BuildOutcome::Built(loaded, warnings),
            (BuildOutcome::Built(..), None) => BuildOutcome::Failed("it cannot be loaded".into()),
            (BuildOutcome::DoesNotCompile(report, _), loaded) => BuildOutcome::DoesNotCompile(report, loaded),
            (BuildOutcome::Missing(report), _) => BuildOutcome::Missing(report),
            (BuildOutcome::Failed(why), _) => BuildOutcome::Failed(why),
            (BuildOutcome::Restart(program), _) => BuildOutcome::Restart(program),
        }
    }

    /// Returns the report on an exercise that does not compile, or is missing.
    pub fn report(&self) -> Option<&Report> {
        match self {
            BuildOutcome::DoesNotCompile(report, _) | BuildOutcome::Missing(report) => Some(report),
            _ => None,
        }
    }

    /// Returns whether rustc reports an error about this TODO, or its file is missing.
    pub fn breaks(&self, id: &str) -> bool {
        let mut verdicts = self.report().into_iter().flat_map(|report| &report.verdicts);
        verdicts.any(|verdict| verdict.id == id && verdict.status == Status::DoesNotCompile)
    }

    /// Returns whether the answer to this TODO as it was saved is not called: rustc reports an error about it, or one that keeps
    /// the whole file from being built.
    pub fn stops(&self, id: &str) -> bool {
        self.problem().is_some() && (self.breaks(id) || !matches!(self, BuildOutcome::DoesNotCompile(_, Some(_))))
    }

    /// Returns why the save does not run, if it does not.
    pub fn problem(&self) -> Option<BuildProblem<'_>> {
        let (what, report) = match self {
            BuildOutcome::Built(..) | BuildOutcome::Restart(_) => return None,
            BuildOutcome::Failed(error) => {
                return Some(BuildProblem { what: "could not be built", error, advice: None });
            }
            BuildOutcome::DoesNotCompile(report, _) => ("does not compile", report),
            BuildOutcome::Missing(report) => ("the exercise is missing", report),
        };
        let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
        let message = broken.and_then(|verdict| verdict.message.as_ref()).or(report.warnings.first());
        let errors = message.map_or("", String::as_str);
        if let Some((first, _)) = errors.split_once("\nerror") {
            return Some(BuildProblem { what, error: first.trim_end(), advice: None });
        }
        let advice = broken.and_then(|verdict| verdict.notes.first()).map(String::as_str);
        Some(BuildProblem { what, error: errors.trim_end(), advice })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn broken(message: &str, others: Option<()>) -> BuildOutcome<()> {
        let mut verdict = Verdict::new("04.2", "matrices", Status::DoesNotCompile, 41).saying(message);
        verdict.notes.push("as a rule".into());
        let waits = Verdict::new("04.1", "joints.vert", Status::Waiting, 41);
        BuildOutcome::DoesNotCompile(Report { verdicts: vec![waits, verdict], warnings: Vec::new() }, others)
    }

    #[test]
    fn an_error_stops_its_function_and_without_the_others_the_whole_file() {
        let outcome = broken("error: no\n  --> exercise.rs:3:1\n", None);
        let error = "error: no\n  --> exercise.rs:3:1";
        let problem = BuildProblem { what: "does not compile", error, advice: Some("as a rule") };
        assert_eq!(outcome.problem(), Some(problem));
        assert!(outcome.breaks("04.2") && !outcome.breaks("04.1"));
        assert!(outcome.stops("04.2") && outcome.stops("04.1"), "nothing of the file is called");
        let outcome = broken("error: no\n", Some(()));
        assert!(outcome.stops("04.2") && !outcome.stops("04.1"));
        let two = broken("error[E1]: one\n  | ^\nerror[E2]: two\n", None);
        let problem = BuildProblem { what: "does not compile", error: "error[E1]: one\n  | ^", advice: None };
        assert_eq!(two.problem(), Some(problem), "the sentence may be about the other");
        let elsewhere = Report { verdicts: Vec::new(), warnings: vec!["error: in lesson 02\n".into()] };
        assert_eq!(BuildOutcome::<()>::Missing(elsewhere).problem().unwrap().error, "error: in lesson 02");
        assert!(BuildOutcome::<()>::Restart("lesson-04".into()).problem().is_none());
    }
}
