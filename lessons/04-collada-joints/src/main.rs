//! Lesson 04, Collada joints: the joints of a file, read by your answers.

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use common::{check, collada};
use lesson_04::checks::{LESSON, REFERENCE, STARTER};
use lesson_04::{Answers, picture, read, tree};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

/// Lesson 04, Collada joints: the joint tree of a file
///
/// `--check [04.T] [--json] [--seed N]` checks your answers.
#[derive(Parser)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own on the command line
struct Arguments {
    /// Print the joint tree
    #[arg(long)]
    tree: bool,
    /// Draw into a PNG file
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Another Collada file than the knight
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
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
    let file = arguments.file.clone().unwrap_or_else(picture::knight);
    if arguments.tree {
        return print_tree(arguments.answers(), &file);
    }
    let Some(out) = &arguments.screenshot else {
        println!(
            "Lesson 04 has no window yet. What your answers read goes to the screen or into a picture:\n  \
             cargo run -p lesson-04 -- --tree\n  \
             cargo run -p lesson-04 -- --screenshot mine.png\n\
             (with --solution: what they will read once they are right). And to check them:\n  \
             cargo workbook check 04"
        );
        return Ok(ExitCode::SUCCESS);
    };
    let drawn = picture::draw(arguments.answers(), &file, arguments.size)?;
    for line in drawn.said {
        eprintln!("{line}");
    }
    drawn.picture.write_png(out).with_context(|| format!("{} cannot be written", out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The joints as text. A file that `common` refuses is not handed to the answers: it may be one that
/// was made to do harm.
fn print_tree(answers: &Answers, file: &Path) -> Result<ExitCode> {
    collada::read(file)?;
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let joints = read(answers, &text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    print!("{}", tree(&joints));
    println!("{} joints", joints.len());
    Ok(ExitCode::SUCCESS)
}
