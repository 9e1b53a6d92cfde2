//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

use anyhow::{Context, Result};
use clap::Parser;
use common::check;
use lesson_01::asked::{Asked, Sliders};
use lesson_01::checks::{LESSON, REFERENCE};
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
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// Your answers, as they are
    #[arg(long, default_value_t = true, group = "who")]
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
    run(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (answers, sliders) = (arguments.answers(), arguments.sliders());
    if arguments.describe {
        let asked = Asked::of(answers, &robot::parts(), sliders);
        print!("{}", asked.describe(sliders));
        tell(&asked.said);
    }
    if let Some(file) = &arguments.screenshot {
        let (picture, said) = picture::draw(answers, sliders, arguments.size)?;
        tell(&said);
        picture.write_png(file).with_context(|| format!("{} cannot be written", file.display()))?;
    } else if !arguments.describe {
        println!(
            "Lesson 01 has no window yet. What your answers draw goes into a file:\n  \
             cargo run -p lesson-01 -- --screenshot mine.png\n\
             (with --solution: what they will draw once they are right; --a and --b move the sliders).\n\
             And to check them:\n  \
             cargo workbook check 01"
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Which answers could not be used.
fn tell(said: &[String]) {
    for line in said {
        eprintln!("{line}");
    }
}
