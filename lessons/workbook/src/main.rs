//! The workbook's command: `cargo run`, or `cargo workbook ...`.
//!
//! It links no graphics, so that it builds in seconds and works where OpenGL is still missing;
//! what draws is built and run as it is needed.

mod author;
mod branches;
mod build;
mod check;
mod compare;
mod doctor;
mod git;
mod hint;
mod inspect;
mod lesson;
mod progress;
mod reset;
mod run;
mod view;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Armature: skeletal animation, by writing it
#[derive(Parser)]
#[command(name = "workbook", bin_name = "cargo workbook", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Check(check::Arguments),
    Watch(watch::Arguments),
    Hint(hint::Arguments),
    Compare(compare::Arguments),
    Reset(reset::Arguments),
    Progress(progress::Arguments),
    View(view::Arguments),
    Inspect(inspect::Arguments),
    Doctor(doctor::Arguments),
    Branches(branches::Arguments),
    Author(author::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Hint(arguments) => hint::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Reset(arguments) => reset::run(&arguments),
        Command::Progress(arguments) => progress::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Inspect(arguments) => Ok(inspect::run(&arguments)),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Branches(arguments) => branches::run(&arguments),
        Command::Author(arguments) => author::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
