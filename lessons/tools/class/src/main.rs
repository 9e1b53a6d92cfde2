//! The class's command: `cargo class ...` hands out and grades.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod branches;
mod grade;
mod handout;
mod sandbox;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workbook::{build, git, output};

/// Commands for instructors: lessons/INSTRUCTORS.md says more
#[derive(Parser)]
#[command(name = "class", bin_name = "cargo class", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Branches(branches::Arguments),
    Grade(grade::Arguments),
    Sandbox(sandbox::Arguments),
}

fn main() -> ExitCode {
    output::exit_code(match Arguments::parse().command {
        Command::Branches(arguments) => branches::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Sandbox(arguments) => sandbox::run(&arguments),
    })
}
