//! The command without arguments: shows the progress, and opens the next lesson.

use crate::output::{say, say_on};
use crate::{build, check, doctor, progress};
use anyhow::Result;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use verdict::build::has_been_built;
use verdict::build::lesson::{self, LessonFolder};

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

/// Builds and opens the finished game.
///
/// # Errors
/// As for [`run`].
pub(crate) fn play(PlayArguments { arguments }: &PlayArguments) -> Result<ExitCode> {
    let mut all = vec![OsStr::new("--solution"), OsStr::new("--game")];
    all.extend(arguments.iter().map(OsString::as_os_str));
    // It stands on all lessons: also after one of them has been built this takes a while.
    let game = lesson::find("18")?;
    if !begin_to_build("the game, on the runtime and the lessons before it", std::slice::from_ref(&game)) {
        return Ok(ExitCode::FAILURE);
    }
    open_window(&build::program(&game.package())?, "game", &all)
}

/// Prints the progress, and opens the next lesson.
///
/// # Errors
/// If a lesson cannot be built or started.
pub(crate) fn run() -> Result<ExitCode> {
    let lessons = lesson::with_own_program()?;
    let rows = progress::rows(&lessons);
    say_on!("Armature: skeletal animation, by writing it\n\n{}", progress::table(&lessons, &rows));
    let Some((lesson, todo)) = progress::next(&lessons, &rows) else {
        say!("\nAll lessons are done. Here is a figure to look at.");
        return open_window(&build::program("figure")?, "figure", &["assets/arm.dae".as_ref()]);
    };
    let text = lesson.readme_of(todo);
    if lesson.toml.exercise.is_some() {
        say!(
            "\nNow draw it yourself, in a program of your own: read {text}.\n\
             To check: cargo workbook check {}. To go on without it: cargo run -p lesson-NN opens any lesson.\n",
            lesson.number
        );
        return Ok(ExitCode::SUCCESS);
    }
    say!(
        "\nLesson {0}: read {text}, then fill the TODOs in {1}.\nTo check: cargo workbook check {0}\n",
        lesson.number,
        lesson.exercise()
    );
    if !begin_to_build(&format!("lesson {}", lesson.number), &lessons) {
        return Ok(ExitCode::FAILURE);
    }
    match check::program(lesson)? {
        Some(program) => open_window(&program, &lesson.package(), &[]),
        None => Ok(ExitCode::FAILURE),
    }
}

/// Before the first build, which takes the longest, says so, and checks the machine. Returns false if something is missing.
fn begin_to_build(what: &str, lessons: &[LessonFolder]) -> bool {
    if lessons.iter().any(has_been_built) {
        return true;
    }
    let missing = doctor::missing();
    say_on!("{missing}");
    if missing.is_empty() {
        say!("Building {what}. The first time this takes some minutes.");
    }
    missing.is_empty()
}

/// Opens a program's window. Without a display with OpenGL, draws the program's picture `name` and prints its path.
fn open_window(program: &Path, name: &str, arguments: &[&OsStr]) -> Result<ExitCode> {
    let mut command = Command::new(program);
    command.current_dir(build::workspace()).args(arguments);
    let status = build::status(&mut command)?;
    match status.code() {
        Some(NO_OPENGL) => say!("With LIBGL_ALWAYS_SOFTWARE=1 before the command the processor may draw a window."),
        Some(NO_DISPLAY) => {}
        _ => return Ok(build::exit_code(status)),
    }
    let picture = build::kept().join(format!("{name}.png"));
    fs::create_dir_all(build::kept())?;
    let status = build::status(command.arg("--screenshot").arg(&picture))?;
    if status.success() {
        say!(
            "What would be in the window: {}\n\
             Work without a window: cargo workbook watch checks what you save; --screenshot FILE and --figure NN.T draw.",
            picture.display()
        );
    }
    Ok(build::exit_code(status))
}
