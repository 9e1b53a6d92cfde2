//! `hand-in`: packs a student's files of lessons into a .zip, which `cargo class grade` reads.

use crate::git::Git;
use crate::output::{say, say_on};
use crate::{archive, build, check, new_file, reset};
use anyhow::{Result, bail};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::SystemTime;
use verdict::Status;
use verdict::build::CargoOutput;
use verdict::build::lesson;
use verdict::diary::{self, Diary, Entry, FILE_NAME};

/// Pack your files of a lesson, or of several, into a .zip to hand in: `hand-in 03`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lessons, such as 03
    #[arg(required = true)]
    lessons: Vec<String>,
    /// Take along what your diary has on these lessons; without it you are asked
    #[arg(long)]
    diary: bool,
}

/// Name of the file that says when the .zip was packed, in UTC, and at which commit of the course, if there is git.
const ORIGIN: &str = "hand-in.toml";

/// # Errors
/// If a lesson does not exist or was not begun, a file is missing, or the .zip cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut lessons = arguments.lessons.iter().map(|number| lesson::find(number)).collect::<Result<Vec<_>>>()?;
    lessons.sort_by(|a, b| a.number.cmp(&b.number));
    lessons.dedup_by(|a, b| a.number == b.number);
    let mut files = Vec::new();
    for lesson in &lessons {
        let number = &lesson.number;
        if lesson::is_untouched(lesson) {
            bail!("lesson {number} is as you found it: there is nothing to hand in");
        }
        for file in lesson.files() {
            let path = build::shown(&file.mine);
            let Ok(bytes) = fs::read(&file.mine) else {
                bail!("{path} is missing: `cargo workbook reset {number}` brings the starter back");
            };
            files.push((path.replace('\\', "/"), bytes));
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
    let kept = diary_of(&numbers);
    let takes_diary = !kept.is_empty() && (arguments.diary || asks_for_diary(&kept)?);
    if takes_diary {
        say!("{FILE_NAME} goes along: {}", summary(&kept));
        files.push((FILE_NAME.into(), diary::lines(&kept).into_bytes()));
    } else if arguments.diary || !kept.is_empty() {
        say!("No diary goes along.");
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    files.push((ORIGIN.into(), origin.into_bytes()));
    let out = build::workspace().join(&name);
    if out.exists() {
        let kept = reset::next_folder(&build::workspace().join(reset::KEPT).join("handed-in"))?;
        fs::rename(&out, kept.join(&name))?;
        say!("the {name} of earlier is in {}", build::shown(&kept));
    }
    new_file::write(&out, &archive::packed_at(now, &files)?, false)?;
    say!("{name} has {}. Hand in this file.", paths.join(", "));
    Ok(ExitCode::SUCCESS)
}

/// Returns the entries of the diary on these lessons. Other text that a student may have written there never goes along.
fn diary_of(lessons: &[String]) -> Vec<Entry> {
    let mut entries = diary::entries(&Diary::of_workspace().text());
    entries.retain(|entry| lessons.iter().any(|lesson| entry.lesson() == lesson));
    entries
}

/// Returns what goes along, in a line: how much, and the last of it.
fn summary(entries: &[Entry]) -> String {
    let last = entries.last().map(Entry::to_string).unwrap_or_default();
    format!("{} lines such as `{last}`", entries.len())
}

/// Asks on a terminal. Anything but a yes is a no; so is the lack of a terminal.
fn asks_for_diary(entries: &[Entry]) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(false);
    }
    say_on!("Your diary has {}. Hand it in, too? [y/N] ", summary(entries));
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
