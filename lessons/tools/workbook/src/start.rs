//! The command without arguments: checks the machine, shows the progress, opens the next lesson.

use crate::output::{say, say_on};
use crate::{
    build, check,
    doctor::{self, Finding, System},
    progress,
};
use anyhow::Result;
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, SystemTime},
};
use verdict::build::lesson::{self, LessonFolder};

/// Time for which a machine that was found ready is not checked again.
const READY_FOR: Duration = Duration::from_hours(24);

/// The exit code of a lesson or the viewer that finds no display: `window::NO_DISPLAY`.
const NO_DISPLAY: i32 = 3;
/// The exit code of a lesson or the viewer on a display without OpenGL: `window::NO_OPENGL`.
const NO_OPENGL: i32 = 4;

/// Play the finished game of lesson 18
#[derive(clap::Args)]
pub(crate) struct PlayArguments {
    /// The game's own arguments, after a --: `play -- --editor`
    #[arg(last = true)]
    arguments: Vec<OsString>,
}

/// Builds and opens the finished game, after a check of the machine.
///
/// # Errors
/// As for [`run`].
pub(crate) fn play(yes: bool, PlayArguments { arguments }: &PlayArguments) -> Result<ExitCode> {
    if !make_machine_ready(yes, "play ")? {
        return Ok(ExitCode::FAILURE);
    }
    let mut all = vec![OsStr::new("--solution"), OsStr::new("--game")];
    all.extend(arguments.iter().map(OsString::as_os_str));
    // It stands on all lessons: also after one of them has been built this takes a while.
    let game: Vec<_> = lesson::all()?.into_iter().filter(|lesson| lesson.package() == "lesson-18").collect();
    announce_first_build("the game, on the runtime and the lessons before it", &game);
    open_window(&build::program("lesson-18")?, "game", &all)
}

/// Checks the machine, prints the progress, and opens the next lesson. With `yes` installs what is missing without asking.
///
/// # Errors
/// If something cannot be installed, or a lesson cannot be built or started.
pub(crate) fn run(yes: bool) -> Result<ExitCode> {
    if !make_machine_ready(yes, "")? {
        return Ok(ExitCode::FAILURE);
    }
    let lessons = lesson::with_own_program()?;
    let rows = progress::rows(&lessons);
    say_on!("Armature: skeletal animation, by writing it\n\n{}", progress::table(&rows));
    if let Some(next) = progress::unfinished(&rows).first() {
        let todo = rows[*next].1.as_ref().ok().and_then(|statuses| progress::first_open(statuses));
        return open_lesson(&lessons[*next], todo.unwrap_or(0));
    }
    say!("\nAll lessons are done. Here is a figure to look at.");
    open_window(&build::program("viewer")?, "figure", &["assets/arm.dae".as_ref()])
}

/// Checks the machine, unless it was found ready a short time ago, and installs what is missing if the student agrees.
/// Returns false if something is still missing. `command` are the words of this command, each with a blank after it.
fn make_machine_ready(yes: bool, command: &str) -> Result<bool> {
    if was_ready_before() {
        return Ok(true);
    }
    let system = System::detect();
    let mut findings = doctor::quick(system);
    if findings.iter().any(Finding::is_missing) {
        say_on!("{}", doctor::report(system, &findings));
        if !(doctor::can_install(system, &findings) && (yes || may_install(command)?)) {
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

/// Asks in a terminal whether to install what is missing.
fn may_install(command: &str) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        say!("to have it installed without being asked: cargo run -- {command}--yes");
        return Ok(false);
    }
    let may = is_yes(io::stdin().lock(), || {
        say_on!("Install it now? [Y/n] ");
        io::stdout().flush()
    })?;
    if !may {
        say!("\nNothing was installed. Type the line above yourself, then the same command again.");
    }
    Ok(may)
}

/// Asks until a line of the input is yes or no. The end of the input is a no.
fn is_yes(mut input: impl BufRead, mut prompt: impl FnMut() -> io::Result<()>) -> io::Result<bool> {
    loop {
        prompt()?;
        let mut answer = String::new();
        if input.read_line(&mut answer)? == 0 {
            return Ok(false);
        }
        match answer.trim().to_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(true),
            "n" | "no" => return Ok(false),
            _ => {}
        }
    }
}

/// Prints that `what` is built, if none of the lessons has been built yet. Shared crates take the longest.
fn announce_first_build(what: &str, lessons: &[LessonFolder]) {
    if !lessons.iter().any(check::has_been_built) {
        say!("Building {what}. The first time this takes some minutes.");
    }
}

/// Returns the file whose time is that of the last check that found the machine ready.
fn stamp() -> PathBuf {
    build::kept().join("machine-is-ready")
}

fn was_ready_before() -> bool {
    let age = fs::metadata(stamp()).and_then(|data| data.modified()).ok();
    let age = age.and_then(|then| SystemTime::now().duration_since(then).ok());
    age.is_some_and(|age| age < READY_FOR)
}

/// Remembers that the machine is ready. If the file cannot be written, the machine is checked again next time.
fn remember_ready() {
    let _ = fs::create_dir_all(build::kept()).and_then(|()| fs::write(stamp(), ""));
}

/// Prints what to do in a lesson, and opens its window.
fn open_lesson(lesson: &LessonFolder, todo: usize) -> Result<ExitCode> {
    if lesson.toml.exercise.is_some() {
        return say_how_to_begin(lesson, todo);
    }
    let folder = Path::new("lessons").join(&lesson.folder);
    say!(
        "\nLesson {}: read {}, then fill the TODOs in {}.\nTo check: cargo workbook check {}\n",
        lesson.number,
        folder.join("README.md").display(),
        folder.join("exercise.rs").display(),
        lesson.number
    );
    announce_first_build(&format!("lesson {}", lesson.number), &lesson::all()?);
    match check::program(lesson)? {
        Some(program) => open_window(&program, &lesson.package(), &[]),
        None => Ok(ExitCode::FAILURE),
    }
}

/// Prints where a part of the student's own program begins: its window is the student's.
fn say_how_to_begin(lesson: &LessonFolder, todo: usize) -> Result<ExitCode> {
    let part = lesson.toml.milestone_of(todo).map_or(String::new(), |(part, _)| format!(", part {}", part.name));
    say!(
        "\nNow draw it yourself, in a program of your own{part}: read {}.\n\
         To check: cargo workbook check {}. To go on without it: cargo run -p lesson-NN opens any lesson.\n",
        lesson.readme_of(todo),
        lesson.number
    );
    Ok(ExitCode::SUCCESS)
}

/// Opens a program's window. Without a display with OpenGL, draws the program's picture `name` and prints its path.
fn open_window(program: &Path, name: &str, arguments: &[&OsStr]) -> Result<ExitCode> {
    let mut command = Command::new(program);
    command.current_dir(build::workspace()).args(arguments);
    if has_display(|name| env::var_os(name)) {
        let mut status = build::status(&mut command)?;
        if status.code() == Some(NO_OPENGL) && cfg!(target_os = "linux") {
            say!("The graphics driver is too old for a window. With LIBGL_ALWAYS_SOFTWARE=1 the processor draws:");
            status = build::status(command.env("LIBGL_ALWAYS_SOFTWARE", "1"))?;
            command.env_remove("LIBGL_ALWAYS_SOFTWARE");
        }
        if ![Some(NO_DISPLAY), Some(NO_OPENGL)].contains(&status.code()) {
            return Ok(build::exit_code(status));
        }
    }
    let picture = build::kept().join(format!("{name}.png"));
    fs::create_dir_all(build::kept())?;
    let status = build::status(command.arg("--screenshot").arg(&picture))?;
    if status.success() {
        say!(
            "No window can be opened here: there is no display (DISPLAY and WAYLAND_DISPLAY are empty), or none with OpenGL."
        );
        say!("What would be in it: {}", picture.display());
        say!(
            "Work without a window: cargo workbook watch checks what you save; --screenshot FILE and --figure NN.T draw."
        );
    }
    Ok(build::exit_code(status))
}

/// Returns whether there is a display: on Linux by environment variables; elsewhere always.
fn has_display(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let mut displays = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().filter_map(variable);
    !cfg!(target_os = "linux") || displays.any(|display| !display.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_yes_nor_no_is_asked_again() {
        for (typed, times_prompted, is) in [
            ("\n", 1, true),
            ("Y\n", 1, true),
            ("no\n", 1, false),
            ("", 1, false),
            ("what?\nyes\n", 2, true),
            ("j\nn\n", 2, false),
            ("later", 2, false),
        ] {
            let mut times = 0;
            let answer = is_yes(typed.as_bytes(), || {
                times += 1;
                Ok(())
            });
            assert_eq!((answer.unwrap(), times), (is, times_prompted), "{typed:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn displays_by_the_environment() {
        for (name, value, expected) in [
            ("DISPLAY", ":0", true),
            ("WAYLAND_DISPLAY", "wayland-0", true),
            ("DISPLAY", "", false),
            ("TERM", "xterm", false),
        ] {
            assert_eq!(
                has_display(|times_prompted| (times_prompted == name).then(|| value.into())),
                expected,
                "{name}={value}"
            );
        }
    }
}
