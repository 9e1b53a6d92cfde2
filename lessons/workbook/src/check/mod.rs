//! `check`: builds a lesson, lets it check itself, and shows what came out.

mod compile;

use crate::lesson::{self, Lesson};
use anyhow::{Context, Result};
use common::check::{self, Status, Verdict};
use compile::{Built, compile};
use serde::Serialize;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Check your answers: a lesson (03), one TODO (03.2), or all
///
/// Exit code: 0 if all pass, 1 if anything is wrong or not done yet, 3 if nothing is wrong but
/// something could not be checked here.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// 03, 03.2 or all
    #[arg(default_value = "all")]
    what: String,
    /// For programs
    #[arg(long)]
    json: bool,
    /// What the questions are made from; any number asks others of the same kind
    #[arg(long)]
    seed: Option<u64>,
}

/// Everything that came out, for programs.
#[derive(Default, Serialize)]
struct Report {
    verdicts: Vec<Verdict>,
    /// rustc's warnings about exercises, in its own words.
    warnings: Vec<String>,
}

/// # Errors
/// If there is no such lesson, or cargo fails for another reason than the student's code.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut report = Report::default();
    for (lesson, only) in chosen(&arguments.what)? {
        let (verdicts, warnings) = check(&lesson, only.as_deref(), arguments.seed)?;
        if !arguments.json {
            print_lesson(&lesson, &verdicts, &warnings);
        }
        report.verdicts.extend(verdicts);
        report.warnings.extend(warnings);
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    }
    Ok(ExitCode::from(check::exit_code(&report.verdicts)))
}

/// Lessons, each with the one TODO that is asked for, if one is.
fn chosen(what: &str) -> Result<Vec<(Lesson, Option<String>)>> {
    if what == "all" {
        return Ok(lesson::all()?.into_iter().map(|lesson| (lesson, None)).collect());
    }
    if what.contains('.') {
        let (lesson, _) = lesson::find_todo(what)?;
        return Ok(vec![(lesson, Some(what.to_owned()))]);
    }
    Ok(vec![(lesson::find(what)?, None)])
}

/// Every TODO of a lesson.
///
/// # Errors
/// As [`run`].
pub(crate) fn verdicts(lesson: &Lesson) -> Result<Vec<Verdict>> {
    check(lesson, None, None).map(|(verdicts, _)| verdicts)
}

fn check(
    lesson: &Lesson,
    only: Option<&str>,
    seed: Option<u64>,
) -> Result<(Vec<Verdict>, Vec<String>)> {
    Ok(match compile(lesson)? {
        Built::Program { path, warnings } => (ask(&path, only, seed)?, warnings),
        Built::Refused(errors) => {
            (compile::verdicts(lesson, only, &errors, seed.unwrap_or_default()), Vec::new())
        }
    })
}

/// The lesson's own program checks each TODO in a process of its own.
fn ask(program: &Path, only: Option<&str>, seed: Option<u64>) -> Result<Vec<Verdict>> {
    let mut command = Command::new(program);
    command.arg("--check").args(only).arg("--json");
    if let Some(seed) = seed {
        command.args(["--seed", &seed.to_string()]);
    }
    let output =
        command.output().with_context(|| format!("{} could not be started", program.display()))?;
    serde_json::from_slice(&output.stdout).with_context(|| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("{} did not come back with verdicts: {said}", program.display())
    })
}

fn print_lesson(lesson: &Lesson, verdicts: &[Verdict], warnings: &[String]) {
    println!("Lesson {}, {}", lesson.number, lesson.about.title);
    for verdict in verdicts {
        print!("{}", check::text(verdict));
    }
    for warning in warnings {
        println!("{}", warning.trim_end());
    }
    let passed = verdicts.iter().filter(|v| v.status == Status::Pass).count();
    let skipped = verdicts.iter().filter(|v| v.status == Status::Skipped).count();
    let skipped = if skipped > 0 { format!(", {skipped} NOT CHECKED") } else { String::new() };
    println!("{passed} of {} pass{skipped}\n", verdicts.len());
}
