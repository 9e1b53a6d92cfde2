//! `watch`: checks a lesson each time one of its files is saved.

use crate::output::{self, say};
use crate::{check, course, progress};
use anyhow::Result;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};
use verdict::build::lesson;
use verdict::build::{self, CargoOutput, WAITING};
use verdict::file_watcher::FileWatcher;

/// Interval at which the files are polled, which costs nothing compared with a build.
const POLL: Duration = Duration::from_millis(20);

/// Between two reports on a screen.
const RULE: &str = "----------------------------------------------------------------";

/// Check a lesson each time you save; Ctrl+C ends it
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Lessons, such as 04; without one, that of this folder, or whichever you save
    lessons: Vec<String>,
    /// Print a line of JSON for each check, for programs
    #[arg(long)]
    json: bool,
}

/// Checks until the process is ended or nobody reads its reports: at first the lesson, or of several the one to go on with.
/// What is saved during a check is checked after it.
///
/// # Errors
/// If there is no such lesson.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lessons = match (&*arguments.lessons, lesson::here()?) {
        ([], Some(here)) => vec![here],
        ([], None) => lesson::all()?,
        (names, _) => names.iter().map(|name| lesson::find(name)).collect::<Result<_>>()?,
    };
    let mut files = Vec::new();
    for (index, lesson) in lessons.iter().enumerate() {
        files.extend(lesson.files().into_iter().map(|file| (index, file.mine)));
    }
    let mut watcher = FileWatcher::new(files);
    let first = match &lessons[..] {
        [_] => 0,
        all => {
            let next = progress::next(all, &progress::rows(all));
            next.and_then(|(next, _)| all.iter().position(|lesson| lesson.number == next.number)).unwrap_or(0)
        }
    };
    let mut saved = vec![first];
    while !output::is_closed() {
        for index in saved {
            let lesson = &lessons[index];
            if !arguments.json {
                say!("{RULE}\nchecking lesson {} ...", lesson.number);
            }
            let start = Instant::now();
            build::wait_for_another_cargo(|| eprintln!("{WAITING}"));
            let report = check::lesson_report(lesson, None, None, CargoOutput::Hidden);
            match report {
                Ok(report) if arguments.json => say!("{}", serde_json::to_string(&report)?),
                Ok(report) => {
                    let text = check::text(lesson, &report, false);
                    let next = course::next_line(lesson, &report.verdicts);
                    say!("{text}{next}\nchecked in {:.1} s", start.elapsed().as_secs_f32());
                }
                Err(error) if arguments.json => say!("{}", serde_json::json!({ "error": format!("{error:#}") })),
                Err(error) => say!("{error:#}"),
            }
        }
        thread::sleep(POLL);
        saved = watcher.saved().into_iter().map(|(index, _)| index).collect();
    }
    Ok(ExitCode::SUCCESS)
}
