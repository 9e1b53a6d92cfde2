//! `hand-in`: packs a student's files of lessons into a .zip, which `cargo class grade` reads.

use crate::git::Git;
use crate::output::say;
use crate::{archive, build, check, reset, selection};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::process::ExitCode;
use std::time::SystemTime;
use verdict::build::CargoOutput;
use verdict::build::lesson;
use verdict::{Status, file};

/// Pack your files of a lesson, or of several, into a .zip to hand in: `hand-in 04`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lessons, such as 04; without one, that of this folder
    lessons: Vec<String>,
}

/// Name of the file that says when the .zip was packed, in UTC, and at which commit of the course, if there is git.
const ORIGIN: &str = "hand-in.toml";

/// # Errors
/// If a lesson does not exist or was not begun, a file is missing, or the .zip cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut lessons = selection::lessons(&arguments.lessons, "hand-in 04")?;
    lessons.sort_by(|a, b| a.number.cmp(&b.number));
    lessons.dedup_by(|a, b| a.number == b.number);
    let mut files = Vec::new();
    for lesson in &lessons {
        let number = &lesson.number;
        ensure!(!lesson::is_untouched(lesson), "lesson {number} is as you found it, so nothing is packed");
        for file in lesson.files() {
            let path = build::shown(&file.mine);
            let bytes = fs::read(&file.mine).with_context(|| {
                format!("{path} is missing: `cargo workbook reset {number}` brings the starter back")
            })?;
            files.push((path, bytes));
        }
    }
    for lesson in &lessons {
        let report = check::lesson_report(lesson, None, None, CargoOutput::Shown)?;
        say!("{}", check::text(lesson, &report, false));
        if report.verdicts.iter().any(|verdict| matches!(verdict.status, Status::DoesNotCompile | Status::Waiting)) {
            say!("What does not compile gets no points.\n");
        }
    }
    let now = SystemTime::now();
    let numbers: Vec<String> = lessons.into_iter().map(|lesson| lesson.number).collect();
    let name = format!("lesson-{}.zip", numbers.join("-"));
    let date = humantime::format_rfc3339_seconds(now);
    let course = Git::new(&["rev-parse", "HEAD"]).line().unwrap_or_default();
    let origin = format!("date = \"{date}\"\ncourse = \"{course}\"\nlessons = {numbers:?}\n");
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    files.push((ORIGIN.into(), origin.into_bytes()));
    let out = build::workspace().join(&name);
    if out.exists() {
        let kept = reset::next_folder(&build::workspace().join(reset::KEPT).join("handed-in"))?;
        fs::rename(&out, kept.join(&name))?;
        say!("the {name} of earlier is in {}", build::shown(&kept));
    }
    let written = file::create_by(&out, file::synced(archive::packed(now, &files)?));
    written.with_context(|| format!("{name} cannot be written"))?;
    say!("{name} has {}. Hand in this file.", paths.join(", "));
    Ok(ExitCode::SUCCESS)
}
