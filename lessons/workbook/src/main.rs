//! The workbook's command: `cargo run`, or `cargo workbook ...`.
//!
//! It links no graphics, so that it builds in a minute or two and works where OpenGL is still missing. Lessons and the
//! viewer are built and run when they are needed.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod archive;
mod author;
mod branches;
mod build;
mod check;
mod compare;
mod convert;
mod doctor;
mod export;
mod git;
mod grade;
mod hint;
mod hints_shown;
mod inspect;
mod new_file;
mod output;
mod place;
mod progress;
mod reset;
mod run;
mod sandbox;
mod share;
mod start;
mod update;
mod view;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Armature: skeletal animation, by writing it
#[derive(Parser)]
#[command(name = "workbook", bin_name = "cargo workbook", version)]
struct Arguments {
    /// Without a command: how far you are, and the next lesson opens
    #[command(subcommand)]
    command: Option<Command>,
    /// Install what is missing without asking
    #[arg(long, global = true)]
    yes: bool,
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
    Update(update::Arguments),
    Progress(progress::Arguments),
    View(view::Arguments),
    Edit(view::EditArguments),
    Inspect(inspect::Arguments),
    Convert(convert::Arguments),
    Export(export::Arguments),
    Doctor(doctor::Arguments),
    Branches(branches::Arguments),
    Grade(grade::Arguments),
    Share(share::Arguments),
    Sandbox(sandbox::Arguments),
    Author(author::Arguments),
}

fn main() -> ExitCode {
    if let Some(code) = sandbox::as_compiler() {
        return code;
    }
    let Arguments { command, yes } = Arguments::parse();
    let result = match command {
        None => start::run(yes),
        Some(Command::Play(arguments)) => start::play(yes, &arguments),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Watch(arguments)) => watch::run(&arguments),
        Some(Command::Hint(arguments)) => hint::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Reset(arguments)) => reset::run(&arguments),
        Some(Command::Update(arguments)) => update::run(&arguments),
        Some(Command::Progress(arguments)) => progress::run(&arguments),
        Some(Command::View(arguments)) => view::run(&arguments),
        Some(Command::Edit(arguments)) => view::edit(&arguments),
        Some(Command::Inspect(arguments)) => Ok(inspect::run(&arguments)),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments),
        Some(Command::Branches(arguments)) => branches::run(&arguments),
        Some(Command::Grade(arguments)) => grade::run(&arguments),
        Some(Command::Share(arguments)) => share::run(&arguments),
        Some(Command::Sandbox(arguments)) => sandbox::run(&arguments),
        Some(Command::Author(arguments)) => author::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
