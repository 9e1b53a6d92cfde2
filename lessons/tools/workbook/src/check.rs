//! `check`: builds a lesson, runs its program with `--check`, and shows the verdicts.

use crate::hint::HintsShown;
use crate::output::{self, say};
use crate::selection::Selection;
use crate::{course, doctor};
use anyhow::{Context, Error, Result, anyhow, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use verdict::build::lesson::{self, LessonFolder};
use verdict::build::{self, BuildOutcome, CargoOutput, Report, mend};
use verdict::{LIBRARY, PAGES, Status, Verdict};

/// Check your answers: lessons (04), TODOs (04.2), those lessons that are begun, or all
///
/// Exit code: 0 if all pass, 1 if anything is wrong or not done yet, 3 if nothing is wrong but
/// something could not be checked here.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// 04, 04.2, begun or all; without it, the lesson of this folder, or all
    what: Vec<String>,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
    /// Seed of the random inputs, a whole number
    #[arg(long)]
    seed: Option<u64>,
    /// Every TODO in full, with all numbers
    #[arg(long)]
    verbose: bool,
}

/// A report with the hints that were shown, which an assistant must know: see lessons/AGENTS.md.
#[derive(Serialize)]
struct ReportForPrograms {
    #[serde(flatten)]
    report: Report,
    /// Level of the last hint that `hint` showed, by TODO. 0 is a question about a mistake.
    hints: BTreeMap<String, usize>,
}

/// # Errors
/// If there is no such lesson, or cargo fails for another reason than the student's code.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut report = Report::default();
    let mut next = None;
    let selections = selected(&arguments.what)?;
    for (lesson, todo) in &selections {
        let only = todo.map(|todo| &*lesson.toml.todos[todo].id);
        let one = lesson_report(lesson, only, arguments.seed, CargoOutput::Shown)?;
        if !arguments.json {
            say!("{}", text(lesson, &one, arguments.verbose));
        }
        if output::is_closed() {
            return Ok(ExitCode::SUCCESS);
        }
        if next.is_none() && (selections.len() == 1 || one.verdicts.iter().any(|verdict| !verdict.status.is_done())) {
            next = Some(course::next_line(lesson, &one.verdicts));
        }
        report.verdicts.extend(one.verdicts);
        report.warnings.extend(one.warnings);
    }
    let exit_code = ExitCode::from(verdict::exit_code(&report.verdicts));
    if arguments.json {
        let shown = HintsShown::load();
        let hints = report.verdicts.iter().flat_map(|verdict| shown.levels(&verdict.id)).collect();
        say!("{}", serde_json::to_string_pretty(&ReportForPrograms { report, hints })?);
        return Ok(exit_code);
    }
    if selections.len() > 1 {
        say!("In all {}", count(&report.verdicts));
    } else if let Some(pages) = pages() {
        say!("What was the GPU told? {pages}");
    }
    if let Some(next) = next {
        say!("{next}");
    }
    Ok(exit_code)
}

/// Returns what the words name: without words, the lesson of this folder, or all lessons.
fn selected(words: &[String]) -> Result<Vec<Selection>> {
    let mut lessons = match words {
        [] => match lesson::here()? {
            Some(here) => vec![here],
            None => lesson::all()?,
        },
        [all] if all == "all" || all == "begun" => lesson::all()?,
        words => return words.iter().map(|word| lesson::select(word)).collect(),
    };
    if words == ["begun"] {
        lessons.retain(|lesson| !lesson::is_untouched(lesson));
    }
    Ok(lessons.into_iter().map(|lesson| (lesson, None)).collect())
}

/// Builds a lesson, and lets its program check all TODOs, or `only` one.
///
/// # Errors
/// If cargo fails for another reason than the student's code.
pub(crate) fn lesson_report(
    lesson: &LessonFolder,
    only: Option<&str>,
    seed: Option<u64>,
    cargo: CargoOutput,
) -> Result<Report> {
    // Those of the last check are another program's by now.
    let _ = fs::remove_dir_all(pages_folder());
    let (program, outcome) = build::both(lesson, cargo);
    let verdicts = match (&program, outcome.file()) {
        (Some(program), Some(library)) => verdicts_of(program, library, only, seed)?,
        _ => Vec::new(),
    };
    match outcome {
        BuildOutcome::Built(_, mut warnings) => {
            // A program in the making has much that is not used yet, and `cargo run` has said so. Beside a named mistake, an unused
            // variable is not worth a message.
            let is_own = lesson.toml.exercise.is_some();
            let is_named = verdicts.iter().any(|verdict| !verdict.mistakes.is_empty());
            warnings.retain(|warning| !(is_own || is_named && warning.starts_with("warning: unused")));
            Ok(Report { verdicts, warnings })
        }
        BuildOutcome::DoesNotCompile(mut report, _) | BuildOutcome::Missing(mut report) => {
            report.verdicts = mend::merged(report.verdicts, &verdicts);
            report.verdicts.retain(|v| only.is_none_or(|only| only == v.id) || v.status == Status::DoesNotCompile);
            Ok(report)
        }
        outcome => Err(failure(&outcome)),
    }
}

/// Returns the error of a build that has failed for another reason than the student's code.
fn failure(outcome: &BuildOutcome) -> Error {
    doctor::with_missing(anyhow!("{}", outcome.problem().map_or("nothing was built", |problem| problem.error)))
}

/// Builds a lesson, and returns the path of its program. If it does not compile, prints the report and returns `None`.
///
/// # Errors
/// If cargo fails for another reason than the student's code.
pub(crate) fn program(lesson: &LessonFolder) -> Result<Option<PathBuf>> {
    match build::program(lesson, CargoOutput::Shown) {
        BuildOutcome::Built(path, _) => Ok(Some(path)),
        BuildOutcome::DoesNotCompile(report, _) | BuildOutcome::Missing(report) => {
            say!("{}{}", text(lesson, &report, false), course::next_line(lesson, &report.verdicts));
            Ok(None)
        }
        outcome => Err(failure(&outcome)),
    }
}

/// Runs a lesson's program with `--check` on a library, and returns its verdicts.
fn verdicts_of(program: &Path, library: &Path, only: Option<&str>, seed: Option<u64>) -> Result<Vec<Verdict>> {
    let mut command = Command::new(program);
    command.env(LIBRARY, library).arg("--check").args(only).arg("--json").stdin(Stdio::null());
    command.env(PAGES, pages_folder());
    if let Some(seed) = seed {
        command.args(["--seed", &seed.to_string()]);
    }
    let output = command.output().with_context(|| format!("{} could not be started", program.display()))?;
    ensure!(
        output.status.code().is_some(),
        "the check was ended from outside ({}). Does an answer end the process that has started it? Check one TODO at a time.",
        output.status
    );
    serde_json::from_slice(&output.stdout).with_context(|| {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("{} did not come back with verdicts: {message}", program.display())
    })
}

/// Returns the folder with what the GPU was told by the frames of a check: see [`PAGES`].
fn pages_folder() -> PathBuf {
    verdict::workspace::root().join("target").join("told")
}

/// Returns the paths of the pages that the last check has written, if it has written any.
fn pages() -> Option<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(pages_folder()).ok()?.flatten() {
        paths.push(verdict::workspace::shown(&entry.path()));
    }
    paths.sort();
    Some(paths.join(", "))
}

/// Returns a lesson's report as text: the current TODO's card first if it is begun, and of each other TODO its cause and
/// question, or all in full if `is_verbose`.
pub(crate) fn text(lesson: &LessonFolder, report: &Report, is_verbose: bool) -> String {
    let statuses: Vec<Option<Status>> = report.verdicts.iter().map(|verdict| Some(verdict.status)).collect();
    let current = verdict::current_todo(&statuses);
    let mut text = String::new();
    let mut is_cut = false;
    for (index, verdict) in report.verdicts.iter().enumerate() {
        // The next command is printed once, at the end.
        let next = verdict.next.clone().filter(|_| verdict.status == Status::Skipped);
        let verdict = Verdict { next, ..verdict.clone() };
        let is_current = current == Some(index);
        let card = match verdict.status {
            _ if is_verbose => verdict::text(&verdict),
            Status::Skipped => verdict::brief(&verdict),
            _ if is_current => verdict::brief(&verdict),
            _ => {
                is_cut |= verdict.status.is_wrong();
                verdict::cause(&verdict)
            }
        };
        if is_current && verdict.status != Status::NotStarted { text.insert_str(0, &card) } else { text += &card }
    }
    if is_cut {
        text += "Only the TODO to do next is shown with its cases; --verbose shows all so.\n";
    }
    for warning in &report.warnings {
        text += &format!("{}\n", warning.trim_end());
    }
    format!("Lesson {}, {}\n{text}{}", lesson.number, lesson.toml.title, count(&report.verdicts))
}

fn count(verdicts: &[Verdict]) -> String {
    let passed = verdicts.iter().filter(|verdict| verdict.status == Status::Pass).count();
    let skipped = verdicts.iter().filter(|verdict| verdict.status == Status::Skipped).count();
    let unchecked = if skipped > 0 { format!(", {skipped} NOT CHECKED") } else { String::new() };
    format!("{passed} of {} pass{unchecked}\n", verdicts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_todo_comes_first_and_the_others_with_their_causes() {
        let mut failing = Verdict::new("04.2", "x", Status::Fail, 41);
        failing.question = Some("Which?".into());
        let mut other = Verdict::new("04.3", "x", Status::Fail, 41);
        other.place = Some("[0]".into());
        other.expected = Some("1".into());
        other.got = Some("2".into());
        other.question = Some("What?".into());
        let mut right = Verdict::new("04.1", "x", Status::Pass, 41);
        right.notes.push("remark".into());
        let lesson = lesson::find("04").unwrap();
        let report = Report { verdicts: vec![right, failing, other], warnings: Vec::new() };
        let expected = "Lesson 04, Joint lines\n04.2 x                FAIL\n     Which?\n04.1 x                pass\n     remark\n\
            04.3 x                FAIL\n     [0]: expected 1  got 2\n     What?\n\
            Only the TODO to do next is shown with its cases; --verbose shows all so.\n1 of 3 pass\n";
        assert_eq!(text(&lesson, &report, false), expected);
        assert!(text(&lesson, &report, true).contains("     seed 41\n"));
    }

    #[test]
    #[cfg(unix)]
    fn a_check_that_was_killed_is_named_so() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("lesson");
        std::fs::write(&program, "#!/bin/sh\nkill -9 $$\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let error = verdicts_of(&program, Path::new("none"), None, None).unwrap_err().to_string();
        assert!(error.starts_with("the check was ended from outside (signal: 9"), "{error}");
    }
}
