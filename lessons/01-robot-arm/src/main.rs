//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

use anyhow::{Context, Result};
use clap::Parser;
use common::app::{self, Desk, Whose};
use common::check::{self, Who};
use lesson_01::asked::{Asked, Sliders};
use lesson_01::checks::{LESSON, REFERENCE};
use lesson_01::window::Window;
use lesson_01::{Answers, picture, robot};
use std::path::PathBuf;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

/// Lesson 01, robot arm: rigid transforms, and an arm made of them
///
/// `--check [01.T] [--json] [--seed N]` checks your answers.
#[derive(Parser)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of the command line
struct Arguments {
    /// Draw into a PNG file
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Say in words where the claw is
    #[arg(long)]
    describe: bool,
    /// Slider A: turns the upper arm on its base
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    a: Option<f32>,
    /// Slider B: bends the forearm at the elbow
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    b: Option<f32>,
    /// The sliders move by themselves: seconds since they began
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
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
            (_, true) => &LESSON.starter,
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
        let (mine, who) = if self.starter {
            (LESSON.starter, Who::Starter)
        } else {
            (LESSON.exercise, Who::Exercise)
        };
        let sliders = self.sliders();
        let arguments = app::Arguments {
            screenshot: self.screenshot,
            size: self.size,
            panels: self.panels,
            press: self.press,
            ..app::Arguments::default()
        };
        app::run_with(&arguments, move |gl| {
            Window::open(gl, Desk::new(&LESSON, who, whose), mine, sliders)
        })
    }

    fn sliders(&self) -> Sliders {
        let moving = Sliders::at(self.time);
        Sliders { a: self.a.unwrap_or(moving.a), b: self.b.unwrap_or(moving.b) }
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
    let picture_only = arguments.screenshot.clone().filter(|_| !arguments.panels);
    if picture_only.is_none() && !arguments.describe {
        return Ok(arguments.open_window());
    }
    let (answers, sliders) = (arguments.answers(), arguments.sliders());
    if arguments.describe {
        let asked = Asked::of(answers, &robot::parts(), sliders);
        print!("{}", asked.describe(sliders));
        tell(&asked.said);
    }
    if let Some(file) = picture_only {
        let size = arguments.size.unwrap_or((1280, 720));
        let (picture, said) = picture::draw(answers, sliders, size)?;
        tell(&said);
        picture
            .write_png(&file)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Which answers could not be used.
fn tell(said: &[String]) {
    for line in said {
        eprintln!("{line}");
    }
}
