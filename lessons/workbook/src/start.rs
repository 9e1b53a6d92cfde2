//! A bare `cargo run`: is the machine ready, how far am I, open the next lesson.

use crate::output::{say, say_on};
use crate::{
    build,
    doctor::{self, Finding, System},
    lesson::{self, Lesson},
    progress::{self, Progress, Standing},
};
use anyhow::{Context, Result};
use std::{
    env, fs,
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, SystemTime},
};

/// A machine that was found ready is not looked at again for a day.
const READY_FOR: Duration = Duration::from_hours(24);

/// What a lesson or the viewer returns where it finds no display: `common::app::NO_DISPLAY`.
const NO_DISPLAY: i32 = 3;

/// `yes`: install what is missing without asking.
///
/// # Errors
/// If something cannot be installed, or a lesson cannot be built or started.
pub(crate) fn run(yes: bool) -> Result<ExitCode> {
    if !is_machine_ready(yes)? {
        return Ok(ExitCode::FAILURE);
    }
    let lessons = lesson::all()?;
    let mut progress = Progress::load();
    let standings: Vec<Result<Standing>> =
        lessons.iter().map(|lesson| progress.of(lesson)).collect();
    progress.save();
    say_on!("{}", table(&lessons, &standings));
    let next = standings.iter().position(|s| !s.as_ref().is_ok_and(Standing::is_done));
    if let Some(place) = next {
        return open(&lessons[place]);
    }
    say!("\nAll lessons are done. Here is a figure to look at.");
    show("viewer", "figure", &["assets/arm.dae"])
}

/// Looks, unless that was done a while ago, and mends what it may. False if something is missing.
fn is_machine_ready(yes: bool) -> Result<bool> {
    if was_ready() {
        return Ok(true);
    }
    let system = System::detect();
    let mut findings = doctor::quick(system);
    if findings.iter().any(Finding::is_missing) {
        say_on!("{}", doctor::report(system, &findings));
        if !(yes || may_install()?) {
            return Ok(false);
        }
        doctor::install(system, &findings)?;
        findings = doctor::quick(system);
        say_on!("{}", doctor::report(system, &findings));
    }
    let ready = !findings.iter().any(Finding::is_missing);
    if ready {
        remember_ready();
    }
    Ok(ready)
}

/// Only somebody at a terminal can be asked.
fn may_install() -> Result<bool> {
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        say!("to have it installed without being asked: cargo run -- --yes");
        return Ok(false);
    }
    say_on!("Install it now? [Y/n] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}

fn stamp() -> PathBuf {
    progress::folder().join("machine-is-ready")
}

fn was_ready() -> bool {
    let age = fs::metadata(stamp()).and_then(|data| data.modified()).ok();
    let age = age.and_then(|then| SystemTime::now().duration_since(then).ok());
    age.is_some_and(|age| age < READY_FOR)
}

/// Where it cannot be remembered it is looked at again, which is no error.
fn remember_ready() {
    let _ = fs::create_dir_all(progress::folder()).and_then(|()| fs::write(stamp(), ""));
}

/// ```text
///   03  Joint lines        45 min   1 of 2   <- next
/// ```
fn table(lessons: &[Lesson], standings: &[Result<Standing>]) -> String {
    let width = lessons.iter().map(|l| l.about.title.chars().count()).max().unwrap_or(0);
    let mut text = String::from("Armature: skeletal animation, by writing it\n\n");
    let mut next = "   <- next";
    for (lesson, standing) in lessons.iter().zip(standings) {
        let words = match standing {
            Ok(standing) => standing.words(),
            Err(error) => format!("? {error:#}"),
        };
        let done = standing.as_ref().is_ok_and(Standing::is_done);
        let mark = if done { "" } else { std::mem::take(&mut next) };
        let (title, minutes) = (&lesson.about.title, lesson.about.minutes);
        text +=
            &format!("  {}  {title:<width$}  {minutes:>3} min   {words}{mark}\n", lesson.number);
    }
    text
}

fn open(lesson: &Lesson) -> Result<ExitCode> {
    let folder = Path::new("lessons").join(&lesson.folder);
    say!(
        "\nLesson {}: read {}, then fill the TODOs in {}.\nTo check: cargo workbook check {}\n",
        lesson.number,
        folder.join("README.md").display(),
        folder.join("src").join("exercise.rs").display(),
        lesson.number
    );
    show(&lesson.package(), &lesson.package(), &[])
}

/// Opens a program's window; where there is no display, draws its picture and says where.
fn show(package: &str, name: &str, arguments: &[&str]) -> Result<ExitCode> {
    let program = build::program(package)?;
    let command = || {
        let mut command = Command::new(&program);
        command.current_dir(build::workspace()).args(arguments);
        command
    };
    let started = || format!("{} could not be started", program.display());
    if has_display(|name| env::var_os(name)) {
        let status = command().status().with_context(started)?;
        if status.code() != Some(NO_DISPLAY) {
            return Ok(build::exit_code(status));
        }
    }
    let picture = progress::folder().join(format!("{name}.png"));
    fs::create_dir_all(progress::folder())?;
    let status = command().arg("--screenshot").arg(&picture).status().with_context(started)?;
    if status.success() {
        say!("There is no display here. What would be in the window: {}", picture.display());
    }
    Ok(build::exit_code(status))
}

/// Linux says by its environment whether there is one; elsewhere there always is.
fn has_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn displays_by_the_environment() {
        let with = |name: &'static str, value: &'static str| {
            has_display(move |asked| (asked == name).then(|| value.into()))
        };
        assert!(with("DISPLAY", ":0"));
        assert!(with("WAYLAND_DISPLAY", "wayland-0"));
        assert!(!with("DISPLAY", ""));
        assert!(!with("TERM", "xterm"));
    }

    #[test]
    fn the_first_that_is_not_done_is_next() {
        let lessons = [lesson::find("03").unwrap(), lesson::find("03").unwrap()];
        let standing = |passed| Ok(Standing { begun: passed > 0, passed, todos: 2 });
        let text = table(&lessons, &[standing(2), standing(0)]);
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("min")).collect();
        assert!(lines[0].ends_with("done"), "{text}");
        assert!(lines[1].ends_with("not started   <- next"), "{text}");
        let broken = table(&lessons, &[Err(anyhow::anyhow!("no cargo")), standing(1)]);
        assert!(broken.contains("? no cargo   <- next"), "{broken}");
    }
}
