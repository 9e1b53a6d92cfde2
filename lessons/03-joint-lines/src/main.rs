//! Lesson 03, joint lines: the family's skeleton over the family, by your answers.

use anyhow::{Context, Result};
use clap::Parser;
use common::app::{self, Desk, Whose};
use common::check::{self, Who};
use lesson_03::checks::{LESSON, REFERENCE, STARTER};
use lesson_03::window::Window;
use lesson_03::{Answers, picture};
use std::path::PathBuf;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

/// Lesson 03, joint lines: a skeleton drawn without uploading a single position
///
/// `--check [03.T] [--json] [--seed N]` checks your answers.
#[derive(Parser)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of the command line
struct Arguments {
    /// Draw into a PNG file
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Seconds since the family set out
    #[arg(long, value_name = "SECONDS", default_value_t = picture::TIME)]
    time: f32,
    /// Of the picture, in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// In a picture, too: what is around the scene in the window
    #[arg(long)]
    panels: bool,
    /// Keys that are pressed before a picture with panels is taken: --press d
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    press: Vec<String>,
    /// Your answers, as they are
    #[arg(long, group = "who")]
    mine: bool,
    /// The finished answers
    #[arg(long, group = "who")]
    solution: bool,
    /// What you began with
    #[arg(long, group = "who")]
    starter: bool,
}

impl Arguments {
    fn answers(&self) -> &Answers {
        match (self.solution, self.starter) {
            (true, _) => &REFERENCE,
            (_, true) => &STARTER,
            _ => &LESSON.exercise,
        }
    }

    /// Opens the window, or draws it into a picture.
    fn open_window(self) -> ExitCode {
        let whose = match (self.mine || self.starter, self.solution) {
            (true, _) => Whose::Mine,
            (_, true) => Whose::Reference,
            _ => Whose::Completed,
        };
        let (mine, who) =
            if self.starter { (STARTER, Who::Starter) } else { (LESSON.exercise, Who::Exercise) };
        let time = self.time;
        let arguments = app::Arguments {
            screenshot: self.screenshot,
            size: self.size,
            panels: self.panels,
            press: self.press,
            ..app::Arguments::default()
        };
        app::run_with(&arguments, move |gl| {
            Window::open(gl, Desk::new(&LESSON, who, whose), mine, time)
        })
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').ok_or("two numbers, like 1280x720")?;
    let number = |text: &str| text.parse().map_err(|_| format!("\"{text}\" is no number"));
    Ok((number(width)?, number(height)?))
}

fn main() -> ExitCode {
    if let Some(code) = check::main(&LESSON) {
        return code;
    }
    run(Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run(arguments: Arguments) -> Result<ExitCode> {
    let Some(file) = arguments.screenshot.clone().filter(|_| !arguments.panels) else {
        return Ok(arguments.open_window());
    };
    let size = arguments.size.unwrap_or((1280, 720));
    let (picture, said) = picture::draw(arguments.answers(), arguments.time, size)?;
    for line in said {
        eprintln!("{line}");
    }
    picture.write_png(&file).with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
