//! The class's command: `cargo class ...` hands out and grades.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod autograder;
mod branches;
mod grade;
mod handout;
mod sandbox;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workbook::{archive, build, git, output};

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
    Autograder(autograder::Arguments),
    Sandbox(sandbox::Arguments),
}

fn main() -> ExitCode {
    if let Some(code) = sandbox::as_compiler() {
        return code;
    }
    let result = match Arguments::parse().command {
        Command::Branches(arguments) => branches::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Autograder(arguments) => autograder::write(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Sandbox(arguments) => sandbox::run(&arguments),
    };
    output::exit_code(result)
}
