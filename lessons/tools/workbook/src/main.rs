//! The student's command: `cargo run`, or `cargo workbook ...`.
//!
//! It links no graphics, so that it builds in a minute or two and works where OpenGL is still missing. Lessons and the
//! viewer are built and run when they are needed.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod check;
mod compare;
mod course;
mod doctor;
mod hand_in;
mod hint;
mod progress;
mod reset;
mod run;
mod selection;
mod share;
mod start;
mod take;
mod update;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workbook::{archive, build, git, output};

/// Armature: skeletal animation, by writing it
#[derive(Parser)]
#[command(name = "workbook", bin_name = "cargo workbook", version, disable_help_subcommand = true)]
struct Arguments {
    /// Command; without one your progress is shown, and the next lesson opens
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(start::PlayArguments),
    Run(run::Arguments),
    Check(check::Arguments),
    Watch(watch::Arguments),
    Hint(hint::Arguments),
    Compare(compare::Arguments),
    Reset(reset::Arguments),
    HandIn(hand_in::Arguments),
    Update(update::Arguments),
    Progress(progress::Arguments),
    Share(share::Arguments),
    Take(take::Arguments),
    Doctor(doctor::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        None => start::run(),
        Some(Command::Play(arguments)) => start::play(&arguments),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Watch(arguments)) => watch::run(&arguments),
        Some(Command::Hint(arguments)) => hint::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Reset(arguments)) => reset::run(&arguments),
        Some(Command::HandIn(arguments)) => hand_in::run(&arguments),
        Some(Command::Update(arguments)) => update::run(&arguments),
        Some(Command::Progress(arguments)) => progress::run(&arguments),
        Some(Command::Share(arguments)) => share::run(&arguments),
        Some(Command::Take(arguments)) => take::run(&arguments),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments),
    };
    output::exit_code(result)
}
