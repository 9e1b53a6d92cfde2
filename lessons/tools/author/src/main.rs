//! The author's command: `cargo author ...`, for those who write lessons.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod check;
mod mistakes;
mod site;
mod starters;
mod table;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use verdict::build::lesson::{self, LessonFolder};
use workbook::{build, output, output::say};

/// Commands for authors of lessons: .github/CONTRIBUTING.md says more
#[derive(Parser)]
#[command(name = "author", bin_name = "cargo author", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the exercise and its shaders from the marked regions of each solution
    ///
    /// An exercise that somebody has worked on is left alone.
    Starters {
        /// Only this lesson, such as 04
        lesson: Option<String>,
        /// Overwrite edited exercises too
        #[arg(long)]
        force: bool,
    },
    /// Print a TODO's known mistakes, each with the lines in which it differs from the solution
    Mistakes {
        /// The TODO, such as 06.2
        id: String,
    },
    /// Write the course as web pages: `site --out DIR`
    ///
    /// A folder of plain files, for any web server. The pages are made from the README.md files.
    Site(site::Arguments),
    /// Write the table of lessons into README.md
    Table,
    /// Regions, starters, sections of texts and lesson.toml: do they fit together? Builds nothing
    Check {
        /// Only this lesson, such as 04
        lesson: Option<String>,
    },
}

fn main() -> ExitCode {
    output::exit_code(run(&Arguments::parse()))
}

/// # Errors
/// If a lesson cannot be read, or a file not be written.
fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.command {
        Command::Starters { lesson, force } => {
            for lesson in chosen_lessons(lesson.as_deref())? {
                starters::write(&lesson, *force)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Site(arguments) => site::write(arguments).map(|()| ExitCode::SUCCESS),
        Command::Mistakes { id } => mistakes::print(id).map(|()| ExitCode::SUCCESS),
        Command::Table => {
            let path = build::workspace().join("README.md");
            let lessons = lesson::with_own_program()?;
            let text = table::renewed(&starters::read(&path)?, &lessons)?;
            std::fs::write(&path, text).with_context(|| starters::shown(&path))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Check { lesson } => {
            let mut fits = true;
            for lesson in chosen_lessons(lesson.as_deref())? {
                let complaints = check::complaints(&lesson)?;
                for complaint in &complaints {
                    say!("lesson {}: {complaint}", lesson.number);
                }
                if complaints.is_empty() {
                    let not = if check::has_solution(&lesson) {
                        ""
                    } else {
                        " (there are no solutions on this branch to compare with)"
                    };
                    say!("lesson {}: all fits{not}", lesson.number);
                }
                fits &= complaints.is_empty();
            }
            Ok(if fits { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Returns the lesson of that number, or all lessons.
fn chosen_lessons(number: Option<&str>) -> Result<Vec<LessonFolder>> {
    match number {
        Some(number) => Ok(vec![lesson::find(number)?]),
        None => lesson::all(),
    }
}
