//! Lesson 02, hierarchy: the creature, where your answers put her joints.

use anyhow::{Context, Result};
use clap::Parser;
use common::check;
use lesson_02::checks::{LESSON, REFERENCE, STARTER};
use lesson_02::{Answers, picture};
use std::path::PathBuf;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

/// Lesson 02, hierarchy: a creature of 34 joints moves as one
///
/// `--check [02.T] [--json] [--seed N]` checks your answers.
#[derive(Parser)]
struct Arguments {
    /// Draw into a PNG file
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Seconds since the creature set out
    #[arg(long, value_name = "SECONDS", default_value_t = picture::TIME)]
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
            (_, true) => &STARTER,
            _ => &LESSON.exercise,
        }
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
    let Some(file) = &arguments.screenshot else {
        println!(
            "Lesson 02 has no window yet. What your answers draw goes into a file:\n  \
             cargo run -p lesson-02 -- --screenshot mine.png\n\
             (with --solution: what they will draw once they are right). And to check them:\n  \
             cargo workbook check 02"
        );
        return Ok(ExitCode::SUCCESS);
    };
    let (picture, said) = picture::draw(arguments.answers(), arguments.time, arguments.size)?;
    for line in said {
        eprintln!("{line}");
    }
    picture.write_png(file).with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
